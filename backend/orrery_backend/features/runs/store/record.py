"""A run as it is stored, and its account's entries."""

from __future__ import annotations

from dataclasses import dataclass, field

from orrery_contracts.api import (
    LogLine,
    RunEvent,
    RunFailure,
    RunNode,
    RunOrigin,
    RunState,
    RunSummary,
    SummaryMetric,
)
from orrery_contracts.group import GroupRef
from orrery_contracts.results import Migration
from orrery_contracts.spec import RunSpec
from orrery_contracts.worker import LogLevel

from orrery_backend.kit.clock import instant, instant_or_none

#: Repeats of a run that may be made to replace others.
MOST_REPLACED = 100


@dataclass(slots=True)
class RunRecord:
    """One row of `runs`. `revision` grows with every stored change: the ETag's source."""

    id: str
    number: int
    spec: RunSpec
    created_ms: int
    name: str
    note: str
    tags: list[str]
    preset: str | None = None
    state: RunState = RunState.QUEUED
    started_ms: int | None = None
    ended_ms: int | None = None
    repeat: int = 0
    progress: float = 0.0
    nodes: list[RunNode] = field(default_factory=list)
    headline: list[SummaryMetric] = field(default_factory=list)
    checks_hold: bool | None = None
    failure: RunFailure | None = None
    archived: bool = False
    versions: list[str] = field(default_factory=list)
    revision: int = 1
    group: GroupRef | None = None
    interleaved: bool = False
    """Its repeats and those of the other runs of its group take turns."""
    added_repeats: int = 0
    """Repeats beyond those of the spec, added because the result was not settled or to replace
    disturbed ones."""
    left_out: list[str] = field(default_factory=list)
    """Fields that another version of Orrery stored and this one does not know."""
    busy_ms: int = 0
    """What its finished repeats took, launch and all; waiting between them does not count."""
    origin: RunOrigin | None = None
    imported_ms: int | None = None
    cancel_asked: bool = False
    """As it was when the run was read from the store."""

    @property
    def repeats(self) -> int:
        """All repeats that are planned or done."""
        return self.spec.repeats + self.added_repeats

    def summary(
        self, seconds_left: float | None = None, queue_position: int | None = None
    ) -> RunSummary:
        return RunSummary(
            id=self.id,
            number=self.number,
            name=self.name,
            state=self.state,
            workload=self.spec.workload.kind,
            created_at=instant(self.created_ms),
            started_at=instant_or_none(self.started_ms),
            ended_at=instant_or_none(self.ended_ms),
            tags=self.tags,
            preset=self.preset,
            repeat=self.repeat,
            repeats=self.repeats,
            progress=self.progress,
            seconds_left=seconds_left,
            nodes=[node.name for node in self.nodes],
            checks_hold=self.checks_hold,
            headline=self.headline,
            queue_position=queue_position,
            failure=self.failure,
            archived=self.archived,
            group=self.group,
            origin=self.origin,
        )


@dataclass(frozen=True, slots=True)
class RunLabels:
    """Labels of a run that a change of its group changes."""

    tags: list[str]
    archived: bool
    group: GroupRef


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One row of `run_events`."""

    sequence: int
    at_ms: int
    repeat: int | None
    node: str
    name: str
    text: str
    step: str | None = None
    migration: Migration | None = None

    def document(self) -> RunEvent:
        return RunEvent(
            sequence=self.sequence,
            at=instant(self.at_ms),
            repeat=self.repeat,
            node=self.node,
            name=self.name,
            text=self.text,
            step=self.step,
            migration=self.migration,
        )


@dataclass(frozen=True, slots=True)
class StoredLine:
    """One row of `run_log`."""

    sequence: int
    at_ms: int
    repeat: int | None
    node: str
    level: LogLevel
    text: str

    def document(self) -> LogLine:
        return LogLine(
            at=instant(self.at_ms),
            repeat=self.repeat,
            node=self.node,
            level=self.level,
            text=self.text,
        )
