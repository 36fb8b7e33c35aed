"""Shared fixtures: the tests in C++ and TypeScript read the same files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonpatch

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"


@dataclass(frozen=True)
class Valid:
    """A document that every language must accept."""

    document: str
    name: str
    text: str


@dataclass(frozen=True)
class Invalid:
    """A text that every language must refuse, with one of these codes at this path."""

    document: str
    name: str
    text: str
    codes: tuple[str, ...]
    path: str


def valid() -> list[Valid]:
    """All valid fixtures."""
    return [
        Valid(path.parent.name, path.stem, path.read_text(encoding="utf-8"))
        for path in sorted((FIXTURES / "valid").glob("*/*.json"))
    ]


def invalid() -> list[Invalid]:
    """All invalid fixtures."""
    bases = {(fixture.document, fixture.name): fixture.text for fixture in valid()}
    return [
        Invalid(
            path.stem,
            case["name"],
            _text(case, bases, path.stem),
            tuple(case["code"] if isinstance(case["code"], list) else [case["code"]]),
            case["path"],
        )
        for path in sorted((FIXTURES / "invalid").glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"))
    ]


def _text(case: dict[str, Any], bases: dict[tuple[str, str], str], document: str) -> str:
    if "text" in case:
        return str(case["text"])
    if "document" in case:
        return json.dumps(case["document"])
    base = json.loads(bases[document, case["base"]])
    return json.dumps(jsonpatch.apply_patch(base, case["change"]))
