"""Plans of `networked_systems`: systems over nodes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload, work_of
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.networked_systems import NetworkedSystems, NetworkedSystemsPlan


def node(rating: float = 400.0, memory: int = 4_000_000_000) -> PlannedNode:
    return PlannedNode("lyra", rating, memory, 2)


@given(
    systems=st.integers(2, 64),
    ratings=st.lists(st.floats(0, 1000), min_size=1, max_size=8),
)
def test_every_system_is_on_a_node_and_every_node_has_one(
    systems: int, ratings: list[float]
) -> None:
    nodes = [node(rating) for rating in ratings]
    spec = RunSpec(workload=NetworkedSystems(systems=systems))
    if systems < len(nodes):
        with pytest.raises(ProblemError) as caught:
            plan_workload(spec, nodes)
        assert caught.value.errors[0].field == "workload.systems"
        return
    plan = plan_workload(spec, nodes).workload
    assert isinstance(plan, NetworkedSystemsPlan)
    assert sum(plan.systems_by_node) == systems
    assert len(plan.systems_by_node) == len(nodes)
    assert min(plan.systems_by_node) >= 1


def test_the_faster_node_has_more() -> None:
    assignment = plan_workload(
        RunSpec(workload=NetworkedSystems(systems=8)), [node(600.0), node(200.0)]
    )
    assert assignment.assigned == ("6 systems", "2 systems")


def test_what_does_not_fit_is_refused() -> None:
    spec = RunSpec(
        workload=NetworkedSystems(systems=64, users=10_000, link_latency_ms=2000, step_ms=1)
    )
    with pytest.raises(ProblemError) as caught:
        plan_workload(spec, [node()])
    error = caught.value.errors[0]
    assert error.field == "workload.users"
    assert "fit" in error.remedy


def test_work_grows_with_looks() -> None:
    def work(**changed: int) -> float:
        workload = NetworkedSystems.model_validate({"kind": "networked_systems", **changed})
        return work_of(RunSpec(workload=workload)).size

    assert work(users=112) == 2 * work(users=56)
    assert work(systems=14) == 2 * work(systems=7)
