"""The leader's row."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.consoles.tables import console_leader


@dataclass(frozen=True, slots=True)
class Leader:
    """The console that leads, or led last."""

    term: int
    address: str
    """Its URL for other consoles."""
    secret: str = field(repr=False)


async def take_lead(connection: AsyncConnection, address: str, secret: str, now_ms: int) -> Leader:
    """Begins a term. Only with the lock of leaders. Waits for transactions of the term before."""
    found = await connection.execute(select(console_leader.c.term).with_for_update())
    last = found.scalar()
    leader = Leader((last or 0) + 1, address, secret)
    values = {"term": leader.term, "address": address, "secret": secret, "since_ms": now_ms}
    if last is None:
        await connection.execute(insert(console_leader).values(id=1, **values))
    else:
        await connection.execute(update(console_leader).values(**values))
    return leader


async def is_term(connection: AsyncConnection, term: int) -> bool:
    """Whether the term goes on; it does until the transaction ends."""
    found = await connection.execute(
        select(console_leader.c.term)
        .where(console_leader.c.term == term)
        .with_for_update(read=True)
    )
    return found.scalar() is not None
