"""Writes one self-contained JSON Schema (2020-12) for each document."""

from __future__ import annotations

import json

from orrery_contracts.json_schema import (
    DIALECT,
    Schema,
    reachable,
    tidied,
    union_members,
    with_required_tag,
)

from orrery_contracts_generator.reading import REF, schemas

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
        whole: Schema = {"$schema": DIALECT, **document}
        if used:
            whole["$defs"] = {key: shared[key] for key in sorted(used)}
        made[f"{FOLDER}/{name}.json"] = json.dumps(whole, indent=2, ensure_ascii=False) + "\n"
    return made
