"""Writes one self-contained JSON Schema (2020-12) for each document."""

from __future__ import annotations

import json
from typing import Any

from orrery_contracts_generator.reading import REF, Schema, schemas

FOLDER = "contracts/generated/schema"


def files() -> dict[str, str]:
    """Path to text."""
    documents, shared = tidied(schemas())
    tagged = union_members([*documents.values(), *shared.values()])
    shared = {name: with_required_tag(schema, name in tagged) for name, schema in shared.items()}
    made: dict[str, str] = {}
    for name, schema in documents.items():
        document = dict(shared[name]) if schema == {"$ref": f"{REF}{name}"} else dict(schema)
        document.setdefault("title", name)
        used = reachable(document, shared)
        whole: Schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}
        if used:
            whole["$defs"] = {key: shared[key] for key in sorted(used)}
        made[f"{FOLDER}/{name}.json"] = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    return made


def tidied(part: Any) -> Any:
    """The same with each description on one line: how a docstring is wrapped is no part of it.

    A union by `kind` also says that it is an object: a validator that goes by the tag may not look.
    """
    if isinstance(part, dict):
        kind = {"type": "object"} if "discriminator" in part else {}
        return kind | {
            key: " ".join(value.split())
            if key == "description" and isinstance(value, str)
            else tidied(value)
            for key, value in part.items()
        }
    if isinstance(part, list | tuple):
        return [tidied(value) for value in part]
    return part


def union_members(parts: list[Schema]) -> set[str]:
    """Records that are told apart by `kind` somewhere."""
    found: set[str] = set()
    for part in parts:
        for node in nodes(part):
            if "discriminator" in node:
                found.update(o["$ref"].removeprefix(REF) for o in node["oneOf"])
    return found


def with_required_tag(schema: Schema, tagged: bool) -> Schema:
    """A member of a union must carry its `kind`, although the models in Python fill it in."""
    if not tagged:
        return schema
    required = ["kind", *(key for key in schema.get("required", ()) if key != "kind")]
    return {**schema, "required": required}


def reachable(document: Schema, shared: dict[str, Schema]) -> set[str]:
    """Names of the definitions that a document uses, directly or not."""
    found: set[str] = set()
    todo = [document]
    while todo:
        for node in nodes(todo.pop()):
            name = str(node.get("$ref", "")).removeprefix(REF)
            if name and name not in found:
                found.add(name)
                todo.append(shared[name])
    return found


def nodes(part: Any) -> list[Schema]:
    """Every object inside a schema, itself included."""
    if isinstance(part, dict):
        return [part, *(node for value in part.values() for node in nodes(value))]
    if isinstance(part, list):
        return [node for value in part for node in nodes(value)]
    return []
