"""The JSON Schema (2020-12) of all documents as one text: each definition once, under `$defs`.

The product does not read it, so it is not committed. `--schema FILE` writes it, for the page's
tests and for clients in other languages.
"""

from __future__ import annotations

import json
from typing import Any

from orrery_contracts.json_schema import DIALECT, Schema, tidied, union_members, with_required_tag

from orrery_contracts_generator.reading import REF, schemas


def bundle() -> Schema:
    """Returns the bundle: `$defs` has every document by its name, and their shared definitions."""
    documents, shared = tidied(schemas())
    tagged = union_members([*documents.values(), *shared.values()])
    definitions = {
        name: with_required_tag(schema, name in tagged) for name, schema in shared.items()
    }
    for name, schema in documents.items():
        if schema != {"$ref": f"{REF}{name}"}:
            definitions[name] = {"title": name, **schema}
    return {
        "$schema": DIALECT,
        "title": "Orrery's documents",
        "$defs": dict(sorted(definitions.items())),
    }


def of_document(name: str, whole: Schema) -> dict[str, Any]:
    """The schema of one document of the bundle."""
    return {"$schema": DIALECT, "$ref": f"{REF}{name}", "$defs": whole["$defs"]}


def text() -> str:
    """The bundle as a file's text."""
    return json.dumps(bundle(), indent=2, ensure_ascii=False) + "\n"
