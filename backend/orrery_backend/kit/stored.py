"""Stored documents, also of other versions: older ones are upgraded, and a field that this version
does not know is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from orrery_backend.kit.upgrades import NO_STEPS, Steps, upgraded

Document = TypeVar("Document")

#: Fields within fields that are unknown show one after the other.
_MOST_ROUNDS = 20


def read_stored(
    document: TypeAdapter[Document], text: str, steps: Steps = NO_STEPS
) -> tuple[Document, list[str]]:
    """The document, and the paths of what is left out of it. Raises `ValidationError` for a
    document that cannot be read without those either.
    """
    if steps:
        text = json.dumps(upgraded(json.loads(text), steps))
    left_out: list[str] = []
    for _ in range(_MOST_ROUNDS):
        try:
            return document.validate_json(text), left_out
        except ValidationError as error:
            unknown = [e["loc"] for e in error.errors() if e["type"] == "extra_forbidden"]
            if not unknown:
                raise
            value = json.loads(text)
            left_out += [_remove(value, place) for place in unknown]
            text = json.dumps(value)
    return document.validate_json(text), left_out


def _remove(value: Any, place: Sequence[str | int]) -> str:
    """Deletes what is there. A place also names members of unions, which are no keys."""
    path = ""
    for part in place[:-1]:
        if isinstance(value, list) and isinstance(part, int):
            value, path = value[part], f"{path}[{part}]"
        elif isinstance(value, dict) and part in value:
            value, path = value[part], f"{path}.{part}"
    del value[place[-1]]
    return f"{path}.{place[-1]}".lstrip(".")
