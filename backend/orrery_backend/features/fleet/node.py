"""A node as the fleet knows it, and what the fleet asks of a link and of those who follow it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from orrery_contracts.agent import (
    Heartbeat,
    HeldOutput,
    Keep,
    LastWorker,
    NodeFacts,
    Output,
    OutputOpened,
    Refused,
    Surrounded,
    ToAgent,
    WorkerExited,
)
from orrery_contracts.api import NodeState, NodeView

from orrery_backend.features.fleet.clock_offset import ClockOffsetEstimator
from orrery_backend.kit.clock import instant
from orrery_backend.kit.frames import FrameRecord


class AgentLink(Protocol):
    """An open link. Sending never waits; a link that takes nothing is closed."""

    def send(self, message: ToAgent) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class RecordError(ValueError):
    """A record of an agent that cannot be used; the message says why."""


class FleetListener(Protocol):
    """Who acts on what agents say. Called in the event loop, in the order of arrival; must not
    block.
    """

    def agent_returned(self, node: str, held: list[HeldOutput]) -> list[Keep]:
        """An agent has a link (again) and tells what it holds; the answer says what is wanted of
        it.
        """

    def link_lost(self, node: str) -> None:
        """The link is gone; the node is offline if it stays away."""

    def measured_after(self, node: str, worker: LastWorker) -> None:
        """A heartbeat tells how busy the node was after that worker's end, without another."""

    def node_online(self, node: str) -> None: ...

    def node_offline(self, node: str) -> None: ...

    def output(self, node: str, opened: OutputOpened, record: Output) -> None: ...

    def frame(self, node: str, opened: OutputOpened, record: FrameRecord) -> None: ...

    def surrounded(self, node: str, opened: OutputOpened, record: Surrounded) -> None: ...

    def exited(self, node: str, opened: OutputOpened, record: WorkerExited) -> None: ...

    def refused(self, node: str, message: Refused) -> None: ...

    def unusable(self, node: str, opened: OutputOpened | None, problem: str) -> None:
        """The node's agent sent what cannot be used: of this output, or of none that is known."""


@dataclass(slots=True)
class Node:
    """A node of the fleet, online or not."""

    name: str
    colour: int
    facts: NodeFacts
    since_ms: int
    key_digest: str | None = None
    """Of its agent's key: the name is that agent's until the node is forgotten."""
    online: bool = False
    instance: str = ""
    link: AgentLink | None = None
    last_heard: float = 0.0
    """Monotonic seconds."""
    joins: bool = False
    """Its agent waits for the welcome, and says nothing until then."""
    heartbeat: Heartbeat | None = None
    clock: ClockOffsetEstimator = field(default_factory=ClockOffsetEstimator)
    current_run: str | None = None
    shares_machine_with: tuple[str, ...] = ()
    """Other nodes on its machine, by name."""

    def view(self) -> NodeView:
        beat = self.heartbeat if self.online else None
        offset = self.clock.best() if self.online else None
        return NodeView(
            name=self.name,
            state=NodeState.ONLINE if self.online else NodeState.OFFLINE,
            since=instant(self.since_ms),
            colour=self.colour,
            facts=self.facts,
            load=beat.load if beat else None,
            busy_share=beat.busy_share if beat else None,
            memory_available_bytes=beat.memory_available_bytes if beat else None,
            clock_offset_ns=offset.offset_ns if offset else None,
            clock_offset_error_ns=offset.error_ns if offset else None,
            current_run=self.current_run,
            shares_machine_with=list(self.shares_machine_with),
        )
