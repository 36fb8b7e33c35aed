"""Plans `rti_latency`."""

from __future__ import annotations

from orrery_contracts.rti_latency import RtiLatency, RtiLatencyPlan
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_data_path,
    refuse_too_large,
)
from orrery_backend.kit.problems import field_error, invalid


class RtiLatencyPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        wanted = spec.workload
        assert isinstance(wanted, RtiLatency)
        federates = 2
        if len(nodes) > federates:
            raise invalid(
                field_error(
                    "placement.count",
                    len(nodes),
                    f"Round trips are between two federates; {len(nodes)} nodes are asked for.",
                    "Set placement.count to 1 or 2.",
                )
            )
        refuse_too_large(wanted.attributes, wanted.attribute_bytes)
        refuse_data_path(wanted.data, wanted.process_model, nodes)
        plan = as_plan(RtiLatencyPlan, wanted)
        return Assignment(plan, in_words(federates, wanted.process_model, nodes), ())

    def work(self, spec: RunSpec) -> Work:
        wanted = spec.workload
        assert isinstance(wanted, RtiLatency)
        trips = wanted.round_trips + wanted.warmup_round_trips
        like = (wanted.process_model.value, wanted.tick.value, wanted.rate_hz)
        return Work(tuple(str(each) for each in like), float(spec.repeats * trips))
