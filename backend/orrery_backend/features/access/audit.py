"""The audit log: who did what, when, from where, and with which result.

An entry is stored before its caller is answered. Those of refused calls wait a moment for each
other, so that a flood of them costs few transactions. The log keeps the newest `MOST_ENTRIES`;
while the store cannot be written, the newest `_MOST_WAITING` wait and the number of the others is
logged.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import structlog
from orrery_contracts.access import AuditEntry, AuditPage
from sqlalchemy import delete, func, insert, select

from orrery_backend.features.access.tables import audit
from orrery_backend.kit.audit import AuditedCall
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.db import Database, StoreUnavailableError

MOST_ENTRIES = 100_000
_MOST_WAITING = 10_000
_STORE_EVERY_S = 0.5
"""While the store cannot be written."""
_GATHER_S = 0.005
"""For refused calls to share a transaction."""
_log = structlog.get_logger()


class AuditService:
    """Entries that come while others are being stored share the next transaction."""

    def __init__(self, database: Database, clock: Clock, most_entries: int = MOST_ENTRIES) -> None:
        self._database = database
        self._clock = clock
        self._most_entries = most_entries
        self._waiting: deque[dict[str, Any]] = deque(maxlen=_MOST_WAITING)
        self._lost = 0
        self._storing = asyncio.Lock()
        self._gathering: asyncio.Task[None] | None = None

    async def record(self, call: AuditedCall) -> None:
        """The entry is stored when this returns; if the store cannot be written, it waits."""
        if len(self._waiting) == _MOST_WAITING:
            self._lost += 1
        self._waiting.append(
            {
                "at_ms": self._clock.now_ms(),
                "who": call.who,
                "address": call.address,
                "action": call.action,
                "target": call.target,
                "status": call.status,
            }
        )
        if not 400 <= call.status < 500:
            await self.store()
            return
        if self._gathering is None or self._gathering.done():
            self._gathering = asyncio.create_task(self._store_soon())
        await asyncio.shield(self._gathering)

    async def _store_soon(self) -> None:
        await asyncio.sleep(_GATHER_S)
        self._gathering = None
        await self.store()

    async def serve(self) -> None:
        """Stores what waits; runs until cancelled."""
        while True:
            await asyncio.sleep(_STORE_EVERY_S)
            await self.store()

    async def store(self) -> None:
        async with self._storing:
            if not self._waiting:
                return
            entries = list(self._waiting)
            self._waiting.clear()
            storing = asyncio.ensure_future(self._insert(entries))
            try:
                await asyncio.shield(storing)
            except asyncio.CancelledError:
                # Entries that have been taken are stored once.
                await asyncio.wait({storing})
                raise

    async def _insert(self, entries: list[dict[str, Any]]) -> None:
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(audit), entries)
                newest = (await connection.execute(select(func.max(audit.c.number)))).scalar_one()
                await connection.execute(
                    delete(audit).where(audit.c.number <= newest - self._most_entries)
                )
        except StoreUnavailableError as error:
            _log.warning("audit log not stored yet", waiting=len(entries), error=error.words)
            newer = list(self._waiting)
            self._waiting.clear()
            self._waiting.extend([*entries, *newer])
            self._lost += len(entries) + len(newer) - len(self._waiting)
            return
        if self._lost:
            _log.warning("entries of the audit log lost while the store failed", lost=self._lost)
            self._lost = 0

    async def page(self, before: int | None, limit: int, text: str) -> AuditPage:
        """Entries with numbers below `before`, newest first; `text` is part of who, address, action
        or target.
        """
        await self.store()
        wanted = select(audit).order_by(audit.c.number.desc()).limit(limit + 1)
        if before is not None:
            wanted = wanted.where(audit.c.number < before)
        if text:
            columns = (audit.c.who, audit.c.address, audit.c.action, audit.c.target)
            joined = columns[0] + " " + columns[1] + " " + columns[2] + " " + columns[3]
            wanted = wanted.where(joined.icontains(text, autoescape=True))
        async with self._database.read() as connection:
            rows = (await connection.execute(wanted)).all()
        return AuditPage(
            items=[
                AuditEntry(
                    number=row.number,
                    at=instant(row.at_ms),
                    who=row.who,
                    address=row.address,
                    action=row.action,
                    target=row.target,
                    status=row.status,
                )
                for row in rows[:limit]
            ],
            next_cursor=str(rows[limit - 1].number) if len(rows) > limit else None,
        )
