"""Sessions in the store."""

from __future__ import annotations

from orrery_contracts.access import AccessScope
from sqlalchemy import delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.access.tables import sessions
from orrery_backend.kit.access import Session


async def add(connection: AsyncConnection, session: Session, tokens: str) -> None:
    """`tokens` is the fingerprint of the tokens with which the session began."""
    await connection.execute(
        insert(sessions).values(
            digest=session.digest,
            role=session.scope.value,
            expires_s=session.expires_s,
            tokens=tokens,
        )
    )


async def remove(connection: AsyncConnection, digest: str) -> None:
    await connection.execute(delete(sessions).where(sessions.c.digest == digest))


async def forget_ended(connection: AsyncConnection, tokens: str, now_s: int) -> None:
    """Those that have expired, and those of tokens that have changed."""
    ended = or_(sessions.c.expires_s <= now_s, sessions.c.tokens != tokens)
    await connection.execute(delete(sessions).where(ended))


async def all_sessions(connection: AsyncConnection) -> list[Session]:
    rows = await connection.execute(select(sessions))
    return [Session(row.digest, AccessScope(row.role), row.expires_s) for row in rows]
