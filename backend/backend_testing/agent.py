"""A node agent that does what its script says, over the real link.

It keeps what its workers said until it may forget it, and says again what was not acknowledged, as
the contract asks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

import websockets
from orrery_backend.kit.frames import pack_record
from orrery_contracts.agent import (
    Ack,
    Begin,
    Cancel,
    ClockProbe,
    ClockReply,
    FromAgent,
    Heartbeat,
    HeldOutput,
    Hello,
    NodeFacts,
    Output,
    OutputOpened,
    Peers,
    Prepare,
    Release,
    Surrounded,
    ToAgent,
    Welcome,
    WorkerExited,
)
from orrery_contracts.links import LinkFailed, LinkMeasured, LinkServed, MeasureLink, ServeLink
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.surroundings import Surroundings
from orrery_contracts.worker import (
    Failure,
    Log,
    LogLevel,
    Phase,
    Prepared,
    Ready,
    Result,
    Running,
    WorkerSays,
)
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection

from backend_testing.console import WATCHDOG_S, until
from backend_testing.facts import (
    entities_frame,
    node_facts,
    samples_frame,
    schemas,
    window_frame,
    worker_result,
)

_TO_AGENT: TypeAdapter[ToAgent] = TypeAdapter(ToAgent)


@dataclass(eq=False)
class Held:
    """A run's output on this node."""

    plan: WorkerPlan
    launch: str = ""
    records: list[WorkerSays | bytes | Surrounded | WorkerExited] = field(default_factory=list)
    acked: int = 0
    stream: int = 0
    active: bool = True
    peers: list[str] | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: bool = False


@dataclass(eq=False)
class ScriptedAgent:
    """Obedient workers run by themselves from plan to result."""

    url: str
    name: str
    facts: NodeFacts = field(default_factory=node_facts)
    instance: str = "i1"
    key: str = ""
    token: str = ""
    obedient: bool = True
    frames: int = 5
    moments: list[list[float]] = field(default_factory=list)
    """Where entities are, frame by frame, after the other frames."""
    steps_between_moments: int = 0
    hold_after_begin: bool = False
    """An obedient worker that runs until `let_end` is set."""
    let_end: asyncio.Event = field(default_factory=asyncio.Event)
    prepare_gate: Callable[[WorkerPlan], Awaitable[None]] | None = None
    step_time: float = 1000.0
    step_times: dict[int, float] = field(default_factory=dict)
    """By repeat, where it is not `step_time`."""
    stolen: dict[int, float] = field(default_factory=dict)
    """By repeat, the share of its CPU time that other virtual machines had; absent: nothing is
    said."""
    window_times: list[float] = field(default_factory=list)
    """Step time of each window in turn, where it is not `step_time`."""
    checksum: str = "42"
    found: str = "120000"
    """The evidence of the only check."""
    beat_s: float = 0.1
    loses: type[ToAgent] | None = None
    """The first message of this kind is lost with the link, and with all that follows on it."""
    lost: asyncio.Event = field(default_factory=asyncio.Event)

    link_problem: str | None = ""
    """Why it serves no link; None: it does not answer, as an agent of an older version."""
    link_gate: asyncio.Event | None = None
    """Measurements of links are answered once this is set."""
    measured: list[MeasureLink] = field(default_factory=list)

    socket: ClientConnection | None = None
    welcome: Welcome | None = None
    held: dict[tuple[str, int], Held] = field(default_factory=dict)
    released: list[tuple[str, int]] = field(default_factory=list)
    received: list[ToAgent] = field(default_factory=list)
    _streams: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _work: set[asyncio.Task[None]] = field(default_factory=set)

    async def connect(self) -> ScriptedAgent:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self.socket = await websockets.connect(
            f"{self.url}/api/v1/agents/link", additional_headers=headers, max_size=None
        )
        await self.say(
            Hello(
                schema_version=1,
                name=self.name,
                instance=self.instance,
                key=self.key,
                facts=self.facts,
                held=[
                    HeldOutput(
                        run_id=run_id,
                        repeat=repeat,
                        last_seq=len(held.records),
                        active=held.active,
                        launch=held.launch,
                    )
                    for (run_id, repeat), held in self.held.items()
                ],
            )
        )
        self._spawn(self._read(self.socket))
        await until(lambda: self.welcome is not None or self.closed, f"{self.name} is welcome")
        if self.welcome is not None:
            self._spawn(self._beat())
        return self

    @property
    def closed(self) -> bool:
        return self.socket is None or self.socket.close_code is not None

    async def drop_link(self) -> None:
        """As a lost network does: the workers know nothing of it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.socket is not None:
            await self.socket.close()
        self.socket = None
        self.welcome = None

    async def stop(self) -> None:
        for task in list(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self.drop_link()

    async def say(self, message: FromAgent) -> None:
        if self.socket is not None:
            with suppress(websockets.ConnectionClosed):
                await self.socket.send(message.model_dump_json())

    # Output.

    def output_of(self, repeat: int = 0) -> Held:
        found = [held for (_, r), held in self.held.items() if r == repeat]
        if len(found) != 1:
            raise AssertionError(f"{self.name} holds {len(found)} outputs of repeat {repeat}")
        return found[0]

    async def record(
        self, held: Held, said: WorkerSays | bytes | Surrounded | WorkerExited
    ) -> None:
        held.records.append(said)
        await self._send_record(held, len(held.records))

    async def exit(self, held: Held, status: int, lines: tuple[str, ...] = ()) -> None:
        held.active = False
        await self.record(
            held,
            WorkerExited(
                stream=held.stream,
                seq=len(held.records) + 1,
                at_ns=str(time.time_ns()),
                status=status,
                phase=Phase.RUNNING,
                last_output=list(lines),
            ),
        )

    async def _send_record(self, held: Held, seq: int) -> None:
        said = held.records[seq - 1]
        if self.socket is None or self.welcome is None:
            return
        at_ns = time.time_ns()
        if isinstance(said, bytes):
            with suppress(websockets.ConnectionClosed):
                await self.socket.send(pack_record(held.stream, seq, at_ns, said))
        elif isinstance(said, Surrounded | WorkerExited):
            await self.say(said.model_copy(update={"stream": held.stream, "seq": seq}))
        else:
            await self.say(Output(stream=held.stream, seq=seq, at_ns=str(at_ns), says=said))

    async def _open(self, held: Held) -> None:
        self._streams += 1
        held.stream = self._streams
        plan = held.plan
        await self.say(
            OutputOpened(
                stream=held.stream,
                run_id=plan.run_id,
                repeat=plan.repeat,
                node_index=plan.node_index,
                launch=held.launch,
            )
        )

    # Receiving.

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(websockets.ConnectionClosed):
            async for text in socket:
                message = _TO_AGENT.validate_json(text)
                if self.loses is not None and isinstance(message, self.loses):
                    self.loses = None
                    self.lost.set()
                    return
                self.received.append(message)
                await self._obey(message)

    async def _obey(self, message: ToAgent) -> None:  # noqa: C901 - one case each
        match message:
            case Welcome():
                await self._resume(message)
                self.welcome = message
                for keep in message.held:
                    held = self.held.get((keep.run_id, keep.repeat))
                    if held is not None:
                        for seq in range(keep.acked_seq + 1, len(held.records) + 1):
                            await self._send_record(held, seq)
            case ClockProbe():
                await self.say(ClockReply(id=message.id, agent_ns=str(time.time_ns())))
            case Prepare():
                await self._prepare(message)
            case Peers():
                self.held[(message.run_id, message.repeat)].peers = message.endpoints
                await self._peers(self.held[(message.run_id, message.repeat)])
            case Begin():
                held = self.held[(message.run_id, message.repeat)]
                again = held.begun.is_set()
                held.begun.set()
                if self.obedient and not again:
                    self._work_on(self._run(held))
            case ServeLink():
                await self._serve_link(message)
            case MeasureLink():
                self.measured.append(message)
                self._work_on(self._measure_link(message))
            case Cancel():
                await self._cancel(message)
            case Ack():
                held_or_none = self.held.get((message.run_id, message.repeat))
                if held_or_none is not None:
                    held_or_none.acked = message.seq
            case Release():
                self.released.append((message.run_id, message.repeat))
                self.held.pop((message.run_id, message.repeat), None)

    async def _serve_link(self, message: ServeLink) -> None:
        if self.link_problem is None:
            return
        if self.link_problem:
            await self.say(LinkFailed(id=message.id, message=self.link_problem))
        else:
            await self.say(LinkServed(id=message.id, address=self.facts.address, port=4001))

    async def _measure_link(self, message: MeasureLink) -> None:
        if self.link_gate is not None:
            await self.link_gate.wait()
        await self.say(LinkMeasured(id=message.id, median_us=120.0, p99_us=180.0, mb_s=940.0))

    async def _resume(self, welcome: Welcome) -> None:
        for keep in welcome.held:
            key = (keep.run_id, keep.repeat)
            if keep.wanted:
                await self._open(self.held[key])
            else:
                del self.held[key]

    async def _prepare(self, message: Prepare) -> None:
        plan = message.plan
        if self.prepare_gate is not None:
            await self.prepare_gate(plan)
        held = self.held[(plan.run_id, plan.repeat)] = Held(plan, message.launch)
        await self._open(held)
        if self.obedient:
            await self.record(
                held,
                Prepared(
                    endpoint=f"tcp:127.0.0.1:{4000 + plan.node_index}",
                    schemas=schemas(),
                    total_steps="100",
                ),
            )

    async def _peers(self, held: Held) -> None:
        if self.obedient:
            await self.record(held, Ready())

    async def _cancel(self, message: Cancel) -> None:
        held = self.held.get((message.run_id, message.repeat))
        if held is not None and held.active:
            held.cancelled = True
            await self.exit(held, 3)

    async def _run(self, held: Held) -> None:
        plan = held.plan
        await self.record(held, Running())
        for number in range(1, self.frames + 1):
            if held.cancelled:
                return
            done = 100 * number // self.frames
            times = self.window_times or [self.step_time]
            step_time = times[(number - 1) % len(times)]
            await self.record(
                held,
                window_frame(plan.node_index, plan.repeat, 2 * number - 1, done, step_time),
            )
            first = 100 * (number - 1) // self.frames
            values = [float(step) for step in range(first, done)]
            await self.record(
                held,
                samples_frame(plan.node_index, plan.repeat, 2 * number, done, first, values),
            )
        for number, places in enumerate(self.moments, 2 * self.frames + 1):
            done = 1 + (number - 2 * self.frames - 1) * self.steps_between_moments
            frame = entities_frame(plan.node_index, plan.repeat, number, places, done)
            await self.record(held, frame)
        if self.hold_after_begin:
            await self.let_end.wait()
        if held.cancelled:
            return
        await self.record(held, Log(level=LogLevel.INFO, text="checks done"))
        if (stolen := self.stolen.get(plan.repeat)) is not None:
            await self.record(held, _surrounded(held, stolen))
        result = worker_result(
            master=plan.node_index == 0,
            step_time=self.step_times.get(plan.repeat, self.step_time),
            checksum=self.checksum,
            found=self.found,
        )
        await self.record(held, Result(result=result))
        await self.exit(held, 0)

    async def fail(self, held: Held, code: str, message: str, process: str = "worker") -> None:
        await self.record(
            held,
            Failure(
                code=code,
                phase=Phase.RUNNING,
                process=process,
                message=message,
                remedy="Look at it.",
            ),
        )

    async def _beat(self) -> None:
        while True:
            await self.say(Heartbeat(load=0.5, busy_share=0.25, memory_available_bytes=1 << 30))
            await asyncio.sleep(self.beat_s)

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _work_on(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)


__all__ = ["WATCHDOG_S", "Held", "ScriptedAgent"]


def _surrounded(held: Held, stolen: float) -> Surrounded:
    """Of a second on two CPUs. `_send_record` numbers it."""
    around = Surroundings(
        elapsed_s=1.0, cpus=2, busy_s=1.0, own_s=1.0, stolen_s=2 * stolen, waiting_share=None
    )
    at_ns = str(time.time_ns())
    return Surrounded(stream=held.stream, seq=1, at_ns=at_ns, surroundings=around)
