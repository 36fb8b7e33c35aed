"""One writer at a time, readers meanwhile, all or nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from backend_testing.stores import database_of
from orrery_backend import migrations
from orrery_backend.kit.db import Database
from sqlalchemy import text

pytestmark = pytest.mark.both_stores

_INSERT = text("INSERT INTO nodes (name, colour, facts, since_ms) VALUES (:name, 1, '{}', 0)")
_COUNT = text("SELECT count(*) FROM nodes")


async def _count(database: Database) -> int:
    async with database.read() as connection:
        return int((await connection.execute(_COUNT)).scalar_one())


async def test_many_writers_wait_their_turn_and_readers_do_not(tmp_path: Path) -> None:
    database = database_of(tmp_path)
    await migrations.upgrade(database)

    async def read_then_write(number: int) -> None:
        """What fails at once in SQLite if it is not begun as a write."""
        async with database.write() as connection:
            before = (await connection.execute(_COUNT)).scalar_one()
            await asyncio.sleep(0)
            await connection.execute(_INSERT, {"name": f"n{number}"})
            assert (await connection.execute(_COUNT)).scalar_one() == before + 1

    await asyncio.gather(*(read_then_write(n) for n in range(30)), _count(database))
    assert await _count(database) == 30
    await database.close()


async def test_a_reader_does_not_see_what_is_not_committed(tmp_path: Path) -> None:
    database = database_of(tmp_path)
    await migrations.upgrade(database)
    async with database.write() as connection:
        await connection.execute(_INSERT, {"name": "a"})
        assert await _count(database) == 0
    assert await _count(database) == 1
    await database.close()


async def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    database = database_of(tmp_path)
    await migrations.upgrade(database)

    async def fail() -> None:
        async with database.write() as connection:
            await connection.execute(_INSERT, {"name": "a"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await _count(database) == 0
    async with database.write() as connection:
        await connection.execute(_INSERT, {"name": "b"})
    assert await _count(database) == 1
    await database.close()
