"""Keeps saved views of the list of runs."""

from __future__ import annotations

from orrery_contracts.view import MOST_VIEWS, View, ViewList
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.views.tables import views
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import ProblemError, conflict, not_found


class ViewService:
    """Views are few and small; each call is one statement or two."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list(self) -> ViewList:
        async with self._database.read() as connection:
            rows = (await connection.execute(select(views).order_by(views.c.name))).all()
        return ViewList(
            items=[
                View(
                    name=row.name,
                    query=row.query,
                    author=row.author,
                    saved_at=instant(row.saved_ms),
                )
                for row in rows
            ]
        )

    async def save(self, name: str, query: str, author: str) -> View:
        """Replaces the view of that name. Raises `ProblemError` if there are too many."""
        now = self._clock.now_ms()
        async with self._database.write() as connection:
            await connection.execute(delete(views).where(views.c.name == name))
            count = (await connection.execute(select(func.count()).select_from(views))).scalar_one()
            if count >= MOST_VIEWS:
                raise conflict(f"The console keeps {MOST_VIEWS} views. Delete one first.")
            await connection.execute(
                insert(views).values(name=name, query=query, author=author, saved_ms=now)
            )
        return View(name=name, query=query, author=author, saved_at=instant(now))

    async def rename(self, name: str, new_name: str) -> None:
        """Raises `ProblemError` if there is no such view, or one of the new name."""
        async with self._database.write() as connection:
            if not await _exists(connection, name):
                raise _no_view(name)
            if new_name == name:
                return
            if await _exists(connection, new_name):
                raise conflict(f"There is a view {new_name} already. Give another name.")
            await connection.execute(
                update(views).where(views.c.name == name).values(name=new_name)
            )

    async def delete(self, name: str) -> None:
        """Raises `ProblemError` if there is no such view."""
        async with self._database.write() as connection:
            found = await connection.execute(delete(views).where(views.c.name == name))
        if found.rowcount == 0:
            raise _no_view(name)


async def _exists(connection: AsyncConnection, name: str) -> bool:
    found = await connection.execute(select(views.c.name).where(views.c.name == name))
    return found.first() is not None


def _no_view(name: str) -> ProblemError:
    return not_found(f"There is no view {name}.", "GET /api/v1/views lists them.")
