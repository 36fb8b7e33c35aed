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
from orrery_backend.features.scenarios.planners.rti_peers import refuse_peer


class RtiTimeAdvancePlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        wanted = spec.workload
        assert isinstance(wanted, RtiTimeAdvance)
        federates = wanted.federates
        model = wanted.process_model
        refuse_peer(wanted.rti, spec, model, federates, nodes)
        refuse_misplaced("workload.federates", federates, model, nodes)
        plan = as_plan(RtiTimeAdvancePlan, wanted)
        return Assignment(plan, in_words(federates, model, nodes), ())

    def work(self, spec: RunSpec) -> Work:
        wanted = spec.workload
        assert isinstance(wanted, RtiTimeAdvance)
        advances = wanted.advances + wanted.warmup_advances
        return Work(
            (wanted.rti.value, wanted.process_model.value, str(wanted.federates)),
            float(spec.repeats * advances),
        )
