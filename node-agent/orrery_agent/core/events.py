"""What happens to an agent."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from orrery_contracts import agent as wire
from orrery_contracts import worker as control
from orrery_contracts.surroundings import Surroundings

from orrery_agent.core.records import RunKey

ToAgentMessage = (
    wire.Welcome
    | wire.ClockProbe
    | wire.Prepare
    | wire.Peers
    | wire.Begin
    | wire.OrderMove
    | wire.Cancel
    | wire.Ack
    | wire.Release
)
WorkerMessage = (
    control.Prepared
    | control.Ready
    | control.Running
    | control.Event
    | control.Log
    | control.Result
    | control.Failure
)


class Timer(StrEnum):
    """Why the core asked to be woken, per run."""

    LINGER = "linger"
    """A worker that has said its last word should have ended by now."""
    TERM = "term"
    """A worker that was told to stop should have ended by now."""
    KILL = "kill"
    """A worker that got SIGTERM should have ended by now."""


@dataclass(frozen=True, slots=True)
class LinkOpened:
    """The console has accepted the connection; nothing was sent on it."""


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """The connection is gone, and with it what was not yet sent."""


@dataclass(frozen=True, slots=True)
class Received:
    """The console said something."""

    message: ToAgentMessage
    at_ns: int


@dataclass(frozen=True, slots=True)
class LaunchFailed:
    """A `Launch` could not be done; no worker and no spool is left of it."""

    key: RunKey
    code: str
    message: str
    remedy: str


@dataclass(frozen=True, slots=True)
class WorkerSaid:
    """A worker wrote a line that is a valid `WorkerSays`."""

    key: RunKey
    message: WorkerMessage
    line: bytes
    """As the worker wrote it."""
    spool_bytes: int
    """What the run's output takes on disk now."""
    at_ns: int


@dataclass(frozen=True, slots=True)
class Surrounded:
    """What else the machine did from a worker's start to its result, which follows."""

    key: RunKey
    surroundings: Surroundings
    at_ns: int


@dataclass(frozen=True, slots=True)
class FrameRead:
    """A worker wrote a telemetry frame with a valid header."""

    key: RunKey
    samples: bool
    """Full-resolution rows, as against a window."""
    momentary: bool
    """Of worth while it is new."""
    rows: int
    done: int
    """Steps done of the measured part."""
    frame: bytes
    spool_bytes: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class WorkerGarbled:
    """A worker wrote something that is no message and no frame."""

    key: RunKey
    problem: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class WorkerEnded:
    """The worker's processes are gone, and all that they wrote has been reported before."""

    key: RunKey
    status: int
    """Exit status, or minus the signal's number."""
    last_output: tuple[str, ...]
    at_ns: int


@dataclass(frozen=True, slots=True)
class TimerFired:
    """Time that was asked for by `SetTimer` has passed."""

    key: RunKey
    timer: Timer


@dataclass(frozen=True, slots=True)
class SpoolFailed:
    """Output of a run could not be written to disk or read back."""

    key: RunKey
    problem: str


@dataclass(frozen=True, slots=True)
class Shutdown:
    """The agent is to end."""


Event = (
    LinkOpened
    | LinkClosed
    | Received
    | LaunchFailed
    | WorkerSaid
    | Surrounded
    | FrameRead
    | WorkerGarbled
    | WorkerEnded
    | TimerFired
    | SpoolFailed
    | Shutdown
)
