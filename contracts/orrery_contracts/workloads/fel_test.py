"""Workload `fel_test`: pairs of source and sink threads around one future event list.

Source: pdes-threads-feltest, whose six parameters keep their names; the event processing times and
overheads of its 30 scenarios are `e_dly` and `f_dly`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
Cpus = Annotated[int, Field(ge=1, le=1_024)]
Sources = Annotated[int, Field(ge=1, le=512)]
SourceEvents = Annotated[int, Field(ge=1, le=10_000_000)]
Variance = Annotated[float, Field(ge=0, le=1_000_000_000)]
BusyUs = Annotated[float, Field(ge=0, le=1_000_000)]


class FelWaiting(StrEnum):
    """How entity threads and the manager of the event list wait: by semaphores, as in the study, or
    by condition variables."""

    SEMAPHORE = "semaphore"
    CONDITION = "condition"


class FelTest(WorkloadSpec):
    """Each source schedules an event for its sink, and the sink schedules an answer. One thread
    manages the future event list."""

    kind: Literal["fel_test"] = "fel_test"
    num_cpus: Annotated[Cpus, Field(title="CPUs")] = 2
    """CPUs of the node that the threads may use."""
    num_srcs: Annotated[Sources, Field(title="Sources")] = 8
    """Number of sources. Each source and its sink have a thread each."""
    src_events: Annotated[SourceEvents, Field(title="Events of a source")] = 100
    """Events of each source. The sink answers each, so the list handles twice this number."""
    src_var: Annotated[Variance, Field(title="Variance between events")] = 0.0
    """Variance of the simulated time between a source's events, with the mean `e_dly`. 0 adds every
    event at the end of the list."""
    e_dly: Annotated[
        BusyUs, Field(title="Processing of an event", json_schema_extra={"unit": "us"})
    ] = 500.0
    """CPU time of an entity for each event, calibrated on the node."""
    f_dly: Annotated[
        BusyUs, Field(title="Overhead of the list", json_schema_extra={"unit": "us"})
    ] = 0.0
    """CPU time of the manager to add an event, calibrated on the node."""
    waiting: FelWaiting = Field(FelWaiting.SEMAPHORE, title="Waiting of threads")
    """How entities wait for events and the manager waits for requests."""


class FelTestPlan(PlannedWorkload):
    """`fel_test` as the worker gets it. Same names and units as `FelTest`."""

    kind: Literal["fel_test"] = "fel_test"
    num_cpus: Cpus
    num_srcs: Sources
    src_events: SourceEvents
    src_var: Variance
    e_dly: BusyUs
    f_dly: BusyUs
    waiting: FelWaiting


RECORD = WorkloadRecord(
    title="one event list",
    family=Family.EVENTS,
    spec=FelTest,
    plan=FelTestPlan,
    progress_unit="event",
    carried="entities",
    leading_metrics=(
        "speedup",
        "ideal_share",
        "manager_time",
        "serial_fraction",
        "events_per_second",
    ),
    simulated_by=("num_srcs", "src_events", "src_var", "e_dly"),
    presets=("fel-test", "fel-test-short-events"),
    published=("feltest.scaling",),
)
