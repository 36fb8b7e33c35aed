"""Hosts with a real node agent, which can be killed, stopped and started again on its spool."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import structlog
from backend_testing.facts import node_facts
from orrery_agent.agent import Agent
from orrery_agent.config import AgentConfig
from orrery_agent.core import Limits, RunKey
from orrery_agent.core import commands as do
from orrery_agent.core import events as on
from orrery_agent.core.records import RecordKind
from orrery_agent.facts import LoadMeter
from orrery_agent.link import parse_joins
from orrery_agent.spool import SpoolStore
from orrery_contracts import agent as wire
from orrery_contracts.worker import WorkerSays
from pydantic import TypeAdapter

from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.process import Process
from orrery_campaign.spools import SpoolCalls, SpoolDisk
from orrery_campaign.workers import ScriptedWorker, Workers, start_with

_LIMITS = Limits(linger_s=3.0)
"""A shorter linger time than by default, so that histories stay short."""
_SAYS: TypeAdapter[WorkerSays] = TypeAdapter(WorkerSays)


class _Load(LoadMeter):
    """A constant load, equal on all nodes."""

    def __init__(self) -> None:
        """Reads nothing."""

    def restart(self) -> None:
        """Changes nothing."""

    def heartbeat(self, after: wire.LastWorker | None = None) -> wire.Heartbeat:
        return wire.Heartbeat(
            load=0.5, busy_share=0.25, memory_available_bytes=1 << 30, after=after
        )


class ObservedAgent(Agent):
    """The real agent, which also records the records that it writes and that are acknowledged."""

    def observe(self, host: AgentHost) -> None:
        self._host = host
        self._load = _Load()

    def feed(self, event: on.Event) -> None:
        if isinstance(event, on.Received):
            self._host.heard(event.message)
        super().feed(event)

    def _append(self, command: do.Append) -> None:
        waiting = len(self._events)
        super()._append(command)
        if len(self._events) == waiting:
            # Without a new event the spool was written; a failure is an event for the core.
            self._host.appended(command)


class AgentHost:
    """One host of the campaign."""

    def __init__(
        self,
        name: str,
        loop: SimulatedLoop,
        random: Random,
        workers: Workers,
        history: History,
        spools: SpoolCalls,
        folder: Path,
        url: str,
    ) -> None:
        self.name = name
        self._loop = loop
        self._random = random
        self._workers = workers
        self._history = history
        self._spools = spools
        self._folder = folder
        self._url = url
        self.disk = SpoolDisk()
        self.process: Process | None = None
        self.agent: ObservedAgent | None = None
        self.lives = 0
        self._started: list[ScriptedWorker] = []
        self._task: asyncio.Task[None] | None = None
        self._launches: dict[RunKey, int] = {}
        self.acked: dict[tuple[RunKey, int], int] = {}
        """Highest acknowledged record, by run and launch on this host."""
        self.records: dict[tuple[RunKey, int], dict[int, WorkerSays | None]] = {}
        """The records on disk by number: the worker's message, or None for other kinds."""

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.alive

    def start(self) -> None:
        if self.runs:
            return
        self.lives += 1
        self.process = Process(f"{self.name}#{self.lives}", self.name)
        self._spools.attach(self.process, self.disk)
        self._history.note(self.name, "agent starts")
        self._task = self._loop.start(self.process, self._main())

    async def _main(self) -> None:
        store = SpoolStore(self._folder)
        recovered = store.recover()
        facts = node_facts(rating=1000.0 + 10 * len(self.name), machine=self.name)
        self.agent = ObservedAgent(
            AgentConfig(
                parse_joins(self._url), self.name, Path("/worker"), self._folder, limits=_LIMITS
            ),
            lambda _address: facts,
            store,
            recovered,
            self._random,
            structlog.get_logger(),
            start_with(self._workers, self.name, self._started),  # type: ignore[arg-type]
        )
        self.agent.observe(self)
        await self.agent.run()
        self._history.note(self.name, "agent has ended")
        self._started.clear()

    def kill(self) -> None:
        """Like SIGKILL: the agent's workers die too."""
        if self.process is None or not self.process.alive:
            return
        self._history.note(self.name, "agent killed")
        for worker in self._started:
            worker.agent_died()
        self._started.clear()
        self._loop.kill(self.process)

    async def shut_down(self) -> None:
        """Like SIGTERM: asks the agent to end and waits."""
        if self.process is None or not self.process.alive or self.agent is None:
            return
        assert self._task is not None
        self._history.note(self.name, "agent is told to end")
        self._loop.call_soon(self.agent.shut_down, context=self.process.context)
        await asyncio.wait({self._task}, timeout=60)
        left = self.disk.descriptors
        self._history.check(not left, f"agent {self.name} leaves {len(left)} files open")
        self._history.check(self._task.done(), f"agent {self.name} does not end")
        if self._task.done() and self._task.exception() is not None:
            self._history.fail(f"agent {self.name} failed: {self._task.exception()!r}")

    def lives_on(self) -> list[Any]:
        return [worker for worker in self._started if not worker._ended]

    def held(self) -> list[str]:
        """Returns the names of the outputs on the host's disk."""
        return [path.name for path in self._folder.iterdir() if path.is_dir()]

    # Reports of the agent.

    def appended(self, command: do.Append) -> None:
        key, record = command.key, command.record
        if record.seq == 1:
            self._launches[key] = self._launches.get(key, 0) + 1
        launch = (key, self._launches.get(key, 0))
        said = _SAYS.validate_json(record.data) if record.kind is RecordKind.SAYS else None
        self.records.setdefault(launch, {})[record.seq] = said

    def heard(self, message: Any) -> None:
        match message:
            case wire.Ack(run_id=run, repeat=repeat, seq=seq):
                launch = (RunKey(run, repeat), self._launches.get(RunKey(run, repeat), 0))
                before = self.acked.get(launch, 0)
                self.acked[launch] = max(before, seq)
                written = len(self.records.get(launch, ()))
                self._history.check(
                    seq <= written,
                    f"{self.name}: record {seq} of {run}.{repeat} acknowledged, {written} written",
                )
            case wire.Welcome(held=held):
                for keep in held:
                    key = RunKey(keep.run_id, keep.repeat)
                    acked = self.acked.get((key, self._launches.get(key, 0)), 0)
                    self._history.check(
                        not keep.wanted or keep.acked_seq >= acked,
                        f"{self.name}: the console acknowledged record {acked} of {key} and has"
                        f" {keep.acked_seq} now",
                    )
