"""Reads the run spec from the command line: a preset or a file, and overrides.

This module checks only what the console cannot see: files, and the form of an override. The console
checks everything else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from orrery_contracts.command import ORRERY
from orrery_contracts.documents import MOST_BYTES
from orrery_contracts.spec import FastestNodes, NamedNodes, Placement
from pydantic import TypeAdapter, ValidationError

from orrery_cli.failure import bad_input

_PLACEMENT: TypeAdapter[FastestNodes | NamedNodes] = TypeAdapter(Placement)


class NewRunInput:
    """The user's input. `preset` is None if the spec comes from a file."""

    def __init__(self, preset: str | None, spec: dict[str, Any] | None, overrides: list[str]):
        self.preset = preset
        self._spec = spec
        self.overrides = overrides

    def as_json(self) -> bytes:
        """The `NewRun` document for the console."""
        document = {"spec": self._spec, "preset": self.preset, "set": self.overrides}
        return json.dumps(document).encode()

    def with_settings(self, more: list[str]) -> NewRunInput:
        """A copy with more overrides."""
        return NewRunInput(self.preset, self._spec, [*self.overrides, *more])

    def with_setting(self, setting: str) -> NewRunInput:
        """A copy with one more override."""
        return self.with_settings([setting])

    def placement(self, of_preset: Placement | None) -> Placement | None:
        """The placement with overrides applied; None if it is invalid."""
        if of_preset is not None:
            chosen: Any = of_preset.model_dump(mode="json")
        else:
            chosen = (self._spec or {}).get("placement", FastestNodes().model_dump(mode="json"))
        for override in self.overrides:
            path, _, text = override.partition("=")
            if path == "placement":
                chosen = _value(text)
            elif path.startswith("placement.") and isinstance(chosen, dict):
                chosen = chosen | {path.removeprefix("placement."): _value(text)}
        try:
            return _PLACEMENT.validate_python(chosen)
        except ValidationError:
            return None


def read_new_run(target: str, overrides: list[str]) -> NewRunInput:
    """Reads a preset's name or a file. Raises `CommandError` for an invalid file or override.

    `target` is a file if it is `-`, ends in .json, has a slash, or exists as a file.
    """
    for override in overrides:
        path, equals, _ = override.partition("=")
        if not equals or not path.strip():
            raise bad_input(
                "--set",
                override,
                "an override is a path, an equals sign and a value",
                "write it like --set workload.managers=2",
            )
    if target == "-" or "/" in target or target.endswith(".json") or Path(target).is_file():
        return NewRunInput(None, _read_spec(target), overrides)
    return NewRunInput(target, None, overrides)


def _read_spec(target: str) -> dict[str, Any]:
    try:
        raw = _read(target)
        if len(raw) > MOST_BYTES:
            raise bad_input(
                "FILE",
                target,
                f"it is larger than {MOST_BYTES >> 10} KiB",
                "name a run spec: none is as large",
            )
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise bad_input(
            "FILE", target, f"it is not UTF-8 text: byte {error.start}", "name a JSON file"
        ) from error
    except OSError as error:
        raise bad_input(
            "FILE",
            target,
            f"cannot read it: {error.strerror}",
            f"name a readable file, or a preset (`{ORRERY} presets` lists them)",
        ) from error
    try:
        document = json.loads(text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise bad_input(
            f"FILE, line {error.lineno}, column {error.colno}",
            _excerpt(text, error.pos),
            f"it is not JSON: {error.msg}",
            "mend the file at this place",
        ) from error
    except _RefusedError as error:
        raise bad_input("FILE", error.value, error.message, error.remedy) from error
    except RecursionError as error:
        raise bad_input("FILE", target, "it is nested too deeply", "name a run spec") from error
    if not isinstance(document, dict):
        raise bad_input(
            "FILE", _excerpt(text, 0), "a run spec is a JSON object", "write it like {...}"
        )
    return document


def _read(target: str) -> bytes:
    """Reads at most one byte more than a document may have: more bytes cannot change the result."""
    if target == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(target).open("rb") as source:
        return source.read(MOST_BYTES + 1)


class _RefusedError(Exception):
    def __init__(self, value: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.value = value
        self.message = message
        self.remedy = remedy


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            raise _RefusedError(key, "this key is there twice in one object", "keep one of them")
        document[key] = value
    return document


def _refuse(constant: str) -> Any:
    raise _RefusedError(constant, "JSON has no such number", "write a finite number")


def _excerpt(text: str, position: int) -> str:
    return text[position : position + 30].split("\n")[0] or "(the end of the file)"


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
