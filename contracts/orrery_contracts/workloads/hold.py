"""Workload `hold`: what each structure of a future event list costs, by the hold operation.

Source: Jones, "An empirical comparison of priority-queue and event-set implementations" (1986).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.workloads.phold import Population
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
HoldOperations = Annotated[int, Field(ge=1_000, le=10_000_000_000)]


class Hold(WorkloadSpec):
    """Each event list structure holds the same population. An operation removes the first event and
    inserts it again at a later time."""

    kind: Literal["hold"] = "hold"
    population: Annotated[Population, Field(title="Event population")] = 65_536
    """Events in the list at all times. Each has a payload of 32 bytes."""
    operations: Annotated[HoldOperations, Field(title="Operations")] = 2_000_000
    """Measured hold operations of each structure."""


class HoldPlan(PlannedWorkload):
    """`hold` as the worker gets it. Same names and units as `Hold`."""

    kind: Literal["hold"] = "hold"
    population: Population
    operations: HoldOperations


RECORD = WorkloadRecord(
    title="hold operation",
    family=Family.EVENTS,
    spec=Hold,
    plan=HoldPlan,
    progress_unit="operation",
    carried="events",
    leading_metrics=(
        "hold.buckets",
        "hold.ladder",
        "hold.calendar",
        "hold.quaternary_heap",
        "hold.binary_heap",
    ),
    simulated_by=("population",),
    amount=("operations",),
    presets=("hold",),
)
