"""What topics show at the moment, from the features that own it
(`features.live.service.Snapshots`).
"""

from __future__ import annotations

from collections.abc import Mapping

from orrery_contracts.stream import FleetSnapshot, GroupSnapshot, RunSnapshot, RunsSnapshot
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.features.fleet.service import FleetService
from orrery_backend.features.groups.service import GroupService
from orrery_backend.features.live.service import TopicSnapshot
from orrery_backend.features.runs.service import SNAPSHOT_RUNS, RunFilter, RunService
from orrery_backend.kit.problems import ProblemError

_LINES = 300


class ConsoleSnapshots:
    """Made for every viewer that begins to follow a topic."""

    def __init__(self, fleet: FleetService, runs: RunService, groups: GroupService) -> None:
        self._fleet = fleet
        self._runs = runs
        self._groups = groups

    def fleet(self) -> TopicSnapshot:
        return TopicSnapshot(FleetSnapshot(fleet=self._fleet.document()), current=True)

    async def runs(self) -> TopicSnapshot:
        return TopicSnapshot(
            RunsSnapshot(runs=await self._runs.page(RunFilter(), None, SNAPSHOT_RUNS))
        )

    async def run(self, run_id: str) -> TopicSnapshot | None:
        active = self._runs.active_view(run_id)
        if active is not None:
            snapshot = RunSnapshot(run=active.document, log=active.log[-_LINES:])
            return TopicSnapshot(snapshot, active.frames, current=True)
        try:
            document, _ = await self._runs.document(run_id)
            log = await self._runs.log(run_id, None, None, _LINES)
        except ProblemError:
            return None
        return TopicSnapshot(RunSnapshot(run=document, log=log))

    async def group(self, group_id: str) -> TopicSnapshot | None:
        try:
            return TopicSnapshot(GroupSnapshot(group=await self._groups.document(group_id)))
        except ProblemError:
            return None

    def schemas(self, run_id: str) -> Mapping[int, FrameSchema]:
        return self._runs.active_schemas(run_id)
