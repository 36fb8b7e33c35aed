"""The store's door: many readers, one writer.

SQLite refuses a transaction that began as a reader and then writes while another writes, at once
and whatever the busy time-out. So a writer says so from the start (BEGIN IMMEDIATE), and there is
one at a time: `write` waits its turn. Leaving `write` commits, and the commit is on the disk then
(`synchronous=FULL`); an exception rolls back. `close` must be awaited, or the drivers' threads keep
the process alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

_READERS = 4


def store_file(data_dir: Path) -> Path:
    return data_dir / "orrery.sqlite"


class Database:
    """One store. Connections that `read` and `write` yield are valid inside the block only."""

    def __init__(self, url: str) -> None:
        self._reader = _engine(url, "BEGIN", _READERS)
        self._writer = _engine(url, "BEGIN IMMEDIATE", 1)
        self._turn = asyncio.Lock()

    @classmethod
    def at(cls, data_dir: Path) -> Database:
        data_dir.mkdir(parents=True, exist_ok=True)
        return cls(f"sqlite+aiosqlite:///{store_file(data_dir)}")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A consistent view for the length of the block."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """The one writing transaction."""
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def write_problem(self) -> str:
        """Why the store cannot be written now; empty if it can. Writes a page to find out."""
        try:
            async with self.write() as connection:
                version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
                await connection.exec_driver_sql(f"PRAGMA user_version = {version}")
        except OperationalError as error:
            return store_words(error)
        return ""

    async def close(self) -> None:
        await self._reader.dispose()
        await self._writer.dispose()


def store_words(error: OperationalError) -> str:
    """What the store says of itself, without the statement."""
    return str(error.orig)


def _engine(url: str, begin: str, size: int) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0)
    if not url.startswith("sqlite"):
        return engine

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver must not begin transactions of its own; see `start`.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=10000",
            "cache_size=-32000",
            "temp_store=MEMORY",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
