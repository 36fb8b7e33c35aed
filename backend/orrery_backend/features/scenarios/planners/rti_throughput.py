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
from orrery_backend.features.scenarios.planners.rti_peers import refuse_peer, refuse_peer_data


class RtiThroughputPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment:
        wanted = spec.workload
        assert isinstance(wanted, RtiThroughput)
        federates = 1 + wanted.receivers
        model = wanted.process_model
        refuse_peer(wanted.rti, spec, model, nodes)
        refuse_misplaced("workload.receivers", federates, model, nodes)
        refuse_too_large(wanted.attributes, wanted.attribute_bytes)
        refuse_missing_loads(wanted.loads, federates)
        refuse_peer_data(wanted.rti, wanted.data)
        refuse_data_path(wanted.data, wanted.process_model, nodes)
        plan = as_plan(RtiThroughputPlan, wanted)
        return Assignment(plan, in_words(federates, model, nodes), ())

    def work(self, spec: RunSpec) -> Work:
        wanted = spec.workload
        assert isinstance(wanted, RtiThroughput)
        cycles = wanted.cycles + wanted.warmup_cycles
        sent = cycles * wanted.updates_per_cycle * wanted.receivers
        return Work((wanted.rti.value, wanted.process_model.value), float(spec.repeats * sent))
