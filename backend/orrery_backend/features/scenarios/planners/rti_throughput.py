"""Plans `rti_throughput`."""

from __future__ import annotations

from orrery_contracts.rti_throughput import RtiThroughput, RtiThroughputPlan
from orrery_contracts.spec import RunSpec

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_data_path,
    refuse_misplaced,
    refuse_missing_loads,
    refuse_too_large,
)


class RtiThroughputPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        wanted = spec.workload
        assert isinstance(wanted, RtiThroughput)
        federates = 1 + wanted.receivers
        refuse_misplaced("workload.receivers", federates, wanted.process_model, nodes)
        refuse_too_large(wanted.attributes, wanted.attribute_bytes)
        refuse_missing_loads(wanted.loads, federates)
        refuse_data_path(wanted.data, wanted.process_model, nodes)
        plan = as_plan(RtiThroughputPlan, wanted)
        return Assignment(plan, in_words(federates, wanted.process_model, nodes), ())

    def work(self, spec: RunSpec) -> Work:
        wanted = spec.workload
        assert isinstance(wanted, RtiThroughput)
        cycles = wanted.cycles + wanted.warmup_cycles
        sent = cycles * wanted.updates_per_cycle * wanted.receivers
        return Work((wanted.process_model.value,), float(spec.repeats * sent))
