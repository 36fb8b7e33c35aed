"""Whether a store can be used, before anything opens it; a copy of it before it is upgraded."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.script import ScriptDirectory

_VERSIONS = Path(__file__).parent


class UnusableStoreError(Exception):
    """The store cannot be used; the message says why, and what to do."""


def prepare_store(file: Path) -> Path | None:
    """Checks a store that exists, and copies one that is to be upgraded: the copy's path. Raises
    `UnusableStoreError`.
    """
    if not file.exists():
        return None
    if file.stat().st_size == 0:
        raise UnusableStoreError(
            f"The store {file} is empty: it was cut off, or it never was one. Restore a copy, or"
            " delete the file to begin a new store."
        )
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as store:
            store.isolation_level = None
            _check_length(file, store)
            revision = known_revision(file, store)
            _check_writable(store)
            return _copy(file, store, revision)
    except sqlite3.OperationalError as error:
        raise UnusableStoreError(
            f"The store {file} cannot be used: {error}. Check that its folder and file can be"
            " written, that its disk has space, and that no other program holds it."
        ) from error
    except sqlite3.DatabaseError as error:
        raise UnusableStoreError(
            f"The store {file} is damaged or is no store: {error}. Restore a copy, or move the file"
            " away to begin a new store."
        ) from error


def _check_length(file: Path, store: sqlite3.Connection) -> None:
    (pages,) = store.execute("PRAGMA page_count").fetchone()
    (size,) = store.execute("PRAGMA page_size").fetchone()
    log = file.with_name(file.name + "-wal")
    there = file.stat().st_size + (log.stat().st_size if log.exists() else 0)
    if there < pages * size:
        raise sqlite3.DatabaseError(f"{there} of {pages * size} bytes are there")


def known_revision(file: Path, store: sqlite3.Connection) -> str:
    """The store's revision. Raises `UnusableStoreError` if this version does not know it."""
    tables = {name for (name,) in store.execute("SELECT name FROM sqlite_master")}
    if "alembic_version" not in tables:
        raise sqlite3.DatabaseError("it has no version")
    found = store.execute("SELECT version_num FROM alembic_version").fetchone()
    revision = str(found[0]) if found else ""
    known = {script.revision for script in ScriptDirectory(str(_VERSIONS)).walk_revisions()}
    if revision not in known:
        raise UnusableStoreError(
            f"The store {file} is of revision {revision!r}, which this version of Orrery does not"
            f" know (it knows up to {max(known)}). Start it with the version that made it, or"
            " restore an older copy."
        )
    return revision


def _check_writable(store: sqlite3.Connection) -> None:
    (version,) = store.execute("PRAGMA user_version").fetchone()
    store.execute("BEGIN IMMEDIATE")
    store.execute(f"PRAGMA user_version = {version}")
    store.execute("COMMIT")


def _copy(file: Path, store: sqlite3.Connection, revision: str) -> Path | None:
    newest = ScriptDirectory(str(_VERSIONS)).get_current_head()
    if revision == newest:
        return None
    copy = file.with_name(f"{file.name}.before-{newest}")
    with closing(sqlite3.connect(copy)) as target:
        store.backup(target)
    return copy
