"""Runs that add repeats until their result is precise enough."""

from __future__ import annotations

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch, read
from backend_testing.console import RunningConsole
from orrery_contracts.api import RunDocument, RunState

_ONE_NODE = {"preset": "universe-one-node"}
#: Within 1 % of each other, but for those that are far off.
_CALM = {repeat: 1000.0 + 3.0 * ((7 * repeat) % 5 - 2) for repeat in range(100)}


async def _run(console: RunningConsole, *settings: str) -> RunDocument:
    made = await launch(console, {**_ONE_NODE, "set": [*settings]})
    return await ended(console, made.summary.id)


def _events(run: RunDocument, name: str) -> list[str]:
    return [event.text for event in run.events if event.name == name]


async def test_a_calm_run_ends_with_the_least_that_settles(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.step_times = _CALM
    run = await _run(console, "repeats=1", "settling.within_percent=2")
    assert run.summary.state is RunState.DONE
    assert (run.summary.repeats, len(run.repeats), run.spec.repeats) == (10, 10, 1)
    assert run.precision is not None
    assert run.precision.settled
    assert run.precision.more_repeats == 0
    assert _events(run, "settled") == [run.precision.sentence]
    stored = await read(console, run.summary.id)
    assert (stored.summary.repeats, stored.precision) == (10, run.precision)


async def test_a_noisy_run_adds_repeats_up_to_its_limit_and_says_how_many_are_missing(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.step_times = {r: 1000.0 + 45.0 * ((11 * r) % 9 - 4) for r in range(100)}
    settings = ("repeats=2", "settling.within_percent=1", "settling.most_repeats=13")
    run = await _run(console, *settings)
    assert run.summary.state is RunState.DONE
    assert (run.summary.repeats, len(run.repeats)) == (13, 13)
    assert run.precision is not None
    assert not run.precision.settled
    assert run.precision.more_repeats is not None
    assert run.precision.more_repeats > 13
    assert f"about {run.precision.more_repeats:,} more" in run.precision.sentence
    assert _events(run, "not_settled") == [f"{run.precision.sentence} 13 repeats are the limit."]
    assert len(_events(run, "repeats_added")) >= 2


async def test_repeats_in_two_modes_never_settle(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.step_times = {r: (600.0 if r % 2 else 50_000.0) + r for r in range(100)}
    run = await _run(console, "settling.within_percent=2", "settling.most_repeats=10")
    assert run.precision is not None
    assert (run.summary.repeats, run.precision.settled) == (10, False)
    assert run.precision.more_repeats is None
    assert "two modes" in run.precision.sentence


async def test_the_cells_of_a_sweep_settle_each_by_itself(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.step_times = _CALM
    sweep = {
        "name": "Managers",
        "base": {**_ONE_NODE, "set": ["settling.within_percent=2", "settling.most_repeats=11"]},
        "axes": [{"kind": "list", "path": "workload.managers", "values": ["0", "1"]}],
    }
    answer = await console.client.post("/sweeps", json=sweep)
    assert answer.status_code == 201, answer.text
    cells = [cell["run"] for cell in answer.json()["cells"]]
    runs = [await ended(console, cell["id"]) for cell in cells]
    assert [run.summary.repeats for run in runs] == [10, 10]
    group = (await console.client.get(f"/groups/{answer.json()['summary']['id']}")).json()
    assert not [doubt for doubt in group["conclusion"]["doubts"] if "settled" in doubt]


@pytest.mark.parametrize(
    ("setting", "field"),
    [
        ("settling.within_percent=-1", "settling.within_percent"),
        ("settling.most_repeats=9", "settling.most_repeats"),
    ],
)
async def test_limits_are_checked(
    console: RunningConsole, agents: list[ScriptedAgent], setting: str, field: str
) -> None:
    answer = await console.client.post("/runs", json={**_ONE_NODE, "set": [setting]})
    assert answer.status_code == 422
    assert field in answer.text
