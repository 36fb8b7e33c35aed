"""Runs taken from the store when the console starts."""

from __future__ import annotations

from orrery_contracts.api import RunState
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.life.progress import Progress
from orrery_backend.features.runs.life.vocabulary import Life
from orrery_backend.features.runs.store import notes, repository
from orrery_backend.features.runs.store.active import ActiveRun, launch_name
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.results.service import Gathering, PositionThinning, ResultService, StoredRepeat


def new_active(record: RunRecord) -> ActiveRun:
    life = Life(record.repeats, record.interleaved, open_ended=record.spec.is_open_ended)
    entities = getattr(record.spec.workload, "entities", 0)
    gathering = Gathering(positions=PositionThinning(entities))
    return ActiveRun(record, life, Progress(record.repeats), gathering=gathering)


def reopen(run: ActiveRun, replaced: int) -> None:
    """A run that has ended waits again, for one more repeat in the place of a disturbed one."""
    record = run.record
    record.repeat = record.repeats
    record.added_repeats += 1
    record.state = RunState.QUEUED
    run.repeats[record.repeat] = StoredRepeat(record.repeat, RunState.QUEUED, replaces=replaced)
    run.journal.repeats.add(record.repeat)
    run.life = _revived_life(run)
    run.progress = Progress(record.repeats)
    run.progress.begin(record.repeat)
    run.changed()


async def revive(
    connection: AsyncConnection, results: ResultService, record: RunRecord
) -> ActiveRun:
    """All that the store knows of a run that had not ended."""
    run = new_active(record)
    run.events = await repository.load_events(connection, record.id)
    run.line_count = await repository.last_line(connection, record.id)
    lines = await repository.load_lines(connection, record.id, limit=run.lines.maxlen or 1)
    run.lines.extend(lines)
    run.annotations = await notes.load(connection, record.id)
    schemas = await results.schemas_of(connection, record.id)
    run.gathering.schemas = {schema.schema_id: schema for schema in schemas}
    for repeat in await results.repeats_of(connection, record.id):
        run.repeats[repeat.repeat] = repeat
    waits = record.state in (RunState.QUEUED, RunState.PLACING)
    for stored in await results.outputs_of(connection, record.id):
        # A run that waits has output of this repeat only from a launch that was given up.
        if not (waits and stored.repeat == record.repeat):
            run.restore_output(stored)
    rows = await results.rows_of(connection, record.id, record.repeat)
    for (node_index, schema_id), count in rows.items():
        run.gathering.next_row[(record.repeat, node_index, schema_id)] = count
    keys = await results.position_keys(connection, record.id, record.repeat)
    run.gathering.positions.restore(record.repeat, keys)
    run.life = _revived_life(run)
    run.launch = launch_name(run)
    run.progress.begin(record.repeat)
    master = run.outputs.get((record.repeat, 0))
    if master is not None and master.stored.total_steps is not None:
        run.progress.total = int(master.stored.total_steps)
    return run


def _revived_life(run: ActiveRun) -> Life:
    """The life as the store tells it; workers whose exit is not stored may still run."""
    record = run.record
    count = len(record.nodes)
    now = run.repeats.get(record.repeat)
    replacing = now is not None and now.replaces is not None
    here = [run.outputs.get((record.repeat, index)) for index in range(count)]
    under_way = record.state in (RunState.RUNNING, RunState.COLLECTING)
    return Life(
        repeats=record.repeats,
        interleaved=record.interleaved,
        open_ended=record.spec.is_open_ended and not replacing,
        replacing=replacing,
        repeat=record.repeat,
        state=record.state,
        node_count=count,
        endpoints=("",) * count,
        ready=frozenset(range(count)) if under_way else frozenset(),
        results=frozenset(i for i, o in enumerate(here) if o and o.stored.result is not None),
        alive=frozenset(
            i
            for i, o in enumerate(here)
            if under_way and not (o and o.stored.exit_status is not None)
        ),
    )
