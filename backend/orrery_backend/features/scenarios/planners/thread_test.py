"""Plans `thread_test`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.thread_test import ThreadTest, ThreadTestPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import refuse_cpus, the_one_node


class ThreadTestPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: ThreadTest, nodes: list[PlannedNode]) -> Assignment:
        refuse_cpus(wanted.num_cpus, the_one_node(spec, nodes))
        plan = ThreadTestPlan(
            num_cpus=wanted.num_cpus,
            num_threads=wanted.num_threads,
            slices=wanted.slices,
            slice_us=wanted.slice_us,
        )
        return Assignment(plan, (f"{wanted.num_threads} threads on {wanted.num_cpus} CPUs",), ())

    def work(self, spec: RunSpec, wanted: ThreadTest) -> Work:
        whole = wanted.num_threads * wanted.slices * wanted.slice_us
        parallel = min(wanted.num_cpus, wanted.num_threads)
        return Work((), spec.repeats * whole * (1 + 1 / parallel))
