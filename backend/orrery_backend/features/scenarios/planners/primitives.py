"""Plans `primitives`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.primitives import Primitives, PrimitivesPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.single_node import the_one_node


class PrimitivesPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: Primitives, nodes: list[PlannedNode]) -> Assignment:
        the_one_node(spec, nodes)
        plan = PrimitivesPlan(batches=wanted.batches, batch_ms=wanted.batch_ms)
        return Assignment(plan, (f"{wanted.batches} batches of each primitive",), ())

    def work(self, spec: RunSpec, wanted: Primitives) -> Work:
        return Work((), spec.repeats * (wanted.batches + 1) * wanted.batch_ms)
