"""Plans `rti_integrated` and `rti_stress`."""

from __future__ import annotations

from orrery_contracts.data_path import OF_NEWEST_VALUES
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.rti_integrated import RtiIntegrated, RtiIntegratedPlan
from orrery_contracts.workloads.rti_stress import RtiStress, RtiStressPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_data_path,
    refuse_misplaced,
    refuse_missing_loads,
    refuse_service,
    refuse_too_large,
)
from orrery_backend.kit.problems import Findings, field_error


class FederateStreamsPlanner:
    """See `planners.face.Planner`. `plan_type` is the plan of the workload."""

    def __init__(self, plan_type: type[RtiIntegratedPlan] | type[RtiStressPlan]) -> None:
        self._plan_type = plan_type

    def plan(
        self, _spec: RunSpec, wanted: RtiIntegrated | RtiStress, nodes: list[PlannedNode]
    ) -> Assignment:
        found = Findings()
        found.attempt(
            refuse_misplaced, "workload.federates", wanted.federates, wanted.process_model, nodes
        )
        found.attempt(refuse_too_large, wanted.attributes, wanted.attribute_bytes)
        found.attempt(refuse_missing_loads, wanted.loads, wanted.federates)
        found.attempt(refuse_service, wanted.data, OF_NEWEST_VALUES, wanted)
        found.attempt(refuse_data_path, wanted.data, wanted.process_model, nodes)
        if wanted.senders > wanted.federates:
            found.add(
                field_error(
                    "workload.senders",
                    wanted.senders,
                    f"There are {wanted.federates} federates.",
                    f"Set it to at most {wanted.federates}, or use more federates.",
                )
            )
        found.raise_if_any()
        plan = as_plan(self._plan_type, wanted)
        apart = wanted.senders == 1
        words = in_words(wanted.federates, wanted.process_model, nodes, first_apart=apart)
        return Assignment(plan, words, ())

    def work(self, spec: RunSpec, wanted: RtiIntegrated | RtiStress) -> Work:
        sent = (wanted.updates + wanted.warmup_updates) * wanted.senders
        like = (wanted.process_model.value, str(wanted.rate_hz))
        return Work(like, float(spec.repeats * sent * (wanted.federates - 1)))
