"""Runs as the interface offers them: create, list, read, change, cancel, retry, delete."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from orrery_contracts.api import (
    LogLine,
    NewRun,
    RunDocument,
    RunEvent,
    RunPage,
    RunPatch,
    RunState,
    RunSummary,
)
from orrery_contracts.errors import ProblemCode
from orrery_contracts.group import GroupSummary
from orrery_contracts.move import MoveAccepted, MoveOrder
from orrery_contracts.spec import RunSpec
from orrery_contracts.telemetry import FrameSchema
from orrery_contracts.worker import LogLevel
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.annotations import RunAnnotations
from orrery_backend.features.runs.documents import (
    active_document,
    active_summary,
    stored_document,
)
from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.effects.engine import Engine
from orrery_backend.features.runs.effects.replacing import judge_replacement
from orrery_backend.features.runs.estimate import estimate_seconds
from orrery_backend.features.runs.events import MemberChanged
from orrery_backend.features.runs.grouped import (
    GroupedRuns,
    Member,
    MemberLabels,
    MemberState,
    NewMember,
)
from orrery_backend.features.runs.history import FinishedRun, RunFigures, RunHistory, SettingRuns
from orrery_backend.features.runs.life import vocabulary as lives
from orrery_backend.features.runs.moving import Moves, judge
from orrery_backend.features.runs.namesakes import namesakes, settings_apart
from orrery_backend.features.runs.store import listing, notes, repository
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.alike import SettingsIndex
from orrery_backend.features.runs.store.conditions import (
    commit_prefix,
    setting_condition,
    since_ms,
    until_ms,
)
from orrery_backend.features.runs.store.flusher import Flusher
from orrery_backend.features.runs.store.listing import RunFilter
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.features.runs.store.reviving import new_active, revive
from orrery_backend.features.runs.store.settings import settings_digest
from orrery_backend.features.runs.transferred import TransferredRuns, UnreadableRunError
from orrery_backend.features.scenarios.service import ScenarioService
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.problems import ProblemError, conflict, not_found
from orrery_backend.results.service import ResultService

__all__ = [
    "SNAPSHOT_RUNS",
    "ActiveView",
    "FinishedRun",
    "GroupedRuns",
    "IdempotencyKey",
    "Member",
    "MemberChanged",
    "MemberLabels",
    "MemberState",
    "NewMember",
    "RunFigures",
    "RunFilter",
    "RunHistory",
    "RunRecord",
    "RunService",
    "SettingRuns",
    "TransferredRuns",
    "UnreadableRunError",
    "commit_prefix",
    "setting_condition",
    "settings_digest",
    "since_ms",
    "until_ms",
]

GroupsOf = Callable[[Sequence[str]], Awaitable[list[GroupSummary]]]
"""Summaries of groups by their ids."""

#: Runs that a viewer of the list gets at first.
SNAPSHOT_RUNS = 100
_DELETED_AT_ONCE = 20
#: How long a run that has ended may take to leave before it cannot be deleted.
LEAVING_S = 5.0
_KEYS_KEPT_MS = 30 * 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """A client's key, and the digest of what it asked for with it."""

    key: str
    body_digest: str


@dataclass(frozen=True, slots=True)
class ActiveView:
    """An active run at one moment."""

    document: RunDocument
    log: list[LogLine]
    frames: list[bytes]
    """Recent window frames of the repeat that is going on, and the newest of each node's
    entities."""


class RunService:
    """Ended runs are read from the store, active ones from memory."""

    def __init__(
        self,
        database: Database,
        scenarios: ScenarioService,
        results: ResultService,
        engine: Engine,
        flusher: Flusher,
        announcer: Announcer,
        clock: Clock,
        moves: Moves,
    ) -> None:
        self._moves = moves
        self._database = database
        self._scenarios = scenarios
        self._results = results
        self._engine = engine
        self._flusher = flusher
        self._announcer = announcer
        self._clock = clock
        self._settings = SettingsIndex()
        self.grouped = GroupedRuns(database, results, engine, flusher, clock)
        self.transferred = TransferredRuns(database, results, engine, clock)
        self.annotations = RunAnnotations(
            database, announcer, clock, self._find_active, self._record, self.document
        )
        self.history = RunHistory(database, results, self._store_states)
        self._groups_of: GroupsOf | None = None

    def show_groups(self, groups_of: GroupsOf) -> None:
        """Lists say then what the groups of their runs are."""
        self._groups_of = groups_of

    async def load(self) -> None:
        """Takes up the runs that had not ended when the console did."""
        async with self._database.write() as connection:
            await repository.forget_keys(connection, self._clock.now_ms() - _KEYS_KEPT_MS)
            now = self._clock.now_ms()
            for run_id, group_id in await repository.fail_of_other_versions(connection, now):
                await self._flusher.note_end(connection, run_id, group_id, now)
        async with self._database.read() as connection:
            found = [
                await revive(connection, self._results, record)
                for record in await repository.unfinished(connection)
            ]
        for run in found:
            self._engine.adopt(run)
        for run in reversed(found):
            # From the back: a run that leaves must not let the next one begin.
            if run.record.cancel_asked:
                self._engine.feed(run, lives.CancelAsked())

    # Making.

    async def create(self, asked: NewRun, key: IdempotencyKey | None) -> tuple[RunDocument, bool]:
        """The run's document, and whether it is new (false: the key has made it before)."""
        if key is not None:
            # Before the spec is held against the fleet: what was made stays made.
            async with self._database.read() as connection:
                known = await self._made_before(connection, key)
            if known is not None:
                return known, False
        # Held against the fleet now, so that nothing is stored that cannot run.
        placed = await self._scenarios.accept(asked)
        return await self._add(placed.spec, asked.preset, key)

    def with_other_problems(self, body: object, problem: ProblemError) -> ProblemError:
        """The problem of a `NewRun` that cannot be read, and those of its spec's other parts."""
        return self._scenarios.with_other_problems(body, problem)

    async def _made_before(
        self, connection: AsyncConnection, key: IdempotencyKey
    ) -> RunDocument | None:
        known = await repository.find_key(connection, key.key)
        if known is None:
            return None
        _same_body(known[1], key)
        return await self._document_of(connection, known[0])

    async def retry(self, run_key: str) -> RunDocument:
        record = await self._record(run_key)
        if record.left_out:
            raise conflict(
                f"Run {record.number} was stored by another version of Orrery with"
                f" {', '.join(record.left_out)}, which this one does not know: it cannot be"
                " repeated here. Launch a new run."
            )
        spec = record.spec.model_copy(
            update={"name": record.name, "note": record.note, "tags": record.tags}
        )
        self._scenarios.place(spec)
        document, _ = await self._add(spec, record.preset, None)
        return document

    async def _add(
        self, spec: RunSpec, preset: str | None, key: IdempotencyKey | None
    ) -> tuple[RunDocument, bool]:
        now = self._clock.now_ms()
        async with self._database.write() as connection:
            if key is not None:
                known = await self._made_before(connection, key)
                if known is not None:
                    return known, False
            self._engine.check_room(1, "")
            record = RunRecord(
                id=new_ulid(now),
                number=await repository.take_numbers(connection),
                spec=spec,
                created_ms=now,
                name=spec.name,
                note=spec.note,
                tags=list(dict.fromkeys(spec.tags)),
                preset=preset,
            )
            await repository.add(connection, record)
            if key is not None:
                await repository.add_key(connection, key.key, record.id, key.body_digest, now)
        run = new_active(record)
        self._engine.enqueue(run)
        return self._active_document(run), True

    # Reading.

    async def page(self, wanted: RunFilter, before: int | None, limit: int) -> RunPage:
        await self._store_states()
        async with self._database.read() as connection:
            if wanted.conditions:
                digests = await self._settings.digests(connection, wanted.conditions)
                wanted = replace(wanted, digests=tuple(digests))
            found = await listing.page(connection, wanted, before, limit + 1)
            total = await listing.total(connection, wanted)
            alike = namesakes(found[:limit])
            specs = await listing.specs(connection, [i for ids in alike for i in ids])
        settings = await asyncio.to_thread(settings_apart, alike, specs)
        more = len(found) > limit
        items = [self._current(summary) for summary in found[:limit]]
        cursor = str(items[-1].number) if more else None
        ids = dict.fromkeys(item.group.id for item in items if item.group is not None)
        groups = await self._groups_of(list(ids)) if ids and self._groups_of else []
        return RunPage(
            items=items, next_cursor=cursor, total=total, groups=groups, settings=settings
        )

    def _current(self, summary: RunSummary) -> RunSummary:
        run = self._engine.find(summary.id)
        return self._active_summary(run) if run else summary

    async def document(self, run_key: str) -> tuple[RunDocument, int]:
        """The document and its revision. Of a run that has just ended it waits a moment for what is
        still to be stored, from which modes over time are found.
        """
        run = self._find_active(run_key)
        if run is not None and run.life.ended:
            await self.grouped.settle([run.id])
            run = self._find_active(run_key)
        if run is not None:
            return self._active_document(run), run.record.revision
        async with self._database.read() as connection:
            record = await self._record_in(connection, run_key)
            return await self._stored_document(connection, record), record.revision

    async def events(self, run_key: str, after: int) -> list[RunEvent]:
        run = self._find_active(run_key)
        if run is not None:
            return [event.document() for event in run.events if event.sequence > after]
        async with self._database.read() as connection:
            record = await self._record_in(connection, run_key)
            events = await repository.load_events(connection, record.id, after)
        return [event.document() for event in events]

    async def log(
        self, run_key: str, node: str | None, level: LogLevel | None, limit: int
    ) -> list[LogLine]:
        if self._find_active(run_key) is not None:
            await self._store_states()
        async with self._database.read() as connection:
            record = await self._record_in(connection, run_key)
            lines = await repository.load_lines(connection, record.id, limit, node, level)
        return [line.document() for line in lines]

    async def run_id(self, run_key: str) -> str:
        """The id behind an id or a number; what an active run has brought so far is in the store
        then.
        """
        run = self._find_active(run_key)
        if run is not None:
            await self._store_states()
            return run.id
        return (await self._record(run_key)).id

    def active_view(self, run_id: str) -> ActiveView | None:
        """All of an active run that viewers follow, at one moment; None if it is not active."""
        run = self._engine.find(run_id)
        if run is None:
            return None
        log = [line.document() for line in run.lines]
        return ActiveView(self._active_document(run), log, [*run.frames, *run.entities.values()])

    def active_schemas(self, run_id: str) -> Mapping[int, FrameSchema]:
        run = self._engine.find(run_id)
        return run.gathering.schemas if run else {}

    async def count(self) -> int:
        async with self._database.read() as connection:
            return await repository.count(connection)

    async def estimate(self, spec: RunSpec) -> float | None:
        """Seconds, from earlier runs of the same workload and process model."""
        return (await self.estimates([spec]))[0]

    async def estimates(self, specs: Sequence[RunSpec]) -> list[float | None]:
        await self._store_states()
        async with self._database.read() as connection:
            earlier = {
                kind: await repository.finished(connection, kind, 50)
                for kind in dict.fromkeys(spec.workload.kind for spec in specs)
            }
        return [estimate_seconds(spec, earlier[spec.workload.kind]) for spec in specs]

    def states(self) -> dict[RunState, int]:
        """Active runs by state."""
        counts: dict[RunState, int] = {}
        for run in self._engine.active():
            counts[run.life.state] = counts.get(run.life.state, 0) + 1
        return counts

    # Changing.

    async def cancel(self, run_key: str) -> RunDocument:
        run = self._find_active(run_key)
        if run is not None and await self.grouped.cancel([run.id]):
            return self._active_document(run)
        record = run.record if run else await self._record(run_key)
        raise conflict(
            f"Run {record.number} has ended already ({record.state.value}); only a run that "
            "has not ended can be cancelled."
        )

    async def replace_repeat(self, run_key: str, repeat: int) -> RunDocument:
        """Makes a disturbed repeat again: the run waits for one more, on the same nodes."""
        active = self._find_active(run_key)
        if active is not None:
            await _leave(active, "measure its repeats again")
        record = await self._record(run_key)
        async with self._database.read() as connection:
            run = await revive(connection, self._results, record)
        measured = self._results.measured(
            record.spec.workload.kind, run.stored_repeats(), run.stored_outputs(), record.nodes
        )
        judge_replacement(record, measured.repeats, repeat, self._scenarios.online_facts())
        self._engine.check_room(1, "")
        self._engine.reopen(run, repeat)
        return self._active_document(run)

    async def move(self, run_key: str, order: MoveOrder) -> MoveAccepted:
        """Entities of a run that is on, moved by hand."""
        run = self._find_active(run_key)
        if run is None:
            judge(await self._record(run_key), order)
            raise RuntimeError(f"run {run_key} is running and not active")
        return self._moves.order(run, order)

    async def patch(
        self, run_key: str, patch: RunPatch, if_match: int | None
    ) -> tuple[RunDocument, int]:
        """The changed document and its revision."""
        run = self._find_active(run_key)
        if run is not None:
            await self._store_labels(run, patch, if_match)
            self._announcer.run_changed(run, self._engine.queue_position(run))
            self._announcer.run_updated(run)
            return self._active_document(run), run.record.revision
        async with self._database.write() as connection:
            record = await self._record_in(connection, run_key)
            _same_revision(record, if_match)
            _apply(record, patch)
            await repository.save_labels(connection, record)
            document = await self._stored_document(connection, record)
        self._announcer.stored_run_changed(document)
        return document, record.revision

    async def _store_labels(self, run: ActiveRun, patch: RunPatch, if_match: int | None) -> None:
        """Stores the labels, then changes memory. Other tasks tell viewers what is in memory, so it
        must be stored.
        """
        async with self._database.write() as connection:
            changed = copy.copy(run.record)
            _same_revision(changed, if_match)
            _apply(changed, patch)
            await repository.save_labels(connection, changed)
        _apply(run.record, patch)

    async def delete(self, run_key: str) -> None:
        run = self._find_active(run_key)
        if run is not None:
            await _leave(run, "delete it")
        async with self._database.write() as connection:
            run_id = await repository.find_id(connection, run_key)
            if run_id is None:
                raise _no_run(run_key)
            await repository.remove(connection, run_id)
        await self.tell_list()

    async def delete_expired(self, before_ms: int | None, keep_runs: int | None) -> int:
        """Deletes old runs that have no tag, some at a time, so that no other writer waits long.
        Returns how many.
        """
        deleted = 0
        while True:
            async with self._database.write() as connection:
                found = await repository.expired(connection, before_ms, keep_runs, _DELETED_AT_ONCE)
                # One that has just ended may still have last words to store.
                found = [run_id for run_id in found if self._find_active(run_id) is None]
                for run_id in found:
                    await repository.remove(connection, run_id)
            if not found:
                break
            deleted += len(found)
        if deleted:
            await self.tell_list()
        return deleted

    async def tell_list(self) -> None:
        """No message says that runs are gone: what is left says it."""
        self._announcer.runs_changed(await self.page(RunFilter(), None, SNAPSHOT_RUNS))

    # Inside.

    async def _store_states(self) -> None:
        """What a caller has seen of a run in memory, a query must find in the store as well. A
        store that cannot be written is still read.
        """
        if self._engine.active():
            with suppress(StoreUnavailableError):
                await self._flusher.flush()

    def _find_active(self, run_key: str) -> ActiveRun | None:
        run = self._engine.find(run_key)
        if run is None and run_key.isdecimal():
            number = int(run_key)
            return next((r for r in self._engine.active() if r.record.number == number), None)
        return run

    async def _record(self, run_key: str) -> RunRecord:
        run = self._find_active(run_key)
        if run is not None:
            return run.record
        async with self._database.read() as connection:
            return await self._record_in(connection, run_key)

    async def _record_in(self, connection: AsyncConnection, run_key: str) -> RunRecord:
        record = await repository.find(connection, run_key)
        if record is None:
            raise _no_run(run_key)
        return record

    async def _document_of(self, connection: AsyncConnection, run_id: str) -> RunDocument:
        run = self._engine.find(run_id)
        if run is not None:
            return self._active_document(run)
        return await self._stored_document(connection, await self._record_in(connection, run_id))

    async def _stored_document(self, connection: AsyncConnection, record: RunRecord) -> RunDocument:
        repeats = await self._results.repeats_of(connection, record.id)
        measured = self._results.measured(
            record.spec.workload.kind,
            repeats,
            await self._results.outputs_of(connection, record.id),
            record.nodes,
        )
        events = await repository.load_events(connection, record.id)
        schemas = await self._results.schemas_of(connection, record.id)
        written = await notes.load(connection, record.id)
        in_modes = await self._results.window_modes(
            connection, record.id, record.revision, repeats, record.nodes
        )
        return stored_document(record, measured, events, schemas, written, in_modes)

    def _active_summary(self, run: ActiveRun) -> RunSummary:
        return active_summary(run, self._engine.queue_position(run))

    def _active_document(self, run: ActiveRun) -> RunDocument:
        return active_document(run, self._engine.queue_position(run), self._results)


def _no_run(run_key: str) -> ProblemError:
    return not_found(
        f"There is no run {run_key[:60]!r}.",
        "Give a run's number or id; GET /api/v1/runs lists them.",
    )


async def _leave(run: ActiveRun, what: str) -> None:
    """A run that has just ended may have last words to store and workers that still leave: a moment
    is given to them. `what` is to be done then: `delete it`.
    """
    if not run.life.ended:
        raise conflict(f"Run {run.record.number} has not ended. Cancel it or wait, then {what}.")
    try:
        async with asyncio.timeout(LEAVING_S):
            await run.let_go.wait()
    except TimeoutError:
        raise conflict(
            f"Run {run.record.number} has ended, but workers of it have not left yet. When its "
            f"nodes are free, {what}."
        ) from None


def _apply(record: RunRecord, patch: RunPatch) -> None:
    if patch.name is not None:
        record.name = patch.name
    if patch.note is not None:
        record.note = patch.note
    if patch.tags is not None:
        record.tags = list(dict.fromkeys(patch.tags))
    if patch.archived is not None:
        record.archived = patch.archived
    record.revision += 1


def _same_revision(record: RunRecord, if_match: int | None) -> None:
    if if_match is not None and if_match != record.revision:
        raise ProblemError(
            ProblemCode.CONFLICT,
            f"Run {record.number} has changed since you read it. Read it again, then change it.",
            status=412,
        )


def _same_body(digest: str, key: IdempotencyKey) -> None:
    if digest != key.body_digest:
        raise conflict(
            f"Idempotency key {key.key[:60]!r} was used for another run. Use a new key for a new "
            "run."
        )
