"""Entities that are processes or threads and migrate by what a resource manager reads.

Source: uss-prototype-evaluation, sections 6.5.4 and 6.5.5.3.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from orrery_contracts.api import RunDocument, RunState
from orrery_contracts.worker import Phase
from orrery_testing.console import Console
from orrery_testing.waiting import eventually

pytestmark = pytest.mark.integration

#: Cheap steps in which entities move; every node has any load above the least one.
BUSY = (
    "placement=named",
    "placement.names=a,b",
    "workload.policy=balance",
    "workload.update_cost_us=50",
    "workload.construct_cost_us=50",
    "workload.settle_steps=1",
    "workload.burst_every_steps=50",
    "workload.entities=12",
)


def metrics(document: RunDocument) -> dict[str, float]:
    return {one.name: one.median for one in document.metrics}


@pytest.mark.parametrize("model", ["process", "thread"])
def test_a_resource_manager_moves_entities_and_tells_its_cost(
    two_nodes: Console, model: str
) -> None:
    where = f"workload.process_model={model}"
    document = two_nodes.done("uss-resource-manager", *BUSY, where)
    repeat = document.repeats[0]
    # `done` includes the checks: each entity was updated once in every step, and the state equals
    # the oracle's, which moves none.
    assert {check.name for check in repeat.checks} >= {"exactly_once", "state_checksum"}
    assert len(repeat.migrations) == metrics(document)["migrations"] > 0
    cost = metrics(document)
    assert cost["resource_manager.basic"] > 0
    assert cost["resource_manager.per_process"] > 0
    assert cost["resource_manager.cpu"] > 0
    counted = {one.kind: int(one.counted) for one in repeat.messages}
    steps = 250
    assert counted["usage_request"] == counted["usage_report"] == 2 * steps
    assert counted["decision_request"] == counted["decision"] == steps - 1
    # The same system as objects, without any migration, ends in the same state.
    stayed = two_nodes.done(
        "uss-migration", *BUSY, "workload.policy=none", "workload.resource_manager=inside"
    )
    assert "resource_manager.basic" not in metrics(stayed)
    assert stayed.repeats[0].state_checksum == repeat.state_checksum


def test_a_killed_resource_manager_ends_the_run_by_its_name(two_nodes: Console) -> None:
    run = two_nodes.launch(
        "uss-resource-manager", *BUSY, "workload.steps=10000000", "workload.oracle=never"
    )
    eventually(
        lambda: [e for e in two_nodes.client.run(run).events if e.name == "migration"],
        "an entity has migrated",
        explain=two_nodes.explain,
    )
    # The kernel cuts names of processes to 15 bytes.
    named = {Path(f"/proc/{pid}/comm").read_text().strip(): pid for pid in two_nodes.workers("b")}
    victim = named["resource manager"[:15]]
    os.kill(victim, signal.SIGKILL)
    document = two_nodes.wait_for_state(run, RunState.FAILED)
    failure = document.summary.failure
    assert failure is not None
    assert failure.node == "b"
    assert failure.process == "resource manager"
    assert failure.phase is Phase.RUNNING
    assert f"its process {victim} was killed by signal 9" in failure.message
    assert failure.remedy
    two_nodes.wait_for_workers_to_end("a", "b")
    two_nodes.wait_for_free_nodes()
    two_nodes.done("smoke")
