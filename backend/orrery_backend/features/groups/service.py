"""Sweeps and suites as the interface offers them: check, make, list, read, cancel, retry, delete.

What is shown of a group follows its runs: `serve` tells viewers, a few times a second at most, and
judges a suite's shape checks when all its runs have ended.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from orrery_contracts.api import RunState
from orrery_contracts.errors import ProblemCode
from orrery_contracts.group import GroupKind, GroupPatch, GroupRef, GroupSummary
from orrery_contracts.group_results import GroupDocument, GroupPage, SpeedUps
from orrery_contracts.spec import RunSpec
from orrery_contracts.suite import RunSuite, Suite, SuiteList
from orrery_contracts.suites import UnknownSuite, find_suite, load_suites, paths_of
from orrery_contracts.sweep import Sweep, SweepCheck
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.groups import repository
from orrery_backend.features.groups.axes import (
    axes_of,
    in_sentence,
    named,
    unit_words,
    value_words,
    values_of,
)
from orrery_backend.features.groups.checking import check_planned
from orrery_backend.features.groups.documents import SeenCell, group_document, see, shapes_of
from orrery_backend.features.groups.facts import holds, read
from orrery_backend.features.groups.following import Following
from orrery_backend.features.groups.planning import (
    PlannedRun,
    interleaved,
    plan_suite,
    plan_sweep,
    title_of_part,
    variant_of,
)
from orrery_backend.features.groups.record import Asked, GroupRecord
from orrery_backend.features.groups.repository import GroupFilter
from orrery_backend.features.groups.shapes import verdict
from orrery_backend.features.groups.speed_ups import SpeedUpQuery, speed_ups
from orrery_backend.features.groups.summaries import newest, summarise
from orrery_backend.features.live.service import LiveService
from orrery_backend.features.runs.service import (
    IdempotencyKey,
    MemberChanged,
    MemberLabels,
    MemberState,
    NewMember,
    RunService,
    UnreadableRunError,
)
from orrery_backend.features.scenarios.service import ScenarioService
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database
from orrery_backend.kit.events import EventBus
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.problems import ProblemError, conflict, field_error, invalid, not_found

__all__ = [
    "GroupFilter",
    "GroupService",
    "SeenCell",
    "SpeedUpQuery",
    "axes_of",
    "holds",
    "in_sentence",
    "named",
    "read",
    "unit_words",
    "value_words",
    "values_of",
]

_ENDED = (RunState.DONE, RunState.FAILED, RunState.CANCELLED)
_SEEN_KEPT = 4_000


class GroupService:
    """The store has what was asked for; the runs say how it went."""

    def __init__(
        self,
        database: Database,
        scenarios: ScenarioService,
        runs: RunService,
        live: LiveService,
        clock: Clock,
        bus: EventBus,
    ) -> None:
        self._database = database
        self._scenarios = scenarios
        self._runs = runs
        self._clock = clock
        self._suites = load_suites()
        self._seen: OrderedDict[str, SeenCell] = OrderedDict()
        self._following = Following(live, self)
        bus.subscribe(MemberChanged, self._member_changed)
        runs.show_groups(self.summaries)

    async def load(self) -> None:
        """Suites whose runs ended when the console did are judged now."""
        async with self._database.read() as connection:
            for group_id in await repository.unjudged_suites(connection):
                self._following.look_at(group_id)

    async def serve(self) -> None:
        """Until cancelled."""
        await self._following.serve()

    def _member_changed(self, event: MemberChanged) -> None:
        summary, document = event.summary, event.document
        if summary.group is not None:
            if document is not None:
                self._seen.pop(summary.id, None)
            self._following.look_at(summary.group.id, summary.id if document else None)

    # What there is to run.

    def suites(self) -> SuiteList:
        return SuiteList(items=self._suites)

    def suite(self, name: str) -> Suite:
        try:
            return find_suite(name, self._suites)
        except UnknownSuite as error:
            raise invalid(
                field_error("suite", name, str(error), error.remedy), code=ProblemCode.NOT_FOUND
            ) from error

    # Making.

    async def check_sweep(self, sweep: Sweep) -> SweepCheck:
        """Nothing is stored. Raises `ProblemError` as a launch would."""
        planned = await plan_sweep(self._scenarios, sweep)
        return await check_planned(self._runs, planned, [axis.path for axis in sweep.axes])

    async def check_suite(self, name: str, asked: RunSuite) -> SweepCheck:
        suite = self.suite(name)
        planned = await plan_suite(self._scenarios, suite, asked)
        items = {run.item for run in planned}
        paths = [path for item in suite.items if item.name in items for path in paths_of(item)]
        return await check_planned(self._runs, planned, paths)

    async def create_sweep(self, sweep: Sweep, key: IdempotencyKey | None) -> GroupDocument:
        known = await self._made_before(key)
        if known is not None:
            return known
        planned = await plan_sweep(self._scenarios, sweep)
        now = self._clock.now_ms()
        record = GroupRecord(
            id=new_ulid(now),
            number=0,
            kind=GroupKind.SWEEP,
            title=sweep.name,
            created_ms=now,
            interleaved=sweep.interleaved,
            asked=Asked(sweep=sweep),
        )
        return await self._make(record, planned, key)

    async def run_suite(
        self, name: str, asked: RunSuite, key: IdempotencyKey | None
    ) -> GroupDocument:
        known = await self._made_before(key)
        if known is not None:
            return known
        suite = self.suite(name)
        planned = await plan_suite(self._scenarios, suite, asked)
        now = self._clock.now_ms()
        record = GroupRecord(
            id=new_ulid(now),
            number=0,
            kind=GroupKind.SUITE,
            title=title_of_part(suite, asked),
            created_ms=now,
            interleaved=interleaved(suite),
            asked=Asked(suite=suite, run_suite=asked),
            name=suite.name,
            version=suite.version,
            variant=variant_of(suite, asked, self._scenarios.online()).name,
        )
        return await self._make(record, planned, key)

    async def _made_before(self, key: IdempotencyKey | None) -> GroupDocument | None:
        if key is None:
            return None
        async with self._database.read() as connection:
            known = await repository.find_key(connection, key.key)
        if known is None:
            return None
        if known[1] != key.body_digest:
            raise conflict(
                f"The idempotency key {key.key!r} was used for another sweep or suite. Use a new "
                "key for a new request."
            )
        return await self.document(known[0])

    async def _make(
        self, record: GroupRecord, planned: Sequence[PlannedRun], key: IdempotencyKey | None
    ) -> GroupDocument:
        async with self._database.write() as connection:
            record.number = await repository.take_number(connection)
            await repository.add(
                connection,
                record,
                key.key if key else None,
                key.body_digest if key else None,
            )
            members = [
                NewMember(run.spec, run.preset, record.ref(run.item, run.cell, run.label))
                for run in planned
            ]
            made = await self._runs.grouped.add(connection, members, interleaved=record.interleaved)
        self._runs.grouped.enqueue(made)
        return await self.document(record.id)

    # Reading.

    async def page(self, wanted: GroupFilter, before: int | None, limit: int) -> GroupPage:
        async with self._database.read() as connection:
            found = await repository.page(connection, wanted, before, limit + 1)
            total = await repository.total(connection, wanted)
        more = len(found) > limit
        items = await self._summaries_of(found[:limit])
        cursor = str(items[-1].number) if more else None
        return GroupPage(items=items, next_cursor=cursor, total=total)

    async def summaries(self, group_ids: Sequence[str]) -> list[GroupSummary]:
        """In the order given; a group that is gone is left out."""
        async with self._database.read() as connection:
            found = {r.id: r for r in await repository.find_all(connection, group_ids)}
        return await self._summaries_of([found[g] for g in group_ids if g in found])

    async def _summaries_of(self, records: Sequence[GroupRecord]) -> list[GroupSummary]:
        by_group: dict[str, list[MemberState]] = {record.id: [] for record in records}
        for state in await self._runs.grouped.states(list(by_group)):
            by_group[state.group_id].append(state)
        now = self._clock.now_ms()
        return [summarise(record, by_group[record.id], now) for record in records]

    async def document(self, group_key: str) -> GroupDocument:
        """By id or number."""
        record = await self.record(group_key)
        states = await self._runs.grouped.states([record.id])
        if all(state.state in _ENDED for state in states):
            await self._runs.grouped.settle([state.run_id for state in states])
        cells = await self.cells(record, states)
        summary = summarise(record, states, self._clock.now_ms())
        return await asyncio.to_thread(group_document, record, summary, cells)

    async def cells(self, record: GroupRecord, states: Sequence[MemberState]) -> list[SeenCell]:
        """The newest run of each cell, in order."""
        wanted = [state.run_id for state in newest(states)]
        unknown = [run_id for run_id in wanted if run_id not in self._seen]
        members = await self._runs.grouped.members(unknown)
        fresh = {m.summary.id: await asyncio.to_thread(see, m, record) for m in members}
        for run_id, cell in fresh.items():
            if cell.summary.state in _ENDED and cell.is_stored:
                self._seen[run_id] = cell
        while len(self._seen) > _SEEN_KEPT:
            self._seen.popitem(last=False)
        found = [fresh.get(run_id) or self._seen.get(run_id) for run_id in wanted]
        return [cell for cell in found if cell is not None]

    async def speed_ups(self, group_key: str, query: SpeedUpQuery) -> SpeedUps:
        """Raises `ProblemError` for a parameter or a metric that the group does not have."""
        record = await self.record(group_key)
        return speed_ups(query, await self.cells(record, await self.states(record.id)))

    async def states(self, group_id: str) -> list[MemberState]:
        return await self._runs.grouped.states([group_id])

    async def record(self, group_key: str) -> GroupRecord:
        """Raises `ProblemError` if there is no such group."""
        async with self._database.read() as connection:
            return await self._record_in(connection, group_key)

    async def _record_in(self, connection: AsyncConnection, group_key: str) -> GroupRecord:
        found = await repository.find(connection, group_key)
        if found is None:
            raise not_found(
                f"There is no sweep or suite {group_key[:60]!r}.",
                "Give its number or id; GET /api/v1/groups lists them.",
            )
        return found

    # Changing.

    async def cancel(self, group_key: str) -> GroupDocument:
        record = await self.record(group_key)
        states = await self.states(record.id)
        if not await self._runs.grouped.cancel([state.run_id for state in states]):
            raise conflict(
                f"All runs of {record.title} have ended already; only what has not ended can be "
                "cancelled."
            )
        return await self.document(record.id)

    async def retry(self, group_key: str) -> GroupDocument:
        """Cells whose newest run failed or was cancelled are run anew."""
        record = await self.record(group_key)
        failed = [
            state.run_id
            for state in newest(await self.states(record.id))
            if state.state in (RunState.FAILED, RunState.CANCELLED)
        ]
        if not failed:
            raise conflict(
                f"No run of {record.title} has failed or was cancelled; there is nothing to retry."
            )
        members = await self._runs.grouped.members(failed)
        for member in members:
            self._scenarios.place(member.spec)
        again = [
            NewMember(_tagged(member.spec, record.tags), member.preset, member.ref)
            for member in members
        ]
        async with self._database.write() as connection:
            await repository.save_shapes(connection, record.id, None)
            made = await self._runs.grouped.add(connection, again, interleaved=record.interleaved)
        self._runs.grouped.enqueue(made)
        return await self.document(record.id)

    async def patch(
        self, group_key: str, patch: GroupPatch, if_match: int | None
    ) -> tuple[GroupDocument, int]:
        """The changed document and its revision. Raises `ProblemError`, with status 412 if the
        group has another revision than `if_match`.
        """
        if patch.name is not None and not patch.name.strip():
            raise invalid(field_error("name", patch.name, "The name is blank.", "Write a name."))
        async with self._database.write() as connection:
            record = await self._record_in(connection, group_key)
            if if_match is not None and if_match != record.revision:
                raise ProblemError(
                    ProblemCode.CONFLICT,
                    f"{record.kind.value.capitalize()} {record.number} has changed since you read "
                    "it. Read it again, then change it.",
                    status=412,
                )
            before = record.tags
            _apply(record, patch)
            await repository.save_labels(connection, record)
            change = MemberLabels(
                title=record.title,
                added=[tag for tag in record.tags if tag not in before],
                dropped=[tag for tag in before if tag not in record.tags],
                archived=patch.archived,
            )
            changed = await self._runs.grouped.relabel(connection, record.id, change)
        self._runs.grouped.relabelled(changed)
        for run_id in changed:
            self._seen.pop(run_id, None)
        self._following.labels_changed(record.id)
        await self._runs.tell_list()
        return await self.document(record.id), record.revision

    async def delete(self, group_key: str) -> None:
        """With all its runs."""
        record = await self.record(group_key)
        ids = [state.run_id for state in await self.states(record.id)]
        if not self._runs.grouped.all_let_go(ids):
            raise conflict(
                f"Runs of {record.title} have not ended, or workers of them have not left yet. "
                "Cancel it first, then delete it."
            )
        async with self._database.write() as connection:
            await self._runs.grouped.remove(connection, ids)
            await repository.remove(connection, record.id)
        for run_id in ids:
            self._seen.pop(run_id, None)
        await self._runs.tell_list()

    # From console to console.

    async def copy_out(
        self, source: AsyncConnection, target: AsyncConnection, group_id: str
    ) -> None:
        """What was asked for, to a file of runs."""
        await repository.add(target, await self._record_in(source, group_id), None, None)

    async def examine(self, source: AsyncConnection, ref: GroupRef) -> None:
        """Raises `UnreadableRunError` unless the group of a run in a store that others have written
        can be read.
        """
        try:
            found = await repository.find(source, ref.id)
            if found is None or found.id != ref.id:
                raise UnreadableRunError(f"Its sweep or suite {ref.id} is not in the file.")
            summarise(found, [], found.created_ms)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise UnreadableRunError(
                f"Its sweep or suite cannot be read: {first['msg']}."
            ) from error

    async def take_in(
        self, source: AsyncConnection, target: AsyncConnection, group_id: str
    ) -> GroupRecord:
        """A group that has been examined, as it is here; it gets a new number if it was not."""
        known = await repository.find(target, group_id)
        if known is not None:
            return known
        found = await self._record_in(source, group_id)
        number = await repository.take_number(target)
        taken = replace(found, number=number, shapes_hold=None)
        await repository.add(target, taken, None, None)
        return taken

    def imported(self, group_ids: Iterable[str]) -> None:
        """Runs of these groups have been taken in."""
        for group_id in group_ids:
            self._following.look_at(group_id)

    async def settle(self, record: GroupRecord, states: Sequence[MemberState]) -> bool:
        """Judges a suite whose runs have all ended, once. Whether all have ended."""
        runs = newest(states)
        if not all(run.state in _ENDED for run in runs):
            return False
        if record.kind is GroupKind.SUITE:
            holds = verdict(shapes_of(record, await self.cells(record, states)))
            if holds is not record.shapes_hold:
                record.shapes_hold = holds
                async with self._database.write() as connection:
                    await repository.save_shapes(connection, record.id, holds)
        return True


def _apply(record: GroupRecord, patch: GroupPatch) -> None:
    if patch.name is not None:
        record.title = patch.name
    if patch.note is not None:
        record.note = patch.note
    if patch.tags is not None:
        record.tags = list(dict.fromkeys(patch.tags))
    record.revision += 1


def _tagged(spec: RunSpec, tags: Sequence[str]) -> RunSpec:
    return spec.model_copy(update={"tags": list(dict.fromkeys([*spec.tags, *tags]))})
