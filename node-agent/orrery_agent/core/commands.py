"""Commands of the core. All commands of one event are carried out before the next event."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from orrery_contracts import agent as wire
from orrery_contracts import links
from orrery_contracts import worker as control
from orrery_contracts.plan import WorkerPlan

from orrery_agent.core.events import Timer
from orrery_agent.core.records import Record, RunKey

AgentMessage = control.GivePeers | control.Start | control.GiveMove | control.Stop


class Level(StrEnum):
    """The severity of a note in the agent's log."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Force(StrEnum):
    """The signal that ends a worker's process group."""

    TERM = "term"
    KILL = "kill"


@dataclass(frozen=True, slots=True)
class Greet:
    """Send `hello` with the node's facts and the stored outputs."""

    held: tuple[wire.HeldOutput, ...]


@dataclass(frozen=True, slots=True)
class SendHeartbeats:
    """Send a heartbeat every `period_ms` until the link closes."""

    period_ms: int


@dataclass(frozen=True, slots=True)
class SetWindow:
    """Stop sending an output's records while at least this many of its bytes are unacknowledged.

    With 0 there is no bound.
    """

    bytes: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message that is not an output record."""

    message: wire.Refused | wire.ClockReply | links.LinkFailed


@dataclass(frozen=True, slots=True)
class ProbeLink:
    """Serve or measure a link, and send the answer."""

    message: links.ServeLink | links.MeasureLink


@dataclass(frozen=True, slots=True)
class StopProbes:
    """End all measurements of links; a worker starts, the link is lost, or the agent ends."""


@dataclass(frozen=True, slots=True)
class StartSending:
    """Announce the stream, then send the run's records after `after_seq`, including later ones.

    Does nothing for a run whose `Launch` has just failed.
    """

    key: RunKey
    node_index: int
    stream: int
    after_seq: int
    launch: str = ""


@dataclass(frozen=True, slots=True)
class StopSending:
    """Stop sending the run's records on this link."""

    key: RunKey


@dataclass(frozen=True, slots=True)
class Launch:
    """Create a spool, start a worker and give it the plan. `LaunchFailed` follows if this fails."""

    key: RunKey
    plan: WorkerPlan
    launch: str = ""


@dataclass(frozen=True, slots=True)
class Tell:
    """Write a line to the worker. Does nothing if the worker has just ended."""

    key: RunKey
    message: AgentMessage


@dataclass(frozen=True, slots=True)
class End:
    """Signal the worker's process group. Does nothing if the worker has just ended."""

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
    """Write a record to the run's spool. `SpoolFailed` follows if this fails."""

    key: RunKey
    record: Record


@dataclass(frozen=True, slots=True)
class Trim:
    """Free the disk space of records up to `acked_seq`, which the console has stored."""

    key: RunKey
    acked_seq: int


@dataclass(frozen=True, slots=True)
class DropSpool:
    """Delete the run's output."""

    key: RunKey


@dataclass(frozen=True, slots=True)
class Note:
    """Write a line to the agent's log."""

    level: Level
    text: str


@dataclass(frozen=True, slots=True)
class Finish:
    """End the agent: nothing runs any more. Waits a moment until stored output is sent."""


Command = (
    Greet
    | SendHeartbeats
    | SetWindow
    | Send
    | ProbeLink
    | StopProbes
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
