"""Plans `fel_test`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.fel_test import FelTest, FelTestPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import refuse_cpus, the_one_node


class FelTestPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: FelTest, nodes: list[PlannedNode]) -> Assignment:
        refuse_cpus(wanted.num_cpus, the_one_node(spec, nodes))
        plan = FelTestPlan(
            num_cpus=wanted.num_cpus,
            num_srcs=wanted.num_srcs,
            src_events=wanted.src_events,
            src_var=wanted.src_var,
            e_dly=wanted.e_dly,
            f_dly=wanted.f_dly,
            waiting=wanted.waiting,
        )
        words = f"{2 * wanted.num_srcs} entities and a list on {wanted.num_cpus} CPUs"
        return Assignment(plan, (words,), ())

    def work(self, spec: RunSpec, wanted: FelTest) -> Work:
        # The sequential run and the threaded one; an event costs some microseconds beside.
        of_an_event = wanted.e_dly + wanted.f_dly + 10
        events = 2 * wanted.num_srcs * wanted.src_events
        return Work((), spec.repeats * events * of_an_event * (1 + 1 / wanted.num_cpus))
