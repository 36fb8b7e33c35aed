"""Groups of runs: sweeps and suites, as a list shows them. The complete document is in
`group_results`."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Count, Index, Instant, Label, RunId, Slug, Text


class GroupKind(StrEnum):
    """Kind of a group."""

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
    """Place of a run in a group."""

    id: RunId
    number: Count
    """Number of the group, from 1, as in "sweep 3". Runs are numbered separately."""
    kind: GroupKind
    title: Label
    item: str
    """The suite's item; empty in a sweep."""
    cell: Index
    """Cell of the run. A retried run has the cell of the run that it replaces."""
    label: Label
    """Settings of the cell, e.g. `managers 2, monitors 1`."""


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
    """Number of cells. The newest run of a cell counts."""
    runs_done: Count
    runs_failed: Count
    """Failed or cancelled."""
    interleaved: bool
    progress: Annotated[float, Field(ge=0, le=1)]
    """Share of all repeats of all runs that is done."""
    seconds_left: float | None
    """Estimate from the repeats so far. Null: no repeat has ended."""
    workloads: list[Slug]
    checks_hold: bool | None
    """Whether the runs' own checks passed. Null: no check has a result yet."""
    shapes_hold: bool | None
    """Whether the suite's shape checks passed. Null: some runs have not ended, or the group is a
    sweep."""
    note: Text = ""
    tags: list[Slug] = Field(default_factory=list)
    """Tags of the group. Each of its runs has them too."""


class GroupPatch(Contract):
    """Fields of a sweep or suite that can be changed. A field that is left out keeps its value."""

    name: Label | None = None
    note: Text | None = None
    tags: list[Slug] | None = None
    """A tag that is added or removed here is added to or removed from each run too."""
    archived: bool | None = None
    """Archives all runs of the group, or brings them back."""
