"""Reading a document from JSON, strictly, with errors for people.

Models are strict: an enum or a union is only read from JSON text. A value that has been parsed
already is therefore written as JSON and read again, so that text and value are judged alike.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from orrery_contracts.errors import FieldError
from orrery_contracts.fields import field_errors, shown

#: The console takes no longer document.
MOST_BYTES = 1 << 20

#: Brackets within brackets that a document may have; none of the contracts comes near.
MOST_LEVELS = 100

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')

Document = TypeVar("Document")


class InvalidDocument(Exception):  # noqa: N818 - it is the document that is invalid
    """A document that is not as its contract says; `errors` holds at least one entry."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__("; ".join(f"{e.field}: {e.message} {e.remedy}" for e in errors))
        self.errors = errors


def nested_too_deeply(text: str) -> bool:
    """True if a JSON text nests deeper than `MOST_LEVELS`, which recursive parsers fail on."""
    level = 0
    for found in _BRACKET.finditer(text):
        if found[0] in "[{":
            level += 1
            if level > MOST_LEVELS:
                return True
        elif found[0] in "]}":
            level -= 1
    return False


def read_text(document: type[Document], text: str | bytes, *, prefix: str = "") -> Document:
    """The document in a JSON text. Raises InvalidDocument."""
    try:
        read = _adapter(document).validate_json(text)
    except ValidationError as error:
        raise InvalidDocument(field_errors(error, document, prefix=prefix)) from error
    json.loads(text, object_pairs_hook=_each_key_once)
    return read


def read_value(document: type[Document], value: Any, *, prefix: str = "") -> Document:
    """The document in a parsed JSON value. Raises InvalidDocument."""
    return read_text(document, json.dumps(value), prefix=prefix)


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(document: type[Document]) -> TypeAdapter[Document]:
    """Made once for each type: to make one takes longer than to read most documents."""
    found = _ADAPTERS.get(document)
    if found is None:
        found = _ADAPTERS[document] = TypeAdapter(document)
    return found


def _each_key_once(pairs: list[tuple[str, Any]]) -> None:
    """Which of two values was meant is not to be guessed, as JSON readers do."""
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise InvalidDocument(
                [
                    FieldError(
                        field=key,
                        value=shown(value),
                        message=f"{key[:60]} is given twice in one object.",
                        remedy="Give it once.",
                    )
                ]
            )
        seen[key] = value
