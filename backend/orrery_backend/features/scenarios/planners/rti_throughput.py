"""Plans `rti_throughput`."""

from __future__ import annotations

from orrery_contracts.data_path import ReliableProtocol, Transportation
from orrery_contracts.federation import ExchangedAs, Rti
from orrery_contracts.intent import Intent
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.rti_throughput import RtiThroughput, RtiThroughputPlan

from orrery_backend.features.scenarios.planners.face import Assignment, PlannedNode, Work
from orrery_backend.features.scenarios.planners.federates import (
    as_plan,
    in_words,
    refuse_data_path,
    refuse_misplaced,
    refuse_missing_loads,
    refuse_service,
    refuse_too_large,
    with_federates,
)
from orrery_backend.features.scenarios.planners.rti_peers import refuse_peer, refuse_peer_data
from orrery_backend.kit.problems import Findings, field_error, invalid

#: Bytes that a federate's node holds until their time, and what a message has besides its values.
_MOST_HELD = 64 << 20
_HEAD_BYTES = 256
_VALUE_HEAD_BYTES = 16


def _refuse_too_much_held(wanted: RtiThroughput) -> None:
    """Refuses cycles that do not fit into what a node holds until their time."""
    each = _HEAD_BYTES + wanted.attributes * (wanted.attribute_bytes + _VALUE_HEAD_BYTES)
    most = _MOST_HELD // each
    if wanted.updates_per_cycle > most:
        raise invalid(
            field_error(
                "workload.updates_per_cycle",
                wanted.updates_per_cycle,
                "With one_shot all updates of a cycle wait for its time; a node holds "
                f"{_MOST_HELD >> 20} MiB.",
                f"Set it to at most {most:,}.",
            )
        )


def _refuse_switches(wanted: RtiThroughput) -> None:
    """Refuses changes of transportation that could not be, or would never come."""
    data = wanted.data
    if wanted.switch_every == 0:
        return
    if data.transportation is not Transportation.BEST_EFFORT:
        problem = field_error(
            "workload.switch_every",
            wanted.switch_every,
            f"It switches from best effort; the data path is {data.transportation.value}.",
            "Set it to 0, or workload.data.transportation to best_effort.",
        )
    elif wanted.switch_every >= wanted.cycles:
        problem = field_error(
            "workload.switch_every",
            wanted.switch_every,
            f"There are {wanted.cycles} cycles: the transportation would never be switched.",
            f"Set it below {wanted.cycles}, or to 0.",
        )
    elif data.reliable is not ReliableProtocol.CHANNELS:
        problem = field_error(
            "workload.data.reliable",
            data.reliable.value,
            "While transportation switches, a node's port is for best-effort data.",
            "Set it to channels, or workload.switch_every to 0.",
        )
    else:
        return
    raise invalid(problem)


def _refuse_regions(wanted: RtiThroughput) -> None:
    """Refuses regions that updates or receivers cannot be dealt to."""
    regions = wanted.regions
    if regions == 0:
        return
    targets = wanted.types * wanted.instances
    streams = (Transportation.RELIABLE, Transportation.BEST_EFFORT)
    if wanted.rti is not Rti.ORRERY:
        problem = field_error(
            "workload.rti",
            wanted.rti.value,
            "Regions are services of Orrery's own RTI.",
            "Set it to orrery, or workload.regions to 0.",
        )
    elif wanted.exchanged is not ExchangedAs.OBJECTS:
        problem = field_error(
            "workload.exchanged",
            wanted.exchanged.value,
            "Objects are updated in regions.",
            "Set it to objects, or workload.regions to 0.",
        )
    elif wanted.data.transportation not in streams or wanted.switch_every > 0:
        problem = field_error(
            "workload.regions",
            regions,
            "Regions are measured with one stream, reliable or best effort.",
            "Set it to 0, or workload.data.transportation to reliable or best_effort and "
            "workload.switch_every to 0.",
        )
    elif targets % regions != 0:
        problem = field_error(
            "workload.instances",
            wanted.instances,
            f"{targets} objects cannot be dealt evenly to {regions} regions.",
            f"Set it to a multiple of {regions}, or workload.regions to a divisor of {targets}.",
        )
    elif wanted.updates_per_cycle < regions:
        problem = field_error(
            "workload.updates_per_cycle",
            wanted.updates_per_cycle,
            f"A cycle has no update for some of the {regions} regions.",
            f"Set it to at least {regions}.",
        )
    else:
        return
    raise invalid(problem)


class RtiThroughputPlanner:
    """See `planners.face.Planner`."""

    def plan(self, spec: RunSpec, wanted: RtiThroughput, nodes: list[PlannedNode]) -> Assignment:
        federates = 1 + wanted.receivers
        model = wanted.process_model
        found = Findings()
        with found:
            homes = with_federates(wanted.coordinator, nodes)
            refuse_peer(wanted.rti, spec, model, federates, nodes, len(homes))
            refuse_misplaced("workload.receivers", federates, model, homes)
        found.attempt(refuse_too_large, wanted.attributes, wanted.attribute_bytes)
        found.attempt(refuse_missing_loads, wanted.loads, federates)
        found.attempt(refuse_peer_data, wanted.rti, wanted.data)
        found.attempt(refuse_data_path, wanted.data, wanted.process_model, nodes)
        found.attempt(refuse_service, wanted.data, tuple(Transportation), wanted)
        found.attempt(_refuse_switches, wanted)
        if wanted.rti is not Rti.ORRERY and wanted.intent != Intent():
            found.add(
                field_error(
                    "workload.intent",
                    wanted.intent.kind.value,
                    "Intents are services of Orrery's RTI; HELICS has none.",
                    "Leave workload.intent out, or set workload.rti to orrery.",
                )
            )
        found.attempt(_refuse_regions, wanted)
        if wanted.data.transportation is Transportation.ONE_SHOT:
            found.attempt(_refuse_too_much_held, wanted)
        found.raise_if_any()
        plan = as_plan(RtiThroughputPlan, wanted)
        words = in_words(federates, model, nodes, first_apart=True, coordinator=wanted.coordinator)
        return Assignment(plan, words, ())

    def work(self, spec: RunSpec, wanted: RtiThroughput) -> Work:
        cycles = wanted.cycles + wanted.warmup_cycles
        sent = cycles * wanted.updates_per_cycle * wanted.receivers // max(1, wanted.regions)
        like = [wanted.rti.value, wanted.process_model.value, wanted.exchanged.value]
        if wanted.rti is Rti.HELICS:
            # HELICS grants a time for each update of the same instance: fewer instances are slower.
            like.append(str(wanted.types * wanted.instances))
        return Work(tuple(like), float(spec.repeats * sent))
