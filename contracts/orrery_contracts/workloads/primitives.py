"""Workload `primitives`: what the operating system's threads, processes and locks cost.

Source: pdes-threads-feltest, Table 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
Batches = Annotated[int, Field(ge=1, le=10_000)]
BatchMs = Annotated[float, Field(ge=0.1, le=10_000)]


class Primitives(WorkloadSpec):
    """Thread and process creation, mutex, semaphore, thread-local and global references."""

    kind: Literal["primitives"] = "primitives"
    batches: Annotated[Batches, Field(title="Batches")] = 20
    """Measurements of each primitive. The result is their median."""
    batch_ms: Annotated[
        BatchMs, Field(title="Length of a batch", json_schema_extra={"unit": "ms"})
    ] = 10.0
    """Approximate duration of a batch."""


class PrimitivesPlan(PlannedWorkload):
    """`primitives` as the worker gets it. Same names and units as `Primitives`."""

    kind: Literal["primitives"] = "primitives"
    batches: Batches
    batch_ms: BatchMs


RECORD = WorkloadRecord(
    title="primitives",
    family=Family.MACHINE,
    spec=Primitives,
    plan=PrimitivesPlan,
    progress_unit="batch",
    carried="primitives",
    leading_metrics=(
        "unbound_thread_create",
        "process_create",
        "mutex_lock_unlock",
        "semaphore_post_wait",
        "thread_specific_data_reference",
    ),
    amount=("batches", "batch_ms"),
    presets=("primitives",),
    published=("feltest.primitives",),
)
