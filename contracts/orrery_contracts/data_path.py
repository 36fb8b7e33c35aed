"""Data path between nodes: transportation, protocol, and the protocol modules with their order. The
studies' RTIs read these from a RID file.

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
    """Transportation type of all data in the federation's object model. Reliable: every message
    arrives once and in order. Best effort: messages may be lost. The last three are best effort on
    the wire: `minimum_rate` repeats a value until a newer one is sent, `state_consistent` delivers
    the newest value in the end, `one_shot` sends a message at its logical time."""

    RELIABLE = "reliable"
    BEST_EFFORT = "best_effort"
    MINIMUM_RATE = "minimum_rate"
    STATE_CONSISTENT = "state_consistent"
    ONE_SHOT = "one_shot"


#: Those that know the newest value of an attribute: of objects alone.
OF_NEWEST_VALUES = (Transportation.MINIMUM_RATE, Transportation.STATE_CONSISTENT)


class ReliableProtocol(StrEnum):
    """Protocol of reliable data. Channels: a connection between every two nodes, one copy for each
    receiver. `nak_multicast`: multicast, repaired by the sender on request. `region_multicast`:
    multicast, repaired first by receivers of the same region. For comparison: Cyclone DDS (`dds`),
    and NORM (RFC 5740) of the US Naval Research Laboratory (`norm`)."""

    CHANNELS = "channels"
    NAK_MULTICAST = "nak_multicast"
    REGION_MULTICAST = "region_multicast"
    DDS = "dds"
    NORM = "norm"


class BestEffortProtocol(StrEnum):
    """Protocol of best-effort data: a datagram for each receiver, one multicast datagram for all,
    or Cyclone DDS for comparison."""

    UDP = "udp"
    MULTICAST = "multicast"
    DDS = "dds"


class StackOrder(StrEnum):
    """Order of the protocol modules, from the wire up. A reliable multicast protocol is directly
    above the impairment, so that it repairs the losses."""

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
    """Small messages packed into one packet by a module of the path."""

    bytes: Annotated[
        int, Field(ge=0, le=65_536, title="Bundle", json_schema_extra={"unit": "B"})
    ] = 0
    """Bytes to pack into one packet, at least 64. 0: no bundling."""
    timeout_us: Annotated[
        int,
        Field(
            ge=0,
            le=1_000_000,
            title="Bundle time-out",
            json_schema_extra=shown(at_least("workload.data.bundling.bytes", 1), unit="us"),
        ),
    ] = 200
    """Longest wait of a bundle that is not full. 0: it is sent when its sender asks for it."""


class Holding(Contract):
    """Messages that the RTI collects before it sends them, which saves system calls and wake-ups.
    All are sent when the federate evokes callbacks, waits, or requests a time advance."""

    bytes: Annotated[
        int, Field(ge=0, le=1_048_576, title="Bytes to collect", json_schema_extra={"unit": "B"})
    ] = 8_192
    """Bytes to collect before sending. 0 sends every message at once."""
    timeout_us: Annotated[
        int,
        Field(
            ge=0,
            le=1_000_000,
            title="Longest wait",
            json_schema_extra=shown(at_least("workload.data.held.bytes", 1), unit="us"),
        ),
    ] = 100
    """Longest wait of the first message, checked when another is sent. 0: no limit."""


class RateLimit(Contract):
    """Highest rate of a sender. A faster sender gets `Congested`."""

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
    """Network faults, drawn from the run's seed. On channels, which lose nothing, a loss becomes
    the delay of its repair."""

    delay_ms: Annotated[Milliseconds, Field(title="Delay", json_schema_extra={"unit": "ms"})] = 0.0
    """One-way delay of a message."""
    jitter: Jitter = Field(Jitter.NONE, title="Jitter")
    """Distribution of the variation of the delay."""
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
    """Uniform: largest deviation. Normal: standard deviation. Exponential and gamma: mean."""
    delay_trace_ms: list[Milliseconds] = Field(
        default=[],
        max_length=10_000,
        title="Trace of delays",
        json_schema_extra={"unit": "ms"},
    )
    """One-way delays of successive packets of each link, in place of delay and jitter. After the
    last delay the trace starts again. A packet never overtakes. Empty: no trace."""
    loss_trace: list[Annotated[int, Field(ge=0, le=1)]] = Field(
        default=[], max_length=10_000, title="Trace of losses"
    )
    """For successive packets of each link: 1 lost, 0 not. After the last the trace starts again.
    Empty: no trace."""
    loss_share: Annotated[Share, Field(title="Loss")] = 0.0
    """Share of packets lost independently."""
    burst_loss_share: Annotated[Share, Field(title="Loss in bursts")] = 0.0
    """Share of packets lost in bursts, in addition."""
    burst_packets: Annotated[float, Field(ge=1, le=10_000, title="Length of a burst")] = 10.0
    """Mean number of packets lost in a burst."""
    duplicate_share: Annotated[Share, Field(title="Duplication")] = 0.0
    """Share of packets that arrive twice."""
    reorder_share: Annotated[Share, Field(title="Reordering")] = 0.0
    """Share of packets that arrive one millisecond late."""
    mbit_s: Annotated[
        float, Field(ge=0, le=1e6, title="Bandwidth", json_schema_extra={"unit": "Mbit/s"})
    ] = 0.0
    """Bandwidth of each link. 0: unlimited."""


class DataPath(Contract):
    """Transport of the federates' data between nodes of the RTI."""

    transportation: Transportation = Field(Transportation.RELIABLE, title="Transportation")
    """Transportation type in the federation's object model. Losses of best effort are counted.
    Minimum rate and state consistent deliver the newest value in the end; one shot sends at a
    logical time."""
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
    """Time after which the newest value is sent again."""
    reliable: ReliableProtocol = Field(
        ReliableProtocol.CHANNELS,
        title="Reliable protocol",
        json_schema_extra=shown(
            any_of("workload.data.transportation", "reliable"), offers=(DDS, NORM)
        ),
    )
    """Channels send one copy to each receiver. Multicast sends one copy to all and repairs
    losses."""
    region_nodes: Annotated[
        int,
        Field(
            ge=2,
            le=40,
            title="Nodes of a region",
            json_schema_extra=shown(any_of("workload.data.reliable", "region_multicast")),
        ),
    ] = 40
    """Most nodes in a region. Nodes with the same subscriptions form regions of equal size."""
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
    """One datagram for each receiver, or one multicast datagram for all."""
    groups: Annotated[
        int,
        Field(
            ge=0,
            le=63,
            title="Multicast groups",
            json_schema_extra=shown(any_of("workload.data.best_effort", "multicast")),
        ),
    ] = 0
    """Multicast groups for classes and the cells of regions. Each node joins those that it
    subscribes to. 0: one group for all data."""
    held: Holding = Field(Holding(), title="Collected by the RTI")
    bundling: Bundling = Field(Bundling(), title="Bundling")
    rate_limit: RateLimit = Field(RateLimit(), title="Rate limit")
    impairment: Impairment = Field(Impairment(), title="Impairment")
    extra_copies: Annotated[int, Field(ge=0, le=1_000, title="Extra copies")] = 0
    """Copies of each message into new memory before it is sent. 0: none."""
    order: StackOrder = Field(StackOrder.IMPAIRMENT_BUNDLER_LIMITER, title="Order of modules")
    """Order of the modules in use, from the wire up."""
