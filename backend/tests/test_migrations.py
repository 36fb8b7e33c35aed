"""The store after all migrations is the store that the features' tables describe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from backend_testing.stores import database_of
from orrery_backend import migrations
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.features.runs.store.settings import settings_digest
from orrery_backend.features.runs.store.tables import runs
from orrery_backend.kit.db import Database
from orrery_backend.kit.ids import new_ulid
from orrery_backend.migrations.catalogue import metadata
from orrery_contracts.spec import RunSpec
from sqlalchemy import Connection, select, text, update


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


@pytest.mark.both_stores
async def test_stored_runs_get_the_digests_of_their_settings(tmp_path: Path) -> None:
    """More runs than are read at a time; a spec that is not readable has no digest."""
    database = database_of(tmp_path)
    await migrations.upgrade(database)
    async with database.write() as connection:
        for number in range(1, 503):
            spec = RunSpec(seed=str(number % 3), name=f"run {number}")
            record = RunRecord(new_ulid(number), number, spec, 0, spec.name, "", [])
            await repository.add(connection, record)
        await connection.execute(update(runs).where(runs.c.number == 7).values(spec="no JSON"))
        for undo in (
            "ALTER TABLE repeats DROP COLUMN replaces",
            "DROP TABLE position_frames",
            "ALTER TABLE run_groups DROP COLUMN note",
            "ALTER TABLE run_groups DROP COLUMN tags",
            "ALTER TABLE run_groups DROP COLUMN revision",
            "DROP TABLE webhooks",
            "DROP TABLE webhook_deliveries",
            "DROP TABLE webhook_run_ends",
            "DROP TABLE webhook_nodes",
            "DROP INDEX ix_runs_settings",
            "ALTER TABLE runs DROP COLUMN settings",
            "UPDATE alembic_version SET version_num = '0013'",
        ):
            await connection.execute(text(undo))
    await migrations.upgrade(database)
    async with database.read() as connection:
        rows = (await connection.execute(select(runs.c.number, runs.c.spec, runs.c.settings))).all()
    await database.close()
    assert len(rows) == 502
    for row in rows:
        assert row.settings == (None if row.number == 7 else settings_digest(row.spec))
