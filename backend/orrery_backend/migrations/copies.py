"""Copies of a store: backup while a console runs, restore, and the check of a whole store."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from orrery_backend.migrations.preparing import UnusableStoreError, prepare_store

_MOST_PROBLEMS = 20


def back_up(store: Path, target: Path) -> int:
    """Copies the store as it is at one moment to a new file, also while a console writes to it.
    Returns the copy's size in bytes. Raises `UnusableStoreError`.
    """
    if not store.exists():
        raise UnusableStoreError(f"There is no store {store}. Name its folder with --data-dir.")
    if target.exists():
        raise UnusableStoreError(f"{target} exists already. Give the backup another name.")
    _copy(store, target)
    return target.stat().st_size


def restore(backup: Path, store: Path) -> Path | None:
    """Puts the copy in the store's place. Nobody may use the store. Returns where the store that
    was there is kept now; None if there was none. Raises `UnusableStoreError`.
    """
    if not backup.is_file():
        raise UnusableStoreError(f"There is no backup {backup}.")
    problems = check(backup)
    if problems:
        raise UnusableStoreError(f"The backup {backup} cannot be restored: {problems[0]}.")
    new = store.with_name(store.name + ".restoring")
    new.unlink(missing_ok=True)
    _copy(backup, new)
    try:
        kept = _put_aside(store) if store.exists() else None
        if kept is not None:
            _carry_numbers(kept, new)
        for suffix in ("-wal", "-shm"):
            store.with_name(store.name + suffix).unlink(missing_ok=True)
        new.replace(store)
        _sync(store.parent)
    finally:
        new.unlink(missing_ok=True)
    return kept


def check(store: Path) -> list[str]:
    """What is wrong with the file, all of which is read; empty if nothing is."""
    try:
        with closing(_open(store, "ro")) as opened:
            rows = opened.execute(f"PRAGMA integrity_check({_MOST_PROBLEMS})")
            found = [str(text) for (text,) in rows]
            problems = [] if found == ["ok"] else found
            for table, row, parent, _ in opened.execute("PRAGMA foreign_key_check"):
                problems.append(f"row {row} of {table} names a row of {parent} that is not there")
                if len(problems) > _MOST_PROBLEMS:
                    break
            tables = {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}
            if "alembic_version" not in tables:
                problems.append("it is no store of Orrery")
            return problems
    except sqlite3.Error as error:
        return [str(error)]


def _copy(source: Path, target: Path) -> None:
    """In one transaction of the source. The target is whole or not there, also after a crash."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        # What it holds is not for every user of the machine.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with closing(_open(source, "ro")) as read, closing(_open(part, "rw")) as written:
            read.backup(written)
            # One file: without a log beside it.
            written.execute("PRAGMA journal_mode=DELETE")
        problems = check(part)
        if problems:
            raise UnusableStoreError(
                f"{source} is damaged: {problems[0]}. Restore an older backup."
            )
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        raise UnusableStoreError(
            f"{source} cannot be copied to {target}: {error}. Check that the target's folder"
            " exists, can be written and has space."
        ) from error
    finally:
        part.unlink(missing_ok=True)


def _put_aside(store: Path) -> Path:
    number = 1
    while (kept := store.with_name(f"{store.name}.before-restore-{number}")).exists():
        number += 1
    try:
        prepare_store(store)
        _copy(store, kept)
    except UnusableStoreError:
        # It is damaged: its files are kept as they are.
        for suffix in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                store.with_name(store.name + suffix).rename(kept.with_name(kept.name + suffix))
    return kept


def _carry_numbers(before: Path, restored: Path) -> None:
    """A number of a run or group that was given after the backup is not given again."""
    for table in ("run_numbers", "group_numbers"):
        try:
            with closing(_open(before, "ro")) as opened:
                (last,) = opened.execute(f"SELECT max(last) FROM {table}").fetchone()  # noqa: S608
        except sqlite3.Error:
            continue  # damaged, or of before these numbers were kept
        with closing(_open(restored, "rw")) as opened, suppress(sqlite3.OperationalError):
            opened.execute(f"UPDATE {table} SET last = max(last, ?)", (last or 0,))  # noqa: S608
            opened.commit()
    _sync(restored)


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
