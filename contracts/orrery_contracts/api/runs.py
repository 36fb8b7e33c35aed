"""Runs: lists of runs, one run without its series, and the fields that can be changed."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.agent import NodeFacts
from orrery_contracts.annotation import Annotation
from orrery_contracts.api.metrics import Precision, SummaryMetric, WindowModes
from orrery_contracts.api.states import RunEvent, RunFailure, RunState
from orrery_contracts.base import BigInt, Contract, Count, Index, Instant, Label, RunId, Slug, Text
from orrery_contracts.group import GroupRef, GroupSummary
from orrery_contracts.results import (
    Check,
    MessageCount,
    Metric,
    Migration,
    PathUse,
    ProcessUse,
    Trace,
)
from orrery_contracts.spec import RunSpec
from orrery_contracts.surroundings import Quality, Surroundings
from orrery_contracts.telemetry import FrameSchema


class Waiting(Contract):
    """How a node's endpoints wait for messages, in a run whose result are message times, if its
    spec leaves the pinning open."""

    polls: bool
    """Each endpoint keeps a CPU of its own."""
    sentence: Text


class RunNode(Contract):
    """A node as it was when the run was placed."""

    index: Index
    """0 is the master."""
    name: Slug
    colour: Count
    load_before: float
    """One-minute load average at placement: a busy machine makes a doubtful result."""
    busy_share_before: float
    assigned: Label
    """Work that the plan assigns to the node, e.g. `20 entities, 1 manager`."""
    facts: NodeFacts
    entities: Count | None = None
    """Entities at the start, if entities can migrate. Their ids are contiguous in node order. Null:
    entities do not migrate."""
    waiting: Waiting | None = None
    """Null: message times are not the result, or the spec decides the pinning."""


class RepeatNode(Contract):
    """What one node measured in one repeat."""

    node_index: Index
    metrics: list[Metric]
    messages: list[MessageCount]
    processes: list[ProcessUse]
    paths: list[PathUse] = Field(default=[])
    """Traffic, losses and repairs of each data path of a federation."""
    state_checksum: BigInt
    elapsed_ns: BigInt
    samples_dropped: Count
    sample_stride: Count
    surroundings: Surroundings | None = None
    """Null in runs of older agents."""


class RepeatView(Contract):
    """One repeat of a run."""

    repeat: Index
    state: RunState
    started_at: Instant | None
    ended_at: Instant | None
    metrics: list[Metric]
    """Of the whole run."""
    messages: list[MessageCount]
    checks: list[Check]
    state_checksum: BigInt | None
    migrations: list[Migration] = Field(default=[])
    """In the order of their steps."""
    traces: list[Trace] = Field(default=[])
    nodes: list[RepeatNode]
    quality: Quality | None = None
    """Null until the repeat is done, and in runs of older agents."""
    replaces: Index | None = None
    """The repeat that this one was made to replace."""
    replaced_by: Index | None = None
    """The finished repeat that replaces this one: figures leave this one out."""

    @property
    def counts(self) -> bool:
        """Whether its figures are figures of the run."""
        return self.state is RunState.DONE and self.replaced_by is None


class RepeatReplacement(Contract):
    """A disturbed or busy repeat of a run that has ended is made again."""

    repeat: Index
    """The repeat to replace, from 0."""


class RunOrigin(Contract):
    """Where an imported run was measured."""

    console: Label
    """Name of the host of that console."""
    number: Count
    """The run's number there."""


class RunSummary(Contract):
    """A run as a list shows it."""

    id: RunId
    number: Count
    """Number of the run, from 1, as in "run 121"."""
    name: Label
    state: RunState
    workload: Slug
    created_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    tags: list[Slug]
    preset: str | None
    repeat: Index
    """The current repeat, or the last."""
    repeats: Count
    progress: Annotated[float, Field(ge=0, le=1)]
    """Share of all repeats that is done."""
    seconds_left: float | None
    nodes: list[Slug]
    checks_hold: bool | None
    """Whether all checks passed. Null: no check has a result yet."""
    headline: list[SummaryMetric]
    """A few metrics: step time, steps per second."""
    queue_position: Count | None
    failure: RunFailure | None
    archived: bool
    group: GroupRef | None = None
    """The sweep or suite of the run."""
    origin: RunOrigin | None = None
    """Where an imported run was measured. Null for a run of this console."""


class RunSetting(Contract):
    """What tells a run from others of the same name."""

    run: RunId
    label: Label
    """Settings in which it differs from runs of its name and workload on the same page, e.g.
    `managers 2, process model pooled`."""


class RunPage(Contract):
    """A page of runs, newest first."""

    items: list[RunSummary]
    next_cursor: str | None
    total: Count
    groups: list[GroupSummary] = Field(default=[])
    """The sweeps and suites of these runs."""
    settings: list[RunSetting] = Field(default=[])
    """Of runs whose name and workload others on this page have too; cells of sweeps and suites have
    their own label."""


class RunDocument(Contract):
    """A run without its series."""

    summary: RunSummary
    spec: RunSpec
    """The complete spec: every field is present."""
    nodes: list[RunNode]
    metrics: list[SummaryMetric]
    repeats: list[RepeatView]
    events: list[RunEvent]
    schemas: list[FrameSchema]
    versions: list[Label]
    """Versions of console, agents and workers, with commits."""
    precision: Precision | None = None
    """Null if the spec does not ask for repeats until the result is settled."""
    outcome: Text = ""
    """How the run ended, its checks and its precision, in sentences. Empty until it has ended."""
    window_modes: list[WindowModes] = Field(default=[])
    """Durations in two modes over time. Empty until the run has ended."""
    annotations: list[Annotation] = Field(default=[])
    """Notes on the run and on its steps, oldest first, besides `spec.note`."""


class RunPatch(Contract):
    """Fields of a run that can be changed."""

    name: Label | None = None
    note: Text | None = None
    tags: list[Slug] | None = None
    archived: bool | None = None
