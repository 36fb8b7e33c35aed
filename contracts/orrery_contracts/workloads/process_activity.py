"""Workload `process_activity`: cost of creating, stepping, observing and destroying the entities
and managers of a universe.

Source: uss-prototype-evaluation, section 6.5.5 (Figure 6.36, Table 6.9), and Table 6.2.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec
from orrery_contracts.workloads.universe_steps import Managers, Monitors, ProcessModel, StateBytes

#: Ranges that a spec and its plan share.
Launched = Annotated[int, Field(ge=1, le=10_000)]
Launches = Annotated[int, Field(ge=1, le=10_000)]
LaunchSteps = Annotated[int, Field(ge=1, le=1_000_000)]


class ProcessActivity(WorkloadSpec):
    """One node launches a universe repeatedly: it creates the entities and managers, steps them,
    observes them, and destroys them."""

    kind: Literal["process_activity"] = "process_activity"
    entities: Annotated[Launched, Field(title="Entities")] = 40
    """Entities of every launch."""
    managers: Annotated[Managers, Field(title="Managers")] = 1
    """Special managers of every launch."""
    process_model: ProcessModel = Field(ProcessModel.PROCESS, title="Process model")
    """How entities and managers execute: as processes, as threads, or as objects."""
    launches: Annotated[Launches, Field(title="Launches")] = 20
    """Launches of a repeat. The result is their median."""
    steps: Annotated[LaunchSteps, Field(title="Steps of a launch")] = 200
    """Steps of a launch in which updates are timed."""
    monitors: Annotated[Monitors, Field(title="Monitored components")] = 1
    """Components of each entity's state."""
    state_bytes: Annotated[
        StateBytes, Field(title="State of a component", json_schema_extra={"unit": "B"})
    ] = 8
    """Size of one component's packed state in a state update."""


class ProcessActivityPlan(PlannedWorkload):
    """`process_activity` as the worker gets it. Same names and units as `ProcessActivity`."""

    kind: Literal["process_activity"] = "process_activity"
    entities: Launched
    managers: Managers
    process_model: ProcessModel
    launches: Launches
    steps: LaunchSteps
    monitors: Monitors
    state_bytes: StateBytes


RECORD = WorkloadRecord(
    title="process activity",
    family=Family.UNIVERSE,
    spec=ProcessActivity,
    plan=ProcessActivityPlan,
    progress_unit="launch",
    carried="entities",
    leading_metrics=(
        "create.each",
        "end.each",
        "entity.update",
        "usage.per_process",
        "memory.private",
    ),
    simulated_by=("entities", "managers", "steps", "monitors", "state_bytes"),
    presets=("process-activity",),
)
