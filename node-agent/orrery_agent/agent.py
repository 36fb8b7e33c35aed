"""The agent: passes events to the core and carries out the core's commands."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from orrery_contracts import agent as wire
from orrery_contracts import links
from orrery_contracts.agent import HeldOutput, Hello, NodeFacts
from orrery_contracts.worker import GivePlan
from pydantic import BaseModel
from structlog.typing import FilteringBoundLogger

from orrery_agent import inbound
from orrery_agent.config import AgentConfig
from orrery_agent.core import AgentCore, Recovered, RunKey
from orrery_agent.core import commands as do
from orrery_agent.core import events as on
from orrery_agent.facts import LoadMeter
from orrery_agent.link import Link, Outbox
from orrery_agent.link_probe import Answer, LinkProbe
from orrery_agent.processes import CpuWatch, LaunchError, StartWorker, Worker, WorkerProcess
from orrery_agent.reports import WorkerReports
from orrery_agent.spool import SpoolStore

LAST_WORDS_S: Final = 1.0
"""How long an agent that ends continues to send stored output, in seconds."""
_HEARTBEAT_S: Final = (0.1, 60.0)
#: The agent measures the idle node for this long, then reports it: 20 ticks of /proc/stat on each
#: CPU. The console starts no other run on the node before that report.
_QUIET_S: Final = 0.2


class Agent:
    """Connects core, workers, spools and link. Link and workers report to it.

    Create and use it in one event loop of the main thread. `run` returns after `shut_down`, when
    nothing that the agent started is left. It raises unexpected errors of the link.
    """

    def __init__(
        self,
        config: AgentConfig,
        facts_at: Callable[[str], NodeFacts],
        store: SpoolStore,
        recovered: list[Recovered],
        random: Random,
        logger: FilteringBoundLogger,
        start_worker: StartWorker | None = None,
    ) -> None:
        """`facts_at` returns the node's facts for the address at which other nodes reach it.

        `recovered` is the result of `store.recover()`. The agent closes the store.
        """
        self._watch = CpuWatch()
        self._start_worker = start_worker or partial(Worker, watch=self._watch)
        self._config = config
        self._facts_at = facts_at
        self._store = store
        self._logger = logger
        self._instance = f"{random.getrandbits(64):016x}"
        self._core = AgentCore(config.name, recovered, config.limits)
        self._outbox = Outbox(lambda key, problem: self.feed(on.SpoolFailed(key, problem)))
        self._link = Link(config.join, config.token, self._outbox, self, random, config.authority)
        self._load = LoadMeter()
        self._loop = asyncio.get_running_loop()
        self._workers: dict[RunKey, WorkerProcess] = {}
        self._timers: dict[RunKey, list[asyncio.TimerHandle]] = {}
        """Timers of living workers."""
        self._events: deque[on.Event] = deque()
        self._feeding = False
        self._local_address = ""
        self._heartbeats: asyncio.Task[None] | None = None
        self._last_worker: wire.LastWorker | None = None
        """None while a worker lives."""
        self._quiet: asyncio.TimerHandle | None = None
        """Set until the idle node has been measured after its last worker."""
        self._probes: set[LinkProbe] = set()
        self._finished = asyncio.Event()
        self._idle: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Serves until `shut_down`."""
        self._watch.start()
        self._perform_all(self._core.start(time.time_ns()))
        self._wait_idle()
        link = asyncio.create_task(self._link.run())
        finished = asyncio.create_task(self._finished.wait())
        try:
            done, _ = await asyncio.wait({link, finished}, return_when=asyncio.FIRST_COMPLETED)
            if link in done:
                link.result()
            await self._say_last_words()
        finally:
            for task in (link, finished):
                task.cancel()
            await asyncio.wait({link, finished})
            self._watch.stop()
            self._store.close()

    def shut_down(self) -> None:
        """Ends the worker, reports its end, and lets `run` return."""
        self._logger.info("ending")
        self.feed(on.Shutdown())

    def _wait_idle(self) -> None:
        """Starts the time-out of `leave_after_idle_s`: the node has no run now."""
        seconds = self._config.leave_after_idle_s
        if seconds is not None:
            self._idle = self._loop.call_later(seconds, self._leave_idle, seconds)

    def _leave_idle(self, seconds: float) -> None:
        self._logger.info(f"no run for {seconds:g} s: leaving")
        self.shut_down()

    def feed(self, event: on.Event) -> None:
        """Passes an event to the core and carries out its commands. Queues nested events."""
        self._events.append(event)
        if self._feeding:
            return
        self._feeding = True
        try:
            while self._events:
                self._perform_all(self._core.handle(self._events.popleft()))
        finally:
            self._feeding = False

    # Reports of the link

    def opened(self, local_address: str) -> None:
        self._local_address = local_address
        self.feed(on.LinkOpened())

    def received(self, data: str | bytes) -> None:
        at_ns = time.time_ns()
        try:
            message = inbound.read(data)
        except inbound.UnreadableError as error:
            self._logger.warning(f"the console said something unreadable: {error}")
            if error.refused is not None:
                self._send(error.refused)
            return
        self.feed(on.Received(message, at_ns))

    def closed(self) -> None:
        if self._heartbeats is not None:
            self._heartbeats.cancel()
            self._heartbeats = None
        self.feed(on.LinkClosed())

    def trouble(self, problem: str) -> None:
        self._logger.warning(problem)

    # Commands of the core

    def _perform_all(self, commands: list[do.Command]) -> None:
        for command in commands:
            self._perform(command)

    def _perform(self, command: do.Command) -> None:  # noqa: C901 (one line for each command)
        match command:
            case do.Append():
                self._append(command)
            case do.Tell(key, told):
                if (worker := self._workers.get(key)) is not None:
                    worker.tell(told)
            case do.End(key, force):
                if (worker := self._workers.get(key)) is not None:
                    worker.end(force)
            case do.SetTimer(key, timer, seconds):
                fired = on.TimerFired(key, timer)
                handle = self._loop.call_later(seconds, self.feed, fired)
                self._timers.setdefault(key, []).append(handle)
            case do.Launch():
                self._launch(command)
            case do.Greet(held):
                self._greet(held)
            case do.Send(message):
                self._send(message)
            case do.ProbeLink(message):
                self._probe(message)
            case do.StopProbes():
                self._stop_probes()
            case do.SetWindow(size):
                self._outbox.window_bytes = size
            case do.SendHeartbeats(period_ms):
                self._welcomed(period_ms)
            case do.StartSending(key):
                if (spool := self._store.find(key)) is not None:
                    opened = wire.OutputOpened(
                        stream=command.stream,
                        run_id=key.run_id,
                        repeat=key.repeat,
                        node_index=command.node_index,
                        launch=command.launch,
                    )
                    self._outbox.open(key, opened, spool.reader(command.after_seq))
            case do.StopSending(key):
                self._outbox.close(key)
            case do.Trim() | do.DropSpool():
                self._free_disk(command)
            case do.Note(level, text):
                getattr(self._logger, level.value)(text)
            case do.Finish():
                self._finished.set()

    def _launch(self, command: do.Launch) -> None:
        key, plan = command.key, command.plan
        try:
            self._store.create(key, plan.node_index, command.launch)
        except OSError as error:
            message = f"No room for the run's output in {self._config.spool}: {error.strerror}."
            remedy = "Free some disk space, or start the agent with --spool DIR on another disk."
            self._events.append(on.LaunchFailed(key, "spool_failed", message, remedy))
            return
        reports = WorkerReports(key, self, lambda: self._store.held_bytes(key), self._forget)
        try:
            worker = self._start_worker(self._config.worker, plan.node_index, plan.repeat, reports)
        except LaunchError as error:
            self._store.drop(key)
            failed = on.LaunchFailed(key, "launch_failed", error.message, error.remedy)
            self._events.append(failed)
            return
        self._workers[key] = worker
        self._last_worker = None
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        worker.tell(GivePlan(plan=plan))

    def _probe(self, request: links.ServeLink | links.MeasureLink) -> None:
        probe = LinkProbe(request, self._config.address or self._local_address)
        self._probes.add(probe)

        def answer(message: Answer) -> None:
            with contextlib.suppress(RuntimeError):  # the agent has ended
                self._loop.call_soon_threadsafe(self._answer, probe, message)

        def work() -> None:
            probe.run(answer)
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._probes.discard, probe)

        threading.Thread(target=work, name=f"link {request.id}", daemon=True).start()

    def _answer(self, probe: LinkProbe, message: Answer) -> None:
        """Answers a measurement, unless it was stopped."""
        if probe in self._probes and self._heartbeats is not None:
            self._send(message)

    def _stop_probes(self) -> None:
        for probe in self._probes:
            probe.stop()
        self._probes.clear()

    def _forget(self, key: RunKey) -> None:
        del self._workers[key]
        for timer in self._timers.pop(key, []):
            timer.cancel()
        if not self._workers:
            self._wait_idle()
            self._measure_quiet(key)

    def _measure_quiet(self, key: RunKey) -> None:
        """Measures the idle node, so that the console need not wait for the next heartbeat."""
        self._last_worker = wire.LastWorker(run_id=key.run_id, repeat=key.repeat)
        self._load.restart()
        self._quiet = self._loop.call_later(_QUIET_S, self._say_quiet)

    def _say_quiet(self) -> None:
        self._quiet = None
        if self._heartbeats is not None:
            self._send(self._load.heartbeat(self._last_worker))

    def _append(self, command: do.Append) -> None:
        spool = self._store.find(command.key)
        try:
            if spool is None:
                raise FileNotFoundError("the run has no spool")
            spool.append(command.record)
        except OSError as error:
            problem = f"its output cannot be kept: {error.strerror or error}"
            self._events.append(on.SpoolFailed(command.key, problem))
        self._outbox.wake()

    def _free_disk(self, command: do.Trim | do.DropSpool) -> None:
        try:
            if isinstance(command, do.DropSpool):
                self._store.drop(command.key)
            elif (spool := self._store.find(command.key)) is not None:
                self._outbox.acknowledged(command.key, command.acked_seq)
                spool.trim(command.acked_seq)
        except OSError as error:
            self._logger.warning(f"run {command.key}: its output cannot be deleted: {error}")

    def _greet(self, held: tuple[HeldOutput, ...]) -> None:
        facts = self._facts_at(self._config.address or self._local_address)
        hello = Hello(
            schema_version=1,
            name=self._config.name,
            instance=self._instance,
            key=self._store.key,
            facts=facts,
            held=list(held),
        )
        self._send(hello)

    def _welcomed(self, period_ms: int) -> None:
        self._link.stood()
        self._logger.info(f"joined {self._link.url} as {self._config.name}")
        least, most = _HEARTBEAT_S
        period = min(most, max(least, period_ms / 1000))
        self._heartbeats = self._loop.create_task(self._beat(period))

    async def _beat(self, period: float) -> None:
        while True:
            if self._quiet is None:
                self._send(self._load.heartbeat(self._last_worker))
            await asyncio.sleep(period)

    def _send(self, message: BaseModel) -> None:
        if not self._outbox.put(message.model_dump_json()):
            self._logger.warning("the console does not take messages any more; dialling again")
            self._link.abort()

    async def _say_last_words(self) -> None:
        # Output that the console does not accept in time stays on disk for the agent's next start.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._outbox.drained(), LAST_WORDS_S)
