"""Lets runs of the queue begin when their nodes are there; the rules are in `waiting`, the nodes
that are taken
in `holds`. Lives in the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from orrery_backend.features.fleet.service import FleetService, Node
from orrery_backend.features.runs.queue.holds import NodeHolds
from orrery_backend.features.runs.queue.waiting import WaitingRun, admit, why_waiting
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.kit.clock import Clock


class Admission:
    """`place` begins a run on nodes, master first; `tell` says of a run that goes on waiting why,
    if
    that is new.
    """

    def __init__(
        self,
        fleet: FleetService,
        holds: NodeHolds,
        clock: Clock,
        queue: Callable[[], list[ActiveRun]],
        place: Callable[[ActiveRun, list[Node]], None],
        tell: Callable[[ActiveRun, str], None],
    ) -> None:
        self._fleet = fleet
        self._holds = holds
        self._clock = clock
        self._queue = queue
        self._place = place
        self._tell = tell
        self._due = False
        self._closed = False

    def look_soon(self) -> None:
        """Many changes of one moment are one look at the queue."""
        if not self._due and not self._closed:
            self._due = True
            asyncio.get_running_loop().call_soon(self._look)

    def close(self) -> None:
        """Nothing begins after this."""
        self._closed = True

    def _look(self) -> None:
        self._due = False
        if self._closed:
            return
        runs = {run.id: run for run in self._queue()}
        if not runs:
            # Each node that joins asks for a look; ranking all of them is for a run that waits.
            return
        now = self._clock.monotonic()
        ranked = sorted(self._fleet.online(), key=lambda node: (-node.facts.rating, node.name))
        by_name = {node.name: node for node in ranked}
        machines = {node.name: node.facts.machine_id for node in ranked}
        # A node whose link is down for the moment is still the one that is meant.
        unlinked = {node.name for node in ranked if node.link is None}
        busy = self._holds.held() | unlinked | self._fleet.reserved()
        resting = self._holds.resting(now)
        waiting = [_waiting(run) for run in runs.values()]
        for admitted in admit(waiting, list(by_name), busy, resting, machines):
            self._place(runs[admitted.id], [by_name[name] for name in admitted.nodes])
        for run in self._queue():
            self._tell(run, self._news(run, list(by_name), machines))
        rest = self._holds.rest_left_s(now)
        if rest > 0 and self._queue():
            asyncio.get_running_loop().call_later(rest, self.look_soon)

    def _news(self, run: ActiveRun, online: list[str], machines: dict[str, str]) -> str:
        """Why it waits; empty if that was the last reason said."""
        why = why_waiting(_waiting(run), online, self._holds.held(), machines)
        news = "" if why == run.waits_for else why
        run.waits_for = why or run.waits_for
        return news


def _waiting(run: ActiveRun) -> WaitingRun:
    bound = tuple(run.node_names) if run.record.repeat > 0 else ()
    at_once = bool(bound) and run.record.interleaved
    return WaitingRun(run.id, run.record.spec.placement, bound, at_once)
