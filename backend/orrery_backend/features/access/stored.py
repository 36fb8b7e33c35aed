"""What a store says of access before the console is made."""

from __future__ import annotations

import sqlite3
from pathlib import Path


def has_stored_admin(store: Path) -> bool:
    """Whether a user in the store can sign in as administrator. False for an older store."""
    if not store.is_file():
        return False
    connection = sqlite3.connect(f"{store.as_uri()}?mode=rw", uri=True)
    try:
        found = connection.execute(
            "SELECT 1 FROM users WHERE scope = 'admin' AND NOT disabled LIMIT 1"
        ).fetchone()
    except sqlite3.DatabaseError:
        return False
    finally:
        connection.close()
    return found is not None
