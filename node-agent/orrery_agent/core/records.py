"""The numbered output of a run on this node. Core, spool and link share these types."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from orrery_contracts.worker import Phase


@dataclass(frozen=True, slots=True, order=True)
class RunKey:
    """One repeat of a run. Each has at most one worker at a time."""

    run_id: str
    repeat: int

    def __str__(self) -> str:
        return f"{self.run_id} repeat {self.repeat}"


class RecordKind(IntEnum):
    """The type of a record's data. The numbers are those in spool files."""

    SAYS = 1
    """A `WorkerSays` document as JSON text."""
    FRAME = 2
    """A telemetry frame as the worker wrote it."""
    EXITED = 3
    """A JSON object with the fields of `WorkerExited` that the record itself does not have."""
    SURROUNDED = 4
    """A `Surroundings` document as JSON text."""


@dataclass(frozen=True, slots=True)
class Record:
    """One output record."""

    seq: int
    """From 1, without gaps, per run and repeat."""
    at_ns: int
    """The agent's wall clock, nanoseconds since 1970."""
    kind: RecordKind
    phase: Phase
    """The run's phase after this record."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Recovered:
    """Output that the agent's earlier process left on disk."""

    key: RunKey
    node_index: int
    last_seq: int
    phase: Phase
    complete: bool
    """The last record is the worker's exit."""
    cut_bytes: int
    """Bytes of an incomplete record at the end, which were deleted."""
    launch: str = ""
    """The console's name for the launch; empty if unknown."""
