"""Workload `rti_stress`: many objects of many types, many to many, under loads.

Source: rtibm-throughput-latency, blocks 9, 10, 19 and 20 (25 types, 4 to 40 instances each, 256 B);
rti-s-reliable-multicast, sections 6.5 and 6.6 (loads).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.federate_streams import (
    STREAMS_AMOUNT,
    ReturnedEvery,
    StreamFederates,
    Streams,
    StreamSenders,
    StreamsPlan,
    StreamUpdates,
)
from orrery_contracts.federation import OBJECTS, AttributeBytes, Instances, ObjectTypes
from orrery_contracts.relevance import shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec


class RtiStress(Streams, WorkloadSpec):
    """Each sender updates its own objects of all types. All other federates receive them."""

    kind: Literal["rti_stress"] = "rti_stress"
    attribute_bytes: Annotated[
        AttributeBytes, Field(title="Size of an attribute", json_schema_extra=shown(unit="B"))
    ] = 256
    """Size of each attribute or parameter. The first begins with the time stamp of the message."""
    types: Annotated[ObjectTypes, Field(title="Types")] = 25
    """Number of object or interaction classes, used in turn."""
    instances: Annotated[
        Instances, Field(title="Instances of a type", json_schema_extra=shown(OBJECTS))
    ] = 4
    """Objects of each class and sender, updated in turn."""
    federates: Annotated[StreamFederates, Field(title="Federates")] = 4
    """Number of federates. Each receives from all others."""
    senders: Annotated[StreamSenders, Field(title="Senders")] = 4
    """Number of federates that send. All federates: many to many."""
    updates: Annotated[StreamUpdates, Field(title="Updates")] = 50_000
    """Measured updates of each sender."""
    returned_every: Annotated[ReturnedEvery, Field(title="Echo every Nth update")] = 0
    """Each receiver echoes every Nth update of a sender within its stream. 0: none."""


class RtiStressPlan(StreamsPlan, PlannedWorkload):
    """`rti_stress` as one worker gets it. Same names and units as `RtiStress`."""

    kind: Literal["rti_stress"] = "rti_stress"


RECORD = WorkloadRecord(
    title="RTI stress",
    family=Family.FEDERATIONS,
    spec=RtiStress,
    plan=RtiStressPlan,
    progress_unit="update",
    carried="federates",
    first_fields=(
        "exchanged",
        "attribute_bytes",
        "federates",
        "senders",
        "updates",
        "rate_hz",
        "process_model",
    ),
    leading_metrics=(
        "received_rate",
        "sent_rate",
        "delivered_rate",
        "round_trip.p50",
        "round_trip.p99",
    ),
    amount=STREAMS_AMOUNT,
    presets=("rti-stress", "rti-stress-hog"),
    published=("rtis.load",),
)
