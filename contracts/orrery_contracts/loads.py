"""What else a node works at while federates are measured: loads of the reliable multicast study.

Source: rti-s-reliable-multicast, sections 6.5 and 6.6 (extra network traffic, CPU hog).
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.relevance import at_least, shown

CpuShare = Annotated[float, Field(ge=0, le=1)]
OfFederate = Annotated[int, Field(ge=0, le=999)]
TrafficPerS = Annotated[int, Field(ge=0, le=1_000_000)]
TrafficBytes = Annotated[int, Field(ge=16, le=65_000)]


class Loads(Contract):
    """Processes of their own beside the federates, from warm-up until the end."""

    cpu_share: Annotated[CpuShare, Field(title="CPU hog")] = 0.0
    """Of each core of the node; 0: no hog."""
    cpu_federate: Annotated[OfFederate, Field(title="CPU hog at the node of federate")] = 0
    """Federate 0 is the first that sends."""
    traffic_per_s: Annotated[
        TrafficPerS, Field(title="Extra traffic", json_schema_extra=shown(unit="messages/s"))
    ] = 0
    """UDP datagrams that the node sends to itself, through its own network stack; 0: none."""
    traffic_bytes: Annotated[
        TrafficBytes,
        Field(
            title="Size of an extra datagram",
            json_schema_extra=shown(at_least("workload.loads.traffic_per_s", 1), unit="B"),
        ),
    ] = 1_400
    """Of each."""
    traffic_federate: Annotated[
        OfFederate,
        Field(
            title="Extra traffic at the node of federate",
            json_schema_extra=shown(at_least("workload.loads.traffic_per_s", 1)),
        ),
    ] = 0
    """Federate 0 is the first that sends."""
