"""Plans `hold`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.hold import Hold, HoldPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import (
    refuse_past_memory,
    the_one_node,
)

#: An event with its payload, held twice while a structure sorts or grows.
_EVENT_BYTES = 2 * 64


class HoldPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: Hold, nodes: list[PlannedNode]) -> Assignment:
        node = the_one_node(spec, nodes)
        refuse_past_memory("workload.population", wanted.population, _EVENT_BYTES, node, "events")
        plan = HoldPlan(population=wanted.population, operations=wanted.operations)
        return Assignment(plan, (f"{wanted.population:,} events in each structure",), ())

    def work(self, spec: RunSpec, wanted: Hold) -> Work:
        return Work((), float(spec.repeats * (wanted.operations + 2 * wanted.population)))
