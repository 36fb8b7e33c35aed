"""Conditions, CPU pinning: each thread and process that computes keeps one CPU."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from orrery_testing.console import LONG, Console

pytestmark = pytest.mark.integration

CPUS = sorted(os.sched_getaffinity(0))
POOL = (
    *LONG,
    "workload.entities=20",
    "workload.update_cost_us=20",
    "workload.process_model=pooled",
)
ENTITY = (*LONG, "workload.entities=1", "workload.managers=0")
LATENCY = ("workload.kind=rti_latency", "workload.round_trips=50000000")
PHOLD = ("workload.kind=phold", "workload.events=2000000000", "workload.oracle=never")

#: Settings of a run without an end, its nodes, and the number of its parties on each node.
RUNS = {
    "pool": (POOL, 1, len(CPUS)),
    "pools of two nodes": (POOL, 2, max(1, len(CPUS) // 2)),
    "entity as a thread": ((*ENTITY, "workload.process_model=thread"), 1, 2),
    "entity as a process": ((*ENTITY, "workload.process_model=process"), 1, 2),
    "federates as threads": ((*LATENCY, "workload.process_model=thread"), 1, 2),
    "federates as processes": ((*LATENCY, "workload.process_model=process"), 1, 2),
    "federates on two nodes": ((*LATENCY, "workload.process_model=pooled"), 2, 1),
    "several event lists": ((*PHOLD, "workload.engine=multi_fel", "workload.workers=2"), 1, 2),
    "a central event list": ((*PHOLD, "workload.engine=central_fel", "workload.workers=1"), 1, 2),
    "events on two nodes": ((*PHOLD, "workload.engine=distributed", "workload.workers=1"), 2, 1),
}
#: Compact pinning puts these entities and their manager on one CPU.
TOGETHER_IF_COMPACT = {"entity as a thread", "entity as a process"}


def kept_cpus(console: Console) -> list[int]:
    """The CPUs that threads of workers keep: one for each thread that may use no other."""
    kept: list[int] = []
    for agent in console.agents:
        for pid in console.workers(agent):
            for task in Path(f"/proc/{pid}/task").iterdir():
                allowed = os.sched_getaffinity(int(task.name))
                if len(allowed) == 1:
                    kept += allowed
    return sorted(kept)


@pytest.fixture
def console(two_nodes: Console) -> Console:
    """One console for all tests of this file: no test harms its parts."""
    return two_nodes


@pytest.mark.skipif(len(CPUS) < 2, reason="two parties need two CPUs")
@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("pinning", ["spread", "compact"])
def test_each_party_keeps_one_cpu(console: Console, run: str, pinning: str) -> None:
    settings, nodes, parties = RUNS[run]
    started = console.launch(
        "smoke", *settings, f"placement.count={nodes}", f"conditions.pinning={pinning}"
    )
    try:
        console.wait_for_measurement(started)
        kept = kept_cpus(console)
    finally:
        console.client.cancel_run(started)
        console.wait_for_end(started)
    assert len(kept) == parties * nodes
    together = pinning == "compact" and run in TOGETHER_IF_COMPACT
    assert len(set(kept)) == (1 if together else min(len(kept), len(CPUS))), kept


def test_without_pinning_each_party_may_use_all_cpus(console: Console) -> None:
    started = console.launch("smoke", *POOL, "conditions.pinning=none")
    try:
        console.wait_for_measurement(started)
        kept = kept_cpus(console)
    finally:
        console.client.cancel_run(started)
        console.wait_for_end(started)
    assert kept == []
