"""Workload `rti_latency`: round trips through the RTI, as updates or as interactions.

Source: rtibm-throughput-latency, test types RTOL and RTIL, delays d1 to d14;
rti-kit-high-speed-lan, section 9.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.data_path import DataPath
from orrery_contracts.federation import Exchange, ExchangePlan, Rti, RtiChoice
from orrery_contracts.relevance import any_of, shown
from orrery_contracts.universe_steps import ProcessModel

#: Ranges that a spec and its plan share.
RoundTrips = Annotated[int, Field(ge=1, le=100_000_000)]
WarmupRoundTrips = Annotated[int, Field(ge=0, le=1_000_000)]
RateHz = Annotated[float, Field(ge=0, le=10_000_000)]
ReturnTimeoutMs = Annotated[int, Field(ge=1, le=60_000)]


class TickVersion(StrEnum):
    """How a federate gives the RTI its turn when it has nothing to do: it waits inside the RTI for
    what comes, as tick(min, max) does, or sleeps a microsecond and then evokes what is there."""

    WAIT = "wait"
    SLEEP = "sleep"


AVOIDING = any_of("workload.congestion_avoidance", True)


class RtiLatency(Exchange):
    """A federate sends stamped updates or interactions to another, which sends each stamp back."""

    kind: Literal["rti_latency"] = "rti_latency"
    rti: RtiChoice = Rti.ORRERY
    """Orrery's own, or HELICS where its package is installed on the nodes."""
    return_payload: bool = Field(True, title="Return with payload")
    """Off: the stamp alone comes back."""
    round_trips: Annotated[RoundTrips, Field(title="Round trips")] = 20_000
    """That are measured."""
    warmup_round_trips: Annotated[WarmupRoundTrips, Field(title="Warm-up round trips")] = 1_000
    """Before them; not measured."""
    congestion_avoidance: bool = Field(True, title="Congestion avoidance")
    """Nothing new is sent until the last return has come, or the time-out has passed."""
    return_timeout_ms: Annotated[
        ReturnTimeoutMs,
        Field(title="Return time-out", json_schema_extra=shown(AVOIDING, unit="ms")),
    ] = 1_000
    """After so long the next is sent all the same."""
    rate_hz: Annotated[RateHz, Field(title="Rate limit", json_schema_extra=shown(unit="Hz"))] = 0.0
    """So often something is sent at most; 0: no limit. The study's limit was 100."""
    tick: TickVersion = Field(TickVersion.WAIT, title="Tick version")
    """V1 of the study waits in the RTI, V2 sleeps. HELICS can only wait."""
    process_model: ProcessModel = Field(ProcessModel.THREAD, title="Process model")
    """Each federate a process, a thread, or both in one thread. With two nodes each has one."""
    data: DataPath = Field(DataPath(), title="Data path")
    """How data goes from federate to federate."""


class RtiLatencyPlan(ExchangePlan):
    """`rti_latency` as one worker gets it. Same names and units as `RtiLatency`."""

    kind: Literal["rti_latency"] = "rti_latency"
    rti: Rti
    return_payload: bool
    round_trips: RoundTrips
    warmup_round_trips: WarmupRoundTrips
    congestion_avoidance: bool
    return_timeout_ms: ReturnTimeoutMs
    rate_hz: RateHz
    tick: TickVersion
    process_model: ProcessModel
    data: DataPath
