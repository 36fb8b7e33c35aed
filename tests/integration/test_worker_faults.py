"""Workers that die or stop during a run: the failure is complete, no process is left behind."""

from __future__ import annotations

import os
import signal

import pytest
from orrery_contracts.api import RunState
from orrery_contracts.worker import Phase
from orrery_testing.console import Console
from orrery_testing.process_tree import command_name, is_alive

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("model", ["process", "thread", "pooled"])
@pytest.mark.parametrize("victim", ["a", "b"])
def test_a_killed_worker_fails_the_run_with_a_full_account(
    two_nodes: Console, model: str, victim: str
) -> None:
    run = two_nodes.launch_long(
        f"workload.process_model={model}", "placement=named", "placement.names=a,b"
    )
    os.kill(two_nodes.workers(victim)[0], signal.SIGKILL)
    document = two_nodes.wait_for_state(run, RunState.FAILED)
    failure = document.summary.failure
    assert failure is not None
    assert failure.node == victim
    assert failure.phase is Phase.RUNNING
    assert "9" in failure.message or "KILL" in failure.message
    assert failure.remedy
    assert failure.process
    two_nodes.wait_for_workers_to_end("a", "b")
    two_nodes.wait_for_free_nodes()
    two_nodes.done("smoke")


def test_a_killed_entity_fails_the_run_by_its_name(two_nodes: Console) -> None:
    run = two_nodes.launch_long("placement=named", "placement.names=a,b")
    entities = {command_name(pid): pid for pid in two_nodes.workers("b")[1:]}
    name, pid = next((n, p) for n, p in entities.items() if "ent" in n)
    os.kill(pid, signal.SIGKILL)
    failure = two_nodes.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "b"
    assert failure.process.startswith("entity "), f"{failure} for {name}"
    two_nodes.wait_for_workers_to_end("a", "b")
    two_nodes.wait_for_free_nodes()
    two_nodes.done("smoke")


def test_a_worker_that_stops_answering_is_given_up(two_nodes: Console) -> None:
    run = two_nodes.launch_long(
        "workload.process_model=pooled",
        "placement=named",
        "placement.names=a,b",
        "transports.nodes=tcp",
        "transports.peer_timeout_ms=1000",
        "limits.run_timeout_s=5",
    )
    frozen = two_nodes.workers("b")[0]
    os.kill(frozen, signal.SIGSTOP)
    failure = two_nodes.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.remedy
    two_nodes.wait_for_workers_to_end("a", "b")
    assert not is_alive(frozen)
    two_nodes.wait_for_free_nodes()
