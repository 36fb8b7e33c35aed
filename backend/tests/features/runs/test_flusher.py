"""What runs bring is stored once, acknowledged after that, and never lost to a failure."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from backend_testing.console import until
from backend_testing.stores import database_of
from orrery_backend import migrations
from orrery_backend.features.runs.events import EndStored, PartRefused, RunStored, StoreWanted
from orrery_backend.features.runs.life.progress import Progress
from orrery_backend.features.runs.life.vocabulary import Life
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.active import ActiveRun, OutputState
from orrery_backend.features.runs.store.flusher import Flusher
from orrery_backend.features.runs.store.record import RunRecord, StoredLine
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.events import EventBus
from orrery_backend.kit.ids import new_ulid
from orrery_backend.results.service import ResultService, StoredOutput, StoredRepeat
from orrery_contracts.api import RunState
from orrery_contracts.spec import RunSpec
from orrery_contracts.worker import LogLevel
from sqlalchemy.ext.asyncio import AsyncConnection

pytestmark = pytest.mark.both_stores


@dataclass
class Bench:
    """A store with two runs, and who was acknowledged."""

    database: Database
    flusher: Flusher
    runs: list[ActiveRun]
    bus: EventBus = field(default_factory=EventBus)
    acknowledged: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)

    def bring(self, index: int, seq: int) -> None:
        run = self.runs[index]
        run.outputs[(0, 0)].seen = seq
        run.journal.outputs.add((0, 0))
        run.add_line(seq, LogLevel.INFO, f"line {seq}")

    async def lines(self, index: int) -> list[str]:
        async with self.database.read() as connection:
            found = await repository.load_lines(connection, self.runs[index].id, 100)
        return [line.text for line in found]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    database = database_of(tmp_path)
    await migrations.upgrade(database)
    runs: list[ActiveRun] = []
    async with database.write() as connection:
        for number in (1, 2):
            record = RunRecord(new_ulid(number), number, RunSpec(), 0, "run", "", [])
            await repository.add(connection, record)
            run = ActiveRun(record, Life(1), Progress(1))
            run.outputs[(0, 0)] = OutputState(StoredOutput(0, 0))
            runs.append(run)
    made = Bench(database, None, runs)  # type: ignore[arg-type]
    numbers = {run.id: run.record.number for run in runs}
    bus = made.bus
    bus.subscribe(RunStored, lambda event: made.acknowledged.append(numbers[event.run_id]))
    bus.subscribe(PartRefused, lambda event: made.refused.append(numbers[event.run_id]))
    made.flusher = Flusher(database, ResultService(database), lambda: runs, bus)
    yield made
    await database.close()


async def test_what_is_stored_is_acknowledged_then(bench: Bench) -> None:
    bench.bring(0, 1)
    state = bench.runs[0].outputs[(0, 0)]
    assert state.committed == 0
    await bench.flusher.flush()
    assert (state.committed, bench.acknowledged) == (1, [1])
    assert await bench.lines(0) == ["line 1"]
    await bench.flusher.flush()
    assert bench.flusher.commits == 1


async def test_events_come_after_the_commit(bench: Bench) -> None:
    commits: list[int] = []
    bench.bus.subscribe(EndStored, lambda _: commits.append(bench.flusher.commits))
    bench.bring(0, 1)
    bench.runs[0].journal.after_commit.append(EndStored(bench.runs[0].id))
    await bench.flusher.flush()
    assert commits == [1]


def _failing(
    original: Callable[..., Awaitable[None]], fails: Callable[[str], bool]
) -> Callable[..., Awaitable[None]]:
    async def add_lines(connection: object, run_id: str, lines: object) -> None:
        if fails(run_id):
            raise StoreUnavailableError("disk full")
        await original(connection, run_id, lines)

    return add_lines


async def test_a_failed_transaction_is_tried_again_whole(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = repository.add_lines
    monkeypatch.setattr(repository, "add_lines", _failing(original, lambda _: True))
    bench.bring(0, 1)
    with pytest.raises(StoreUnavailableError):
        await bench.flusher.flush()
    assert bench.runs[0].outputs[(0, 0)].committed == 0
    bench.bring(0, 2)
    monkeypatch.setattr(repository, "add_lines", original)
    await bench.flusher.flush()
    assert await bench.lines(0) == ["line 1", "line 2"]
    assert bench.runs[0].outputs[(0, 0)].committed == 2


async def test_one_runs_trouble_does_not_stop_the_others(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = repository.add_lines
    troubled = bench.runs[0].id
    monkeypatch.setattr(repository, "add_lines", _failing(original, lambda run: run == troubled))
    bench.bring(0, 1)
    bench.bring(1, 1)
    with pytest.raises(StoreUnavailableError):
        await bench.flusher.flush()
    assert bench.acknowledged == [2]
    assert (await bench.lines(0), await bench.lines(1)) == ([], ["line 1"])
    monkeypatch.setattr(repository, "add_lines", original)
    await bench.flusher.flush()
    assert (await bench.lines(0), await bench.lines(1)) == (["line 1"], ["line 1"])


async def test_a_later_piece_of_a_run_is_never_stored_before_an_earlier(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk may have room for a small piece only: the large one came before."""
    original = repository.add_lines
    run, state = bench.runs[0], bench.runs[0].outputs[(0, 0)]

    async def only_small(connection: AsyncConnection, run_id: str, lines: list[StoredLine]) -> None:
        if any(line.text == "line 1" for line in lines):
            raise StoreUnavailableError("disk full")
        await original(connection, run_id, lines)

    monkeypatch.setattr(repository, "add_lines", only_small)
    for seq, reached in ((1, RunState.COLLECTING), (2, RunState.DONE)):
        bench.bring(0, seq)
        run.record.state = reached
        run.journal.record = True
        with pytest.raises(StoreUnavailableError):
            await bench.flusher.flush()
    assert (state.committed, await bench.lines(0)) == (0, [])
    monkeypatch.setattr(repository, "add_lines", original)
    await bench.flusher.flush()
    assert (state.committed, await bench.lines(0)) == (2, ["line 1", "line 2"])
    async with bench.database.read() as connection:
        stored = await repository.find(connection, run.id)
    assert stored is not None
    assert stored.state is RunState.DONE


async def test_a_cancelled_flush_commits_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = repository.add_lines
    begun = asyncio.Event()

    async def slow(connection: object, run_id: str, lines: object) -> None:
        begun.set()
        await asyncio.sleep(0.05)
        await original(connection, run_id, lines)  # type: ignore[arg-type]

    monkeypatch.setattr(repository, "add_lines", slow)
    bench.bring(0, 1)
    flushing = asyncio.create_task(bench.flusher.flush())
    await begun.wait()
    flushing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await flushing
    await bench.flusher.flush()
    assert await bench.lines(0) == ["line 1"]
    assert bench.flusher.commits == 1


async def test_what_comes_during_a_commit_is_not_stored_with_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A state, result or exit that is stored before the records that led to it would stay without
    them if the console died then.
    """
    run = bench.runs[0]
    output = run.outputs[(0, 0)]
    original = repository.save

    async def meanwhile(connection: AsyncConnection, record: RunRecord) -> None:
        run.record.state = run.repeats[0].state = RunState.DONE
        output.stored.result, output.stored.exit_status = "{}", 0
        await original(connection, record)

    monkeypatch.setattr(repository, "save", meanwhile)
    run.record.state = RunState.RUNNING
    run.repeats[0] = StoredRepeat(0, RunState.RUNNING)
    run.journal.record = True
    run.journal.repeats.add(0)
    bench.bring(0, 1)
    await bench.flusher.flush()
    results = ResultService(bench.database)
    async with bench.database.read() as connection:
        record = await repository.find(connection, run.id)
        (repeat,) = await results.repeats_of(connection, run.id)
        (stored,) = await results.outputs_of(connection, run.id)
    assert record is not None
    assert (record.state, repeat.state) == (RunState.RUNNING, RunState.RUNNING)
    assert (stored.stored_seq, stored.result, stored.exit_status) == (1, None, None)


async def test_labels_are_stored_without_the_state(bench: Bench) -> None:
    run = bench.runs[0]
    run.record.state = RunState.DONE
    run.record.name = "another"
    async with bench.database.write() as connection:
        await repository.save_labels(connection, run.record)
    async with bench.database.read() as connection:
        record = await repository.find(connection, run.id)
    assert record is not None
    assert (record.name, record.state) == ("another", RunState.QUEUED)


async def test_the_task_goes_on_after_a_failure(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = repository.add_lines
    failures = 1

    def fails(_run: str) -> bool:
        nonlocal failures
        failures -= 1
        return failures >= 0

    monkeypatch.setattr(repository, "add_lines", _failing(original, fails))
    bench.bring(0, 1)
    serving = asyncio.create_task(bench.flusher.serve())
    bench.bus.publish(StoreWanted())

    async def is_stored() -> bool:
        return await bench.lines(0) == ["line 1"]

    await until(is_stored, "the line is stored")
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
