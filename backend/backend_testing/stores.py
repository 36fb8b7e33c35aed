"""Which kind of store a test runs over. A folder stands for a store, whatever its kind: a console
that is started again on the folder finds what it stored.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from orrery_backend import migrations
from orrery_backend.kit.db import Database, store_file
from orrery_backend.kit.postgres import PostgresAddress
from orrery_backend.migrations.catalogue import metadata
from sqlalchemy import select
from sqlalchemy.pool import Pool, QueuePool

from backend_testing.postgres import PostgresServer

SQLITE, POSTGRES = "sqlite", "postgresql"

_server: PostgresServer | None = None
_made: set[str] = set()
_empty_store: list[bytes] = []

_TEMPLATE = "empty_store"


@contextmanager
def stores_in(server: PostgresServer | None) -> Iterator[None]:
    """Stores are databases of this server meanwhile; None: SQLite files."""
    global _server  # noqa: PLW0603 - a test has one kind, and helpers deep in it ask for it
    before, _server = _server, server
    try:
        yield
    finally:
        _server = before


def store_of(folder: Path) -> PostgresAddress | None:
    """The database that stands for the folder; None: the file in it."""
    if _server is None:
        return None
    name = _database_name(folder)
    if name not in _made:
        _made.add(name)
        return _server.new_database(name)
    return _server.address(name)


async def fill_new_store(folder: Path) -> None:
    """Gives a folder that has no store yet an empty one of the newest schema: a copy, which is
    quicker than every step of the schema.
    """
    if _server is not None:
        await _fill_new_database(_server, folder)
        return
    if not _empty_store:
        with TemporaryDirectory() as made:
            await _migrate(Path(made), None)
            _empty_store.append(store_file(Path(made)).read_bytes())
    _fill_new_file(folder, _empty_store[0])


def _fill_new_file(folder: Path, store: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if not store_file(folder).exists():
        store_file(folder).write_bytes(store)


async def _fill_new_database(server: PostgresServer, folder: Path) -> None:
    name = _database_name(folder)
    if name in _made:
        return
    if _TEMPLATE not in _made:
        _made.add(_TEMPLATE)
        await _migrate(folder, server.new_database(_TEMPLATE))
    _made.add(name)
    server.new_database(name, template=_TEMPLATE)


async def _migrate(folder: Path, address: PostgresAddress | None) -> None:
    database = Database.at(folder, address)
    try:
        await migrations.upgrade(database)
    finally:
        await database.close()


def _database_name(folder: Path) -> str:
    return sha256(str(folder.absolute()).encode()).hexdigest()[:16]


def database_of(folder: Path) -> Database:
    return Database.at(folder, store_of(folder))


def open_connections(pool: Pool) -> int:
    """Returns the number of open connections of the pool, in use or not."""
    assert isinstance(pool, QueuePool)
    return pool.checkedout() + pool.checkedin()


def query(folder: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """Rows of one statement, past the console and committed; `?` stands for a value."""
    address = store_of(folder)
    if address is None:
        with closing(sqlite3.connect(store_file(folder))) as store:
            rows = store.execute(statement, values).fetchall()
            store.commit()
            return rows
    numbers = count(1)
    numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", statement)

    async def ask(store: PostgresAddress) -> list[tuple[Any, ...]]:
        connection = await store.connect()
        try:
            return [tuple(row) for row in await connection.fetch(numbered, *values)]
        finally:
            await connection.close()

    # The caller may be within an event loop.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask(address)).result()


def dump(folder: Path) -> str:
    """Everything in the store, as text."""
    return "\n".join(str(query(folder, str(select(table)))) for table in metadata.sorted_tables)
