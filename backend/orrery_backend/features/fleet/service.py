"""The fleet: nodes, their state, and the way to their agents.

Runs in the event loop. A node is online from its hello until nothing has been heard of it for
`offline_after_s` with its link lost, or for `silent_after_s` with its link open: a machine with a
stalled disk is silent longer than an agent takes to come back. So a short break costs no run.
Colours are numbers 1 to 8, given once and kept.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256

import structlog
from orrery_contracts.access import WaitingNodeList
from orrery_contracts.agent import (
    ClockProbe,
    Heartbeat,
    Hello,
    Keep,
    ToAgent,
)
from orrery_contracts.api import MOST_SHARING, NodeList
from orrery_contracts.links import LinkFailed, LinkMeasured, LinkServed, MeasureLink, ServeLink

from orrery_backend.features.fleet import repository
from orrery_backend.features.fleet.approvals import Approvals, Waiting, fingerprint
from orrery_backend.features.fleet.clock_offset import ClockOffset, ClockOffsetEstimator
from orrery_backend.features.fleet.events import FleetAltered, NodeAltered, NodesReleased
from orrery_backend.features.fleet.node import AgentLink, FleetListener, Node, RecordError
from orrery_backend.features.fleet.repository import StoredNode
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.events import EventBus
from orrery_backend.kit.machines import by_machine
from orrery_backend.kit.problems import conflict, not_found

__all__ = [
    "FleetListener",
    "FleetService",
    "FleetTimes",
    "NameTakenError",
    "Node",
    "NotApprovedError",
    "RecordError",
    "WrongKeyError",
]

COLOURS = 8
_TOLD_A_SECOND = 64
_log = structlog.get_logger()


LinkAnswer = LinkServed | LinkMeasured | LinkFailed


@dataclass(frozen=True, slots=True)
class FleetTimes:
    """Seconds."""

    offline_after_s: float = 5.0
    silent_after_s: float = 12.0
    watch_every_s: float = 0.25
    forget_lent_after_s: float = 600.0
    """A node that a workload manager had lent does not come back under its name."""
    probe_every_s: float = 5.0
    publish_every_s: float = 1.0


class NameTakenError(Exception):
    """Another agent of this name has a live link."""


class NotApprovedError(Exception):
    """The agent waits for approval; the message is its key's fingerprint."""


class WrongKeyError(Exception):
    """The name is another agent's, which joined first."""


class FleetService:
    """Every node known. `listen` must be called once, before the first link."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        bus: EventBus,
        join_command: str,
        times: FleetTimes | None = None,
        approve_nodes: bool = True,
    ) -> None:
        self._database = database
        self._clock = clock
        self._bus = bus
        self._join_command = join_command
        self._times = times or FleetTimes()
        self._approve_nodes = approve_nodes
        self._approvals = Approvals()
        self._nodes: dict[str, Node] = {}
        self._listener: FleetListener | None = None
        self._published: dict[str, float] = {}
        self._unsaved: dict[str, Node] = {}
        self._saving = asyncio.Lock()
        self._reserved: set[str] = set()
        self._link_answers: dict[tuple[str, int], asyncio.Future[LinkAnswer]] = {}
        self._keys: dict[str, str] = {}
        """Digests of agents' keys by the name that is theirs, until the node is forgotten."""

    @property
    def listener(self) -> FleetListener:
        if self._listener is None:
            raise RuntimeError("the fleet has no listener yet")
        return self._listener

    def listen(self, listener: FleetListener) -> None:
        self._listener = listener

    async def load(self) -> None:
        """Takes the stored nodes in, offline until their agents return."""
        async with self._database.read() as connection:
            self._keys = await repository.key_digests(connection)
            for stored in await repository.all_nodes(connection):
                self._nodes[stored.name] = Node(
                    stored.name,
                    stored.colour,
                    stored.facts,
                    stored.since_ms,
                    stored.key_digest,
                )
        self._group_machines()

    # What other features ask.

    def nodes(self) -> list[Node]:
        return sorted(self._nodes.values(), key=lambda node: node.name)

    def online(self) -> list[Node]:
        return [node for node in self.nodes() if node.online]

    def find(self, name: str) -> Node | None:
        return self._nodes.get(name)

    def document(self) -> NodeList:
        return NodeList(
            items=[node.view() for node in self.nodes()], join_command=self._join_command
        )

    @property
    def join_command(self) -> str:
        return self._join_command

    def send(self, name: str, message: ToAgent) -> bool:
        """False if the node has no link now."""
        node = self._nodes.get(name)
        if node is None or node.link is None:
            return False
        node.link.send(message)
        return True

    def machines_at_work(self) -> set[str]:
        """Machines with a run on one of their nodes."""
        return {node.facts.machine_id for node in self._nodes.values() if node.current_run}

    @contextmanager
    def reserve(self, machines: Collection[str]) -> Iterator[None]:
        """Keeps new runs away from all nodes of the machines."""
        names = {node.name for node in self._nodes.values() if node.facts.machine_id in machines}
        self._reserved |= names
        try:
            yield
        finally:
            self._reserved -= names
            self._bus.publish(NodesReleased())

    def reserved(self) -> set[str]:
        """Nodes on which no run may begin now."""
        return set(self._reserved)

    async def ask_link(
        self, name: str, message: ServeLink | MeasureLink, within_s: float
    ) -> LinkAnswer | None:
        """Returns the agent's first answer; None if the node has no link now. Raises
        `TimeoutError`.
        """
        key = name, message.id
        answer = self._link_answers[key] = asyncio.get_running_loop().create_future()
        try:
            if not self.send(name, message):
                return None
            return await asyncio.wait_for(answer, within_s)
        finally:
            del self._link_answers[key]

    def set_current_run(self, name: str, run: str | None) -> None:
        node = self._nodes.get(name)
        if node is not None and node.current_run != run:
            node.current_run = run
            self._tell(node)

    def offset_of(self, name: str) -> ClockOffset | None:
        node = self._nodes.get(name)
        return node.clock.best() if node else None

    async def forget(self, name: str) -> None:
        node = self._nodes.get(name)
        if node is None:
            raise not_found(f"There is no node {name!r}.", "GET /api/v1/nodes lists them.")
        if node.online or node.link is not None:
            raise conflict(f"Node {name!r} is online. Stop its agent first, then forget it.")
        if node.current_run is not None:
            raise conflict(f"Node {name!r} still has a run. Wait until that run has ended.")
        del self._nodes[name]
        self._unsaved.pop(name, None)
        self._keys.pop(name, None)
        self._group_machines()
        async with self._database.write() as connection:
            await repository.remove(connection, name)
        # No message says that a node is gone: what is left says it.
        self._bus.publish(FleetAltered(self.document()))

    def waiting(self) -> WaitingNodeList:
        """Agents that wait for approval."""
        return self._approvals.document()

    async def approve(self, name: str, key_fingerprint: str) -> None:
        """Gives the name to the agent with this key; it joins when it asks next."""
        if name in self._keys:
            raise conflict(f"The name {name!r} belongs to another agent. Forget that node first.")
        waiting = self._approvals.take(name, key_fingerprint)
        if waiting is None:
            raise not_found(
                f"No agent {name!r} with the key {key_fingerprint} waits for approval.",
                "GET /api/v1/nodes/waiting lists them.",
            )
        node = Node(
            name,
            self._free_colour(),
            waiting.hello.facts,
            self._clock.now_ms(),
            waiting.key_digest,
        )
        self._nodes.setdefault(name, node).key_digest = waiting.key_digest
        self._keys[name] = waiting.key_digest
        self._unsaved[name] = self._nodes[name]
        self._tell_regrouped(self._nodes[name])
        await self._save_nodes()
        self._tell(self._nodes[name])

    # What links report.

    async def connect(
        self, hello: Hello, link: AgentLink, address: str = "", *, is_preapproved: bool = False
    ) -> list[Keep]:
        """A new link. Raises `WrongKeyError` if the name belongs to an agent with another key,
        `NotApprovedError` if a person has to approve the agent first, `NameTakenError` if a live
        agent has the name. `is_preapproved`: the agent may have the name without approval.
        """
        node = self._nodes.get(hello.name)
        key_digest = sha256(hello.key.encode()).hexdigest() if hello.key else None
        if self._keys.get(hello.name, key_digest) != key_digest:
            _log.warning("agent without the key of its name refused", node=hello.name)
            raise WrongKeyError(hello.name)
        if self._approve_nodes and not is_preapproved and hello.name not in self._keys:
            if key_digest is None:
                raise NotApprovedError("none: update the agent")
            self._approvals.add(Waiting(hello, key_digest, address, self._clock.now_ms()))
            raise NotApprovedError(fingerprint(key_digest))
        if node is not None and node.link is not None:
            lately = self._silence_s(node) < self._times.offline_after_s
            if node.instance != hello.instance and lately:
                raise NameTakenError(hello.name)
            node.link.close(4408, "replaced by a newer link of the same agent")
        has_moved = node is None or node.facts.machine_id != hello.facts.machine_id
        if node is None:
            node = Node(hello.name, self._free_colour(), hello.facts, self._clock.now_ms())
            self._nodes[hello.name] = node
        was_online = node.online
        node.facts = hello.facts
        node.key_digest = key_digest
        if key_digest is not None:
            self._keys[hello.name] = key_digest
        node.instance = hello.instance
        node.link = link
        node.online = True
        node.last_heard = self._clock.monotonic()
        node.clock = ClockOffsetEstimator()
        if not was_online:
            node.since_ms = self._clock.now_ms()
            node.heartbeat = None
            _log.info("node online", node=node.name, rating=round(node.facts.rating, 1))
        self._unsaved[node.name] = node
        if has_moved:
            self._tell_regrouped(node)
        self._tell(node)
        node.joins = True
        try:
            await self._save_nodes()
        except BaseException:
            # Its connection ended while the store was slow: nobody else would take the link away.
            self.disconnect(node.name, link)
            raise
        if node.link is link:
            node.joins = False
            node.last_heard = self._clock.monotonic()
        keeps = self.listener.agent_returned(node.name, hello.held)
        self._tell(node)
        return keeps

    async def _save_nodes(self) -> None:
        """A node can serve while the store cannot be written; it is saved when it can. Nodes that
        join together are saved together: one commit at a time, with all that came meanwhile.
        """
        async with self._saving:
            waiting, self._unsaved = self._unsaved, {}
            if not waiting:
                return
            try:
                async with self._database.write() as connection:
                    for node in waiting.values():
                        stored = StoredNode(
                            node.name, node.colour, node.facts, node.since_ms, node.key_digest
                        )
                        await repository.save(connection, stored)
            except BaseException as error:
                kept = {name: node for name, node in waiting.items() if name in self._nodes}
                self._unsaved = kept | self._unsaved
                if not isinstance(error, StoreUnavailableError):
                    raise
                _log.warning("nodes not stored yet", nodes=len(waiting), error=error.words)

    def connected(self, name: str) -> None:
        """The welcome is on its way: the node can be given work."""
        self.listener.node_online(name)

    def disconnect(self, name: str, link: AgentLink) -> None:
        """A link has ended; one that was replaced before says nothing about the node."""
        node = self._nodes.get(name)
        if node is None or node.link is not link:
            return
        node.link = None
        node.joins = False
        node.last_heard = self._clock.monotonic()
        self.listener.link_lost(name)

    def heard(self, name: str) -> None:
        node = self._nodes.get(name)
        if node is not None:
            node.last_heard = self._clock.monotonic()

    def beat(self, name: str, heartbeat: Heartbeat) -> None:
        node = self._nodes.get(name)
        if node is None:
            return
        node.heartbeat = heartbeat
        if heartbeat.after is not None:
            self.listener.measured_after(name, heartbeat.after)
        now = self._clock.monotonic()
        if now - self._published.get(name, -1e9) >= self._publish_every_s() * 0.9:
            self._tell(node)

    def _publish_every_s(self) -> float:
        """A large fleet is told more slowly: its viewers read rows, not every figure."""
        return self._times.publish_every_s * max(1.0, len(self._nodes) / _TOLD_A_SECOND)

    def clock_reply(self, name: str, identity: int, agent_ns: int) -> None:
        node = self._nodes.get(name)
        if node is not None:
            node.clock.reply(identity, agent_ns, self._clock.now_ns())

    def link_answered(self, name: str, message: LinkAnswer) -> None:
        """Drops an answer that came too late."""
        answer = self._link_answers.get((name, message.id))
        if answer is not None and not answer.done():
            answer.set_result(message)

    def probe(self, name: str) -> None:
        node = self._nodes.get(name)
        if node is not None and node.link is not None:
            node.link.send(ClockProbe(id=node.clock.probe(self._clock.now_ns())))

    # Time passing.

    async def watch(self) -> None:
        """Notices silence; runs until cancelled."""
        since_probe = 0.0
        looked = self._clock.monotonic()
        while True:
            await asyncio.sleep(self._times.watch_every_s)
            looked = self._forgive_own_delay(looked)
            since_probe += self._times.watch_every_s
            probing = since_probe >= self._times.probe_every_s
            if probing:
                since_probe = 0.0
                await self._save_nodes()
                await self._forget_lent()
            for node in list(self._nodes.values()):
                if node.online and self._silence_s(node) >= self._patience_s(node):
                    self._set_offline(node)
                elif probing:
                    self.probe(node.name)

    async def _forget_lent(self) -> None:
        for node in list(self._nodes.values()):
            gone = node.facts.allocation is not None and not node.online and node.link is None
            late = self._silence_s(node) >= self._times.forget_lent_after_s
            if gone and late and node.current_run is None:
                # What cannot be deleted now is there again when the console starts the next time.
                with suppress(StoreUnavailableError):
                    await self.forget(node.name)

    def _forgive_own_delay(self, looked: float) -> float:
        """Does not count the console's own delay as silence of the nodes."""
        now = self._clock.monotonic()
        late = now - looked - self._times.watch_every_s
        if late > self._times.watch_every_s:
            for node in self._nodes.values():
                node.last_heard = min(now, node.last_heard + late)
        return now

    def _patience_s(self, node: Node) -> float:
        times = self._times
        return times.offline_after_s if node.link is None else times.silent_after_s

    def _silence_s(self, node: Node) -> float:
        return 0.0 if node.joins else self._clock.monotonic() - node.last_heard

    def _set_offline(self, node: Node) -> None:
        node.online = False
        node.since_ms = self._clock.now_ms()
        if node.link is not None:
            link, node.link = node.link, None
            link.close(4408, "nothing heard for too long")
            self.listener.link_lost(node.name)
        _log.warning("node offline", node=node.name)
        self.listener.node_offline(node.name)
        self._tell(node)

    def _group_machines(self) -> list[Node]:
        """Finds the nodes that share a machine. Returns the nodes for which the answer changed."""
        altered: list[Node] = []
        for machine in by_machine(self.nodes(), lambda node: node.facts.machine_id):
            for node in machine:
                first = machine[: MOST_SHARING + 1]
                others = tuple(other.name for other in first if other is not node)[:MOST_SHARING]
                if others != node.shares_machine_with:
                    node.shares_machine_with = others
                    altered.append(node)
        return altered

    def _tell_regrouped(self, joining: Node) -> None:
        """Publishes the other nodes whose machine `joining` now shares, or no longer does."""
        for other in self._group_machines():
            if other is not joining:
                self._tell(other)

    def _free_colour(self) -> int:
        """The least used colour, the lowest first: eight nodes have eight colours."""
        used = Counter(node.colour for node in self._nodes.values())
        return min(range(1, COLOURS + 1), key=lambda colour: (used[colour], colour))

    def _tell(self, node: Node) -> None:
        self._published[node.name] = self._clock.monotonic()
        self._bus.publish(NodeAltered(node.view()))
