"""Whole stores copied from one place to another, also from a file to a database and back."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from orrery_contracts.command import ORRERY
from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend import migrations
from orrery_backend.features.consoles.service import LEADER_LOCK
from orrery_backend.features.consoles.tables import console_leader
from orrery_backend.kit.db import Database, StoreUnavailableError, store_file
from orrery_backend.kit.postgres import PostgresAddress
from orrery_backend.migrations.catalogue import metadata
from orrery_backend.migrations.preparing import UnusableStoreError
from orrery_backend.migrations.preparing_database import prepare_database

_ROWS_AT_ONCE = 200
_DIGEST_BITS = 256
#: Tables of one row, which a new store has too.
_NUMBERS = ("run_numbers", "group_numbers")
#: Who leads is nothing that a store is copied for.
_TABLES = [table for table in metadata.sorted_tables if table is not console_leader]

Place = PostgresAddress | Path


@dataclass(frozen=True, slots=True)
class _Content:
    """What a table holds, whatever the order of its rows."""

    rows: int = 0
    digest: int = 0

    def plus(self, row: tuple[Any, ...]) -> _Content:
        # PostgreSQL has no character of code 0; see `kit.postgres`.
        plain = [v.replace("\0", "\u2400") if isinstance(v, str) else v for v in row]
        found = int.from_bytes(hashlib.sha256(repr(plain).encode("utf-8", "replace")).digest())
        return _Content(self.rows + 1, (self.digest + found) % (1 << _DIGEST_BITS))


async def copy_store(
    source: Place, target: Place, lock: Callable[[Path], ExitStack]
) -> dict[str, int]:
    """Rows copied, by table. All of them are there and the same, or the target is as it was. `lock`
    keeps consoles from a data folder. Raises `UnusableStoreError`.
    """
    if isinstance(source, Path) and not store_file(source).is_file():
        raise UnusableStoreError(f"There is no store {store_file(source)}.")
    if source == target:
        raise UnusableStoreError("The two stores are one. Name another one to copy to.")
    try:
        async with _alone(source, lock), _alone(target, lock):
            await _check_source(source)
            return await _copy(source, target)
    except StoreUnavailableError as error:
        raise UnusableStoreError(
            f"The store cannot be copied: {error.words}. {error.remedy} Nothing was copied."
        ) from error


async def _copy(source: Place, target: Place) -> dict[str, int]:
    part = _part_of(target)
    copied: dict[str, int] = {}
    if isinstance(target, PostgresAddress):
        await prepare_database(target)
    try:
        async with _opened(source) as old, _opened(part) as new:
            await migrations.upgrade(new)
            async with old.read() as read, new.write() as written:
                for table in _TABLES:
                    if await _rows(written, table):
                        raise UnusableStoreError(
                            f"The store {target} holds something already ({table.name}). Name an"
                            " empty database, or a folder without a store."
                        )
                await _empty_defaults(written)
                for table in _TABLES:
                    copied[table.name] = await _copy_table(read, written, table)
                await _carry_numbers_on(written)
        if isinstance(part, Path) and isinstance(target, Path):
            part.replace(store_file(target))
    finally:
        if isinstance(part, Path):
            for suffix in ("", "-wal", "-shm"):
                part.with_name(part.name + suffix).unlink(missing_ok=True)
    return copied


async def _copy_table(read: AsyncConnection, written: AsyncConnection, table: Table) -> int:
    given = _Content()
    batch: list[dict[str, Any]] = []
    async with read.stream(select(table).execution_options(yield_per=_ROWS_AT_ONCE)) as rows:
        async for row in rows:
            given = given.plus(tuple(row))
            batch.append(dict(row._mapping))  # noqa: SLF001 - SQLAlchemy's public name of it
            if len(batch) == _ROWS_AT_ONCE:
                await written.execute(insert(table), batch)
                batch = []
    if batch:
        await written.execute(insert(table), batch)
    taken = _Content()
    async with written.stream(select(table).execution_options(yield_per=_ROWS_AT_ONCE)) as rows:
        async for row in rows:
            taken = taken.plus(tuple(row))
    if given != taken:
        raise UnusableStoreError(
            f"{table.name} did not arrive whole: {taken.rows} rows of {given.rows}, or other"
            f" values. Nothing was copied. Check the source with {ORRERY} check-store."
        )
    return given.rows


async def _rows(connection: AsyncConnection, table: Table) -> int:
    if table.name in _NUMBERS:
        return int((await connection.execute(select(func.max(table.c.last)))).scalar() or 0)
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def _empty_defaults(connection: AsyncConnection) -> None:
    """A new store has rows that the source has too."""
    for name in _NUMBERS:
        await connection.execute(metadata.tables[name].delete())


async def _carry_numbers_on(connection: AsyncConnection) -> None:
    """PostgreSQL numbers entries of the audit log by a sequence, which copied rows do not move."""
    if connection.dialect.name == "postgresql":
        await connection.execute(
            text(
                "SELECT setval(pg_get_serial_sequence('audit', 'number'), max(number))"
                " FROM audit HAVING max(number) IS NOT NULL"
            )
        )


async def _check_source(source: Place) -> None:
    newest = migrations.newest_revision()
    async with _opened(source) as opened, opened.read() as connection:
        found = await connection.run_sync(migrations.revision_of)
    if found != newest:
        raise UnusableStoreError(
            f"The store {source} is of revision {found or 'none'}, not {newest}. Start a console of"
            " this version over it once, which upgrades it."
        )


@asynccontextmanager
async def _opened(place: Place) -> AsyncIterator[Database]:
    if isinstance(place, PostgresAddress):
        database = Database.at(Path(), place)
    else:
        database = Database.in_file(place if place.suffix == ".part" else store_file(place))
    try:
        yield database
    finally:
        await database.close()


def _part_of(target: Place) -> Place:
    """Where the copy grows: a database is changed in one transaction, a file gets its name last."""
    if isinstance(target, PostgresAddress):
        return target
    file = store_file(target)
    if file.exists():
        raise UnusableStoreError(f"{file} exists already. Name a folder without a store.")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    return part


@asynccontextmanager
async def _alone(place: Place, lock: Callable[[Path], ExitStack]) -> AsyncIterator[None]:
    """No console uses the store meanwhile."""
    if isinstance(place, Path):
        with lock(place):
            yield
        return
    await prepare_database(place)
    connection = await place.connect()
    try:
        if not await connection.fetchval(LEADER_LOCK):
            raise UnusableStoreError(f"A console uses the store {place}. End all of its consoles.")
        yield
    finally:
        await connection.close()
