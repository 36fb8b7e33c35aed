"""Agents and backends that die during a run: nothing is lost, no process is left behind."""

from __future__ import annotations

import pytest
from orrery_contracts.api import NodeState, RunState
from orrery_testing.console import Console
from orrery_testing.process_tree import is_alive
from orrery_testing.waiting import eventually

pytestmark = pytest.mark.integration

#: A run of a few seconds, in which a test can cause a fault.
STEPS = 3_000
SECONDS = (
    "workload.process_model=pooled",
    "workload.oracle=auto",
    "workload.update_cost_us=200",
    f"workload.steps={STEPS}",
)


def test_a_killed_agent_fails_the_run_and_leaves_no_worker(console: Console) -> None:
    console.start("a", "b")
    run = console.launch_long("placement=named", "placement.names=a,b")
    orphans = console.workers("b")
    assert orphans
    console.agents["b"].kill()
    console.wait_for_nodes(["b"], NodeState.OFFLINE)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "b"
    assert failure.remedy
    eventually(lambda: not any(map(is_alive, orphans)), "the orphans have ended")
    console.wait_for_workers_to_end("a")
    console.agents["b"].start()
    console.wait_for_nodes(["a", "b"])
    console.wait_for_free_nodes()
    console.done("smoke")


def test_an_agent_told_to_end_leaves_no_worker(console: Console) -> None:
    console.start("a", "b")
    run = console.launch_long("placement=named", "placement.names=a,b")
    workers = console.workers("a")
    assert console.agents["a"].stop() == 0
    assert not any(map(is_alive, workers))
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "a"


@pytest.mark.parametrize("way", ["killed", "stopped"])
def test_the_backend_may_go_and_the_run_completes(console: Console, way: str) -> None:
    console.start("a", "b")
    run = console.launch("smoke", *SECONDS)
    console.wait_for_measurement(run)
    if way == "killed":
        console.backend.kill()
    else:
        assert console.backend.stop() == 0
    assert all(console.workers(name) for name in ("a", "b"))
    console.start_backend()
    document = console.wait_for_state(run, RunState.DONE)
    assert document.summary.checks_hold
    assert len(document.repeats[0].nodes) == 2
    for series in console.client.series(run, frame="window", max_points=10_000).items:
        steps = next(column.values for column in series.columns if column.name == "steps")
        assert sum(value for value in steps if value is not None) == STEPS


def test_a_result_that_came_while_the_backend_was_away_is_there(console: Console) -> None:
    console.start("a", "b")
    run = console.launch("smoke", *SECONDS)
    console.wait_for_measurement(run)
    console.backend.kill()
    console.wait_for_workers_to_end("a", "b")
    console.start_backend()
    document = console.wait_for_state(run, RunState.DONE)
    assert document.summary.checks_hold
    assert document.repeats[0].state_checksum


def test_queued_runs_survive_the_backend(console: Console) -> None:
    console.start("a", "b")
    first = console.launch_long()
    second = console.launch()
    console.backend.kill()
    console.start_backend()
    console.wait_for_nodes(["a", "b"])
    console.client.cancel_run(first)
    console.wait_for_state(first, RunState.CANCELLED)
    console.wait_for_state(second, RunState.DONE)


def test_a_backend_that_does_not_come_back_leaves_agents_that_wait(console: Console) -> None:
    console.start("a")
    console.backend.kill()
    assert console.agents["a"].runs()
    assert console.agents["a"].stop() == 0


def test_the_nodes_stay_in_the_fleet(console: Console) -> None:
    console.start("a", "b")
    colours = {node.name: node.colour for node in console.nodes()}
    assert len(set(colours.values())) == 2
    console.agents["b"].kill()
    console.wait_for_nodes(["b"], NodeState.OFFLINE)
    console.backend.kill()
    console.start_backend()
    console.wait_for_nodes(["a"])
    assert {node.name: node.colour for node in console.nodes()} == colours
    assert {node.name: node.state for node in console.nodes()} == {
        "a": NodeState.ONLINE,
        "b": NodeState.OFFLINE,
    }
