"""What is wrong with a document, field by field, in words for the person who wrote it.

    try:
        spec = RunSpec.model_validate_json(text)
    except ValidationError as error:
        problems = field_errors(error, RunSpec)

Each `FieldError` names the path (`workload.split.counts[1]`), the value given, what is wrong with it and what to do:
the range, the allowed values, the nearest name. All of it comes from the document's schema. Pure.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from orrery_contracts.errors import FieldError
from orrery_contracts.schema_node import SchemaNode, plain, schema_of

#: Characters of a value that an error shows.
SHOWN_LENGTH = 80


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
    return [_field_error(detail, root, prefix) for detail in details]


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
    return text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 1] + "…"


def join_path(path: str, part: str | int) -> str:
    """A path with one more part."""
    if isinstance(part, int):
        return f"{path}[{part}]"
    return f"{path}.{part}" if path else part


def _locate(
    root: SchemaNode, location: Sequence[str | int], prefix: str
) -> tuple[str, SchemaNode | None, SchemaNode | None]:
    """Path, what may stand there, and the record that it is in.

    Pydantic puts tags of unions and names of plain types into a location; they are no part of a path.
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


def _field_error(detail: Mapping[str, Any], root: SchemaNode, prefix: str) -> FieldError:
    kind = str(detail["type"])
    context = detail.get("ctx", {})
    path, node, parent = _locate(root, detail["loc"], prefix)
    value = "" if kind == "missing" else shown(detail.get("input"))
    give = f"Give {node.words()}." if node is not None else "Correct it."
    name = str(detail["loc"][-1]) if detail["loc"] else "the document"
    match kind:
        case "missing":
            message, remedy = f"{name} is missing.", give
        case "extra_forbidden":
            keys = parent.keys() if parent is not None else []
            message, remedy = f"There is no {name} here.", suggestion(name, keys, "here")
        case "union_tag_invalid" | "union_tag_not_found":
            return _tag_error(detail, path, node)
        case "enum" | "literal_error":
            message = f"{value} is not one of the allowed values."
            remedy = _choice_remedy(detail.get("input"), node, give)
        case "greater_than_equal":
            message, remedy = f"{value} is below the least value, {plain(context['ge'])}.", give
        case "less_than_equal":
            message, remedy = f"{value} is above the largest value, {plain(context['le'])}.", give
        case "finite_number":
            message, remedy = "The number is not finite.", give
        case "string_too_short" | "too_short":
            message, remedy = "It is too short.", give
        case "string_too_long" | "too_long":
            message, remedy = "It is too long.", give
        case "string_pattern_mismatch":
            message, remedy = f"{value} does not have the right form.", give
        case "json_invalid":
            return FieldError(
                field=prefix,
                value=value,
                message=f"This is not JSON: {context.get('error', detail['msg'])}.",
                remedy="Correct the text at that place.",
            )
        case "value_error":
            message, remedy = str(context.get("error", detail["msg"])), give
        case _ if kind.endswith(("_type", "_parsing", "_from_float", "_parsing_size")):
            message = f"{value} is {_json_type(detail.get('input'))}, which cannot stand here."
            remedy = give
        case _:
            message, remedy = f"{detail['msg']}.", give
    return FieldError(field=path, value=value, message=message, remedy=remedy)


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


def _choice_remedy(given: object, node: SchemaNode | None, give: str) -> str:
    guess = nearest(given, node.allowed()) if node is not None and isinstance(given, str) else None
    return f"Did you mean {guess}? {give}" if guess else give


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
