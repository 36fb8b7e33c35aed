"""Places in a run spec by their path (`workload.managers`, `placement.names[0]`): the value there,
and what the schema says of it. Pure.

    value_at(spec.model_dump(mode="json"), "workload.managers")  # 2
    title_of("workload.managers")  # "Managers"
    title_of("workload.fan_out", {"workload": {"kind": "rti_time_advance"}})  # "Fan-out"
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from orrery_contracts.schema_node import SchemaNode, schema_of
from orrery_contracts.spec import RunSpec

_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


class Absent:
    """That a document has nothing at a path: another workload, say."""


ABSENT: Final = Absent()


def value_at(document: Mapping[str, Any], path: str) -> Any:
    """The JSON value at a path of a dumped spec, or `ABSENT`. A union by `kind` alone stands for
    that kind: `workload.split` is `"equal"`.
    """
    here: Any = document
    for name, index in _PART.findall(path):
        here = _part_of(here, name, index)
    if isinstance(here, Mapping) and set(here) == {"kind"}:
        return here["kind"]
    return here


def node_at(path: str, spec: Mapping[str, Any] | None = None) -> SchemaNode | None:
    """What may stand at a path of a dumped spec; None if no spec has the path. In a union on the
    way, the member is the one of the spec's `kind`. Without a spec, or where that member has no
    such field, it is the first member that has the field.
    """
    here: Any = spec
    kinds: list[str | None] = []
    for name, index in _PART.findall(path):
        kinds.append(here.get("kind") if isinstance(here, Mapping) else None)
        here = _part_of(here, name, index)
    return _node_of_kinds(path, tuple(kinds))


def title_of(path: str, spec: Mapping[str, Any] | None = None) -> str:
    """The field's title in the schema; without one, its name in words."""
    parts = path.split(".")
    if parts[-1] == "kind" and len(parts) > 1:
        return title_of(".".join(parts[:-1]), spec)
    node = node_at(path, spec)
    title = node.schema.get("title") if node is not None else None
    words = parts[-1].replace("_", " ")
    return str(title)[:120] if title else words[:1].upper() + words[1:]


def is_closed(path: str, spec: Mapping[str, Any] | None = None) -> bool:
    """Whether the schema lists each text that may stand at the path or in a list there. The kinds
    of a union are such texts. A text that a person may choose freely is not.
    """
    node = node_at(path, spec)
    return node is not None and _is_closed(node)


def _is_closed(node: SchemaNode) -> bool:
    if (item := node.item()) is not None:
        return _is_closed(item)
    if node.options():
        return all(_is_closed(option) for option in node.options())
    return bool(node.allowed() or node.variants()) or node.type() not in ("", "string")


def unit_of(path: str, spec: Mapping[str, Any] | None = None) -> str:
    """The field's unit in the schema; empty if it has none."""
    node = node_at(path, spec)
    return str(node.schema.get("unit", "")) if node is not None else ""


def shared_title(path: str, specs: Sequence[Mapping[str, Any]]) -> str:
    """The field's title in the specs that have the field; `A or B` where titles differ."""
    titles = dict.fromkeys(title_of(path, spec) for spec in _having(path, specs))
    return " or ".join(titles)[:120] or title_of(path)


def shared_unit(path: str, specs: Sequence[Mapping[str, Any]]) -> str:
    """The field's unit in the specs that have the field; empty where units differ."""
    units = {unit_of(path, spec) for spec in _having(path, specs)} or {unit_of(path)}
    return units.pop() if len(units) == 1 else ""


def shared_closed(path: str, specs: Sequence[Mapping[str, Any]]) -> bool:
    """`is_closed` in all the specs that have the field."""
    having = _having(path, specs)
    return all(is_closed(path, spec) for spec in having) if having else is_closed(path)


def _having(path: str, specs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [spec for spec in specs if value_at(spec, path) is not ABSENT]


def _part_of(here: Any, name: str, index: str) -> Any:
    if name and isinstance(here, Mapping) and name in here:
        return here[name]
    if index and isinstance(here, list) and int(index) < len(here):
        return here[int(index)]
    return ABSENT


@lru_cache(maxsize=4096)
def _node_of_kinds(path: str, kinds: tuple[str | None, ...]) -> SchemaNode | None:
    """`kinds`: for each part of the path, the `kind` of the document that has the part."""
    node: SchemaNode | None = schema_of(RunSpec)
    for (name, _index), kind in zip(_PART.findall(path), kinds, strict=True):
        if node is None:
            return None
        node = _child(node, name, kind) if name else node.item()
    return node


def _child(node: SchemaNode, name: str, kind: str | None) -> SchemaNode | None:
    """The node's own field, else that of the member `kind`, else that of the first member with the
    field."""
    variants = node.variants()
    member = [variants[kind]] if kind in variants else []
    owners = (node, *member, *variants.values())
    fields = (owner.child(name) for owner in owners)
    return next((field for field in fields if field is not None), None)
