"""The shared fixtures: the same files are run by the tests in C++ and TypeScript."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    return [_invalid(path) for path in sorted((FIXTURES / "invalid").glob("*/*.json"))]


def _invalid(path: Path) -> Invalid:
    entry: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    codes = entry["code"] if isinstance(entry["code"], list) else [entry["code"]]
    text = entry["text"] if "text" in entry else json.dumps(entry["document"])
    return Invalid(path.parent.name, path.stem, text, tuple(codes), entry["path"])
