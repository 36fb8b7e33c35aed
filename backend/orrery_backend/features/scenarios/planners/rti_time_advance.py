"""Plans `rti_time_advance`."""

from __future__ import annotations

from orrery_contracts.federation import Rti
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.rti_time_advance import RtiTimeAdvance, RtiTimeAdvancePlan
from orrery_contracts.workloads.universe_steps import ProcessModel

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_misplaced,
)
from orrery_backend.features.scenarios.planners.rti_peers import refuse_peer
from orrery_backend.kit.problems import Findings, field_error, invalid


def _refuse_delay(wanted: RtiTimeAdvance, nodes: list[PlannedNode]) -> None:
    """Refuses a link delay where no link has it."""
    if wanted.link_delay_ms == 0:
        return
    alone = len(nodes) == 1 and wanted.process_model is ProcessModel.POOLED
    if wanted.rti is Rti.ORRERY and not alone:
        return
    message, remedy = (
        ("All federates are in one thread: no message crosses a link.", "use several nodes")
        if alone
        else ("HELICS has its own links.", "set workload.rti to orrery")
    )
    raise invalid(
        field_error(
            "workload.link_delay_ms", wanted.link_delay_ms, message, f"Set it to 0, or {remedy}."
        )
    )


def _refuse_bound(wanted: RtiTimeAdvance) -> None:
    """Refuses a choice about the LBTS computation where the RTI computes it in its own way."""
    if wanted.rti is Rti.ORRERY:
        return
    found = Findings()
    for name in ("reduction", "fan_out", "in_flight"):
        value = getattr(wanted, name)
        usual = RtiTimeAdvance.model_fields[name].default
        if value != usual:
            found.add(
                field_error(
                    f"workload.{name}",
                    value,
                    "HELICS computes its own time bound.",
                    f"Set it to {usual}, or set workload.rti to orrery.",
                )
            )
    found.raise_if_any()


class RtiTimeAdvancePlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: RtiTimeAdvance, nodes: list[PlannedNode]) -> Assignment:
        federates = wanted.federates
        model = wanted.process_model
        found = Findings()
        with found:
            refuse_peer(wanted.rti, spec, model, federates, nodes, len(nodes))
            refuse_misplaced("workload.federates", federates, model, nodes)
        found.attempt(_refuse_delay, wanted, nodes)
        found.attempt(_refuse_bound, wanted)
        found.raise_if_any()
        plan = as_plan(RtiTimeAdvancePlan, wanted)
        return Assignment(plan, in_words(federates, model, nodes), ())

    def work(self, spec: RunSpec, wanted: RtiTimeAdvance) -> Work:
        advances = wanted.advances + wanted.warmup_advances
        return Work(
            (wanted.rti.value, wanted.process_model.value, str(wanted.federates)),
            float(spec.repeats * advances),
        )
