"""Runs that measure message times pin and poll where nodes have the CPUs, and say where not."""

from __future__ import annotations

import pytest
from backend_testing.facts import node_facts
from orrery_backend.features.scenarios.placement import Candidate
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload
from orrery_backend.features.scenarios.waiting import conditions_for, waiting_of
from orrery_contracts.conditions import (
    Conditions,
    Pinning,
    PinningChoice,
    RunConditions,
    SchedulingClass,
    WaitStrategy,
)
from orrery_contracts.federation import Coordinator, Rti
from orrery_contracts.presets import load_presets
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.messaging import Messaging
from orrery_contracts.workloads.registry import Workload
from orrery_contracts.workloads.rti_latency import RtiLatency, TickVersion
from orrery_contracts.workloads.rti_throughput import RtiThroughput
from orrery_contracts.workloads.universe_steps import ProcessModel, UniverseSteps

POLLING = Conditions(wait=WaitStrategy.SPIN, pinning=Pinning.SPREAD)
OPEN = RunConditions()


def _node(name: str, machine: str, cpus: int, limit: float | None = None) -> Candidate:
    changes = {"cores": cpus, "cpu_limit": float(cpus) if limit is None else limit}
    return name, node_facts(machine=machine).model_copy(update=changes)


def _decide(
    workload: Workload, nodes: list[Candidate], conditions: RunConditions = OPEN
) -> tuple[list[Conditions], list[str]]:
    spec = RunSpec(workload=workload, conditions=conditions)
    planned = [PlannedNode(name, 400.0, 1 << 32, facts.cores, ("helics",)) for name, facts in nodes]
    endpoints = plan_workload(spec, planned).endpoints
    said = waiting_of(conditions, nodes, endpoints)
    return (
        [conditions_for(conditions, each) for each in said],
        [each.sentence if each else "" for each in said],
    )


@pytest.mark.parametrize("workload", [RtiLatency(), Messaging()])
def test_endpoints_poll_on_cpus_of_their_own_where_there_are_enough(workload: Workload) -> None:
    assert _decide(workload, [_node("lyra", "m", 2)]) == (
        [POLLING],
        ["Each endpoint polls on a CPU of its own."],
    )


@pytest.mark.parametrize("workload", [RtiLatency(), Messaging()])
def test_a_node_with_too_few_cpus_says_so(workload: Workload) -> None:
    conditions, said = _decide(workload, [_node("lyra", "m", 4, limit=1.5)])
    assert conditions == [Conditions()]
    (sentence,) = said
    assert sentence == (
        "lyra has 1.5 CPUs for 2 endpoints, so they do not poll: times include waking,"
        " some 20 to 50 µs."
    )


def test_nodes_of_one_machine_share_its_cpus_and_others_do_not() -> None:
    one = [_node("lyra", "m", 1), _node("vega", "m", 1)]
    conditions, said = _decide(RtiLatency(), one)
    assert conditions == [Conditions(), Conditions()]
    assert said[0] == said[1]
    assert said[0].startswith("lyra and vega share 1 CPU for 2 endpoints")
    apart = [_node("lyra", "m", 1), _node("vega", "k", 1)]
    assert _decide(RtiLatency(), apart)[0] == [POLLING, POLLING]


def test_each_machine_is_decided_by_its_own_cpus() -> None:
    nodes = [_node("lyra", "m", 2), _node("vega", "k", 1), _node("mira", "k", 1)]
    conditions, said = _decide(RtiLatency(coordinator=Coordinator.APART), nodes)
    assert conditions == [POLLING, Conditions(), Conditions()]
    assert said[0].startswith("Each endpoint polls")
    assert said[1].startswith("vega and mira share 1 CPU")


def test_cpus_that_the_workload_may_use_count() -> None:
    conditions, said = _decide(RtiLatency(cpus=1), [_node("lyra", "m", 8)])
    assert conditions == [Conditions()]
    assert said[0].startswith("lyra has 1 CPU for 2 endpoints")


@pytest.mark.parametrize("pinning", [PinningChoice.NONE, PinningChoice.COMPACT])
def test_a_pinning_that_the_spec_names_is_obeyed(pinning: PinningChoice) -> None:
    wanted = RunConditions(pinning=pinning)
    conditions, said = _decide(RtiLatency(), [_node("lyra", "m", 8)], wanted)
    assert conditions == [Conditions(pinning=Pinning(pinning.value))]
    assert said == [""]


def test_a_waiting_strategy_and_scheduling_that_the_spec_names_are_obeyed() -> None:
    wanted = RunConditions(
        wait=WaitStrategy.YIELD, scheduling_class=SchedulingClass.FIFO, priority=3
    )
    conditions, said = _decide(RtiLatency(), [_node("lyra", "m", 8)], wanted)
    assert conditions == [
        Conditions(
            wait=WaitStrategy.YIELD,
            scheduling_class=SchedulingClass.FIFO,
            priority=3,
            pinning=Pinning.SPREAD,
        )
    ]
    assert said == ["Each endpoint waits by yield on a CPU of its own."]


@pytest.mark.parametrize(
    "workload",
    [
        UniverseSteps(),
        RtiThroughput(),
        RtiLatency(process_model=ProcessModel.POOLED),
        RtiLatency(tick=TickVersion.SLEEP),
        RtiLatency(rti=Rti.HELICS),
    ],
)
def test_other_runs_are_as_they_were(workload: Workload) -> None:
    assert _decide(workload, [_node("lyra", "m", 8)]) == ([Conditions()], [""])


def test_presets_of_message_times_leave_the_pinning_open() -> None:
    left_open = {
        preset.name
        for preset in load_presets()
        if preset.spec.conditions.pinning is PinningChoice.AUTO
    }
    assert left_open == {
        "messaging",
        "messaging-two-nodes",
        "rti-latency",
        "rti-latency-best-effort",
        "rti-latency-two-nodes",
        "rti-latency-wan",
    }
