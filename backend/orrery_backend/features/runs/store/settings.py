"""The digest of a run's settings, stored with the run so that the store can group runs by it."""

from __future__ import annotations

import json
from hashlib import blake2b

#: Fields of a spec that do not change what is measured.
UNMEASURED = frozenset({"schema_version", "name", "note", "tags", "repeats", "settling"})


def settings_digest(stored_spec: str) -> str:
    """24 hexadecimal digits; specs that differ in labels and repeats alone have the same digest.

    Migration 0014 has a copy of this function: a change needs a migration of all stored runs.
    """
    spec = json.loads(stored_spec)
    settings = {key: value for key, value in spec.items() if key not in UNMEASURED}
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=12).hexdigest()
