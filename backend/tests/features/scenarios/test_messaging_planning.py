"""Plans of `messaging`: one node or two, by every transport."""

from __future__ import annotations

import pytest
from orrery_backend.features.scenarios.placement import decide_local
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload, work_of
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.conditions import LocalTransport, Transports
from orrery_contracts.spec import FastestNodes, RunSpec
from orrery_contracts.workloads.messaging import EndsModel, Messaging, MessagingPlan

NODE = PlannedNode("lyra", 400.0, 4_000_000_000, 2)


def test_the_master_sends_and_the_other_node_receives() -> None:
    spec = RunSpec(workload=Messaging(message_bytes=20_480, exchanges=7, streamed=0))
    alone = plan_workload(spec, [NODE])
    plan = alone.workload
    assert isinstance(plan, MessagingPlan)
    assert (plan.message_bytes, plan.exchanges, plan.streamed) == (20_480, 7, 0)
    assert alone.assigned == ("sender and receiver",)
    assert plan_workload(spec, [NODE, NODE]).assigned == ("the sender", "the receiver")


def test_the_process_model_decides_what_reaches_the_receiver() -> None:
    assert decide_local(RunSpec(workload=Messaging())) is LocalTransport.SHM
    threads = RunSpec(workload=Messaging(process_model=EndsModel.THREAD))
    assert decide_local(threads) is LocalTransport.THREAD
    rings = RunSpec(workload=Messaging(), transports=Transports(local=LocalTransport.THREAD))
    with pytest.raises(ProblemError) as refused:
        decide_local(rings)
    assert "process model thread" in str(refused.value.errors)


def test_a_third_node_is_refused() -> None:
    spec = RunSpec(workload=Messaging(), placement=FastestNodes(count=3))
    with pytest.raises(ProblemError) as refused:
        plan_workload(spec, [NODE, NODE, NODE])
    assert "one node or two" in str(refused.value.errors)


def test_larger_runs_are_more_work() -> None:
    small = RunSpec(workload=Messaging())
    large = RunSpec(workload=Messaging(message_bytes=1_048_576))
    assert work_of(large).size > work_of(small).size
    assert work_of(large).like == work_of(small).like
