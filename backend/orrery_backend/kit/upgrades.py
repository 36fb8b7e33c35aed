"""Stored documents of older contracts, brought to the current one step by step.

When a change of the contracts makes stored documents unreadable, `schema_version` of the document
counts up, and a step is added here: a pure function from the JSON of the old version to that of the
next one. Steps are never removed, so that each store stays readable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

JsonObject = dict[str, Any]
Step = Callable[[JsonObject], JsonObject]
#: By the version that a step reads.
Steps = Mapping[int, Step]

NO_STEPS: Steps = {}
#: Run specs. Version 1 is the first and the current one.
SPEC_STEPS: Steps = {}


def upgraded(document: JsonObject, steps: Steps) -> JsonObject:
    """The document after all steps from its own version on. One without a version is of version 1,
    one of a later version than the steps know stays as it is.
    """
    version = document.get("schema_version", 1)
    while isinstance(version, int) and version in steps:
        version += 1
        document = {**steps[version - 1](document), "schema_version": version}
    return document
