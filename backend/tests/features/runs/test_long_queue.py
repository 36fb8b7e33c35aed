"""The queue has a bound, and says so; what waits in it makes no noise."""

from __future__ import annotations

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch, read
from backend_testing.console import RunningConsole
from orrery_backend.features.runs.effects import engine
from orrery_contracts.api import RunState

pytestmark = pytest.mark.both_stores

AXIS = {"kind": "range", "path": "seed", "min": 1, "max": 4, "step": 1}
SWEEP = {"name": "s", "base": TWO_NODES, "axes": [AXIS]}


async def test_the_queue_is_bounded(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MOST_WAITING", 5)
    agents[0].hold_after_begin = agents[1].hold_after_begin = True
    first = await launch(console)
    await in_state(console, first.summary.id, RunState.RUNNING)
    assert (await console.client.post("/sweeps", json=SWEEP)).status_code == 201
    refused = await console.client.post("/sweeps", json=SWEEP)
    assert refused.status_code == 409
    (error,) = refused.json()["errors"]
    assert (error["field"], error["value"]) == ("axes", "4")
    assert "4 of 5" in error["message"]
    assert "cancel" in error["remedy"]
    fifth = await launch(console)
    refused = await console.client.post("/runs", json=TWO_NODES)
    assert (refused.status_code, refused.json()["errors"][0]["value"]) == (409, "1")
    retried = await console.client.post(f"/runs/{fifth.summary.id}/retry")
    assert retried.status_code == 409
    total = (await console.client.get("/runs")).json()["total"]
    assert total == 6
    assert (await console.client.post(f"/runs/{fifth.summary.id}/cancel")).status_code == 200
    await launch(console)
    for agent in agents:
        agent.let_end.set()


async def test_a_run_is_told_once_what_it_waits_for(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    runs = [(await launch(console)).summary.id for _ in range(6)]
    for run in runs:
        await ended(console, run)
    for run in runs:
        names = [event.name for event in (await read(console, run)).events]
        assert names.count("waiting") <= 1
