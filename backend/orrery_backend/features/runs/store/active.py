"""A run that has not been let go: its life, its account so far, and what waits to be stored.

Lives in the event loop; the engine and the intake change it, the flusher takes from it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field, replace

from orrery_contracts.annotation import Annotation
from orrery_contracts.api import RunState
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.results import Migration
from orrery_contracts.telemetry import FrameSchema
from orrery_contracts.worker import LogLevel

from orrery_backend.features.runs.events import AfterCommit
from orrery_backend.features.runs.life.progress import Progress
from orrery_backend.features.runs.life.vocabulary import Life, Timer
from orrery_backend.features.runs.store.record import RunRecord, StoredEvent, StoredLine
from orrery_backend.features.scenarios.service import PlacedSpec
from orrery_backend.results.service import (
    Gathering,
    ResultBatch,
    StoredOutput,
    StoredRepeat,
)

MAX_LINES = 20_000
MAX_EVENTS = 20_000
KEPT_LINES = 500
KEPT_FRAMES = 2_000


@dataclass(slots=True)
class OutputState:
    """One node's output in one repeat. Records up to `seen` have been acted on, up to `committed`
    they are in the store.
    """

    stored: StoredOutput
    seen: int = 0
    committed: int = 0
    told: int = 0
    """The last acknowledgement that was sent."""
    refused: bool = False
    """A record of it could not be used: nothing more of it is taken."""


@dataclass(slots=True)
class Journal:
    """What waits to be stored. `after_commit` is published once, when it is."""

    record: bool = False
    nodes: bool = False
    restart_repeat: int | None = None
    events: list[StoredEvent] = field(default_factory=list)
    lines: list[StoredLine] = field(default_factory=list)
    repeats: set[int] = field(default_factory=set)
    outputs: set[tuple[int, int]] = field(default_factory=set)
    schemas: list[FrameSchema] = field(default_factory=list)
    after_commit: list[AfterCommit] = field(default_factory=list)

    @property
    def has_more(self) -> bool:
        """Whether something came since it was taken last."""
        return bool(self.record or self.events or self.lines or self.repeats or self.outputs)


@dataclass(slots=True)
class ActiveRun:
    """See the module's comment."""

    record: RunRecord
    life: Life
    progress: Progress
    placed: PlacedSpec | None = None
    plans: list[WorkerPlan] = field(default_factory=list)
    """Of the repeat that is going on."""
    repeats: dict[int, StoredRepeat] = field(default_factory=dict)
    outputs: dict[tuple[int, int], OutputState] = field(default_factory=dict)
    """By repeat and node."""
    events: list[StoredEvent] = field(default_factory=list)
    lines: deque[StoredLine] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    annotations: list[Annotation] = field(default_factory=list)
    line_count: int = 0
    gathering: Gathering = field(default_factory=Gathering)
    frames: deque[bytes] = field(default_factory=lambda: deque(maxlen=KEPT_FRAMES))
    """Recent window frames of the repeat that is going on."""
    entities: dict[int, bytes] = field(default_factory=dict)
    """The newest frame of each node's entities in that repeat."""
    journal: Journal = field(default_factory=Journal)
    timers: dict[Timer, asyncio.TimerHandle] = field(default_factory=dict)
    undelivered: set[int] = field(default_factory=set)
    """Nodes that have not got their plan: their link was down, or they were busy."""
    launch: str = ""
    """Names the launch of the repeat that is going on; agents keep it with their output. Empty: of
    a launch before they did."""
    launched_at: float = 0.0
    waits_for: str = ""
    """Why it is in the queue, as it was told last."""
    progress_changed: bool = False
    gone: bool = False
    let_go: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when all of it is stored and nothing more will come."""

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def node_names(self) -> list[str]:
        return [node.name for node in self.record.nodes]

    def index_of(self, node: str) -> int | None:
        for entry in self.record.nodes:
            if entry.name == node:
                return entry.index
        return None

    def restore_output(self, stored: StoredOutput) -> None:
        """From the store, after the console's start."""
        key = (stored.repeat, stored.node_index)
        self.outputs[key] = OutputState(stored, seen=stored.stored_seq, committed=stored.stored_seq)

    def stored_repeats(self) -> list[StoredRepeat]:
        return [self.repeats[repeat] for repeat in sorted(self.repeats)]

    def stored_outputs(self) -> list[StoredOutput]:
        return [self.outputs[key].stored for key in sorted(self.outputs)]

    def add_event(
        self,
        at_ms: int,
        name: str,
        text: str,
        *,
        node: str = "",
        repeat: int | None = None,
        step: str | None = None,
        migration: Migration | None = None,
    ) -> StoredEvent:
        sequence = self.events[-1].sequence + 1 if self.events else 1
        event = StoredEvent(sequence, at_ms, repeat, node, name, text[:2000], step, migration)
        self.events.append(event)
        self.journal.events.append(event)
        return event

    def add_line(
        self, at_ms: int, level: LogLevel, text: str, *, node: str = "", repeat: int | None = None
    ) -> StoredLine | None:
        """None: the run has said too much already."""
        self.line_count += 1
        if self.line_count > MAX_LINES:
            return None
        if self.line_count == MAX_LINES:
            text = f"{MAX_LINES:,} lines are kept of a run; what follows is left out."
        line = StoredLine(self.line_count, at_ms, repeat, node, level, text[:2000])
        self.lines.append(line)
        self.journal.lines.append(line)
        return line

    def changed(self) -> None:
        self.record.revision += 1
        self.journal.record = True

    def take(self) -> tuple[Journal, ResultBatch]:
        """What is to be stored now, as it is now: what comes while it is being stored waits for the
        next time.
        """
        journal, self.journal = self.journal, Journal()
        for key in journal.outputs:
            state = self.outputs[key]
            state.stored.stored_seq = state.seen
        positions, dropped_positions = self.gathering.positions.take()
        batch = ResultBatch(
            restart_repeat=journal.restart_repeat,
            repeats=[replace(self.repeats[repeat]) for repeat in sorted(journal.repeats)],
            outputs=[replace(self.outputs[key].stored) for key in sorted(journal.outputs)],
            schemas=journal.schemas,
            chunks=self.gathering.take(),
            positions=positions,
            dropped_positions=dropped_positions,
        )
        return journal, batch


def launch_name(run: ActiveRun) -> str:
    """Of the newest launch, by the event that began it, which is stored with the run. Empty: none.

    A launch that a console's death kept out of the store may leave its event's number to another:
    the time tells them apart.
    """
    for event in reversed(run.events):
        if event.name == f"state.{RunState.PREPARING.value}":
            return f"{event.sequence}-{event.at_ms}"
    return ""
