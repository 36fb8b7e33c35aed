"""What happens to runs, for other parts of the console: the events of the bus."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_contracts.api import RunDocument, RunSummary


@dataclass(frozen=True, slots=True)
class StoreWanted:
    """A run has brought what must be stored soon."""


@dataclass(frozen=True, slots=True)
class RunStored:
    """What a run had brought is in the store."""

    run_id: str


@dataclass(frozen=True, slots=True)
class PartRefused:
    """A part of what a run brought is left out: the store will never take it."""

    run_id: str
    problem: str


@dataclass(frozen=True, slots=True)
class PlacementStored:
    """The run's nodes are in the store: its workers may be launched."""

    run_id: str


@dataclass(frozen=True, slots=True)
class RepeatStored:
    """A repeat's end is in the store, with its results."""

    run_id: str
    repeat: int
    nodes: tuple[str, ...]
    """That served it."""


@dataclass(frozen=True, slots=True)
class EndStored:
    """The run's end is in the store, and none of its workers is left."""

    run_id: str


AfterCommit = PlacementStored | RepeatStored | EndStored


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """A run of a group has changed."""

    summary: RunSummary
    document: RunDocument | None
    """If it has measured more."""
