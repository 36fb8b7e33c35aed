"""The numbered output of a run on this node, as core, spool and link share it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from orrery_contracts.worker import Phase


@dataclass(frozen=True, slots=True, order=True)
class RunKey:
    """One repeat of a run: what a worker is started for."""

    run_id: str
    repeat: int

    def __str__(self) -> str:
        return f"{self.run_id} repeat {self.repeat}"


class RecordKind(IntEnum):
    """What a record's data is; the numbers are those of the spool file."""

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
    """Output that an earlier life of the agent left on disk."""

    key: RunKey
    node_index: int
    last_seq: int
    phase: Phase
    complete: bool
    """It ends with the worker's exit."""
    cut_bytes: int
    """At the end, not whole, and so deleted."""
    launch: str = ""
    """As the console named it."""
