"""Plans of `process_activity`: what each launch makes, on one node alone."""

from __future__ import annotations

import pytest
from orrery_backend.features.scenarios.placement import decide_local
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload, work_of
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.conditions import LocalTransport
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.process_activity import ProcessActivity, ProcessActivityPlan
from orrery_contracts.workloads.universe_steps import ProcessModel

NODE = PlannedNode("lyra", 400.0, 4_000_000_000, 2)


def test_the_node_is_told_what_each_launch_makes() -> None:
    workload = ProcessActivity(
        entities=3, managers=2, launches=5, process_model=ProcessModel.THREAD
    )
    spec = RunSpec(workload=workload)
    assignment = plan_workload(spec, [NODE])
    plan = assignment.workload
    assert isinstance(plan, ProcessActivityPlan)
    assert (plan.entities, plan.managers, plan.launches) == (3, 2, 5)
    assert plan.process_model is ProcessModel.THREAD
    assert assignment.assigned == ("5 launches of 3 entities, 2 managers",)
    larger = RunSpec(workload=workload.model_copy(update={"launches": 50}))
    assert work_of(larger).size == 10 * work_of(spec).size


def test_processes_are_reached_through_shared_memory() -> None:
    spec = RunSpec(workload=ProcessActivity())
    assert decide_local(spec) is LocalTransport.SHM
    threads = RunSpec(workload=ProcessActivity(process_model=ProcessModel.THREAD))
    assert decide_local(threads) is LocalTransport.THREAD


def test_a_second_node_is_refused() -> None:
    with pytest.raises(ProblemError):
        plan_workload(RunSpec(workload=ProcessActivity()), [NODE, NODE])
