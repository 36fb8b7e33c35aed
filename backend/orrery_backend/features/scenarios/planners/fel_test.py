"""Plans `fel_test`."""

from __future__ import annotations

from orrery_contracts.fel_test import FelTest, FelTestPlan
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import refuse_cpus, the_one_node


class FelTestPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        test = spec.workload
        assert isinstance(test, FelTest)
        refuse_cpus(test.num_cpus, the_one_node(spec, nodes))
        plan = FelTestPlan(
            num_cpus=test.num_cpus,
            num_srcs=test.num_srcs,
            src_events=test.src_events,
            src_var=test.src_var,
            e_dly=test.e_dly,
            f_dly=test.f_dly,
            waiting=test.waiting,
        )
        words = f"{2 * test.num_srcs} entities and a list on {test.num_cpus} CPUs"
        return Assignment(plan, (words,), ())

    def work(self, spec: RunSpec) -> Work:
        test = spec.workload
        assert isinstance(test, FelTest)
        # The sequential run and the threaded one; an event costs some microseconds beside.
        of_an_event = test.e_dly + test.f_dly + 10
        events = 2 * test.num_srcs * test.src_events
        return Work((), spec.repeats * events * of_an_event * (1 + 1 / test.num_cpus))
