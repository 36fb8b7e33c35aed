"""The vocabulary of a run's life: its value, events that change it, commands that follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from orrery_contracts.api import RunState
from orrery_contracts.worker import Phase

ENDED = frozenset({RunState.DONE, RunState.FAILED, RunState.CANCELLED})

_PHASES = {
    RunState.QUEUED: Phase.PLACING,
    RunState.PLACING: Phase.PLACING,
    RunState.PREPARING: Phase.PREPARING,
    RunState.READY: Phase.READY,
    RunState.RUNNING: Phase.RUNNING,
}


def phase_of(state: RunState) -> Phase:
    return _PHASES.get(state, Phase.COLLECTING)


class Timer(StrEnum):
    """What a run may wait for; one of each at a time."""

    RENDEZVOUS = "rendezvous"
    RUN = "run"
    BLAME = "blame"
    GRACE = "grace"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a run fails."""

    code: str
    phase: Phase
    node: int | None
    process: str
    message: str
    remedy: str
    last_output: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Life:
    """Where a run is."""

    repeats: int
    interleaved: bool = False
    """Between repeats it goes back to the queue: other runs of its group have their turn."""
    open_ended: bool = False
    """After the last of `repeats` it is decided whether more are added."""
    replacing: bool = False
    """The run has ended before, and this repeat is to replace one of its repeats: the run is done
    however the repeat ends."""
    repeat: int = 0
    state: RunState = RunState.QUEUED
    node_count: int = 0
    """0 until it is placed."""
    endpoints: tuple[str | None, ...] = ()
    ready: frozenset[int] = frozenset()
    results: frozenset[int] = frozenset()
    alive: frozenset[int] = frozenset()
    """Nodes whose worker may still run: they are not free."""
    unlinked: frozenset[int] = frozenset()
    """Nodes whose link is down at the moment."""
    pending: Cause | None = None
    """The first witness's failure, until the cause shows itself."""
    witnesses: frozenset[int] = frozenset()
    """Nodes whose worker has said that it lost another."""
    blamed: Cause | None = None

    @property
    def ended(self) -> bool:
        return self.state in ENDED


# Events.


@dataclass(frozen=True, slots=True)
class Place:
    """Nodes are chosen."""

    node_count: int


@dataclass(frozen=True, slots=True)
class Launched:
    """The placement is stored: workers may be launched."""


@dataclass(frozen=True, slots=True)
class Requeue:
    """Back to the queue, from before the measurement."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The console has restarted and taken this life from the store; no node has a link yet."""


@dataclass(frozen=True, slots=True)
class WorkerPrepared:
    node: int
    endpoint: str


@dataclass(frozen=True, slots=True)
class WorkerReady:
    node: int


@dataclass(frozen=True, slots=True)
class WorkerRunning:
    node: int


@dataclass(frozen=True, slots=True)
class WorkerResult:
    node: int


@dataclass(frozen=True, slots=True)
class WorkerExited:
    node: int
    status: int
    last_output: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkerFailed:
    cause: Cause


@dataclass(frozen=True, slots=True)
class AgentRefused:
    node: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class NodeOffline:
    node: int


@dataclass(frozen=True, slots=True)
class LostOutput:
    """The agent is back and does not know of the run."""

    node: int


@dataclass(frozen=True, slots=True)
class LinkDown:
    node: int


@dataclass(frozen=True, slots=True)
class LinkUp:
    node: int


@dataclass(frozen=True, slots=True)
class CanBeTold:
    """The node's agent is welcome on a new link; what was sent on the old one may be lost."""

    node: int


@dataclass(frozen=True, slots=True)
class RepeatsAdded:
    """The answer to `DecideRepeats`."""

    count: int
    """0: the run is complete."""


@dataclass(frozen=True, slots=True)
class CancelAsked:
    pass


@dataclass(frozen=True, slots=True)
class Expired:
    timer: Timer


Event = (
    Place
    | Launched
    | Requeue
    | Resume
    | WorkerPrepared
    | WorkerReady
    | WorkerRunning
    | WorkerResult
    | WorkerExited
    | WorkerFailed
    | AgentRefused
    | NodeOffline
    | LostOutput
    | LinkDown
    | LinkUp
    | CanBeTold
    | RepeatsAdded
    | CancelAsked
    | Expired
)


# Commands.


@dataclass(frozen=True, slots=True)
class EnterState:
    """Store and show the transition."""

    state: RunState


@dataclass(frozen=True, slots=True)
class Launch:
    """Have every node's agent start a worker with its plan for this repeat."""

    repeat: int


@dataclass(frozen=True, slots=True)
class SendPeers:
    endpoints: tuple[str, ...]
    node: int | None = None
    """None: to all."""


@dataclass(frozen=True, slots=True)
class SendBegin:
    node: int | None = None
    """None: to all."""


@dataclass(frozen=True, slots=True)
class SendCancel:
    nodes: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class SetTimer:
    timer: Timer


@dataclass(frozen=True, slots=True)
class StopTimer:
    timer: Timer


@dataclass(frozen=True, slots=True)
class EndRepeat:
    """The repeat is over, in this state."""

    repeat: int
    state: RunState


@dataclass(frozen=True, slots=True)
class DecideRepeats:
    """All repeats are done: decide at once whether more are added, and answer `RepeatsAdded`."""


@dataclass(frozen=True, slots=True)
class RecordFailure:
    cause: Cause


@dataclass(frozen=True, slots=True)
class AmendFailure:
    cause: Cause


@dataclass(frozen=True, slots=True)
class FreeNode:
    node: int


@dataclass(frozen=True, slots=True)
class Gone:
    """Ended, and no worker is left: nothing more will come."""


Command = (
    EnterState
    | Launch
    | SendPeers
    | SendBegin
    | SendCancel
    | SetTimer
    | StopTimer
    | EndRepeat
    | DecideRepeats
    | RecordFailure
    | AmendFailure
    | FreeNode
    | Gone
)
