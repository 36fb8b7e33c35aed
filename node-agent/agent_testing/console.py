"""A console that tests script, and that keeps what agents send."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from orrery_contracts import agent as wire
from orrery_contracts.plan import WorkerPlan
from pydantic import BaseModel, TypeAdapter
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

FROM_AGENT: TypeAdapter[Any] = TypeAdapter(wire.FromAgent)
FRAME = struct.Struct("<4sHHQq")
WATCHDOG_S = 60.0

Key = tuple[str, int]


@dataclass
class Records:
    """The records that a run's agent has sent, by number."""

    items: dict[int, Any] = field(default_factory=dict)
    """A `WorkerSays`, a `Surrounded`, a `WorkerExited`, or a frame's bytes."""
    arrivals: list[int] = field(default_factory=list)
    """The number of every record in order of arrival, with repetitions."""

    @property
    def complete_to(self) -> int:
        """The highest number up to which no record is missing."""
        last = 0
        while last + 1 in self.items:
            last += 1
        return last

    def said(self) -> list[str]:
        """The kinds of the records in order; a frame's kind is `frame`."""
        return [
            "frame" if isinstance(item, bytes) else item.kind
            for _, item in sorted(self.items.items())
        ]

    def exit(self) -> wire.WorkerExited | None:
        """The record of the worker's end; None if it has not come."""
        last = self.items.get(self.complete_to)
        return last if isinstance(last, wire.WorkerExited) else None


class Console:
    """A scripted console on a free port of the loopback. One agent at a time."""

    def __init__(self) -> None:
        self.port = 0
        self.answer_hello = True
        self.ack = True
        """Acknowledge each record on arrival."""
        self.heartbeat_ms = 200
        self.drive = True
        """Answer `prepared` with peers and `ready` with begin."""
        self.wanted: Callable[[wire.HeldOutput], bool] = lambda _held: True
        self.keeps: Callable[[wire.HeldOutput], int] = self._kept
        self.hellos: list[wire.Hello] = []
        self.headers: list[dict[str, str]] = []
        self.messages: list[Any] = []
        """All messages but output records."""
        self.records: dict[Key, Records] = {}
        self.nodes: dict[Key, int] = {}
        self._streams: dict[int, Key] = {}
        self._connection: ServerConnection | None = None
        self._server: Server | None = None
        self._changed = asyncio.Condition()
        self._paused = asyncio.Event()
        self._paused.set()

    async def __aenter__(self) -> Console:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listens, after a stop on the same port as before."""
        self._server = await serve(
            self._serve, "127.0.0.1", self.port, max_size=2 << 20, max_queue=2, compression=None
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def stop(self) -> None:
        """Stops listening and closes the connections."""
        if self._server is not None:
            server, self._server = self._server, None
            self.resume()
            server.close()
            await server.wait_closed()

    async def cut(self) -> None:
        """Aborts the connection without a close frame."""
        assert self._connection is not None
        self._connection.transport.abort()

    def pause(self) -> None:
        """Stops reading: the agent's messages pile up."""
        self._paused.clear()

    def resume(self) -> None:
        """Reads again."""
        self._paused.set()

    async def until(self, what: Callable[[], Any]) -> Any:
        """Waits until `what` returns a true value; returns this value."""
        async with asyncio.timeout(WATCHDOG_S), self._changed:
            await self._changed.wait_for(what)
        return what()

    async def send(self, message: BaseModel) -> None:
        await self.send_text(message.model_dump_json())

    async def send_text(self, text: str) -> None:
        assert self._connection is not None
        await self._connection.send(text)

    async def joined(self, times: int = 1) -> wire.Hello:
        """Waits until the agent has said hello `times` times; returns the last hello."""
        await self.until(lambda: len(self.hellos) >= times and self._connection is not None)
        return self.hellos[-1]

    async def prepare(self, plan: WorkerPlan) -> Records:
        """Sends a plan; returns the records of its output."""
        await self.send(wire.Prepare(plan=plan))
        return self.of(plan)

    async def exited(self, plan: WorkerPlan) -> wire.WorkerExited:
        """Waits for the record of the worker's end."""
        records = self.of(plan)
        found: wire.WorkerExited = await self.until(records.exit)
        return found

    async def message(self, kind: type[Any]) -> Any:
        """Waits for a message of this kind that is not output, and removes it from `messages`."""
        await self.until(lambda: any(isinstance(each, kind) for each in self.messages))
        found = next(each for each in self.messages if isinstance(each, kind))
        self.messages.remove(found)
        return found

    def of(self, plan: WorkerPlan) -> Records:
        return self.records.setdefault((plan.run_id, plan.repeat), Records())

    def _kept(self, held: wire.HeldOutput) -> int:
        records = self.records.get((held.run_id, held.repeat))
        return records.complete_to if records else 0

    async def _serve(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.headers.append(dict(connection.request.headers.raw_items()))
        assert connection.request.path == "/api/v1/agents/link"
        self._streams.clear()
        try:
            async for data in connection:
                await self._paused.wait()
                await self._take(connection, data)
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        finally:
            if self._connection is connection:
                self._connection = None

    async def _take(self, connection: ServerConnection, data: str | bytes) -> None:
        if isinstance(data, bytes):
            magic, version, stream, seq, _at_ns = FRAME.unpack_from(data)
            assert (magic, version) == (b"ORAF", 1)
            await self._record(stream, seq, data[FRAME.size :])
            return
        match FROM_AGENT.validate_json(data):
            case wire.Hello() as hello:
                self.hellos.append(hello)
                if self.answer_hello:
                    self._connection = connection
                    await self.send(
                        wire.Welcome(heartbeat_ms=self.heartbeat_ms, held=self._keep(hello))
                    )
            case wire.OutputOpened(stream=stream, run_id=run_id, repeat=repeat) as opened:
                self._streams[stream] = (run_id, repeat)
                self.nodes[run_id, repeat] = opened.node_index
            case wire.Output(stream=stream, seq=seq, says=says):
                if await self._record(stream, seq, says):
                    await self._lead(self._streams[stream], says.kind)
            case wire.Surrounded(stream=stream, seq=seq) as surrounded:
                await self._record(stream, seq, surrounded)
            case wire.WorkerExited(stream=stream, seq=seq) as exited:
                await self._record(stream, seq, exited)
            case other:
                self.messages.append(other)

    def _keep(self, hello: wire.Hello) -> list[wire.Keep]:
        return [
            wire.Keep(
                run_id=held.run_id,
                repeat=held.repeat,
                acked_seq=self.keeps(held),
                wanted=self.wanted(held),
            )
            for held in hello.held
        ]

    async def _record(self, stream: int, seq: int, item: Any) -> bool:
        key = self._streams[stream]
        records = self.records.setdefault(key, Records())
        new = seq not in records.items
        assert new or records.items[seq] == item, "a repeated record differs"
        records.arrivals.append(seq)
        records.items[seq] = item
        if self.ack:
            await self.send(wire.Ack(run_id=key[0], repeat=key[1], seq=records.complete_to))
        return new

    async def _lead(self, key: Key, said: str) -> None:
        if not self.drive:
            return
        if said == "prepared":
            await self.send(wire.Peers(run_id=key[0], repeat=key[1], endpoints=[""]))
        elif said == "ready":
            await self.send(wire.Begin(run_id=key[0], repeat=key[1]))
