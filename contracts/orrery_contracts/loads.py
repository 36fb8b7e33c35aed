"""Extra loads on a node while federates are measured, as in the reliable multicast study.

Source: rti-s-reliable-multicast, chapter 6 (extra network traffic, CPU hog).
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
    """Load processes beside the federates, from the warm-up until the end."""

    cpu_share: Annotated[CpuShare, Field(title="CPU hog")] = 0.0
    """Share of each core of the node that a load process uses. 0: none."""
    cpu_federate: Annotated[OfFederate, Field(title="CPU hog at the node of federate")] = 0
    """Federate whose node gets the load. Federate 0 is the first sender."""
    traffic_per_s: Annotated[
        TrafficPerS, Field(title="Extra traffic", json_schema_extra=shown(unit="messages/s"))
    ] = 0
    """UDP datagrams per second to the node from the next one. A single node sends to itself."""
    traffic_bytes: Annotated[
        TrafficBytes,
        Field(
            title="Size of an extra datagram",
            json_schema_extra=shown(at_least("workload.loads.traffic_per_s", 1), unit="B"),
        ),
    ] = 1_400
    """Size of an extra datagram."""
    traffic_federate: Annotated[
        OfFederate,
        Field(
            title="Extra traffic at the node of federate",
            json_schema_extra=shown(at_least("workload.loads.traffic_per_s", 1)),
        ),
    ] = 0
    """Federate whose node gets the load. Federate 0 is the first sender."""
