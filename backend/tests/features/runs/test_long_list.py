"""The list of thousands of runs, with sweeps and suites as one row each."""

from __future__ import annotations

from pathlib import Path

import pytest
from backend_testing.stores import database_of
from orrery_backend import migrations
from orrery_backend.features.runs.store import listing, repository
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.features.runs.store.tables import runs
from orrery_backend.kit.db import Database
from orrery_backend.kit.ids import new_ulid
from orrery_contracts.spec import RunSpec
from sqlalchemy import Connection, event, update

#: Of 40 runs, 30 are in no group. Groups a and b have five each; all of b and one of a is archived.
_GROUPS = {"a": range(31, 36), "b": range(36, 41)}
_ARCHIVED = (3, 4, 31, 36, 37, 38, 39, 40)


async def _filled(tmp_path: Path) -> Database:
    database = database_of(tmp_path)
    await migrations.upgrade(database)
    async with database.write() as connection:
        for number in range(1, 41):
            spec = RunSpec(name=f"run {number}")
            record = RunRecord(new_ulid(number), number, spec, 0, spec.name, "", [])
            await repository.add(connection, record)
        for group, numbers in _GROUPS.items():
            change = update(runs).where(runs.c.number.in_(numbers))
            await connection.execute(change.values(group_id=group))
        change = update(runs).where(runs.c.number.in_(_ARCHIVED))
        await connection.execute(change.values(archived=True))
    return database


@pytest.mark.both_stores
@pytest.mark.parametrize(
    ("archived", "rows", "groups"),
    [
        (False, 29, [35]),
        (True, 4, [40, 31]),
        (None, 32, [40, 35]),
    ],
)
async def test_a_group_is_one_row_of_what_fits(
    tmp_path: Path, archived: bool | None, rows: int, groups: list[int]
) -> None:
    database = await _filled(tmp_path)
    wanted = listing.RunFilter(collapsed=True, archived=archived)
    async with database.read() as connection:
        found = await listing.page(connection, wanted, None, 100)
        assert await listing.total(connection, wanted) == len(found) == rows
    assert [run.number for run in found if run.number > 30] == groups
    await database.close()


async def test_the_runs_of_groups_are_found_by_their_index(tmp_path: Path) -> None:
    """Most runs are in no group; none of them is read to count rows."""
    database = Database.at(tmp_path)
    await migrations.upgrade(database)
    asked: list[tuple[str, object]] = []

    def listen(connection: Connection) -> None:
        event.listen(
            connection,
            "before_cursor_execute",
            lambda _link, _cursor, statement, values, *_: asked.append((statement, values)),
        )

    async with database.read() as connection:
        await connection.run_sync(listen)
        await listing.total(connection, listing.RunFilter(collapsed=True))
        grouped, values = asked[-1]
        assert isinstance(values, tuple)
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {grouped}", values)).all()
    assert any("INDEX ix_runs_group_id_number" in step for *_, step in plan), plan
    await database.close()
