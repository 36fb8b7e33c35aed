"""A store in one SQLite file.

SQLite refuses a transaction that began as a reader and then writes while another writes, at once
and whatever the busy time-out. So a writer says so from the start (BEGIN IMMEDIATE).
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

_READERS = 4
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=10000",
    "cache_size=-32000",
    "temp_store=MEMORY",
)


class SqliteStore:
    """A `StoreKind`."""

    remedy = "Free space on its disk and check that its folder can be written."

    def __init__(self, file: Path) -> None:
        self._url = f"sqlite+aiosqlite:///{file}"

    def reader(self) -> AsyncEngine:
        return self._engine("BEGIN", _READERS)

    def writer(self) -> AsyncEngine:
        return self._engine("BEGIN IMMEDIATE", 1)

    def trouble(self, error: BaseException) -> str:
        return str(error.orig) if isinstance(error, OperationalError) else ""

    async def try_write(self, connection: AsyncConnection) -> None:
        version = (await connection.exec_driver_sql("PRAGMA user_version")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA user_version = {version}")

    def _engine(self, begin: str, size: int) -> AsyncEngine:
        engine = create_async_engine(self._url, pool_size=size, max_overflow=0)

        @event.listens_for(engine.sync_engine, "connect")
        def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
            # The driver must not begin transactions of its own; see `start`.
            connection.isolation_level = None
            cursor = connection.cursor()
            for pragma in _PRAGMAS:
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine.sync_engine, "begin")
        def start(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine
