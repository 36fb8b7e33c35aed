"""Runs of a group: made together, looked at together, cancelled and removed together."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from orrery_contracts.api import RunState, RunSummary, WindowModes
from orrery_contracts.group import GroupRef
from orrery_contracts.spec import RunSpec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.documents import active_summary
from orrery_backend.features.runs.effects.engine import Engine
from orrery_backend.features.runs.life import vocabulary as lives
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.flusher import Flusher
from orrery_backend.features.runs.store.record import RunLabels, RunRecord
from orrery_backend.features.runs.store.reviving import new_active
from orrery_backend.features.runs.store.tables import runs
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.ids import new_ulid
from orrery_backend.results.service import Measured, ResultService

#: A run that has ended is read from the store once all of it is there.
_SETTLING_S = 1.0


@dataclass(frozen=True, slots=True)
class NewMember:
    """A run to be made as part of a group."""

    spec: RunSpec
    preset: str | None
    ref: GroupRef


@dataclass(frozen=True, slots=True)
class MemberState:
    """How a run of a group is doing, and no more."""

    run_id: str
    group_id: str
    cell: int
    number: int
    state: RunState
    progress: float
    repeats: int
    checks_hold: bool | None
    started_ms: int | None
    ended_ms: int | None
    workload: str


@dataclass(frozen=True, slots=True)
class MemberLabels:
    """What a change of a group changes of its runs."""

    title: str
    """Of the group."""
    added: list[str]
    """Tags."""
    dropped: list[str]
    archived: bool | None
    """None: as it is."""

    def tags(self, tags: Sequence[str]) -> list[str]:
        """A run's tags after the change."""
        wanted = dict.fromkeys([*tags, *self.added])
        return [tag for tag in wanted if tag not in self.dropped]


@dataclass(frozen=True, slots=True)
class Member:
    """A run of a group, and what it has measured."""

    summary: RunSummary
    ref: GroupRef
    spec: RunSpec
    preset: str | None
    measured: Measured
    window_modes: list[WindowModes]
    """Found once the run has ended and is stored."""
    is_stored: bool
    """Nothing more of it will come."""


_STATE_COLUMNS = (
    runs.c.id,
    runs.c.group_id,
    runs.c.group_cell,
    runs.c.number,
    runs.c.state,
    runs.c.progress,
    runs.c.repeats,
    runs.c.checks_hold,
    runs.c.started_ms,
    runs.c.ended_ms,
    runs.c.workload,
)


class GroupedRuns:
    """Ended runs are read from the store, active ones from memory."""

    def __init__(
        self,
        database: Database,
        results: ResultService,
        engine: Engine,
        flusher: Flusher,
        clock: Clock,
    ) -> None:
        self._database = database
        self._results = results
        self._engine = engine
        self._flusher = flusher
        self._clock = clock

    async def add(
        self, connection: AsyncConnection, members: Sequence[NewMember], *, interleaved: bool
    ) -> list[RunRecord]:
        """Within the caller's writing transaction; `enqueue` them when it is committed. Raises
        `ProblemError` if the queue has no room for them.
        """
        self._engine.check_room(len(members), "axes")
        now = self._clock.now_ms()
        number = await repository.take_numbers(connection, len(members))
        records = [
            RunRecord(
                id=new_ulid(now),
                number=number + index,
                spec=member.spec,
                created_ms=now,
                name=member.spec.name,
                note=member.spec.note,
                tags=list(dict.fromkeys(member.spec.tags)),
                preset=member.preset,
                group=member.ref,
                interleaved=interleaved,
            )
            for index, member in enumerate(members)
        ]
        for record in records:
            await repository.add(connection, record)
        return records

    def enqueue(self, records: Sequence[RunRecord]) -> None:
        self._engine.enqueue(*(new_active(record) for record in records))

    async def states(self, group_ids: Sequence[str]) -> list[MemberState]:
        """Of all runs of these groups, in the order in which they were made."""
        found = await self._states(group_ids)
        if any(self._has_gone(state) for state in found):
            found = await self._states(group_ids)
        return found

    def _has_gone(self, state: MemberState) -> bool:
        """It ended, was stored and let go while the store was read: it is in the store now."""
        return state.state not in lives.ENDED and self._engine.find(state.run_id) is None

    async def _states(self, group_ids: Sequence[str]) -> list[MemberState]:
        async with self._database.read() as connection:
            rows = await connection.execute(
                select(*_STATE_COLUMNS)
                .where(runs.c.group_id.in_(group_ids))
                .order_by(runs.c.number)
            )
            stored = [
                MemberState(
                    run_id=row.id,
                    group_id=row.group_id,
                    cell=row.group_cell,
                    number=row.number,
                    state=RunState(row.state),
                    progress=row.progress,
                    repeats=row.repeats,
                    checks_hold=row.checks_hold,
                    started_ms=row.started_ms,
                    ended_ms=row.ended_ms,
                    workload=row.workload,
                )
                for row in rows
            ]
        return [self._current(state) for state in stored]

    def _current(self, stored: MemberState) -> MemberState:
        run = self._engine.find(stored.run_id)
        if run is None:
            return stored
        record = run.record
        return MemberState(
            run_id=stored.run_id,
            group_id=stored.group_id,
            cell=stored.cell,
            number=stored.number,
            state=record.state,
            progress=record.progress,
            repeats=record.repeats,
            checks_hold=record.checks_hold,
            started_ms=record.started_ms,
            ended_ms=record.ended_ms,
            workload=stored.workload,
        )

    async def members(self, run_ids: Sequence[str]) -> list[Member]:
        """In the order given; a run that is gone is left out."""
        found = [await self._member(run_id) for run_id in run_ids]
        return [member for member in found if member is not None]

    async def _member(self, run_id: str) -> Member | None:
        run = self._engine.find(run_id)
        window_modes: list[WindowModes] = []
        if run is not None:
            record = run.record
            repeats, outputs = run.stored_repeats(), run.stored_outputs()
            summary = active_summary(run, self._engine.queue_position(run))
        else:
            # A view of its own, not older than the look at the engine: what that let go is in it.
            async with self._database.read() as connection:
                stored = await repository.find(connection, run_id)
                if stored is None:
                    return None
                record = stored
                repeats = await self._results.repeats_of(connection, run_id)
                outputs = await self._results.outputs_of(connection, run_id)
                if record.state in lives.ENDED:
                    window_modes = await self._results.window_modes(
                        connection, run_id, record.revision, repeats, record.nodes
                    )
            summary = record.summary()
        if record.group is None:
            return None
        # Intervals take their time: live streams must not wait for them.
        measured = await asyncio.to_thread(
            self._results.measured, record.spec.workload.kind, repeats, outputs, record.nodes
        )
        return Member(
            summary,
            record.group,
            record.spec,
            record.preset,
            measured,
            window_modes,
            is_stored=run is None,
        )

    async def relabel(
        self, connection: AsyncConnection, group_id: str, change: MemberLabels
    ) -> dict[str, RunLabels]:
        """Within the caller's writing transaction; call `relabelled` when it is committed. The new
        labels of all runs of the group, by id.
        """
        return await repository.relabel_group(
            connection, group_id, change.title, change.tags, change.archived
        )

    def relabelled(self, changed: Mapping[str, RunLabels]) -> None:
        """The store has these labels; active runs get them too."""
        for run_id, labels in changed.items():
            run = self._engine.find(run_id)
            if run is not None:
                run.record.tags = labels.tags
                run.record.archived = labels.archived
                run.record.group = labels.group
                # The store has this revision already.
                run.record.revision += 1

    async def settle(self, run_ids: Sequence[str]) -> None:
        """Waits up to a second until those runs that have ended are stored. Modes over time are
        found from the store.
        """
        found = [run for run_id in run_ids if (run := self._engine.find(run_id)) is not None]
        with suppress(TimeoutError):
            async with asyncio.timeout(_SETTLING_S):
                for run in found:
                    if run.life.ended:
                        await run.let_go.wait()

    async def cancel(self, run_ids: Sequence[str]) -> int:
        """How many of them had not ended. That somebody has asked is stored first: a store that
        refuses cancels nothing, and a console that dies cancels them when it is back.
        """
        waiting = self._not_ended(run_ids)
        if not waiting:
            return 0
        async with self._database.write() as connection:
            await repository.note_cancel(
                connection, [run.id for run in waiting], self._clock.now_ms()
            )
        waiting = self._not_ended(run_ids)
        # From the back: a run that leaves must not let the next one begin.
        for run in sorted(waiting, key=lambda run: -run.record.number):
            self._engine.feed(run, lives.CancelAsked())
        with suppress(StoreUnavailableError):
            # What is not stored now is stored later, or done again after a restart.
            await self._flusher.flush()
        return len(waiting)

    def _not_ended(self, run_ids: Sequence[str]) -> list[ActiveRun]:
        found = [run for run_id in run_ids if (run := self._engine.find(run_id)) is not None]
        return [run for run in found if not run.life.ended]

    def all_let_go(self, run_ids: Sequence[str]) -> bool:
        """Whether all of them have ended and are stored to the last word."""
        return all(self._engine.find(run_id) is None for run_id in run_ids)

    async def remove(self, connection: AsyncConnection, run_ids: Sequence[str]) -> None:
        """Within the caller's writing transaction."""
        for run_id in run_ids:
            await repository.remove(connection, run_id)
