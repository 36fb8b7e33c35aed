"""Plans `rti_time_advance`."""

from __future__ import annotations

from orrery_contracts.rti_time_advance import RtiTimeAdvance, RtiTimeAdvancePlan
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_misplaced,
)


class RtiTimeAdvancePlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        wanted = spec.workload
        assert isinstance(wanted, RtiTimeAdvance)
        federates = wanted.federates
        refuse_misplaced("workload.federates", federates, wanted.process_model, nodes)
        plan = as_plan(RtiTimeAdvancePlan, wanted)
        return Assignment(plan, in_words(federates, wanted.process_model, nodes), ())

    def work(self, spec: RunSpec) -> Work:
        wanted = spec.workload
        assert isinstance(wanted, RtiTimeAdvance)
        advances = wanted.advances + wanted.warmup_advances
        return Work(
            (wanted.process_model.value, str(wanted.federates)), float(spec.repeats * advances)
        )
