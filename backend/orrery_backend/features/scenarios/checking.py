"""What a spec would do if it were launched now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from orrery_contracts.api import NewRun, SpecCheck
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.service import ScenarioService

Estimate = Callable[[RunSpec], Awaitable[float | None]]
"""Seconds that such a run takes, from earlier runs; None without any."""


class CheckService:
    """The estimate comes from whoever knows earlier runs."""

    def __init__(self, scenarios: ScenarioService, estimate: Estimate) -> None:
        self._scenarios = scenarios
        self._estimate = estimate

    async def check(self, asked: NewRun) -> SpecCheck:
        """Raises `ProblemError` as a launch would."""
        placed = await self._scenarios.accept(asked)
        return SpecCheck(
            spec=placed.spec,
            nodes=[name for name, _ in placed.nodes],
            assigned=list(placed.assignment.assigned),
            expected_messages_per_step=list(placed.assignment.messages_per_step),
            estimate_s=await self._estimate(placed.spec),
            waiting=placed.waiting,
        )
