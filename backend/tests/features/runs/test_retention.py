"""Old runs are deleted by the limits that the console was started with."""

from __future__ import annotations

from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, in_state, launch, nodes_are_free
from backend_testing.console import RunningConsole, running_console
from orrery_backend.features.runs.retention import Retention
from orrery_contracts.api import RunState

pytestmark = pytest.mark.both_stores

_DAY_MS = 24 * 3600 * 1000


class _LaterClock:
    """The time in some days."""

    def __init__(self, console: RunningConsole, days: float) -> None:
        self._clock = console.console.clock
        self._ms = int(days * _DAY_MS)

    def now_ms(self) -> int:
        return self._clock.now_ms() + self._ms

    def now_ns(self) -> int:
        return self.now_ms() * 1_000_000

    def monotonic(self) -> float:
        return self._clock.monotonic()


async def _numbers(console: RunningConsole) -> list[int]:
    items = (await console.client.get("/runs")).json()["items"]
    return sorted(item["number"] for item in items)


async def _apply(
    console: RunningConsole, days: float, keep_days: int | None, keep_runs: int | None
) -> int:
    clock = _LaterClock(console, days)
    return await Retention(console.console.runs, clock, keep_days, keep_runs).apply()


async def test_old_runs_without_a_tag_are_deleted(tmp_path: Path) -> None:
    async with running_console(tmp_path) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        for _ in range(4):
            await ended(console, (await launch(console)).summary.id)
            await nodes_are_free(console)
        tagged = await console.client.patch("/runs/1", json={"tags": ["paper"]})
        assert tagged.status_code == 200
        agents[0].hold_after_begin = agents[1].hold_after_begin = True
        going_on = (await launch(console)).summary.id
        await in_state(console, going_on, RunState.RUNNING)

        assert await _apply(console, 100, None, None) == 0
        assert await _apply(console, 6.9, 7, None) == 0
        assert await _apply(console, 100, None, 3) == 0
        assert await _numbers(console) == [1, 2, 3, 4, 5]
        assert await _apply(console, 0, None, 2) == 1
        assert await _numbers(console) == [1, 3, 4, 5]
        assert await _apply(console, 7.1, 7, 100) == 2
        assert await _numbers(console) == [1, 5]
        assert (await console.client.get("/runs/3")).status_code == 404

        for agent in agents:
            agent.let_end.set()
        await ended(console, going_on)
        for agent in agents:
            await agent.stop()


async def test_health_says_what_is_kept(console: RunningConsole) -> None:
    health = (await console.client.get("/health")).json()
    assert (health["keep_days"], health["keep_runs"]) == (None, None)
