"""Fill a stopped console's store with copies of its newest finished run, to measure long lists.

    scripts/many_runs.py DATA_DIR [COUNT]

The copies have what lists and trends read: summary, nodes, repeats and results. They have no
events, log or series.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

_TABLES = ("runs", "run_nodes", "repeats", "outputs")
#: One run a minute, so that the list has as many times as a real one.
_APART_MS = 60_000


def fill(store: Path, count: int) -> None:
    """Adds `count` runs to the store. Raises LookupError if it has no finished run."""
    with sqlite3.connect(store) as link:
        found = link.execute(
            "SELECT id, number FROM runs WHERE state = 'done' ORDER BY number DESC"
        ).fetchone()
        if found is None:
            raise LookupError(f"{store} has no finished run: start one, and stop the console")
        model, number = found
        for table in _TABLES:
            key = "id" if table == "runs" else "run_id"
            rows = link.execute(f"SELECT * FROM {table} WHERE {key} = ?", (model,))
            names = [column[0] for column in rows.description]
            copies = [dict(zip(names, row, strict=True)) for row in rows]
            marks = ", ".join(f":{name}" for name in names)
            for nth in range(1, count + 1):
                for copy in copies:
                    changed = copy | {key: f"{nth:010d}{model[10:]}"}
                    if table == "runs":
                        changed["number"] = number + nth
                        changed["created_ms"] = copy["created_ms"] + nth * _APART_MS
                    link.execute(f"INSERT INTO {table} VALUES ({marks})", changed)
        link.execute("UPDATE run_numbers SET last = ?", (number + count,))


if __name__ == "__main__":
    fill(Path(sys.argv[1]) / "orrery.sqlite", int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
