"""Groups of runs that belong together: a sweep, or a suite. What a list shows of them; the whole
document is in `group_results`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Count, Index, Instant, Label, RunId, Slug


class GroupKind(StrEnum):
    """What made the group."""

    SWEEP = "sweep"
    SUITE = "suite"


class GroupState(StrEnum):
    """Derived from the runs: queued until one has begun, running until all have ended."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class GroupRef(Contract):
    """Which place a run has in a group."""

    id: RunId
    number: Count
    """Counts from 1, apart from runs: sweep 3."""
    kind: GroupKind
    title: Label
    item: str
    """The suite's item; empty in a sweep."""
    cell: Index
    """Which cell of the group it measures; a retried run has the cell of the one before it."""
    label: Label
    """What sets the cell apart: `managers 2, monitors 1`."""


class GroupSummary(Contract):
    """A group as a list shows it."""

    id: RunId
    number: Count
    kind: GroupKind
    name: Slug | None
    """The suite's name; null for a sweep."""
    version: Count | None
    """The suite's version; null for a sweep."""
    variant: Slug | None
    """The suite's variant; null for a sweep."""
    title: Label
    state: GroupState
    created_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    runs: Count
    """Cells, each counted with its newest run."""
    runs_done: Count
    runs_failed: Count
    """Failed or cancelled."""
    interleaved: bool
    progress: Annotated[float, Field(ge=0, le=1)]
    """Over all repeats of all runs."""
    seconds_left: float | None
    """From what its repeats took so far; null until one has ended."""
    workloads: list[Slug]
    checks_hold: bool | None
    """The runs' own checks; null while there are none."""
    shapes_hold: bool | None
    """A suite's shape checks, once all runs have ended; null before, and for a sweep."""
