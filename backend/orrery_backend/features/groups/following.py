"""Tells viewers of groups what happens to their runs, a few times a second at most."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

import structlog
from orrery_contracts.group import GroupSummary
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.stream import CellChanged, GroupChanged, GroupUpdated

from orrery_backend.features.groups.axes import axes_of
from orrery_backend.features.groups.documents import SeenCell, group_cell
from orrery_backend.features.groups.record import GroupRecord
from orrery_backend.features.live.service import RUNS, LiveService, group_topic
from orrery_backend.features.runs.service import MemberState
from orrery_backend.kit.problems import ProblemError

_EVERY_S = 0.25
_log = structlog.get_logger()


class Groups(Protocol):
    """What is asked of the service."""

    async def record(self, group_key: str) -> GroupRecord: ...

    async def states(self, group_id: str) -> list[MemberState]: ...

    async def cells(self, record: GroupRecord, states: Sequence[MemberState]) -> list[SeenCell]: ...

    async def settle(self, record: GroupRecord, states: Sequence[MemberState]) -> bool: ...

    async def summaries(self, group_ids: Sequence[str]) -> list[GroupSummary]: ...

    async def document(self, group_key: str) -> GroupDocument: ...


class Following:
    """Lives in the event loop. Many changes of one moment are one look at a group."""

    def __init__(self, live: LiveService, groups: Groups) -> None:
        self._live = live
        self._groups = groups
        self._due: dict[str, set[str]] = {}
        """Runs that have measured something, by group."""
        self._awake = asyncio.Event()
        self._ended: set[str] = set()
        """Groups whose end has been told."""

    def look_at(self, group_id: str, measured: str | None = None) -> None:
        """A run of the group has changed; `measured` names it if it has measured something."""
        due = self._due.setdefault(group_id, set())
        if measured is not None:
            due.add(measured)
        self._awake.set()

    def labels_changed(self, group_id: str) -> None:
        """Name, note or tags have changed; viewers get the whole group if it has ended."""
        self._ended.discard(group_id)
        self.look_at(group_id)

    async def serve(self) -> None:
        """Until cancelled."""
        while True:
            await self._awake.wait()
            self._awake.clear()
            due, self._due = self._due, {}
            for group_id, measured in due.items():
                try:
                    await self._look(group_id, measured)
                except ProblemError:
                    _log.debug("a group is gone", group=group_id)
                except Exception:  # noqa: BLE001 - one group must not silence the others
                    _log.exception("a group could not be followed", group=group_id)
            await asyncio.sleep(_EVERY_S)

    async def _look(self, group_id: str, measured: set[str]) -> None:
        record = await self._groups.record(group_id)
        states = await self._groups.states(group_id)
        ended = await self._groups.settle(record, states)
        topic = group_topic(group_id)
        if not ended:
            self._ended.discard(group_id)
        if ended and group_id not in self._ended:
            # The whole first: who waits for the end has it all then.
            self._ended.add(group_id)
            self._live.publish(topic, GroupUpdated(group=await self._groups.document(group_id)))
        elif measured:
            await self._tell_cells(record, states, measured)
        for summary in await self._groups.summaries([group_id]):
            self._live.publish(RUNS, GroupChanged(group=summary))
            self._live.publish(topic, GroupChanged(group=summary))

    async def _tell_cells(
        self, record: GroupRecord, states: Sequence[MemberState], measured: set[str]
    ) -> None:
        changed = [state for state in states if state.run_id in measured]
        for cell in await self._groups.cells(record, changed):
            axes = axes_of(record.paths(), [cell.facts.spec])
            told = CellChanged(group=record.id, cell=group_cell(cell, axes))
            self._live.publish(group_topic(record.id), told)
