"""Users, tokens and sessions in the store."""

from __future__ import annotations

import dataclasses

from orrery_contracts.access import AccessScope
from sqlalchemy import Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.access.tables import sessions, tokens, users
from orrery_backend.kit.credentials import ApiToken, Session, User


async def all_users(connection: AsyncConnection) -> list[User]:
    rows = (await connection.execute(select(users))).mappings()
    return [User(**{**row, "scope": AccessScope(row["scope"])}) for row in rows]


async def all_tokens(connection: AsyncConnection) -> list[ApiToken]:
    rows = (await connection.execute(select(tokens))).mappings()
    return [ApiToken(**{**row, "scope": AccessScope(row["scope"])}) for row in rows]


async def all_sessions(connection: AsyncConnection) -> list[Session]:
    rows = (await connection.execute(select(sessions))).mappings()
    return [
        Session(**{**row, "scope": AccessScope(row["scope"]) if row["scope"] else None})
        for row in rows
    ]


async def save_user(connection: AsyncConnection, user: User) -> None:
    await _save(connection, users, user)


async def save_token(connection: AsyncConnection, token: ApiToken) -> None:
    await _save(connection, tokens, token)


async def remove_user(connection: AsyncConnection, name: str) -> None:
    await connection.execute(delete(users).where(users.c.name == name))


async def save_session(connection: AsyncConnection, session: Session) -> None:
    await _save(connection, sessions, session)


async def remove_session(connection: AsyncConnection, digest: str) -> None:
    await connection.execute(delete(sessions).where(sessions.c.digest == digest))


async def remove_sessions_of(connection: AsyncConnection, source: str) -> None:
    await connection.execute(delete(sessions).where(sessions.c.source == source))


async def _save(connection: AsyncConnection, table: Table, row: User | ApiToken | Session) -> None:
    (key,) = table.primary_key.columns
    values = {**dataclasses.asdict(row), "scope": row.scope.value if row.scope else None}
    changed = await connection.execute(
        update(table).where(key == values[key.name]).values(**values)
    )
    if changed.rowcount == 0:
        await connection.execute(insert(table).values(**values))
