"""How the data of federates goes from node to node: which transportation and protocol, and which
protocol modules stand on it, in which order, as a RID file told the RTIs of the studies.

Source: rtibm-throughput-latency (best effort against reliable), rti-s-reliable-multicast (protocols
and stacks from a run's configuration).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract
from orrery_contracts.offers import DDS, NORM
from orrery_contracts.relevance import any_of, at_least, shown


class Transportation(StrEnum):
    """The federation's object model says it of all that is exchanged: everything arrives, once and
    in order (`reliable`), or some may be lost. The last three are best effort on the wire: a value
    is repeated while no newer one is sent (`minimum_rate`), receivers are brought the newest value
    but not those before it (`state_consistent`), what is sent waits for its logical time
    (`one_shot`)."""

    RELIABLE = "reliable"
    BEST_EFFORT = "best_effort"
    MINIMUM_RATE = "minimum_rate"
    STATE_CONSISTENT = "state_consistent"
    ONE_SHOT = "one_shot"


#: Those that know the newest value of an attribute: of objects alone.
OF_NEWEST_VALUES = (Transportation.MINIMUM_RATE, Transportation.STATE_CONSISTENT)


class ReliableProtocol(StrEnum):
    """What carries reliable data: the channels between every two nodes, a copy for each receiver;
    or multicast with repair on request, by the sender (`nak_multicast`) or first among the
    receivers of a region (`region_multicast`); or, to compare with, another party's multicast:
    Cyclone DDS (`dds`), or NORM (RFC 5740) of the US Naval Research Laboratory (`norm`)."""

    CHANNELS = "channels"
    NAK_MULTICAST = "nak_multicast"
    REGION_MULTICAST = "region_multicast"
    DDS = "dds"
    NORM = "norm"


class BestEffortProtocol(StrEnum):
    """What carries best-effort data: datagrams to each receiver, or one for all by multicast; or
    Cyclone DDS, to compare with."""

    UDP = "udp"
    MULTICAST = "multicast"
    DDS = "dds"


class StackOrder(StrEnum):
    """In which order the modules stand, from the wire up. A reliable multicast protocol stands
    right above the impairment, so that it repairs what that loses."""

    IMPAIRMENT_BUNDLER_LIMITER = "impairment_bundler_limiter"
    IMPAIRMENT_LIMITER_BUNDLER = "impairment_limiter_bundler"
    BUNDLER_IMPAIRMENT_LIMITER = "bundler_impairment_limiter"
    BUNDLER_LIMITER_IMPAIRMENT = "bundler_limiter_impairment"
    LIMITER_IMPAIRMENT_BUNDLER = "limiter_impairment_bundler"
    LIMITER_BUNDLER_IMPAIRMENT = "limiter_bundler_impairment"


class Jitter(StrEnum):
    """How the delay of a message differs from the mean."""

    NONE = "none"
    UNIFORM = "uniform"
    NORMAL = "normal"
    EXPONENTIAL = "exponential"
    GAMMA = "gamma"


Share = Annotated[float, Field(ge=0, le=0.9)]
Milliseconds = Annotated[float, Field(ge=0, le=10_000)]


class Bundling(Contract):
    """Small messages that go together in one packet, by a module of the path."""

    bytes: Annotated[
        int, Field(ge=0, le=65_536, title="Bundle", json_schema_extra={"unit": "B"})
    ] = 0
    """So much is packed into one, as far as a packet holds it; 0: no bundling. At least 64."""
    timeout_us: Annotated[
        int,
        Field(
            ge=0,
            le=1_000_000,
            title="Bundle time-out",
            json_schema_extra=shown(at_least("workload.data.bundling.bytes", 1), unit="us"),
        ),
    ] = 200
    """A bundle that is not full leaves after so long; 0: as soon as its sender asks for it."""


class Holding(Contract):
    """What a federate's RTI holds back, to leave with what its federate sends next: fewer system
    calls and wake-ups. All of it leaves when the federate evokes callbacks, waits, or asks to
    advance."""

    bytes: Annotated[
        int, Field(ge=0, le=1_048_576, title="Hold", json_schema_extra={"unit": "B"})
    ] = 8_192
    """Until so much has been sent; 0: every message leaves at once."""
    timeout_us: Annotated[
        int,
        Field(
            ge=0,
            le=1_000_000,
            title="Hold time-out",
            json_schema_extra=shown(at_least("workload.data.held.bytes", 1), unit="us"),
        ),
    ] = 100
    """Or until the first has waited so long when another is sent; 0: no limit."""


class RateLimit(Contract):
    """What a sender may give to the network at most; more is refused as congested."""

    messages_per_s: Annotated[
        float,
        Field(ge=0, le=1e9, title="Messages", json_schema_extra={"unit": "messages/s"}),
    ] = 0.0
    """0: unlimited."""
    bytes_per_s: Annotated[
        float, Field(ge=0, le=1e12, title="Bytes", json_schema_extra={"unit": "B/s"})
    ] = 0.0
    """0: unlimited."""


class Impairment(Contract):
    """What a bad network does to messages, decided from the run's seed. On channels, which lose
    nothing, a loss is the time that its repair takes."""

    delay_ms: Annotated[Milliseconds, Field(title="Delay", json_schema_extra={"unit": "ms"})] = 0.0
    """One way, from when a message was sent."""
    jitter: Jitter = Field(Jitter.NONE, title="Jitter")
    """The distribution of what comes on top of the delay, or is taken from it."""
    jitter_ms: Annotated[
        Milliseconds,
        Field(
            title="Size of the jitter",
            json_schema_extra=shown(
                any_of(
                    "workload.data.impairment.jitter", "uniform", "normal", "exponential", "gamma"
                ),
                unit="ms",
            ),
        ),
    ] = 0.0
    """Uniform: at most so much more or less; normal: deviation; exponential and gamma: mean."""
    loss_share: Annotated[Share, Field(title="Loss")] = 0.0
    """Share of packets that are lost, each by itself."""
    burst_loss_share: Annotated[Share, Field(title="Loss in bursts")] = 0.0
    """Share of packets lost besides, many in a row."""
    burst_packets: Annotated[float, Field(ge=1, le=10_000, title="Length of a burst")] = 10.0
    """Packets lost in a row, on average."""
    duplicate_share: Annotated[Share, Field(title="Doubled")] = 0.0
    """Share of packets that come twice."""
    reorder_share: Annotated[Share, Field(title="Overtaken")] = 0.0
    """Share of packets that come a millisecond late."""
    mbit_s: Annotated[
        float, Field(ge=0, le=1e6, title="Bandwidth", json_schema_extra={"unit": "Mbit/s"})
    ] = 0.0
    """Of each link; 0: unlimited."""


class DataPath(Contract):
    """The way of the federates' data between nodes of the RTI."""

    transportation: Transportation = Field(Transportation.RELIABLE, title="Transportation")
    """As the federation's object model says. What best effort loses is counted; minimum rate and
    state consistent bring the newest value all the same, one shot sends at a logical time."""
    repeat_ms: Annotated[
        int,
        Field(
            ge=1,
            le=60_000,
            title="Repeated after",
            json_schema_extra=shown(
                any_of("workload.data.transportation", "minimum_rate"), unit="ms"
            ),
        ),
    ] = 1_000
    """So long after it was sent last, a value that is still the newest is sent again."""
    reliable: ReliableProtocol = Field(
        ReliableProtocol.CHANNELS,
        title="Reliable protocol",
        json_schema_extra=shown(
            any_of("workload.data.transportation", "reliable"), offers=(DDS, NORM)
        ),
    )
    """Channels: a copy for each receiver. Multicast: one for all, repaired where it was lost."""
    best_effort: BestEffortProtocol = Field(
        BestEffortProtocol.UDP,
        title="Best-effort protocol",
        json_schema_extra=shown(
            any_of(
                "workload.data.transportation",
                "best_effort",
                "minimum_rate",
                "state_consistent",
                "one_shot",
            ),
            offers=(DDS,),
        ),
    )
    """A datagram for each receiver, or one for all by multicast."""
    held: Holding = Field(Holding(), title="Held by the RTI")
    bundling: Bundling = Field(Bundling(), title="Bundling")
    rate_limit: RateLimit = Field(RateLimit(), title="Rate limit")
    impairment: Impairment = Field(Impairment(), title="Impairment")
    order: StackOrder = Field(StackOrder.IMPAIRMENT_BUNDLER_LIMITER, title="Order of modules")
    """From the wire up, of those that are used."""
