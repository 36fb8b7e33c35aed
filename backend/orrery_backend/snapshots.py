"""What topics show at the moment, from the features that own it (`features.live.service.Snapshots`)."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_backend.features.fleet.service import FleetService
from orrery_backend.features.runs.service import RunFilter, RunService
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.stream import FleetSnapshot, RunsSnapshot, RunSnapshot

_RUNS = 100
_LINES = 300


class ConsoleSnapshots:
    """Made for every viewer that begins to follow a topic."""

    def __init__(self, fleet: FleetService, runs: RunService) -> None:
        self._fleet = fleet
        self._runs = runs

    def fleet(self) -> FleetSnapshot:
        return FleetSnapshot(fleet=self._fleet.document())

    async def runs(self) -> RunsSnapshot:
        return RunsSnapshot(runs=await self._runs.page(RunFilter(), None, _RUNS))

    async def run(self, run_id: str) -> tuple[RunSnapshot, Sequence[bytes]] | None:
        try:
            log = await self._runs.log(run_id, None, None, _LINES)
            document, _ = await self._runs.document(run_id)
        except ProblemError:
            return None
        return RunSnapshot(run=document, log=log), self._runs.recent_frames(run_id)
