"""Files of runs, as files: sealed when they are written, checked before they are read.

The seal is a digest of all rows: SQLite itself does not notice when bytes of a value have changed.
It does not say who wrote the file.
"""

from __future__ import annotations

import hashlib
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

from orrery_contracts.command import ORRERY

from orrery_backend.kit.problems import ProblemError, field_error, invalid
from orrery_backend.migrations.catalogue import metadata
from orrery_backend.migrations.preparing import UnusableStoreError, known_revision

_FORMAT = 1
_APPLICATION = 0x4F727279
_SEAL = "run_file_seal"
#: Tables of runs; all others of a store are empty in such a file.
_TABLES = frozenset(
    {
        "alembic_version",
        "chunks",
        "frame_schemas",
        "group_numbers",
        "outputs",
        "position_frames",
        "repeats",
        "run_annotations",
        "run_events",
        "run_groups",
        "run_log",
        "run_nodes",
        "run_numbers",
        "run_tags",
        "runs",
    }
)


def seal(file: Path) -> None:
    """Closes a file that is written: one file, with a digest of what is in it."""
    with closing(sqlite3.connect(file)) as opened:
        digest = _digest(opened)
        opened.execute(f"CREATE TABLE {_SEAL} (format INTEGER NOT NULL, digest TEXT NOT NULL)")
        opened.execute(f"INSERT INTO {_SEAL} VALUES (?, ?)", (_FORMAT, digest))  # noqa: S608
        opened.execute(f"PRAGMA application_id = {_APPLICATION}")
        opened.commit()
        opened.execute("PRAGMA journal_mode = DELETE")


def check_seal(file: Path) -> None:
    """Raises `ProblemError` unless the file is as an export wrote it, by this version or an older
    one.
    """
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as opened:
            opened.execute("PRAGMA trusted_schema = OFF")
            opened.execute("PRAGMA cell_size_check = ON")
            _check_tables(opened)
            found = [text for (text,) in opened.execute("PRAGMA integrity_check(1)")]
            if found != ["ok"]:
                raise _bad(f"It is damaged: {found[0]}.")
            if opened.execute("PRAGMA foreign_key_check").fetchone() is not None:
                raise _bad("Rows in it belong to runs that are not in it.")
            known_revision(file, opened)
            ((form, digest),) = opened.execute(f"SELECT format, digest FROM {_SEAL}").fetchall()  # noqa: S608
            if form != _FORMAT:
                raise _bad(f"It has format {form!r}; this version of Orrery reads {_FORMAT}.")
            if digest != _digest(opened):
                raise _bad("It is damaged: its content does not fit its digest.")
    except UnusableStoreError as error:
        raise _bad(
            "Another version of Orrery wrote it: this one does not know its tables."
        ) from error
    except (sqlite3.Error, ValueError, OverflowError) as error:
        raise _bad(f"It is damaged, or it is no file of runs: {error}.") from error


def _check_tables(opened: sqlite3.Connection) -> None:
    ours = {*metadata.tables, "alembic_version", _SEAL}
    rows = opened.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    names = {name for kind, name, _, _ in rows if kind == "table"}
    if "runs" in names and _SEAL not in names:
        raise _bad(f"It is a whole store, not a file of runs: `{ORRERY} restore` takes a backup.")
    if _SEAL not in names:
        raise _bad("It is no file of runs.")
    for kind, name, table, sql in rows:
        plain = kind in ("table", "index") and not str(sql or "").upper().startswith(
            "CREATE VIRTUAL"
        )
        if not plain or table not in ours:
            raise _bad(f"It has the {kind} {str(name)[:60]!r}, which no file of runs has.")
    for name in sorted(names - _TABLES - {_SEAL}):
        if opened.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() is not None:  # noqa: S608
            raise _bad(f"It has rows of {name}, which no file of runs has.")


def _digest(opened: sqlite3.Connection) -> str:
    found = hashlib.sha256()
    names = {
        name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type='table'")
    }
    for table in sorted(names & _TABLES):
        found.update(table.encode() + b"\0")
        for row in opened.execute(f'SELECT * FROM "{table}" ORDER BY rowid'):  # noqa: S608
            for value in row:
                _add(found, value)
    return found.hexdigest()


def _add(found: Any, value: object) -> None:
    match value:
        case None:
            kind, data = b"n", b""
        case bytes():
            kind, data = b"b", value
        case str():
            kind, data = b"t", value.encode()
        case float():
            kind, data = b"f", struct.pack("<d", value)
        case _:
            kind, data = b"i", str(value).encode()
    found.update(kind + struct.pack("<Q", len(data)) + data)


def _bad(why: str) -> ProblemError:
    return invalid(
        field_error(
            "file",
            "",
            f"The file cannot be imported. {why}",
            "Export the runs again and import that.",
        )
    )
