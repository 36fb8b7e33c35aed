"""Workload `phold`: the standard load of parallel discrete event simulation, on engines to compare.

Source: Fujimoto, "Performance of Time Warp under synthetic workloads" (1990); the engines follow
pdes-threads-feltest and the future work that it proposes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.relevance import any_of, shown
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import OracleUse

#: Ranges that a spec and its plan share.
Lps = Annotated[int, Field(ge=1, le=4_000_000)]
Population = Annotated[int, Field(ge=1, le=100_000_000)]
Events = Annotated[int, Field(ge=1, le=1_000_000_000_000)]
RemoteShare = Annotated[float, Field(ge=0, le=1)]
SimulatedTime = Annotated[float, Field(ge=0, le=1_000_000)]
Workers = Annotated[int, Field(ge=1, le=256)]


class PdesEngine(StrEnum):
    """How events are executed: one after the other, by threads that share one list, by threads that
    own logical processes and a list, or by such threads on several nodes."""

    SEQUENTIAL = "sequential"
    CENTRAL_FEL = "central_fel"
    MULTI_FEL = "multi_fel"
    DISTRIBUTED = "distributed"


class EventListKind(StrEnum):
    """The structure of a future event list."""

    BINARY_HEAP = "binary_heap"
    QUATERNARY_HEAP = "quaternary_heap"
    CALENDAR = "calendar"
    LADDER = "ladder"
    BUCKETS = "buckets"


class TaskHandover(StrEnum):
    """How the manager of the single list gives events to threads: by a condition variable, by
    semaphores as in the study, or by a mailbox for each thread."""

    CONDITION = "condition"
    SEMAPHORE = "semaphore"
    MAILBOX = "mailbox"


class DelayDistribution(StrEnum):
    """Distribution of the random part of an event's delay."""

    EXPONENTIAL = "exponential"
    UNIFORM = "uniform"


class EventPayload(StrEnum):
    """Data of an event beside its time and destination."""

    NONE = "none"
    BYTES_32 = "bytes_32"
    BYTES_128 = "bytes_128"


PARALLEL = any_of("workload.engine", "central_fel", "multi_fel", "distributed")
CENTRAL = any_of("workload.engine", "central_fel")
SEVERAL_LISTS = any_of("workload.engine", "multi_fel", "distributed")


class Phold(WorkloadSpec):
    """A fixed population of events. Each executed event schedules one new event, sometimes on
    another logical process."""

    kind: Literal["phold"] = "phold"
    engine: PdesEngine = Field(PdesEngine.MULTI_FEL, title="Engine")
    """Engine that executes the events. All engines execute the same events of a logical process in
    the same order."""
    workers: Annotated[
        Workers, Field(title="Worker threads", json_schema_extra=shown(PARALLEL))
    ] = 2
    """Threads of each node that execute events. The engine with a single list has one more thread,
    its manager."""
    threads_per_list: Annotated[
        Workers, Field(title="Threads for each list", json_schema_extra=shown(SEVERAL_LISTS))
    ] = 1
    """Threads that share an event list. The number of workers is a multiple of it."""
    handover: TaskHandover = Field(
        TaskHandover.CONDITION, title="Handover of tasks", json_schema_extra=shown(CENTRAL)
    )
    """How the manager of the single list gives events to the workers."""
    list: EventListKind = Field(EventListKind.BUCKETS, title="Event list")
    """Data structure of each future event list."""
    lps: Annotated[Lps, Field(title="Logical processes")] = 1_024
    """Number of logical processes. They affect each other only through events."""
    population: Annotated[Population, Field(title="Event population")] = 65_536
    """Events that exist at any time, distributed evenly over the logical processes."""
    events: Annotated[Events, Field(title="Events")] = 10_000_000
    """Expected number of executed events. The run ends at the simulated time that corresponds to
    it."""
    remote_share: Annotated[RemoteShare, Field(title="Remote share")] = 0.1
    """Probability that an event schedules its successor on another logical process."""
    lookahead: Annotated[SimulatedTime, Field(title="Lookahead")] = 0.1
    """Least simulated time between an event and its successor. Parallel engines need more than
    0."""
    mean_delay: Annotated[SimulatedTime, Field(title="Mean delay")] = 1.0
    """Mean of the random delay that is added to the lookahead, in simulated time."""
    delay: DelayDistribution = Field(DelayDistribution.EXPONENTIAL, title="Distribution of delays")
    """Distribution of the random delay."""
    payload: EventPayload = Field(EventPayload.BYTES_32, title="Payload")
    """Data of every event. It contains the scheduling time and logical process, which are
    checked."""
    oracle: OracleUse = Field(OracleUse.AUTO, title="Check against the oracle")
    """Execute the same events with the sequential engine, compare the order, and compute the
    speed-up. Automatic: up to 50 million events."""


class PholdPlan(PlannedWorkload):
    """`phold` as one worker gets it: every choice made. Same names and units as `Phold`."""

    kind: Literal["phold"] = "phold"
    engine: PdesEngine
    workers: Workers
    threads_per_list: Workers
    handover: TaskHandover
    list: EventListKind
    lps: Lps
    population: Population
    expected_events: Events
    """At the end time, by the mean of the delays."""
    end_time: Annotated[float, Field(ge=0, le=1e18)]
    """Simulated time at which the run ends."""
    remote_share: RemoteShare
    lookahead: SimulatedTime
    mean_delay: SimulatedTime
    delay: DelayDistribution
    payload: EventPayload
    oracle: OracleUse


RECORD = WorkloadRecord(
    title="PHOLD",
    family=Family.EVENTS,
    spec=Phold,
    plan=PholdPlan,
    progress_unit="event",
    carried="events",
    first_fields=(
        "engine",
        "workers",
        "lps",
        "population",
        "events",
        "remote_share",
        "lookahead",
    ),
    leading_metrics=(
        "events_per_second",
        "speedup",
        "efficiency",
        "event_time.mean",
        "events_per_window",
    ),
    simulated_by=(
        "lps",
        "population",
        "events",
        "remote_share",
        "lookahead",
        "mean_delay",
        "delay",
        "payload",
    ),
    presets=("phold-two-workers", "phold-two-nodes", "phold-one-list", "phold-sequential"),
)
