"""The store's door: many readers, one writer.

There is one writer at a time: `write` waits its turn. Leaving `write` commits, and the commit
would survive a power failure then; an exception rolls back. `close` must be awaited, or the
drivers' threads keep the process alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from orrery_backend.kit.postgres import PostgresAddress, PostgresStore
from orrery_backend.kit.sqlite import SqliteStore
from orrery_backend.kit.store_kind import StoreKind, StoreUnavailableError

__all__ = ["Database", "StoreUnavailableError", "store_file"]

#: `close` waits this long for blocks that are still open.
_CLOSE_WITHIN_S = 5.0

Fence = Callable[[AsyncConnection], Awaitable[None]]

_log = structlog.get_logger()


def store_file(data_dir: Path) -> Path:
    return data_dir / "orrery.sqlite"


class Database:
    """One store. Connections that `read` and `write` yield are valid inside the block only; both
    raise `StoreUnavailableError` when the store cannot be used.
    """

    def __init__(self, kind: StoreKind) -> None:
        self._kind = kind
        self._reader = kind.reader()
        self._writer = kind.writer()
        self._turn = asyncio.Lock()
        self._fence: Fence | None = None
        self._closed = False

    @classmethod
    def at(cls, data_dir: Path, address: PostgresAddress | None = None) -> Database:
        """The database of the address; without one, the file in the folder."""
        if address is not None:
            return cls(PostgresStore(address))
        data_dir.mkdir(parents=True, exist_ok=True)
        return cls.in_file(store_file(data_dir))

    @classmethod
    def in_file(cls, file: Path) -> Database:
        return cls(SqliteStore(file))

    def fence(self, fence: Fence) -> None:
        """`fence` is called first in each writing transaction; what it raises ends that one."""
        self._fence = fence

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A consistent view for the length of the block."""
        with self._told():
            self._require_open()
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """The one writing transaction."""
        with self._told():
            async with self._turn:
                self._require_open()
                async with self._writer.begin() as connection:
                    if self._fence is not None:
                        await self._fence(connection)
                    yield connection

    def trouble(self, error: BaseException) -> str:
        """Why the store cannot be used now, if that is what an error within a block says; empty if
        the store refused a value.
        """
        return str(error) if isinstance(error, StoreUnavailableError) else self._kind.trouble(error)

    @property
    def remedy(self) -> str:
        """What to do when the store cannot be used."""
        return self._kind.remedy

    async def write_problem(self) -> str:
        """Why the store cannot be written now; empty if it can. Tries to find out."""
        try:
            async with self.write() as connection:
                await self._kind.try_write(connection)
        except StoreUnavailableError as error:
            return error.words
        return ""

    async def close(self) -> None:
        """Refuses new blocks, waits until the open blocks have given their connections back, and
        closes all connections. Do not call it within a block.

        A task that is cancelled gives its connection back some time after its end.
        """
        self._closed = True
        engines = (self._reader, self._writer)
        try:
            async with asyncio.timeout(_CLOSE_WITHIN_S):
                # The pool has no event for a connection that it does not get back.
                while any(_in_use(engine) for engine in engines):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        except TimeoutError:
            _log.warning("the store is closed although it is in use")
        finally:
            for engine in engines:
                await engine.dispose()

    def _require_open(self) -> None:
        if self._closed:
            raise StoreUnavailableError("it is closed", "Try again in some seconds.")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            words = self._kind.trouble(error)
            if words:
                raise StoreUnavailableError(words, self._kind.remedy) from error
            raise


def _in_use(engine: AsyncEngine) -> int:
    """Returns the number of connections that blocks have, or are about to get."""
    pool = engine.pool
    assert isinstance(pool, QueuePool)  # stores of both kinds have one
    return pool.checkedout()
