"""Workload `rti_latency`: round trips through the RTI, as updates or as interactions.

Source: rtibm-throughput-latency, test types RTOL and RTIL, delays d1 to d14;
rti-kit-high-speed-lan, section 9.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import (
    Coordinator,
    CoordinatorChoice,
    Exchange,
    ExchangePlan,
    Rti,
    RtiChoice,
)
from orrery_contracts.relevance import any_of, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
RoundTrips = Annotated[int, Field(ge=1, le=100_000_000)]
WarmupRoundTrips = Annotated[int, Field(ge=0, le=1_000_000)]
RateHz = Annotated[float, Field(ge=0, le=10_000_000)]
ReturnTimeoutMs = Annotated[int, Field(ge=1, le=60_000)]
Cpus = Annotated[int, Field(ge=0, le=1_024)]
MostWaiting = Annotated[int, Field(ge=1, le=1_000_000)]


class TickVersion(StrEnum):
    """How an idle federate calls the RTI. Wait: it waits inside the RTI for callbacks, as tick(min,
    max) does. Sleep: it sleeps one microsecond, then evokes the waiting callbacks."""

    WAIT = "wait"
    SLEEP = "sleep"


class CongestionAvoidance(StrEnum):
    """Who keeps queues short. Sender: it sends only after the previous return has arrived or its
    time-out has passed. RTI: it refuses messages while as many as its bound wait for a federate."""

    NONE = "none"
    SENDER = "sender"
    RTI = "rti"


def _as_choice(value: object) -> object:
    """Specs of before 0.2.0 say true for `sender`, and false for `none`."""
    if value is True or value == "true":
        return CongestionAvoidance.SENDER
    return CongestionAvoidance.NONE if value is False or value == "false" else value


AvoidanceChoice = Annotated[CongestionAvoidance, BeforeValidator(_as_choice)]
AVOIDING = any_of("workload.congestion_avoidance", "sender")
BY_RTI = any_of("workload.congestion_avoidance", "rti")


class RtiLatency(Exchange, WorkloadSpec):
    """A federate sends time-stamped updates or interactions to another federate, which returns each
    stamp."""

    kind: Literal["rti_latency"] = "rti_latency"
    rti: RtiChoice = Rti.ORRERY
    """Orrery's own RTI, or HELICS if its package is installed on the nodes."""
    return_payload: bool = Field(True, title="Return with payload")
    """Return the whole message. Off: return only its time stamp."""
    round_trips: Annotated[RoundTrips, Field(title="Round trips")] = 20_000
    """Measured round trips."""
    warmup_round_trips: Annotated[WarmupRoundTrips, Field(title="Warm-up round trips")] = 1_000
    """Round trips before the measurement."""
    congestion_avoidance: AvoidanceChoice = Field(
        CongestionAvoidance.SENDER, title="Congestion avoidance"
    )
    """Sender: send only after the previous return has arrived or its time-out has passed. RTI: it
    refuses messages beyond its bound."""
    most_waiting: Annotated[
        MostWaiting, Field(title="Most waiting messages", json_schema_extra=shown(BY_RTI))
    ] = 8
    """Messages of a node that may wait for a federate. The RTI refuses more."""
    return_timeout_ms: Annotated[
        ReturnTimeoutMs,
        Field(title="Return time-out", json_schema_extra=shown(AVOIDING, unit="ms")),
    ] = 1_000
    """Longest wait for a return. The next message is then sent."""
    rate_hz: Annotated[RateHz, Field(title="Rate limit", json_schema_extra=shown(unit="Hz"))] = 0.0
    """Messages per second, at most. 0: no limit. The study used 100."""
    tick: TickVersion = Field(TickVersion.WAIT, title="Tick version")
    """How an idle federate calls the RTI: wait (V1 of the study) or sleep (V2). HELICS can only
    wait."""
    cpus: Annotated[Cpus, Field(title="CPUs of a node")] = 0
    """CPUs that the federates of a node share, from the first on. 0: all."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """How federates execute: as processes, as threads, or both in one thread. Two nodes have one
    federate each."""
    coordinator: CoordinatorChoice = Coordinator.WITH_SENDER
    """Node of the RTI's central part: that of the sender, or one more node, the last, which has no
    federate."""
    data: DataPath = Field(DataPath(), title="Data path")
    """Transport of data between federates."""


class RtiLatencyPlan(ExchangePlan, PlannedWorkload):
    """`rti_latency` as one worker gets it. Same names and units as `RtiLatency`."""

    kind: Literal["rti_latency"] = "rti_latency"
    rti: Rti
    return_payload: bool
    round_trips: RoundTrips
    warmup_round_trips: WarmupRoundTrips
    congestion_avoidance: AvoidanceChoice
    most_waiting: MostWaiting
    return_timeout_ms: ReturnTimeoutMs
    rate_hz: RateHz
    tick: TickVersion
    cpus: Cpus
    process_model: ProcessModel
    coordinator: Coordinator
    data: DataPath


RECORD = WorkloadRecord(
    title="RTI latency",
    family=Family.FEDERATIONS,
    spec=RtiLatency,
    plan=RtiLatencyPlan,
    progress_unit="round trip",
    carried="federates",
    first_fields=(
        "exchanged",
        "attribute_bytes",
        "instances",
        "rti",
        "round_trips",
        "rate_hz",
        "process_model",
    ),
    leading_metrics=("round_trip.p50", "round_trip.p99", "rate", "raw_round_trip.p50", "over_raw"),
    amount=(
        *Exchange.model_fields,
        "return_payload",
        "round_trips",
        "warmup_round_trips",
        "rate_hz",
    ),
    presets=("rti-latency", "rti-latency-two-nodes", "rti-latency-best-effort", "rti-latency-wan"),
    published=("rtibm.tick-selection", "rtikit.raw-latency", "rtikit.rti", "rtis.latency"),
)
