"""What is said of a group's runs while one of them ends: its end is stored, then it is let go."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from backend_testing.stores import store_of
from orrery_backend import migrations
from orrery_backend.features.runs.grouped import GroupedRuns
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.kit.clock import SystemClock
from orrery_backend.kit.db import Database
from orrery_backend.kit.ids import new_ulid
from orrery_backend.results.service import ResultService
from orrery_contracts.api import RunState
from orrery_contracts.group import GroupKind, GroupRef
from orrery_contracts.spec import RunSpec
from sqlalchemy.ext.asyncio import AsyncConnection

pytestmark = pytest.mark.both_stores

GROUP = new_ulid(1)


class Watched(Database):
    """Something happens after its first read."""

    after_read: Callable[[], Awaitable[None]] | None = None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        async with super().read() as connection:
            yield connection
        happens, self.after_read = self.after_read, None
        if happens is not None:
            await happens()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Watched]:
    made = Watched.at(tmp_path, store_of(tmp_path))
    assert isinstance(made, Watched)
    await migrations.upgrade(made)
    yield made
    await made.close()


async def run_in_store(database: Database, number: int) -> RunRecord:
    place = GroupRef(
        id=GROUP, number=1, kind=GroupKind.SWEEP, title="t", item="", cell=number, label=""
    )
    record = RunRecord(new_ulid(number), number, RunSpec(), 0, "run", "", [], group=place)
    record = replace(record, state=RunState.RUNNING)
    async with database.write() as connection:
        await repository.add(connection, record)
    return record


def grouped(database: Database, active: dict[str, Any]) -> GroupedRuns:
    engine: Any = SimpleNamespace(find=active.get, queue_position=lambda _run: None)
    unused: Any = None
    return GroupedRuns(database, ResultService(database), engine, unused, SystemClock())


async def test_a_run_that_is_let_go_while_states_are_read_has_ended(database: Watched) -> None:
    record = await run_in_store(database, 1)
    active: dict[str, Any] = {record.id: SimpleNamespace(record=record)}

    async def ends() -> None:
        async with database.write() as connection:
            await repository.save(connection, replace(record, state=RunState.DONE))
        active.clear()

    database.after_read = ends
    (state,) = await grouped(database, active).states([GROUP])
    assert state.state is RunState.DONE


async def test_a_run_that_is_let_go_while_others_are_looked_at_has_ended(
    database: Watched,
) -> None:
    first, second = [await run_in_store(database, number) for number in (1, 2)]

    async def ends() -> None:
        async with database.write() as connection:
            await repository.save(connection, replace(second, state=RunState.DONE))

    database.after_read = ends
    members = await grouped(database, {}).members([first.id, second.id])
    assert [member.summary.state for member in members] == [RunState.RUNNING, RunState.DONE]
