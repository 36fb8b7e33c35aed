"""Plans `rti_latency`."""

from __future__ import annotations

from orrery_contracts.federation import Rti
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.rti_latency import (
    CongestionAvoidance,
    RtiLatency,
    RtiLatencyPlan,
    TickVersion,
)
from orrery_contracts.workloads.universe_steps import ProcessModel

from orrery_backend.features.scenarios.planners.face import Assignment, Endpoints, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_data_path,
    refuse_service,
    refuse_too_large,
    with_federates,
)
from orrery_backend.features.scenarios.planners.rti_peers import refuse_peer, refuse_peer_data
from orrery_backend.kit.problems import Findings, field_error


class RtiLatencyPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: RtiLatency, nodes: list[PlannedNode]) -> Assignment:
        federates = 2
        found = Findings()
        homes = found.attempt(with_federates, wanted.coordinator, nodes) or nodes
        if len(homes) > federates:
            found.add(
                field_error(
                    "placement.count",
                    len(nodes),
                    f"Round trips are between two federates; {len(nodes)} nodes are asked for.",
                    "Set placement.count to 1 or 2, or to 3 with workload.coordinator apart.",
                )
            )
        found.attempt(
            refuse_peer, wanted.rti, spec, wanted.process_model, federates, nodes, len(homes)
        )
        if wanted.rti is not Rti.ORRERY and wanted.tick is TickVersion.SLEEP:
            found.add(
                field_error(
                    "workload.tick",
                    wanted.tick.value,
                    "A federate of HELICS gets what came when time is granted: it can only wait.",
                    "Set workload.tick to wait.",
                )
            )
        if wanted.rti is not Rti.ORRERY and wanted.congestion_avoidance is CongestionAvoidance.RTI:
            found.add(
                field_error(
                    "workload.congestion_avoidance",
                    wanted.congestion_avoidance.value,
                    "HELICS does not bound what waits for a federate.",
                    "Set workload.congestion_avoidance to sender or none.",
                )
            )
        smallest = min(nodes, key=lambda node: node.cpus)
        if wanted.cpus > smallest.cpus:
            found.add(
                field_error(
                    "workload.cpus",
                    wanted.cpus,
                    f"Node {smallest.name} has {smallest.cpus} CPUs; {wanted.cpus} are asked for.",
                    f"Set it to at most {smallest.cpus}, or to 0 for all.",
                )
            )
        found.attempt(refuse_too_large, wanted.attributes, wanted.attribute_bytes)
        found.attempt(refuse_peer_data, wanted.rti, wanted.data)
        found.attempt(refuse_service, wanted.data, ())
        found.attempt(refuse_data_path, wanted.data, wanted.process_model, nodes)
        found.raise_if_any()
        plan = as_plan(RtiLatencyPlan, wanted)
        words = in_words(federates, wanted.process_model, nodes, coordinator=wanted.coordinator)
        return Assignment(plan, words, (), endpoints=_endpoints(wanted, len(nodes)))

    def work(self, spec: RunSpec, wanted: RtiLatency) -> Work:
        trips = wanted.round_trips + wanted.warmup_round_trips
        like = (
            wanted.rti.value,
            wanted.process_model.value,
            wanted.tick.value,
            wanted.rate_hz,
            wanted.congestion_avoidance.value,
        )
        return Work(tuple(str(each) for each in like), float(spec.repeats * trips))


def _endpoints(wanted: RtiLatency, nodes: int) -> Endpoints | None:
    """Nodes of the RTI. HELICS has threads of its own, and version 2 of the tick never polls."""
    if wanted.rti is not Rti.ORRERY or wanted.tick is TickVersion.SLEEP:
        return None
    if nodes > 1:
        return Endpoints((1,) * nodes, wanted.cpus)
    return None if wanted.process_model is ProcessModel.POOLED else Endpoints((2,), wanted.cpus)
