"""Measures the network between nodes on request, one link after the other.

Results are kept in memory: they are of the present network, and quick to measure again. While a
link is measured, no run begins on the machines of its two nodes. It is not measured beside a run on
one of these machines.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from itertools import permutations
from typing import Final

from orrery_contracts.api import MOST_LINKED, LinkMatrix, LinkProgress, MeasureLinks, NodeLink
from orrery_contracts.links import LinkFailed, LinkMeasured, LinkServed, MeasureLink, ServeLink

from orrery_backend.features.fleet.service import FleetService, Node
from orrery_backend.kit.background import Background
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.problems import conflict, field_error, invalid

ROUND_TRIPS: Final = 200
BULK_MS: Final = 300
WITHIN_MS: Final = 30_000
#: How long an agent may take to listen, and to answer after its own time is over.
ANSWER_WITHIN_S: Final = 5.0


class _Unmeasured(Exception):  # noqa: N818 - a reason, not a fault
    """Why a link could not be measured."""


class LinkService:
    """The links measured since the console's start. Lives in the event loop."""

    def __init__(
        self,
        fleet: FleetService,
        background: Background,
        clock: Clock,
        answer_within_s: float = ANSWER_WITHIN_S,
    ) -> None:
        self._fleet = fleet
        self._background = background
        self._clock = clock
        self._answer_within_s = answer_within_s
        self._links: dict[tuple[str, str], NodeLink] = {}
        self._progress: LinkProgress | None = None
        self._next_id = 1

    def document(self) -> LinkMatrix:
        """The links between nodes that the fleet still has."""
        items = [
            link
            for (source, target), link in sorted(self._links.items())
            if self._fleet.find(source) is not None and self._fleet.find(target) is not None
        ]
        return LinkMatrix(items=items, measuring=self._progress)

    def measure(self, wanted: MeasureLinks) -> LinkMatrix:
        """Begins a measurement of all links between the nodes, and returns at once.

        Raises a problem if a measurement is on, a node is unknown, offline or has a run, or there
        are fewer than 2 nodes or more than `MOST_LINKED`.
        """
        if self._progress is not None:
            raise conflict(
                f"Links are being measured: {self._progress.done} of {self._progress.total} are "
                "done. Wait until all are."
            )
        nodes = self._chosen(wanted)
        busy = self._fleet.machines_at_work()
        at_work = [node.name for node in nodes if node.facts.machine_id in busy]
        if at_work:
            raise conflict(
                f"Nodes on a machine with a run: {', '.join(at_work)}. A measurement would disturb "
                "it. Wait until it has ended, or name other nodes."
            )
        pairs = list(permutations([node.name for node in nodes], 2))
        self._progress = LinkProgress(done=0, total=len(pairs))
        self._background.spawn(self._measure_all(pairs))
        return self.document()

    def _chosen(self, wanted: MeasureLinks) -> list[Node]:
        online = {node.name: node for node in self._fleet.online()}
        there = f"Nodes online: {', '.join(online) or 'none'}."
        for index, name in enumerate(wanted.nodes):
            where = f"nodes[{index}]"
            if name not in online:
                raise invalid(field_error(where, name, f"No node {name!r} is online.", there))
            if name in wanted.nodes[:index]:
                message = f"Node {name!r} is named twice."
                raise invalid(field_error(where, name, message, "Name each node once."))
        nodes = [online[name] for name in wanted.nodes or online]
        if not 2 <= len(nodes) <= MOST_LINKED:
            raise invalid(
                field_error(
                    "nodes",
                    len(nodes),
                    f"Links can be measured between 2 to {MOST_LINKED} nodes.",
                    f"Name the nodes. {there}",
                )
            )
        return nodes

    async def _measure_all(self, pairs: Sequence[tuple[str, str]]) -> None:
        try:
            for done, (source, target) in enumerate(pairs, 1):
                self._links[source, target] = await self._link(source, target)
                self._progress = LinkProgress(done=done, total=len(pairs))
                # A run that waited for one of the two nodes begins before the next link.
                await asyncio.sleep(0)
        finally:
            self._progress = None

    async def _link(self, source: str, target: str) -> NodeLink:
        measured: LinkMeasured | None = None
        problem = ""
        machines: list[str] = []
        try:
            machines = [self._free(name).facts.machine_id for name in (source, target)]
            with self._fleet.reserve(machines):
                measured = await self._measure(source, target)
        except _Unmeasured as error:
            problem = str(error)
        return NodeLink(
            source=source,
            target=target,
            measured_at=instant(self._clock.now_ms()),
            same_machine=len(machines) == 2 and machines[0] == machines[1],
            median_us=measured.median_us if measured else None,
            p99_us=measured.p99_us if measured else None,
            mb_s=measured.mb_s if measured else None,
            problem=problem[:2000],
        )

    def _free(self, name: str) -> Node:
        node = self._fleet.find(name)
        if node is None or not node.online:
            raise _Unmeasured(f"{name} is offline.")
        if node.facts.machine_id in self._fleet.machines_at_work():
            raise _Unmeasured(f"The machine of {name} has a run. Measure again when it has ended.")
        return node

    async def _measure(self, source: str, target: str) -> LinkMeasured:
        number, token = self._next_id, secrets.token_hex(32)
        self._next_id += 1
        serve = ServeLink(id=number, token=token, round_trips=ROUND_TRIPS, within_ms=WITHIN_MS)
        served = await self._ask(target, serve, self._answer_within_s)
        if not isinstance(served, LinkServed):
            raise _Unmeasured(f"{target} gave a wrong answer.")
        measure = MeasureLink(
            id=number,
            token=token,
            address=served.address,
            port=served.port,
            round_trips=ROUND_TRIPS,
            bulk_ms=BULK_MS,
            within_ms=WITHIN_MS,
        )
        within_s = WITHIN_MS / 1000 + self._answer_within_s
        measured = await self._ask(source, measure, within_s)
        if not isinstance(measured, LinkMeasured):
            raise _Unmeasured(f"{source} gave a wrong answer.")
        return measured

    async def _ask(
        self, name: str, message: ServeLink | MeasureLink, within_s: float
    ) -> LinkServed | LinkMeasured:
        try:
            answer = await self._fleet.ask_link(name, message, within_s)
        except TimeoutError:
            raise _Unmeasured(
                f"{name} did not answer within {within_s:g} s. It cannot be reached, or its agent "
                "is too old to measure links: then update it."
            ) from None
        if answer is None:
            raise _Unmeasured(f"{name} is offline.")
        if isinstance(answer, LinkFailed):
            raise _Unmeasured(f"{name}: {answer.message}")
        return answer
