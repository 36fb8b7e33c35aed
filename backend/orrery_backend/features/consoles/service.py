"""The choice of the console that leads runs.

The leader holds an advisory lock of the database on a connection of its own; the others try to get
it each second. The database gives the lock up when that connection ends, however it ends. A leader
that does not know yet that it has lost the lock cannot write: each of its transactions first checks
that its term goes on, and a new leader waits for those that have begun.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.consoles import repository
from orrery_backend.features.consoles.repository import Leader
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database
from orrery_backend.kit.postgres import PostgresAddress, postgres_trouble
from orrery_backend.kit.store_kind import StoreUnavailableError

__all__ = ["LEADER_LOCK", "DeposedError", "Election", "Leader"]

LEADER_LOCK = "SELECT pg_try_advisory_lock(1332900473, hashtext(current_schema()))"
_LEADER = "SELECT term, address, secret FROM console_leader"
#: Long enough for a busy database, short enough for a failover within 10 s.
_ANSWER_S = 3.0
TRY_EVERY_S = 1.0
_log = structlog.get_logger()


class DeposedError(StoreUnavailableError):
    """Another console leads: this one may not write."""

    def __init__(self) -> None:
        super().__init__("another console leads now", "Try again: this console passes calls on.")


class Election:
    """One console's part in the choice. `campaign`, `take_office`, `hold`, and again."""

    def __init__(
        self, store: PostgresAddress, address: str, clock: Clock, every_s: float = TRY_EVERY_S
    ) -> None:
        self._store = store
        self._address = address
        self._clock = clock
        self._every_s = every_s
        self._connection: Any = None
        self._has_lock = False
        self._trouble = ""
        self.leader: Leader | None = None
        """As far as this console knows."""
        self.leads = False

    async def campaign(self) -> None:
        """Returns when this console has the lock."""
        await self._until(self._got_lock)

    async def take_office(self, database: Database) -> None:
        """Begins a term; `database` writes in it alone. Its tables must be of this version."""
        async with database.write() as connection:
            self.leader = await repository.take_lead(
                connection, self._address, secrets.token_urlsafe(24), self._clock.now_ms()
            )
        term = self.leader.term

        async def fence(connection: AsyncConnection) -> None:
            if not await repository.is_term(connection, term):
                raise DeposedError

        database.fence(fence)
        self.leads = True
        _log.info("this console leads runs", term=term, address=self._address)

    async def hold(self) -> None:
        """Returns when another console leads. A database that is away for a while changes
        nothing.
        """
        await self._until(self._is_deposed)
        _log.warning("another console leads runs now", address=self._leader_address())

    async def give_up(self) -> None:
        """Lets another console lead."""
        self.leads = False
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close(timeout=_ANSWER_S)

    def _leader_address(self) -> str:
        return self.leader.address if self.leader else ""

    async def _until(self, ask: Callable[[Any], Awaitable[bool]]) -> None:
        while True:
            if await self._step(ask):
                return
            await asyncio.sleep(self._every_s)

    async def _step(self, ask: Callable[[Any], Awaitable[bool]]) -> bool:
        """False also while the database does not answer."""
        try:
            if self._connection is None or self._connection.is_closed():
                self._has_lock = False
                self._connection = await self._store.connect()
            async with asyncio.timeout(_ANSWER_S):
                answer = await ask(self._connection)
        except Exception as error:
            words = postgres_trouble(error)
            if not words:
                raise
            if words != self._trouble:
                self._trouble = words
                _log.warning("the database of consoles does not answer; trying on", error=words)
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            return False
        if self._trouble:
            self._trouble = ""
            _log.info("the database of consoles answers again")
        return answer

    async def _got_lock(self, connection: Any) -> bool:
        self._has_lock = await connection.fetchval(LEADER_LOCK)
        if not self._has_lock:
            await self._look_up(connection)
        return self._has_lock

    async def _is_deposed(self, connection: Any) -> bool:
        if not self._has_lock:
            # Its connection was lost. The database may not have noticed: the term says who leads.
            self._has_lock = await connection.fetchval(LEADER_LOCK)
        mine = self.leader
        await self._look_up(connection)
        return self.leader != mine

    async def _look_up(self, connection: Any) -> None:
        try:
            row = await connection.fetchrow(_LEADER)
        except asyncpg.UndefinedTableError:
            return  # the leader is about to make the tables
        if row is not None:
            self.leader = Leader(row["term"], row["address"], row["secret"])
