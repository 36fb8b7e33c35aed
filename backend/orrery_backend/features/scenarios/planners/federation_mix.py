"""Plans `federation_mix`."""

from __future__ import annotations

from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.federation_mix import FederationMix, FederationMixPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_data_path,
    refuse_misplaced,
    refuse_service,
)
from orrery_backend.kit.problems import Findings, field_error

#: Channels between federates that are threads or processes grow with the square of their number.
_MOST_APART = 64


class FederationMixPlanner:
    """See `planners.face.Planner`."""

    def plan(self, _spec: RunSpec, wanted: FederationMix, nodes: list[PlannedNode]) -> Assignment:
        found = Findings()
        found.attempt(
            refuse_misplaced, "workload.federates", wanted.federates, wanted.process_model, nodes
        )
        found.attempt(refuse_service, wanted.data, ())
        found.attempt(refuse_data_path, wanted.data, wanted.process_model, nodes)
        if wanted.federates > _MOST_APART and wanted.process_model.value != "pooled":
            found.add(
                field_error(
                    "workload.process_model",
                    wanted.process_model.value,
                    f"{wanted.federates} federates, each with channels to all others.",
                    f"Set it to pooled, or workload.federates to at most {_MOST_APART}.",
                )
            )
        if wanted.groups_of_federate > wanted.groups:
            found.add(
                field_error(
                    "workload.groups_of_federate",
                    wanted.groups_of_federate,
                    f"There are {wanted.groups} groups.",
                    f"Set it to at most {wanted.groups}, or use more groups.",
                )
            )
        if wanted.least_bytes > wanted.most_bytes:
            found.add(
                field_error(
                    "workload.least_bytes",
                    wanted.least_bytes,
                    f"The largest message has {wanted.most_bytes} B.",
                    f"Set it to at most {wanted.most_bytes}.",
                )
            )
        found.raise_if_any()
        plan = as_plan(FederationMixPlan, wanted)
        return Assignment(plan, in_words(wanted.federates, wanted.process_model, nodes), ())

    def work(self, spec: RunSpec, wanted: FederationMix) -> Work:
        like = (wanted.process_model.value, str(wanted.objects), str(wanted.federates))
        return Work(like, spec.repeats * (wanted.measured_s + wanted.warmup_s))
