"""What planners of workloads on the RTI core share: how federates are dealt to nodes."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from orrery_contracts.base import Contract
from orrery_contracts.data_path import (
    OF_NEWEST_VALUES,
    BestEffortProtocol,
    DataPath,
    Impairment,
    Transportation,
)
from orrery_contracts.federation import Coordinator, Exchange, ExchangedAs
from orrery_contracts.loads import Loads
from orrery_contracts.offers import DDS, NORM
from orrery_contracts.workloads.universe_steps import ProcessModel

from orrery_backend.features.scenarios.planners.face import PlannedNode
from orrery_backend.features.scenarios.planners.offers import refuse_not_offered
from orrery_backend.features.scenarios.planners.shares import in_turn
from orrery_backend.kit.problems import Findings, field_error, invalid

#: Bytes of an update or interaction that the core carries.
_MOST_BYTES = 1_000_000
#: Bytes of a packet with bundled messages.
_LEAST_BUNDLE = 64
#: A set of nodes is one 64-bit word (sim-core/rti/src/wire/sets.hpp).
_MOST_RTI_NODES = 64
#: Two with federates, and the coordinator's.
_LEAST_NODES_APART = 3
_HELD_AS = {
    ProcessModel.PROCESS: "each a process",
    ProcessModel.THREAD: "each a thread",
    ProcessModel.POOLED: "in one thread",
}

Plan = TypeVar("Plan", bound=Contract)


def as_plan(kind: type[Plan], wanted: Contract) -> Plan:
    """The plan of a workload that leaves nothing open: what the spec says, under the same names."""
    return kind.model_validate(wanted.model_dump())


def with_federates(coordinator: Coordinator, nodes: list[PlannedNode]) -> list[PlannedNode]:
    """The nodes that have federates: all but the coordinator's own. Refuses a coordinator apart if
    fewer than two are left."""
    if coordinator is Coordinator.WITH_SENDER:
        return nodes
    if len(nodes) < _LEAST_NODES_APART:
        raise invalid(
            field_error(
                "workload.coordinator",
                coordinator.value,
                "The coordinator has a node of its own, and at least two nodes have federates; "
                f"the run has {len(nodes)}.",
                f"Set placement.count to at least {_LEAST_NODES_APART}, or workload.coordinator "
                "to with_sender.",
            )
        )
    return nodes[:-1]


def refuse_misplaced(
    field: str, federates: int, model: ProcessModel, nodes: list[PlannedNode]
) -> None:
    """Refuses more nodes than the RTI knows, nodes without a federate, and several federates that
    are not in one thread on a node that is linked with others: nodes are linked by one channel.
    """
    found = Findings()
    if federates < len(nodes):
        found.add(
            field_error(
                "placement.count",
                len(nodes),
                f"There are {federates} federates for {len(nodes)} nodes.",
                f"Use at most {federates} nodes, or more federates ({field}).",
            )
        )
    if len(nodes) > _MOST_RTI_NODES:
        found.add(
            field_error(
                "placement.count",
                len(nodes),
                f"The RTI joins at most {_MOST_RTI_NODES} nodes to a federation.",
                f"Use at most {_MOST_RTI_NODES} nodes; each can have several federates.",
            )
        )
    if federates > len(nodes) > 1 and model is not ProcessModel.POOLED:
        found.add(
            field_error(
                "workload.process_model",
                model.value,
                f"{federates} federates on {len(nodes)} nodes: those of one node share its thread.",
                f"Set workload.process_model to pooled, or use one node or {federates}.",
            )
        )
    found.raise_if_any()


def refuse_too_large(attributes: int, attribute_bytes: int) -> None:
    """Refuses what one update could not carry."""
    if attributes * attribute_bytes > _MOST_BYTES:
        raise invalid(
            field_error(
                "workload.attribute_bytes",
                attribute_bytes,
                f"{attributes} attributes of that size are more than {_MOST_BYTES:,} B at once.",
                f"Set it to at most {min(65_536, _MOST_BYTES // attributes):,}, or use fewer "
                "attributes.",
            )
        )


def refuse_missing_loads(loads: Loads, federates: int) -> None:
    """Refuses a load at the node of a federate that is not there."""
    wanted = {
        "cpu_federate": loads.cpu_federate if loads.cpu_share > 0 else 0,
        "traffic_federate": loads.traffic_federate if loads.traffic_per_s > 0 else 0,
    }
    found = Findings()
    for field, federate in wanted.items():
        if federate >= federates:
            found.add(
                field_error(
                    f"workload.loads.{field}",
                    federate,
                    f"There are {federates} federates, from 0 on.",
                    f"Set it to at most {federates - 1}.",
                )
            )
    found.raise_if_any()


def in_words(
    federates: int,
    model: ProcessModel,
    nodes: list[PlannedNode],
    *,
    first_apart: bool = False,
    coordinator: Coordinator = Coordinator.WITH_SENDER,
) -> tuple[str, ...]:
    """What each node gets: federates in turn, or federate 0 on the first node and the others in
    turn on the rest. The last node can have the coordinator alone.
    """
    count = len(with_federates(coordinator, nodes))
    apart = first_apart and count > 1
    counts = [1, *in_turn(federates - 1, count - 1)] if apart else in_turn(federates, count)
    words = [
        "1 federate" if each == 1 else f"{each} federates, {_HELD_AS[model]}" for each in counts
    ]
    return (*words, *("the RTI's coordinator" for _ in nodes[count:]))


#: What only some nodes offer, by value of a protocol.
_THIRD_PARTIES = {offer.value: offer for offer in (DDS, NORM)}


def _refuse_third_party(data: DataPath, nodes: list[PlannedNode]) -> None:
    """Refuses a third party's transport where a node lacks it, and modules below it."""
    if data.transportation is Transportation.RELIABLE:
        field, protocol, own = "workload.data.reliable", data.reliable.value, "nak_multicast"
    else:
        field, protocol, own = "workload.data.best_effort", data.best_effort.value, "multicast"
    offer = _THIRD_PARTIES.get(protocol)
    if offer is None:
        return
    found = Findings()
    found.attempt(refuse_not_offered, field, offer, nodes, f"Or set {field} to {own}.")
    if data.impairment != Impairment():
        found.add(
            field_error(
                "workload.data.impairment",
                data.impairment.model_dump_json(exclude_defaults=True),
                f"{offer.name} sends its own packets: no module stands between it and the wire.",
                f"Leave workload.data.impairment as it is by default, or set {field} to {own}.",
            )
        )
    found.raise_if_any()


def refuse_service(
    data: DataPath, offered: Collection[Transportation], exchange: Exchange | None = None
) -> None:
    """Refuses a transportation that the workload's federates do not use, and newest values of what
    has none: interactions, and updates of several attributes, each of which is repeated by itself.
    """
    how = data.transportation
    usual = (Transportation.RELIABLE, Transportation.BEST_EFFORT)
    if how not in usual and how not in offered:
        known = ", ".join((*usual, *offered))
        raise invalid(
            field_error(
                "workload.data.transportation",
                how.value,
                "The federates of this workload send nothing that it would make a difference to.",
                f"Use one of {known}; rti_throughput has all.",
            )
        )
    if exchange is None or how not in OF_NEWEST_VALUES:
        return
    if exchange.exchanged is not ExchangedAs.OBJECTS:
        raise invalid(
            field_error(
                "workload.data.transportation",
                how.value,
                "Interactions have no newest value.",
                "Set workload.exchanged to objects, or use best_effort.",
            )
        )
    if exchange.attributes > 1:
        raise invalid(
            field_error(
                "workload.attributes",
                exchange.attributes,
                f"With {how.value} each attribute is brought by itself, so that an object's "
                "attributes are of several updates; checks follow one.",
                "Set it to 1, or use another workload.data.transportation.",
            )
        )


def _refuse_groups(data: DataPath) -> None:
    """Refuses multicast groups on a path that is not best-effort multicast."""
    if data.groups == 0:
        return
    path = f"{data.transportation.value} data over {data.best_effort.value}"
    if data.transportation is Transportation.RELIABLE:
        path = f"reliable data over {data.reliable.value}"
    elif data.best_effort is BestEffortProtocol.MULTICAST:
        return
    raise invalid(
        field_error(
            "workload.data.groups",
            data.groups,
            f"Only best-effort multicast has groups of cells and classes; this is {path}.",
            "Set it to 0, or use a best-effort workload.data.transportation with "
            "workload.data.best_effort=multicast.",
        )
    )


def refuse_data_path(data: DataPath, model: ProcessModel, nodes: list[PlannedNode]) -> None:
    """Refuses a data path that would have no effect, or that cannot be built."""
    found = Findings()
    found.attempt(_refuse_third_party, data, nodes)
    if len(nodes) == 1 and model is ProcessModel.POOLED and data != DataPath():
        found.add(
            field_error(
                "workload.process_model",
                model.value,
                "All federates are in one thread: no data goes from node to node of the RTI, so "
                "the data path (workload.data) has no effect.",
                "Set workload.process_model to process or thread, use several nodes, or leave "
                "workload.data as it is by default.",
            )
        )
    if 0 < data.bundling.bytes < _LEAST_BUNDLE:
        found.add(
            field_error(
                "workload.data.bundling.bytes",
                data.bundling.bytes,
                "No message fits into a bundle of that size.",
                f"Set it to {_LEAST_BUNDLE} or more, or to 0 for no bundling.",
            )
        )
    found.attempt(_refuse_groups, data)
    bursts = data.impairment
    most = bursts.burst_packets / (1 + bursts.burst_packets)
    if bursts.burst_loss_share > most:
        found.add(
            field_error(
                "workload.data.impairment.burst_loss_share",
                bursts.burst_loss_share,
                f"Bursts of {bursts.burst_packets:g} packets with one that arrives between them "
                f"lose {most:.2f} of all.",
                f"Set it to at most {most:.2f}, or burst_packets higher.",
            )
        )
    found.raise_if_any()
