"""Runs and their account in the store."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from orrery_contracts.api import RunFailure, RunNode, RunOrigin, RunState, SummaryMetric
from orrery_contracts.group import GroupRef
from orrery_contracts.results import Migration
from orrery_contracts.spec import RunSpec
from orrery_contracts.worker import LogLevel, Phase
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import (
    ColumnElement,
    Row,
    bindparam,
    case,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.life.vocabulary import ENDED
from orrery_backend.features.runs.store.record import (
    MOST_REPLACED,
    RunLabels,
    RunRecord,
    StoredEvent,
    StoredLine,
)
from orrery_backend.features.runs.store.settings import settings_digest
from orrery_backend.features.runs.store.tables import (
    idempotency,
    run_events,
    run_log,
    run_nodes,
    run_numbers,
    run_tags,
    runs,
)
from orrery_backend.kit.problems import ProblemError, conflict
from orrery_backend.kit.stored import read_stored
from orrery_backend.kit.upgrades import SPEC_STEPS

_NODES: TypeAdapter[list[RunNode]] = TypeAdapter(list[RunNode])
_SPEC: TypeAdapter[RunSpec] = TypeAdapter(RunSpec)
_METRICS: TypeAdapter[list[SummaryMetric]] = TypeAdapter(list[SummaryMetric])


async def take_numbers(connection: AsyncConnection, count: int = 1) -> int:
    """The first of as many numbers that no run has had. Only within a writing transaction."""
    last: int = (await connection.execute(select(run_numbers.c.last))).scalar_one()
    await connection.execute(update(run_numbers).values(last=last + count))
    return last + 1


async def add(connection: AsyncConnection, record: RunRecord) -> None:
    spec = record.spec.model_dump_json()
    await connection.execute(
        insert(runs).values(
            id=record.id,
            number=record.number,
            workload=record.spec.workload.kind,
            preset=record.preset,
            created_ms=record.created_ms,
            spec=spec,
            settings=settings_digest(spec),
            group_id=record.group.id if record.group else None,
            group_cell=record.group.cell if record.group else None,
            group_ref=record.group.model_dump_json() if record.group else None,
            interleaved=record.interleaved,
            **_labels(record),
            **_progress(record),
            revision=record.revision,
            origin=record.origin.model_dump_json() if record.origin else None,
            imported_ms=record.imported_ms,
        )
    )
    await _save_tags(connection, record)


async def save(connection: AsyncConnection, record: RunRecord) -> None:
    """What the engine changes; the caller has raised `revision`. Labels stay as they are."""
    await connection.execute(
        _SAVE, {"run": record.id, "new_revision": record.revision, **_progress(record)}
    )


_SAVE = (
    update(runs)
    .where(runs.c.id == bindparam("run"))
    .values(
        revision=case(
            (runs.c.revision > bindparam("new_revision"), runs.c.revision),
            else_=bindparam("new_revision"),
        )
    )
)
_ADD_EVENT = insert(run_events)
_ADD_LINE = insert(run_log)


async def save_nodes(connection: AsyncConnection, record: RunRecord) -> None:
    await connection.execute(delete(run_nodes).where(run_nodes.c.run_id == record.id))
    if record.nodes:
        await connection.execute(
            insert(run_nodes),
            [
                {"run_id": record.id, "node_index": node.index, "name": node.name}
                for node in record.nodes
            ],
        )


async def save_labels(connection: AsyncConnection, record: RunRecord) -> None:
    """Name, note, tags, archived: what a person changes. `save` stores what the engine changes."""
    await connection.execute(
        update(runs)
        .where(runs.c.id == record.id)
        .values(**_labels(record), revision=record.revision)
    )
    await connection.execute(delete(run_tags).where(run_tags.c.run_id == record.id))
    await _save_tags(connection, record)


async def relabel_group(
    connection: AsyncConnection,
    group_id: str,
    title: str,
    new_tags: Callable[[Sequence[str]], list[str]],
    archived: bool | None,
) -> dict[str, RunLabels]:
    """Gives all runs of a group its title and the tags that `new_tags` makes of theirs. Archives
    them or brings them back unless `archived` is None. The new labels by id.
    """
    rows = await connection.execute(
        select(runs.c.id, runs.c.tags, runs.c.archived, runs.c.group_ref).where(
            runs.c.group_id == group_id
        )
    )
    found: dict[str, RunLabels] = {}
    for row in rows.all():
        group = GroupRef.model_validate_json(row.group_ref).model_copy(update={"title": title})
        labels = RunLabels(
            tags=new_tags(json.loads(row.tags)),
            archived=bool(row.archived) if archived is None else archived,
            group=group,
        )
        found[row.id] = labels
        await connection.execute(
            update(runs)
            .where(runs.c.id == row.id)
            .values(
                tags=json.dumps(labels.tags),
                archived=labels.archived,
                group_ref=group.model_dump_json(),
                revision=runs.c.revision + 1,
            )
        )
        await connection.execute(delete(run_tags).where(run_tags.c.run_id == row.id))
        if labels.tags:
            await connection.execute(
                insert(run_tags), [{"run_id": row.id, "tag": tag} for tag in labels.tags]
            )
    return found


async def raise_revision(connection: AsyncConnection, run_id: str) -> bool:
    """The run's document has changed. False: there is no such run."""
    found = await connection.execute(
        update(runs).where(runs.c.id == run_id).values(revision=runs.c.revision + 1)
    )
    return found.rowcount > 0


async def _save_tags(connection: AsyncConnection, record: RunRecord) -> None:
    if record.tags:
        await connection.execute(
            insert(run_tags),
            [{"run_id": record.id, "tag": tag} for tag in dict.fromkeys(record.tags)],
        )


def _labels(record: RunRecord) -> dict[str, Any]:
    return {
        "name": record.name,
        "note": record.note,
        "tags": json.dumps(record.tags),
        "archived": record.archived,
    }


def _progress(record: RunRecord) -> dict[str, Any]:
    return {
        "state": record.state.value,
        "started_ms": record.started_ms,
        "ended_ms": record.ended_ms,
        "repeat": record.repeat,
        "progress": record.progress,
        "nodes": _NODES.dump_json(record.nodes).decode(),
        "node_names": json.dumps([node.name for node in record.nodes]),
        "headline": _METRICS.dump_json(record.headline).decode(),
        "checks_hold": record.checks_hold,
        "failure": record.failure.model_dump_json() if record.failure else None,
        "versions": json.dumps(record.versions),
        "busy_ms": record.busy_ms,
        "repeats": record.repeats,
    }


async def find(connection: AsyncConnection, key: str) -> RunRecord | None:
    """By id or by number."""
    row = (await connection.execute(select(runs).where(_wanted(key)))).first()
    return _record(row) if row else None


def _wanted(key: str) -> ColumnElement[bool]:
    return runs.c.number == int(key) if key.isdecimal() and len(key) < 10 else runs.c.id == key


def _where(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"


async def find_id(connection: AsyncConnection, key: str) -> str | None:
    """By id or by number; also of a run that cannot be read."""
    return (await connection.execute(select(runs.c.id).where(_wanted(key)))).scalar()


async def find_settings(connection: AsyncConnection, key: str) -> Row[Any, Any, Any, Any] | None:
    """Number, workload, preset and digest of the settings of a run, by id or by number."""
    columns = (runs.c.number, runs.c.workload, runs.c.preset, runs.c.settings)
    return (await connection.execute(select(*columns).where(_wanted(key)))).first()


async def unfinished(connection: AsyncConnection) -> list[RunRecord]:
    """Those that this version reads whole; see `fail_of_other_versions`."""
    ended = [state.value for state in ENDED]
    rows = await connection.execute(
        select(runs).where(runs.c.state.not_in(ended)).order_by(runs.c.number)
    )
    return [_record(row) for row in rows]


async def note_cancel(connection: AsyncConnection, run_ids: Sequence[str], now_ms: int) -> None:
    """Somebody has asked to cancel these runs."""
    await connection.execute(
        update(runs)
        .where(runs.c.id == bindparam("run"))
        .values(cancel_asked_ms=bindparam("asked_ms")),
        [{"run": run_id, "asked_ms": now_ms} for run_id in run_ids],
    )


async def fail_of_other_versions(
    connection: AsyncConnection, now_ms: int
) -> list[tuple[str, str | None]]:
    """Ends unfinished runs with parameters that this version does not know: without those they
    would be other runs. Returns the id of each with the id of its group.
    """
    failed: list[tuple[str, str | None]] = []
    ended = [state.value for state in ENDED]
    rows = await connection.execute(select(runs).where(runs.c.state.not_in(ended)))
    for row in rows.all():
        try:
            record = _record(row)
            why = ", ".join(record.left_out)
        except ProblemError as problem:
            why = problem.detail
        if why:
            failure = RunFailure(
                code="other_version",
                phase=Phase.PLACING,
                repeat=row.repeat,
                node="",
                process="console",
                message=f"Another version of Orrery stored the run: {why}"[:2000],
                remedy="Launch it again with this version, or run it with the other.",
                last_output=[],
            )
            await connection.execute(
                update(runs)
                .where(runs.c.id == row.id)
                .values(
                    state=RunState.FAILED.value,
                    ended_ms=now_ms,
                    failure=failure.model_dump_json(),
                    revision=row.revision + 1,
                )
            )
            failed.append((row.id, row.group_id))
    return failed


async def finished(
    connection: AsyncConnection, workload: str, limit: int
) -> list[tuple[RunSpec, float]]:
    """The newest finished runs of a workload: spec with all repeats that were done, and seconds
    that they took.
    """
    rows = await connection.execute(
        select(runs.c.spec, runs.c.repeats, runs.c.started_ms, runs.c.ended_ms, runs.c.busy_ms)
        .where(
            runs.c.workload == workload,
            runs.c.state == RunState.DONE.value,
            runs.c.started_ms.is_not(None),
            runs.c.ended_ms.is_not(None),
        )
        .order_by(runs.c.id.desc())
        .limit(limit)
    )
    found: list[tuple[RunSpec, float]] = []
    for row in rows:
        with suppress(ValidationError):
            spec, _ = read_stored(_SPEC, row.spec, SPEC_STEPS)
            spec = spec.model_copy(update={"repeats": row.repeats})
            found.append((spec, (row.busy_ms or row.ended_ms - row.started_ms) / 1000))
    return found


async def of_group(connection: AsyncConnection, group_id: str) -> list[RunRecord]:
    """In the order in which they were made; without those that this version cannot read."""
    rows = await connection.execute(
        select(runs).where(runs.c.group_id == group_id).order_by(runs.c.number)
    )
    found: list[RunRecord] = []
    for row in rows:
        with suppress(ProblemError):
            found.append(_record(row))
    return found


async def expired(
    connection: AsyncConnection, before_ms: int | None, keep_runs: int | None, limit: int
) -> list[str]:
    """Runs that ended, or were imported, before a time, and those past the newest `keep_runs`: only
    such as have ended and have no tag. The oldest first.
    """
    untagged = runs.c.state.in_([state.value for state in ENDED]) & (runs.c.tags == "[]")
    here_since = func.coalesce(runs.c.imported_ms, runs.c.ended_ms)
    late = [] if before_ms is None else [here_since < before_ms]
    if keep_runs is not None:
        kept = select(runs.c.number).where(untagged).order_by(runs.c.number.desc())
        late.append(runs.c.number.not_in(kept.limit(keep_runs)))
    found = await connection.execute(
        select(runs.c.id).where(untagged, or_(false(), *late)).order_by(runs.c.number).limit(limit)
    )
    return list(found.scalars())


async def remove(connection: AsyncConnection, run_id: str) -> None:
    await connection.execute(delete(runs).where(runs.c.id == run_id))


async def ids_by_number(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(select(runs.c.id).order_by(runs.c.number))).scalars())


async def count(connection: AsyncConnection) -> int:
    found = await connection.execute(select(func.count()).select_from(runs))
    return found.scalar_one()


def _record(row: Row[Any]) -> RunRecord:
    """Raises `ProblemError` if another version of Orrery stored what this one cannot read."""
    try:
        spec, left_out = read_stored(_SPEC, row.spec, SPEC_STEPS)
        nodes, left_out_of_nodes = read_stored(_NODES, row.nodes)
    except ValidationError as error:
        raise conflict(
            f"Run {row.number} was stored by another version of Orrery, and this one cannot read"
            f" it: {_where(error)}. Read it with that version, or delete it."
        ) from error
    return RunRecord(
        id=row.id,
        number=row.number,
        spec=spec,
        added_repeats=max(0, min(row.repeats, spec.most_repeats + MOST_REPLACED) - spec.repeats),
        left_out=[*left_out, *(f"nodes{path}" for path in left_out_of_nodes)],
        created_ms=row.created_ms,
        name=row.name,
        note=row.note,
        tags=json.loads(row.tags),
        preset=row.preset,
        state=RunState(row.state),
        started_ms=row.started_ms,
        ended_ms=row.ended_ms,
        repeat=row.repeat,
        progress=row.progress,
        nodes=nodes,
        headline=_METRICS.validate_json(row.headline),
        checks_hold=row.checks_hold,
        failure=RunFailure.model_validate_json(row.failure) if row.failure else None,
        archived=row.archived,
        versions=json.loads(row.versions),
        revision=row.revision,
        group=GroupRef.model_validate_json(row.group_ref) if row.group_ref else None,
        interleaved=bool(row.interleaved),
        busy_ms=row.busy_ms or 0,
        cancel_asked=row.cancel_asked_ms is not None,
        origin=RunOrigin.model_validate_json(row.origin) if row.origin else None,
        imported_ms=row.imported_ms,
    )


# The account.


async def add_events(
    connection: AsyncConnection, run_id: str, events: Sequence[StoredEvent]
) -> None:
    if events:
        await connection.execute(
            _ADD_EVENT,
            [
                {
                    "run_id": run_id,
                    "sequence": event.sequence,
                    "at_ms": event.at_ms,
                    "repeat": event.repeat,
                    "node": event.node,
                    "name": event.name,
                    "text": event.text,
                    "step": event.step,
                    "migration": event.migration.model_dump_json() if event.migration else None,
                }
                for event in events
            ],
        )


async def load_events(
    connection: AsyncConnection, run_id: str, after: int = 0, limit: int | None = None
) -> list[StoredEvent]:
    wanted = (
        select(run_events)
        .where(run_events.c.run_id == run_id, run_events.c.sequence > after)
        .order_by(run_events.c.sequence)
    )
    rows = await connection.execute(wanted.limit(limit) if limit else wanted)
    return [
        StoredEvent(
            row.sequence,
            row.at_ms,
            row.repeat,
            row.node,
            row.name,
            row.text,
            row.step,
            Migration.model_validate_json(row.migration) if row.migration else None,
        )
        for row in rows
    ]


async def add_lines(connection: AsyncConnection, run_id: str, lines: Sequence[StoredLine]) -> None:
    if lines:
        await connection.execute(
            _ADD_LINE,
            [
                {
                    "run_id": run_id,
                    "sequence": line.sequence,
                    "at_ms": line.at_ms,
                    "repeat": line.repeat,
                    "node": line.node,
                    "level": line.level.value,
                    "text": line.text,
                }
                for line in lines
            ],
        )


async def load_lines(
    connection: AsyncConnection,
    run_id: str,
    limit: int,
    node: str | None = None,
    level: LogLevel | None = None,
) -> list[StoredLine]:
    """The newest lines, oldest first."""
    wanted = select(run_log).where(run_log.c.run_id == run_id)
    if node is not None:
        wanted = wanted.where(run_log.c.node == node)
    if level is not None:
        wanted = wanted.where(run_log.c.level == level.value)
    rows = await connection.execute(wanted.order_by(run_log.c.sequence.desc()).limit(limit))
    lines = [
        StoredLine(row.sequence, row.at_ms, row.repeat, row.node, LogLevel(row.level), row.text)
        for row in rows
    ]
    return lines[::-1]


async def last_line(connection: AsyncConnection, run_id: str) -> int:
    found = await connection.execute(
        select(func.max(run_log.c.sequence)).where(run_log.c.run_id == run_id)
    )
    return found.scalar() or 0


# Idempotency keys.


async def find_key(connection: AsyncConnection, key: str) -> tuple[str, str] | None:
    """(run id, digest of the body) that the key made."""
    row = (await connection.execute(select(idempotency).where(idempotency.c.key == key))).first()
    return (row.run_id, row.body_digest) if row else None


async def forget_keys(connection: AsyncConnection, before_ms: int) -> None:
    await connection.execute(delete(idempotency).where(idempotency.c.created_ms < before_ms))


async def add_key(
    connection: AsyncConnection, key: str, run_id: str, digest: str, now_ms: int
) -> None:
    await connection.execute(
        insert(idempotency).values(key=key, run_id=run_id, body_digest=digest, created_ms=now_ms)
    )
