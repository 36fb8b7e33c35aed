"""One writer at a time, readers meanwhile, all or nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from backend_testing.stores import database_of, open_connections
from orrery_backend import migrations
from orrery_backend.kit.db import Database, StoreUnavailableError
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


@pytest.mark.parametrize("cancels", [0, 1, 2])
async def test_close_waits_for_blocks_in_use(tmp_path: Path, cancels: int) -> None:
    """A second cancellation arrives while the first still gives the connection back."""
    database = database_of(tmp_path)
    await migrations.upgrade(database)
    pools = [database._reader.pool, database._writer.pool]
    inside, let_go = asyncio.Event(), asyncio.Event()

    async def read() -> None:
        async with database.read() as connection:
            await connection.execute(_COUNT)
            inside.set()
            await let_go.wait()
            await connection.execute(_COUNT)

    reading = asyncio.create_task(read())
    await inside.wait()
    for _ in range(cancels):
        reading.cancel()
        await asyncio.sleep(0)
    closing = asyncio.create_task(database.close())
    await asyncio.sleep(0.05)
    let_go.set()
    (outcome,) = await asyncio.gather(reading, return_exceptions=True)
    assert isinstance(outcome, asyncio.CancelledError) == bool(cancels)
    await closing
    assert [open_connections(pool) for pool in pools] == [0, 0]


async def test_a_block_after_close_is_refused(tmp_path: Path) -> None:
    database = database_of(tmp_path)
    await migrations.upgrade(database)
    pools = [database._reader.pool, database._writer.pool]
    async with database.write():
        waiting = asyncio.create_task(_insert(database))
        await asyncio.sleep(0.05)
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0.05)
    with pytest.raises(StoreUnavailableError, match="closed"):
        await waiting
    await closing
    with pytest.raises(StoreUnavailableError, match="closed"):
        await _count(database)
    assert [open_connections(pool) for pool in pools] == [0, 0]


async def _insert(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(_INSERT, {"name": "late"})
