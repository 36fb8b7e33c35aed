"""Places in a run spec by their path (`workload.managers`, `placement.names[0]`): the value there,
and what the schema says of it. Pure.

    value_at(spec.model_dump(mode="json"), "workload.managers")  # 2
    title_of("workload.managers")  # "Managers"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
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
        if name and isinstance(here, Mapping) and name in here:
            here = here[name]
        elif index and isinstance(here, list) and int(index) < len(here):
            here = here[int(index)]
        else:
            return ABSENT
    if isinstance(here, Mapping) and set(here) == {"kind"}:
        return here["kind"]
    return here


def node_at(path: str) -> SchemaNode | None:
    """What may stand at a path of some spec; None if no spec has it."""
    node: SchemaNode | None = schema_of(RunSpec)
    for name, _index in _PART.findall(path):
        if node is None:
            return None
        node = _child(node, name) if name else node.item()
    return node


def title_of(path: str) -> str:
    """The field's title in the schema; without one, its name in words."""
    node = node_at(path)
    title = node.schema.get("title") if node is not None else None
    parts = path.split(".")
    if parts[-1] == "kind" and len(parts) > 1:
        return title_of(".".join(parts[:-1]))
    words = parts[-1].replace("_", " ")
    return str(title)[:120] if title else words[:1].upper() + words[1:]


def unit_of(path: str) -> str:
    """Empty if it has none."""
    node = node_at(path)
    return str(node.schema.get("unit", "")) if node is not None else ""


def _child(node: SchemaNode, name: str) -> SchemaNode | None:
    found = node.child(name)
    if found is not None:
        return found
    for variant in node.variants().values():
        found = variant.child(name)
        if found is not None:
            return found
    return None
