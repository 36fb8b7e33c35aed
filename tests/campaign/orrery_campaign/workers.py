"""Scripted workers: they send messages of `orrery_contracts.worker` like real ones; some misbehave.

Their output is the content that the checks expect in the store: numbered log lines, and samples of
steps that count from 0.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random

from backend_testing.facts import samples_frame, schemas, window_frame, worker_result
from orrery_agent.core.commands import Force
from orrery_agent.processes import WorkerListener
from orrery_agent.telemetry import FrameSplitter
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.worker import (
    Event,
    Failure,
    GiveMove,
    GivePeers,
    GivePlan,
    Log,
    LogLevel,
    Phase,
    Prepared,
    Ready,
    Result,
    Running,
    Start,
    Stop,
    WorkerSays,
)
from pydantic import BaseModel

from orrery_campaign.history import History

STEPS_A_FRAME = 10


class Script(StrEnum):
    """The course of a worker's life."""

    GOOD = "good"
    LINGERS = "lingers"
    """The worker does not exit after its result."""
    FAILS = "fails"
    DIES = "dies"
    HANGS_BEFORE_READY = "hangs before ready"
    HANGS = "hangs"
    GARBLES = "garbles"


_BAD = (
    Script.LINGERS,
    Script.FAILS,
    Script.DIES,
    Script.HANGS_BEFORE_READY,
    Script.HANGS,
    Script.GARBLES,
)

Launch = tuple[str, int, int]
"""Run, repeat and node index."""


@dataclass(eq=False)
class Life:
    """The record of one worker for the checks."""

    launch: Launch
    node: str
    script: Script
    frames: int
    born: float
    said: list[WorkerSays] = field(default_factory=list)
    sample_frames: int = 0
    alive: bool = True
    status: int | None = None
    died: float | None = None
    died_unasked: bool = False
    """It ended by its script, or was killed with its agent."""
    stopped: bool = False


@dataclass(eq=False)
class Workers:
    """The scripts and lives of all workers of a history."""

    random: Random
    history: History
    bad_share: float
    lives: list[Life] = field(default_factory=list)

    def of_launch(self, launch: Launch) -> list[Life]:
        return [life for life in self.lives if life.launch == launch]

    def peers_gone(self, life: Life) -> list[int]:
        """Returns the node indices of the repeat's other workers that ended without a result."""
        run, repeat, index = life.launch
        newest: dict[int, Life] = {}
        for other in self.lives:
            if other.launch[:2] == (run, repeat) and other.launch[2] != index:
                newest[other.launch[2]] = other
        return [i for i, other in newest.items() if not other.alive and other.status != 0]

    def next_script(self) -> Script:
        if self.random.random() < self.bad_share:
            return self.random.choice(_BAD)
        return Script.GOOD


class ScriptedWorker:
    """A worker process of one agent."""

    def __init__(
        self, workers: Workers, node: str, node_index: int, repeat: int, listener: WorkerListener
    ) -> None:
        self._workers = workers
        self._listener = listener
        self._node = node
        self._frames = FrameSplitter(node_index, repeat)
        self._sequence = 0
        self._life: Life | None = None
        self._plan: asyncio.Future[WorkerPlan] = asyncio.get_running_loop().create_future()
        self._peers = asyncio.Event()
        self._start = asyncio.Event()
        self._deaf = workers.random.random() < 0.1
        self._ended = False
        self._task = asyncio.get_running_loop().create_task(self._live())

    # Calls of the agent.

    def tell(self, message: BaseModel) -> None:
        asyncio.get_running_loop().call_later(0.001, self._hear, message)

    def end(self, force: Force) -> None:
        if force is Force.KILL:
            self._finish(-9)
        elif not self._deaf:
            self._finish(-15)

    def agent_died(self) -> None:
        """The kernel kills the worker because its agent died."""
        if self._life is not None and self._life.alive:
            self._life.alive = False
            self._life.status = -9
            self._life.died_unasked = True
            self._life.died = self._workers.history.now()
        self._ended = True

    # Messages to the worker.

    def _hear(self, message: BaseModel) -> None:
        if self._ended:
            return
        match message:
            case GivePlan(plan=plan):
                self._plan.set_result(plan)
            case GivePeers():
                self._peers.set()
            case Start():
                self._start.set()
            case Stop():
                if self._life is not None:
                    self._life.stopped = True
                if not self._deaf:
                    self._finish(3)
            case GiveMove(number=number):
                self._say(Event(name="move.done", text=f"move {number}: done", step="5"))

    # The worker's work.

    async def _live(self) -> None:
        random, workers = self._workers.random, self._workers
        plan = await self._plan
        launch = (plan.run_id, plan.repeat, plan.node_index)
        loop = asyncio.get_running_loop()
        life = self._life = Life(
            launch, self._node, workers.next_script(), random.randint(1, 4), loop.time()
        )
        workers.lives.append(life)
        workers.history.note(self._node, f"worker {launch} begins: {life.script.value}")
        await asyncio.sleep(0.02 + 0.2 * random.random())
        if life.script is Script.HANGS_BEFORE_READY:
            await asyncio.sleep(3600)
        endpoint = f"tcp:{self._node}:4000" if len(plan.nodes) > 1 else ""
        self._say(Prepared(endpoint=endpoint, schemas=schemas(), total_steps="100"))
        if not await self._reach(self._peers, life):
            return
        await asyncio.sleep(0.05 * random.random())
        self._say(Ready())
        if not await self._reach(self._start, life):
            return
        self._say(Running())
        await self._measure(plan, life)

    async def _measure(self, plan: WorkerPlan, life: Life) -> None:
        random = self._workers.random
        wrong_at = random.randint(0, life.frames)
        for number in range(life.frames):
            if number == wrong_at and not await self._go_wrong(life):
                return
            await asyncio.sleep(0.05 + 0.3 * random.random())
            if self._lost_peer(life):
                return
            self._frame(plan, life, number)
            text = f"line {number} of worker {self._workers.lives.index(life)}"
            self._say(Log(level=LogLevel.INFO, text=text))
        if wrong_at == life.frames and not await self._go_wrong(life):
            return
        self._say(Result(result=worker_result(master=plan.node_index == 0)))
        if life.script is Script.LINGERS:
            return
        await asyncio.sleep(0.02 * random.random())
        self._finish(0)

    async def _go_wrong(self, life: Life) -> bool:
        """Follows the script's fault. Returns False if the worker ends here."""
        match life.script:
            case Script.FAILS:
                self._fail("broken", "It broke.")
            case Script.DIES:
                life.died_unasked = True
                self._finish(-11)
            case Script.HANGS:
                await asyncio.sleep(3600)
            case Script.GARBLES:
                message = "The worker said something that is not in the contract."
                self._listener.failed("bad_output", message, "Build it again.")
                await asyncio.sleep(3600)
            case _:
                return True
        return False

    async def _reach(self, event: asyncio.Event, life: Life) -> bool:
        """Waits for the console's message. Returns False if a peer ended first."""
        while not event.is_set():
            try:
                async with asyncio.timeout(0.7):
                    await event.wait()
            except TimeoutError:
                if self._lost_peer(life):
                    return False
        return True

    def _lost_peer(self, life: Life) -> bool:
        gone = self._workers.peers_gone(life)
        if gone:
            self._fail("peer_lost", f"The worker lost node {gone[0]}.")
        return bool(gone)

    def _fail(self, code: str, message: str) -> None:
        self._say(
            Failure(
                code=code,
                phase=Phase.RUNNING,
                process="worker",
                message=message,
                remedy="Look at it.",
            )
        )
        self._finish(1)

    def _frame(self, plan: WorkerPlan, life: Life, number: int) -> None:
        index, repeat = plan.node_index, plan.repeat
        first = number * STEPS_A_FRAME
        values = [float(step) for step in range(first, first + STEPS_A_FRAME)]
        done = 100 * (number + 1) // life.frames
        for made in (
            window_frame(index, repeat, 2 * number + 1, done, 1000.0),
            samples_frame(index, repeat, 2 * number + 2, done, first, values),
        ):
            for frame in self._frames.feed(made):
                self._listener.frame(frame)
        life.sample_frames += 1

    def _say(self, message: WorkerSays) -> None:
        if self._ended or self._life is None:
            return
        self._life.said.append(message)
        self._listener.said(message, message.model_dump_json().encode())

    def _finish(self, status: int) -> None:
        if self._ended:
            return
        self._ended = True
        if self._task is not asyncio.current_task():
            self._task.cancel()
        if self._life is not None:
            self._life.alive = False
            self._life.status = status
            self._life.died = asyncio.get_running_loop().time()
            self._workers.history.note(self._node, f"worker {self._life.launch} ends with {status}")
        asyncio.get_running_loop().call_later(0.002, self._listener.ended, status, ("last line",))


def start_with(workers: Workers, node: str, started: list[ScriptedWorker]) -> object:
    """Returns the `start_worker` argument of `Agent`."""

    def start(
        _executable: Path, node_index: int, repeat: int, listener: WorkerListener
    ) -> ScriptedWorker:
        worker = ScriptedWorker(workers, node, node_index, repeat, listener)
        started.append(worker)
        return worker

    return start
