"""The store after all migrations is the store that the features' tables describe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from orrery_backend import migrations
from orrery_backend.kit.db import Database
from orrery_backend.migrations.catalogue import metadata
from sqlalchemy import Connection, text


def _differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


async def test_migrations_make_the_tables(tmp_path: Path) -> None:
    database = Database.at(tmp_path)
    await migrations.upgrade(database)
    async with database.read() as connection:
        assert await connection.run_sync(_differences) == []
        journal = (await connection.execute(text("PRAGMA journal_mode"))).scalar()
        foreign = (await connection.execute(text("PRAGMA foreign_keys"))).scalar()
    assert (journal, foreign) == ("wal", 1)
    await database.close()


async def test_an_upgraded_store_is_left_as_it_is(tmp_path: Path) -> None:
    database = Database.at(tmp_path)
    await migrations.upgrade(database)
    async with database.write() as connection:
        await connection.execute(
            text("INSERT INTO nodes (name, colour, facts, since_ms) VALUES ('a', 1, '{}', 0)")
        )
    await migrations.upgrade(database)
    async with database.read() as connection:
        count = (await connection.execute(text("SELECT count(*) FROM nodes"))).scalar()
    assert count == 1
    await database.close()
