"""What dies mid-run: a worker, one of its entities, an agent, the backend. Nothing is lost or
left behind."""

from __future__ import annotations

import os
import signal

import pytest
from orrery_contracts.api import NodeState, RunState
from orrery_contracts.worker import Phase
from orrery_testing.console import Console
from orrery_testing.process_tree import command_name, is_alive
from orrery_testing.waiting import eventually

pytestmark = pytest.mark.integration

LONG = ("workload.steps=100000000", "workload.oracle=never")

#: A run of a few seconds: long enough for something to happen in it.
STEPS = 3_000
SECONDS = (
    "workload.process_model=pooled",
    "workload.oracle=auto",
    "workload.update_cost_us=200",
    f"workload.steps={STEPS}",
)


def launch_long(console: Console, *settings: str) -> str:
    """A run that is being measured, and will be for ever."""
    run = console.launch("smoke", *LONG, *settings)
    console.wait_for_measurement(run)
    return run


def workers_end(console: Console, *agents: str) -> None:
    """No worker is left below these agents."""
    eventually(
        lambda: not any(console.workers(name) for name in agents),
        "the workers have ended",
        explain=console.explain,
    )


def nodes_free(console: Console) -> None:
    eventually(
        lambda: all(node.current_run is None for node in console.nodes()), "the nodes are free"
    )


@pytest.mark.parametrize("model", ["process", "thread", "pooled"])
@pytest.mark.parametrize("victim", ["a", "b"])
def test_a_killed_worker_fails_the_run_with_a_full_account(
    console: Console, model: str, victim: str
) -> None:
    console.start("a", "b")
    run = launch_long(
        console, f"workload.process_model={model}", "placement=named", "placement.names=a,b"
    )
    os.kill(console.workers(victim)[0], signal.SIGKILL)
    document = console.wait_for_state(run, RunState.FAILED)
    failure = document.summary.failure
    assert failure is not None
    assert failure.node == victim
    assert failure.phase is Phase.RUNNING
    assert "9" in failure.message or "KILL" in failure.message
    assert failure.remedy
    assert failure.process
    workers_end(console, "a", "b")
    nodes_free(console)
    console.done("smoke")


def test_a_killed_entity_fails_the_run_by_its_name(console: Console) -> None:
    console.start("a", "b")
    run = launch_long(console, "placement=named", "placement.names=a,b")
    entities = {command_name(pid): pid for pid in console.workers("b")[1:]}
    name, pid = next((n, p) for n, p in entities.items() if "ent" in n)
    os.kill(pid, signal.SIGKILL)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "b"
    assert failure.process.startswith("entity "), f"{failure} for {name}"
    workers_end(console, "a", "b")
    nodes_free(console)
    console.done("smoke")


def test_a_worker_that_stops_answering_is_given_up(console: Console) -> None:
    console.start("a", "b")
    run = launch_long(
        console,
        "workload.process_model=pooled",
        "placement=named",
        "placement.names=a,b",
        "transports.nodes=tcp",
        "transports.peer_timeout_ms=1000",
        "limits.run_timeout_s=5",
    )
    frozen = console.workers("b")[0]
    os.kill(frozen, signal.SIGSTOP)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.remedy
    workers_end(console, "a", "b")
    assert not is_alive(frozen)
    nodes_free(console)


def test_a_killed_agent_fails_the_run_and_leaves_no_worker(console: Console) -> None:
    console.start("a", "b")
    run = launch_long(console, "placement=named", "placement.names=a,b")
    orphans = console.workers("b")
    assert orphans
    console.agents["b"].kill()
    console.wait_for_nodes(["b"], NodeState.OFFLINE)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "b"
    assert failure.remedy
    eventually(lambda: not any(map(is_alive, orphans)), "the orphans have ended")
    workers_end(console, "a")
    console.agents["b"].start()
    console.wait_for_nodes(["a", "b"])
    nodes_free(console)
    console.done("smoke")


def test_an_agent_told_to_end_leaves_no_worker(console: Console) -> None:
    console.start("a", "b")
    run = launch_long(console, "placement=named", "placement.names=a,b")
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
    workers_end(console, "a", "b")
    console.start_backend()
    document = console.wait_for_state(run, RunState.DONE)
    assert document.summary.checks_hold
    assert document.repeats[0].state_checksum


def test_queued_runs_survive_the_backend(console: Console) -> None:
    console.start("a", "b")
    first = launch_long(console)
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
