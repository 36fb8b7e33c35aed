"""What an agent is to do: in order, all of one event's before the next event is handled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from orrery_contracts import agent as wire
from orrery_contracts import worker as control
from orrery_contracts.plan import WorkerPlan

from orrery_agent.core.events import Timer
from orrery_agent.core.records import Record, RunKey

AgentMessage = control.GivePeers | control.Start | control.GiveMove | control.Stop


class Level(StrEnum):
    """How much a note matters to the person who watches the agent."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Force(StrEnum):
    """How a worker's process group is ended."""

    TERM = "term"
    KILL = "kill"


@dataclass(frozen=True, slots=True)
class Greet:
    """Send `hello` with the node's facts and this list."""

    held: tuple[wire.HeldOutput, ...]


@dataclass(frozen=True, slots=True)
class SendHeartbeats:
    """Send a heartbeat every so often, until the link closes."""

    period_ms: int


@dataclass(frozen=True, slots=True)
class SetWindow:
    """Send no further record of an output while so many bytes of it are not acknowledged."""

    bytes: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message that is no output record."""

    message: wire.Refused | wire.ClockReply


@dataclass(frozen=True, slots=True)
class StartSending:
    """Announce the stream, then send the run's records after a number, also those still to come.

    Nothing happens for a run whose `Launch` has just failed.
    """

    key: RunKey
    node_index: int
    stream: int
    after_seq: int
    launch: str = ""


@dataclass(frozen=True, slots=True)
class StopSending:
    """Send no further records of the run on this link."""

    key: RunKey


@dataclass(frozen=True, slots=True)
class Launch:
    """Open a spool, start a worker, give it the plan; else `LaunchFailed` follows."""

    key: RunKey
    plan: WorkerPlan
    launch: str = ""


@dataclass(frozen=True, slots=True)
class Tell:
    """Write a line to the worker; nothing happens if it has just ended."""

    key: RunKey
    message: AgentMessage


@dataclass(frozen=True, slots=True)
class End:
    """Signal the worker's process group; nothing happens if it has just ended."""

    key: RunKey
    force: Force


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Report `TimerFired` later. A timer of a run whose worker has ended need not fire."""

    key: RunKey
    timer: Timer
    seconds: float


@dataclass(frozen=True, slots=True)
class Append:
    """Write a record to the run's spool. `SpoolFailed` follows if that is not possible."""

    key: RunKey
    record: Record


@dataclass(frozen=True, slots=True)
class Trim:
    """The console has stored the records up to this one: their room on disk is free."""

    key: RunKey
    acked_seq: int


@dataclass(frozen=True, slots=True)
class DropSpool:
    """Delete the run's output."""

    key: RunKey


@dataclass(frozen=True, slots=True)
class Note:
    """Tell the person who watches the agent."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Nothing runs any more: end as soon as what is held is sent, or a moment has passed."""


Command = (
    Greet
    | SendHeartbeats
    | SetWindow
    | Send
    | StartSending
    | StopSending
    | Launch
    | Tell
    | End
    | SetTimer
    | Append
    | Trim
    | DropSpool
    | Note
    | Finish
)
