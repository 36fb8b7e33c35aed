"""Events of the agent that the core handles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from orrery_contracts import agent as wire
from orrery_contracts import links
from orrery_contracts import worker as control
from orrery_contracts.surroundings import Surroundings

from orrery_agent.core.records import RunKey

ControlMessage = (
    wire.Prepare | wire.Peers | wire.Begin | wire.OrderMove | wire.Cancel | wire.Ack | wire.Release
)
"""What the console says of a run."""
ToAgentMessage = (
    wire.Welcome | wire.ClockProbe | ControlMessage | links.ServeLink | links.MeasureLink
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
    """The purpose of a timer of a run."""

    LINGER = "linger"
    """A worker that has said its result or failure should have ended by now."""
    TERM = "term"
    """A worker that was told to stop should have ended by now."""
    KILL = "kill"
    """A worker that got SIGTERM should have ended by now."""


@dataclass(frozen=True, slots=True)
class LinkOpened:
    """The console has accepted the connection; nothing has been sent on it."""


@dataclass(frozen=True, slots=True)
class LinkClosed:
    """The connection is lost, and all unsent messages with it."""


@dataclass(frozen=True, slots=True)
class Received:
    """A message of the console."""

    message: ToAgentMessage
    at_ns: int


@dataclass(frozen=True, slots=True)
class LaunchFailed:
    """A `Launch` failed. Neither a worker nor a spool is left."""

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
    """Size of the run's output on disk, in bytes."""
    at_ns: int


@dataclass(frozen=True, slots=True)
class Surrounded:
    """The rest of the machine's activity while the worker measured; the worker's result follows."""

    key: RunKey
    surroundings: Surroundings
    at_ns: int


@dataclass(frozen=True, slots=True)
class FrameRead:
    """A worker wrote a telemetry frame with a valid header."""

    key: RunKey
    samples: bool
    """The frame has samples of single steps; False: a window."""
    momentary: bool
    """Only the newest such frame is useful: the entities at one moment."""
    rows: int
    done: int
    """Measured steps done."""
    frame: bytes
    spool_bytes: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class WorkerFailed:
    """A worker broke the contract: its output cannot be read, or it does not read its input."""

    key: RunKey
    code: str
    message: str
    remedy: str
    at_ns: int


@dataclass(frozen=True, slots=True)
class WorkerEnded:
    """The worker's processes have ended; all their output has been reported before."""

    key: RunKey
    status: int
    """Exit status, or minus the signal's number."""
    last_output: tuple[str, ...]
    at_ns: int


@dataclass(frozen=True, slots=True)
class TimerFired:
    """The time of a `SetTimer` has passed."""

    key: RunKey
    timer: Timer


@dataclass(frozen=True, slots=True)
class SpoolFailed:
    """Output of a run could not be written to disk or read back."""

    key: RunKey
    problem: str


@dataclass(frozen=True, slots=True)
class Shutdown:
    """The agent shall end."""


Event = (
    LinkOpened
    | LinkClosed
    | Received
    | LaunchFailed
    | WorkerSaid
    | Surrounded
    | FrameRead
    | WorkerFailed
    | WorkerEnded
    | TimerFired
    | SpoolFailed
    | Shutdown
)
