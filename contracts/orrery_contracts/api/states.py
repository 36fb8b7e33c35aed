"""States and failures of a run, and what is written down about it while it goes on."""

from __future__ import annotations

from enum import StrEnum

from orrery_contracts.base import BigInt, Contract, Count, Index, Instant, Label, Slug, Text
from orrery_contracts.results import Migration
from orrery_contracts.worker import LogLevel, Phase


class RunState(StrEnum):
    """State of a run. Each repeat goes from preparing to collecting."""

    QUEUED = "queued"
    PLACING = "placing"
    PREPARING = "preparing"
    READY = "ready"
    RUNNING = "running"
    COLLECTING = "collecting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RunFailure(Contract):
    """Reason of a failure, and the remedy."""

    code: Slug
    phase: Phase
    repeat: Index
    node: str
    """Node that caused the failure. Empty: no single node."""
    process: Label
    message: Text
    remedy: Text
    last_output: list[Text]


class RunEvent(Contract):
    """One entry of a run's event list: a state transition, a worker's event, or an annotation."""

    sequence: Count
    at: Instant
    repeat: Index | None
    node: str
    """Empty for the run as a whole."""
    name: Slug
    """`state.<state>`, `failure`, or a worker's own event name."""
    text: Text
    step: BigInt | None
    migration: Migration | None = None
    """The migration of an event `migration`. Null for other events."""


class LogLine(Contract):
    """One line that a worker, an agent or the console wrote about a run."""

    at: Instant
    repeat: Index | None
    node: str
    level: LogLevel
    text: Text
