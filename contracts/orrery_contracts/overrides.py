"""`path=value` settings on top of a document: `workload.managers=2`, `placement.kind=named`,
`tags=["a"]`.

The value is JSON, or else text; what a text field gets is always text. A union takes another member
by its `kind`, or by the member's name alone (`workload.split=equal`); fields that both members have
are kept. A list of texts may be written with commas (`placement.names=a,b`). The result is not
validated: read it with `documents.read_value`.

    changed = apply_overrides(document, ["workload.managers=2"], RunSpec)

A bad path or a missing value raises InvalidDocument with one FieldError for each bad setting;
nothing is changed then. The document given is never changed. Pure.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable
from typing import Any

from orrery_contracts.documents import MOST_LEVELS, InvalidDocument, nested_too_deeply
from orrery_contracts.errors import FieldError
from orrery_contracts.fields import join_path, shown, suggestion
from orrery_contracts.schema_node import SchemaNode, schema_of

_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_MOST_PATH = 300
"""Characters of a path. No parameter has a longer one."""

_PATH = re.compile(r"[^.\[\]]+(\.[^.\[\]]+|\[\d+\])*")


class _SettingError(Exception):
    def __init__(self, field: str, value: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.error = FieldError(field=field, value=value, message=message, remedy=remedy)


def apply_overrides(
    document: dict[str, Any], overrides: Iterable[str], kind: Any
) -> dict[str, Any]:
    """A copy of the document with the settings made, in their order. Raises InvalidDocument."""
    changed, errors = try_overrides(document, overrides, kind)
    if errors:
        raise InvalidDocument(errors)
    return changed


def try_overrides(
    document: dict[str, Any], overrides: Iterable[str], kind: Any
) -> tuple[dict[str, Any], list[FieldError]]:
    """A copy with the settings made that can be, and what is wrong with the others."""
    changed = copy.deepcopy(document)
    errors: list[FieldError] = []
    for override in overrides:
        try:
            _apply(changed, override, schema_of(kind))
        except _SettingError as bad:
            errors.append(bad.error)
    return changed, errors


def _apply(document: dict[str, Any], override: str, root: SchemaNode) -> None:
    path, equals, text = override.partition("=")
    path = path.strip()
    if len(path) > _MOST_PATH:
        raise _SettingError(
            shown(path),
            shown(text),
            f"The path has {len(path)} characters; the most is {_MOST_PATH}.",
            "Write it as in workload.managers=2.",
        )
    if not equals or not path:
        raise _SettingError(
            path,
            shown(override),
            "A setting is a path, an equals sign and a value.",
            "Write it as in workload.managers=2.",
        )
    if not _PATH.fullmatch(path):
        raise _SettingError(
            path,
            shown(text),
            f"{shown(path)} is not a path.",
            "Write names with dots between them, as in workload.managers=2.",
        )
    parts: list[str | int] = [name or int(index) for name, index in _PART.findall(path)]
    if nested_too_deeply(text):
        raise _SettingError(
            path,
            shown(text),
            f"The value has more than {MOST_LEVELS} brackets within each other.",
            "Give a value as the description of the parameter shows it.",
        )
    container, node = _descend(document, parts[:-1], root, text)
    _set(container, parts, node, text)


def _descend(
    document: Any, parts: list[str | int], root: SchemaNode, text: str
) -> tuple[Any, SchemaNode]:
    """The object or list in which the last part is set, and its schema."""
    here, node, path = document, root, ""
    for part in parts:
        following = _step(here, part, node, path, text)
        path = join_path(path, part)
        if isinstance(part, int):
            here = here[part]
        else:
            if not isinstance(here.get(part), dict | list):
                here[part] = [] if following.type() == "array" else {}
            here = here[part]
        node = following
    return here, node


def _step(here: Any, part: str | int, node: SchemaNode, path: str, text: str) -> SchemaNode:
    """The schema of one part of what is here, or an error that says what may stand there."""
    field = join_path(path, part)
    if isinstance(part, int):
        item = node.item()
        if item is None or not isinstance(here, list):
            raise _SettingError(
                field, shown(text), f"{path} is not a list.", f"Give {node.words()} for {path}."
            )
        if part >= len(here):
            raise _SettingError(
                field,
                shown(text),
                f"{path} has {len(here)} entries.",
                f"Set the whole list: {path}=[...].",
            )
        return item
    record = _member(here, node)
    child = record.child(part) if record is not None else None
    if child is not None:
        return child
    if part == "kind" and node.variants():
        return node
    raise _SettingError(field, shown(text), *_no_such(part, path, node, record))


def _no_such(part: str, path: str, node: SchemaNode, record: SchemaNode | None) -> tuple[str, str]:
    """Message and remedy for a name that does not exist at a path."""
    place = path or "the document"
    for tag, variant in node.variants().items():
        if variant.child(part) is not None:
            return (
                f"{place} has {part} only if its kind is {tag}.",
                f"Set {path}.kind={tag} first.",
            )
    names = record.keys() if record is not None else list(node.variants())
    if not names:
        return f"{place} has no parts.", f"Give {node.words()} for {place}."
    return f"There is no {part} in {place}.", suggestion(part, names, "there")


def _member(value: Any, node: SchemaNode) -> SchemaNode | None:
    """The schema of the record that a value is: itself, or the member of a union that its tag
    names."""
    variants = node.variants()
    if not variants:
        return node if node.keys() else None
    tag = value.get("kind") if isinstance(value, dict) else None
    return variants.get(tag) if isinstance(tag, str) else None


def _set(container: Any, parts: list[str | int], node: SchemaNode, text: str) -> None:
    last = parts[-1]
    path = ""
    for part in parts[:-1]:
        path = join_path(path, part)
    child = _step(container, last, node, path, text)
    if isinstance(last, int):
        container[last] = _value(text, child)
        return
    if last == "kind" and node.variants():
        _switch(container, _tag(text, node, join_path(path, "kind")), node)
        return
    variants = child.variants()
    value = _value(text, child)
    if variants and isinstance(value, str):
        target = container.get(last)
        container[last] = target if isinstance(target, dict) else {}
        _switch(container[last], _tag(value, child, join_path(path, last)), child)
        return
    container[last] = value


def _tag(text: str, node: SchemaNode, field: str) -> str:
    value = _json(text)
    tag = value if isinstance(value, str) else text
    if tag not in node.variants():
        raise _SettingError(
            field,
            shown(tag),
            f"{shown(tag)} is not a kind that can stand here.",
            suggestion(tag, list(node.variants()), "kinds").replace(f"Leave {tag} out. ", ""),
        )
    return tag


def _switch(value: dict[str, Any], tag: str, node: SchemaNode) -> None:
    """Make a union's value the member with this tag; what both have stays."""
    keys = node.variants()[tag].keys()
    for key in [key for key in value if key not in keys]:
        del value[key]
    value["kind"] = tag


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _value(text: str, node: SchemaNode) -> Any:
    """The value that a text stands for, at a place with this schema."""
    value = _json(text)
    if value is None and node.nullable:
        return None
    if node.type() == "string":
        return value if isinstance(value, str) else text
    if node.type() == "array" and not isinstance(value, list):
        item = node.item()
        if item is not None:
            return [_value(part.strip(), item) for part in text.split(",") if part.strip()]
    return value
