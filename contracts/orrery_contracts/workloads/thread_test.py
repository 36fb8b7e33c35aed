"""Workload `thread_test`: the highest speed-up of threads that do not communicate. Source:
pdes-threads-feltest (`threadtest`): 96 % of the ideal speed-up at 32 CPUs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.workloads.fel_test import Cpus
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
Threads = Annotated[int, Field(ge=1, le=1_024)]
Slices = Annotated[int, Field(ge=1, le=1_000_000)]
SliceUs = Annotated[float, Field(ge=1, le=1_000_000)]


class ThreadTest(WorkloadSpec):
    """Threads compute the same calibrated work each, on some of the node's CPUs, without
    communication."""

    kind: Literal["thread_test"] = "thread_test"
    num_cpus: Annotated[Cpus, Field(title="CPUs")] = 2
    """CPUs of the node that the threads may use."""
    num_threads: Annotated[Threads, Field(title="Threads")] = 16
    """Number of threads. Each executes all slices."""
    slices: Annotated[Slices, Field(title="Slices of a thread")] = 100
    """Slices of work of each thread. The study used 5000."""
    slice_us: Annotated[
        SliceUs, Field(title="Work of a slice", json_schema_extra={"unit": "us"})
    ] = 500.0
    """CPU time of a slice, calibrated on the node."""


class ThreadTestPlan(PlannedWorkload):
    """`thread_test` as the worker gets it. Same names and units as `ThreadTest`."""

    kind: Literal["thread_test"] = "thread_test"
    num_cpus: Cpus
    num_threads: Threads
    slices: Slices
    slice_us: SliceUs


RECORD = WorkloadRecord(
    title="threads alone",
    family=Family.MACHINE,
    spec=ThreadTest,
    plan=ThreadTestPlan,
    progress_unit="slice",
    carried="threads",
    leading_metrics=("speedup", "ideal_share", "elapsed", "cpu_per_slice", "spread"),
    simulated_by=("num_threads", "slices"),
    presets=("thread-test",),
    published=("feltest.scaling",),
)
