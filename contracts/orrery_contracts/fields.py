"""What is wrong with a document, field by field, in words for the person who wrote it.

    try:
        spec = RunSpec.model_validate_json(text)
    except ValidationError as error:
        problems = field_errors(error, RunSpec)

Each `FieldError` names the path (`workload.split.counts[1]`), the value given, what is wrong with
it and what to do: the range, the allowed values, the nearest name. All of it comes from the
document's schema. Pure.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from pydantic import ValidationError

from orrery_contracts.errors import FieldError
from orrery_contracts.schema_node import SchemaNode, plain, schema_of

#: Characters of a value that an error shows.
SHOWN_LENGTH = 80

#: Errors of one document that are told; nobody corrects more at once.
MOST_ERRORS = 50


#: Fields whose values no message repeats.
_SECRETS = frozenset({"password", "token"})


def field_errors(error: ValidationError, document: Any, *, prefix: str = "") -> list[FieldError]:
    """The errors of a model, or a union of models, as people are told of them.

    `prefix` is the path of the document in the one that the person wrote, e.g. `spec`.
    """
    details = error.errors(include_url=False, include_context=True)
    return field_errors_of(details, document, prefix=prefix)


def field_errors_of(
    details: Iterable[Mapping[str, Any]], document: Any, *, prefix: str = ""
) -> list[FieldError]:
    """The same from Pydantic's own list of errors."""
    root = schema_of(document)
    return [_field_error(detail, root, prefix) for detail in islice(details, MOST_ERRORS)]


def nearest(name: str, names: Sequence[str]) -> str | None:
    """The name that was probably meant."""
    found = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    if found:
        return found[0]
    parts = [n for n in names if len(name) >= 3 and (name in n or n in name)]
    return parts[0] if parts else None


def suggestion(name: str, names: Sequence[str], what: str) -> str:
    """What to do about a name that does not exist."""
    if not names:
        return f"Leave {name} out."
    guess = nearest(name, names)
    listed = f"Allowed {what}: {', '.join(names)}."
    return f"Did you mean {guess}? {listed}" if guess else f"Leave {name} out. {listed}"


def shown(value: object) -> str:
    """A value as JSON, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    return shortened(text)


def shortened(text: str, most: int = SHOWN_LENGTH) -> str:
    """A text, or its beginning."""
    return text if len(text) <= most else text[: most - 1] + "…"


def join_path(path: str, part: str | int) -> str:
    """A path with one more part."""
    if isinstance(part, int):
        return f"{path}[{part}]"
    part = shortened(part)
    return f"{path}.{part}" if path else part


def _locate(
    root: SchemaNode, location: Sequence[str | int], prefix: str
) -> tuple[str, SchemaNode | None, SchemaNode | None]:
    """Path, what may stand there, and the record that it is in.

    Pydantic puts tags of unions and names of plain types into a location; they are no part of a
    path.
    """
    path, node, parent = prefix, root, root
    here: SchemaNode | None = node
    for part in location:
        if here is None:
            path = join_path(path, part)
            continue
        variants = here.variants()
        if isinstance(part, str) and part in variants:
            here = variants[part]
            continue
        if isinstance(part, str) and here.either():
            continue
        parent = here
        path = join_path(path, part)
        here = here.item() if isinstance(part, int) else here.child(part)
    return path, here, parent


#: What is wrong, where the words need nothing but the value and the bound (`{ge}`, `{le}`).
_MESSAGES = {
    "greater_than_equal": "{value} is below the least value, {ge}.",
    "less_than_equal": "{value} is above the largest value, {le}.",
    "finite_number": "The number is not finite.",
    "string_too_short": "It is too short.",
    "too_short": "It is too short.",
    "string_too_long": "It is too long.",
    "too_long": "It is too long.",
    "string_pattern_mismatch": "{value} does not have the right form.",
    "enum": "{value} is not one of the allowed values.",
    "literal_error": "{value} is not one of the allowed values.",
}

_WRONG_TYPE = ("_type", "_parsing", "_from_float", "_parsing_size")


def _field_error(detail: Mapping[str, Any], root: SchemaNode, prefix: str) -> FieldError:
    kind = str(detail["type"])
    path, node, parent = _locate(root, detail["loc"], prefix)
    if kind.startswith("union_tag_"):
        return _tag_error(detail, path, node)
    if kind == "json_invalid":
        return _malformed(detail, prefix)
    given = detail.get("input")
    name = shortened(str(detail["loc"][-1])) if detail["loc"] else "the document"
    value = "" if kind == "missing" else "***" if name in _SECRETS else shown(given)
    remedy = f"Give {node.words()}." if node is not None else "Correct it."
    if kind == "missing":
        message = f"{name} is missing."
    elif kind == "extra_forbidden":
        message = f"There is no {name} here."
        remedy = suggestion(name, parent.keys() if parent is not None else [], "here")
    elif kind in _MESSAGES:
        bounds = {k: plain(v) for k, v in detail.get("ctx", {}).items() if k in ("ge", "le")}
        message = _MESSAGES[kind].format(value=value, **bounds)
        if node is not None and isinstance(given, str):
            guess = nearest(given, node.allowed())
            remedy = f"Did you mean {guess}? {remedy}" if guess else remedy
    elif kind.endswith(_WRONG_TYPE):
        message = f"{value} is {_json_type(given)}, which cannot stand here."
    else:
        message = f"{detail['msg']}."
    return FieldError(
        field=path, value=value, message=shortened(message, 2000), remedy=shortened(remedy, 2000)
    )


def _malformed(detail: Mapping[str, Any], prefix: str) -> FieldError:
    return FieldError(
        field=prefix,
        value=shown(detail.get("input")),
        message=f"This is not JSON: {detail.get('ctx', {}).get('error', detail['msg'])}.",
        remedy="Correct the text at that place.",
    )


def _tag_error(detail: Mapping[str, Any], path: str, node: SchemaNode | None) -> FieldError:
    tags = list(node.variants()) if node is not None else []
    given = detail.get("input")
    tag = given.get("kind") if isinstance(given, Mapping) else None
    listed = "Give one of " + ", ".join(tags) + "."
    guess = nearest(tag, tags) if isinstance(tag, str) else None
    if tag is None:
        value, message = "", "kind is missing: it says which of several forms this is."
    else:
        value, message = shown(tag), f"{shown(tag)} is not a kind that can stand here."
    return FieldError(
        field=join_path(path, "kind"),
        value=value,
        message=message,
        remedy=f"Did you mean {guess}? {listed}" if guess else listed,
    )


def _json_type(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a truth value"
        case int():
            return "a whole number"
        case float():
            return "a number with a fraction"
        case str():
            return "text"
        case Mapping():
            return "an object"
        case _:
            return "a list"
