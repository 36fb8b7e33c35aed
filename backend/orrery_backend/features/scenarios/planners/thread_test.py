"""Plans `thread_test`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.thread_test import ThreadTest, ThreadTestPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import refuse_cpus, the_one_node


class ThreadTestPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        test = spec.workload
        assert isinstance(test, ThreadTest)
        refuse_cpus(test.num_cpus, the_one_node(spec, nodes))
        plan = ThreadTestPlan(
            num_cpus=test.num_cpus,
            num_threads=test.num_threads,
            slices=test.slices,
            slice_us=test.slice_us,
        )
        return Assignment(plan, (f"{test.num_threads} threads on {test.num_cpus} CPUs",), ())

    def work(self, spec: RunSpec) -> Work:
        test = spec.workload
        assert isinstance(test, ThreadTest)
        whole = test.num_threads * test.slices * test.slice_us
        parallel = min(test.num_cpus, test.num_threads)
        return Work((), spec.repeats * whole * (1 + 1 / parallel))
