"""A document's JSON Schema (2020-12) as other languages read it: the generator writes it to files,
the console serves it to forms.

Pydantic's own schema says less than the models mean: members of a union need not carry their tag
there, and descriptions keep the line breaks of their docstrings. Pure.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/"


def document_schema(document: Any, title: str) -> Schema:
    """The self-contained schema of one document."""
    whole: Schema = tidied(TypeAdapter(document).json_schema())
    shared: dict[str, Schema] = whole.pop("$defs", {})
    tagged = union_members([whole, *shared.values()])
    shared = {name: with_required_tag(schema, name in tagged) for name, schema in shared.items()}
    whole = {"$schema": DIALECT, **whole}
    whole.setdefault("title", title)
    used = reachable(whole, shared)
    if used:
        whole["$defs"] = {name: shared[name] for name in sorted(used)}
    return whole


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
