"""An agent's WebSocket (docs/formats/agent-link.md): from hello to the end of the link.

The receiving side runs in the request's task; what is sent goes through a bounded queue and a task
of its own, so that a service never waits for an agent. An agent that lets the queue fill is cut
off; it returns and is told anew what is wanted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from fastapi import WebSocket, WebSocketDisconnect
from orrery_contracts.agent import (
    ClockReply,
    FromAgent,
    Heartbeat,
    Hello,
    Output,
    OutputOpened,
    Refused,
    Surrounded,
    ToAgent,
    Welcome,
    WorkerExited,
)
from orrery_contracts.command import ORRERY
from orrery_contracts.links import LinkFailed, LinkMeasured, LinkServed
from pydantic import TypeAdapter, ValidationError

from orrery_backend.features.fleet.node import FleetListener, RecordError
from orrery_backend.features.fleet.service import (
    FleetService,
    NameTakenError,
    NotApprovedError,
    WrongKeyError,
)
from orrery_backend.kit.admission import keep_connection
from orrery_backend.kit.authorize import Caller
from orrery_backend.kit.frames import FrameError, read_record
from orrery_backend.kit.problems import shortened

BAD_MESSAGE = 4400
NO_HELLO = 4408
NAME_TAKEN = 4409
WRONG_KEY = 4403
NOT_APPROVED = 4423
TOO_SLOW = 4429

_FROM_AGENT: TypeAdapter[FromAgent] = TypeAdapter(FromAgent)
_HEARTBEAT_MS = 1000
#: Of a node's output that is not stored yet; the rest waits on the agent's disk.
_WINDOW_BYTES = 4 << 20
_FIRST_PROBES = 8
_QUEUED = 4096
_log = structlog.get_logger()


class WebSocketLink:
    """The sending half. Made, used and closed in the event loop."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[ToAgent] = asyncio.Queue(_QUEUED)
        self._closing: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    def send(self, message: ToAgent) -> None:
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TOO_SLOW, "the agent does not take what it is sent")

    def close(self, code: int, reason: str) -> None:
        if not self._closing.done():
            self._closing.set_result((code, reason))

    async def pump(self) -> None:
        """Sends until closed."""
        while not self._closing.done():
            getting = asyncio.ensure_future(self._queue.get())
            either: set[asyncio.Future[Any]] = {getting, self._closing}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not getting.done():
                getting.cancel()
                break
            await self._socket.send_text(getting.result().model_dump_json())
        code, reason = self._closing.result()
        with suppress(RuntimeError):
            await self._socket.close(code, reason)


class BadMessageError(Exception):
    """What the agent sent is not of the contract."""


async def serve(socket: WebSocket, fleet: FleetService, caller: Caller) -> None:
    """One agent's link until it ends."""
    await socket.accept()
    link = WebSocketLink(socket)
    pump = asyncio.create_task(link.pump())
    reader = asyncio.create_task(_read(socket, fleet, link, caller))
    try:
        await asyncio.wait({pump, reader}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reader, pump):
            if not task.done():
                if task is pump and not reader.cancelled():
                    link.close(1000, "")
                    await asyncio.wait({pump}, timeout=2)
                task.cancel()
        for ended in await asyncio.gather(reader, pump, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(
                ended, WebSocketDisconnect | RuntimeError
            ):
                _log.error("agent link failed", exc_info=ended)


async def _read(
    socket: WebSocket, fleet: FleetService, link: WebSocketLink, caller: Caller
) -> None:
    try:
        hello = await _hello(socket)
        if refusal := caller.refusal_to_join(hello.name):
            link.close(WRONG_KEY, refusal[:120])
            return
        address = socket.client.host if socket.client else ""
        # A console that requires no sign-in has no person who could approve more than the agent.
        is_preapproved = caller.node is not None or caller.is_anonymous
        keeps = await fleet.connect(hello, link, address, is_preapproved=is_preapproved)
    except NotApprovedError as waiting:
        link.close(
            NOT_APPROVED,
            f"the agent waits for approval: Fleet page or {ORRERY} approve; key {waiting}",
        )
        return
    except NameTakenError:
        link.close(
            NAME_TAKEN, "another agent of this name is connected; give this one another --name"
        )
        return
    except WrongKeyError:
        link.close(
            WRONG_KEY,
            "this name belongs to another agent: give it another --name, its old --spool, or forget"
            " the node",
        )
        return
    except (BadMessageError, TimeoutError) as error:
        link.close(BAD_MESSAGE, shortened(str(error) or "no hello within 10 s", 120))
        return
    try:
        link.send(Welcome(heartbeat_ms=_HEARTBEAT_MS, window_bytes=_WINDOW_BYTES, held=keeps))
        keep_connection(socket.scope)
        fleet.connected(hello.name)
        for _ in range(_FIRST_PROBES):
            fleet.probe(hello.name)
        await _Conversation(hello.name, fleet).follow(socket)
    except BadMessageError as error:
        _log.warning("agent sent a bad message", node=hello.name, error=str(error))
        fleet.listener.unusable(hello.name, None, str(error))
        link.close(BAD_MESSAGE, shortened(str(error), 120))
    finally:
        fleet.disconnect(hello.name, link)


async def _hello(socket: WebSocket) -> Hello:
    async with asyncio.timeout(10):
        first = await socket.receive()
    if first["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(first.get("code", 1006))
    message = _parse(first.get("text") or "")
    if not isinstance(message, Hello):
        raise BadMessageError(f"the first message must be hello, not {message.kind}")
    return message


def _parse(text: str) -> FromAgent:
    try:
        return _FROM_AGENT.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise BadMessageError(f"{where}: {first['msg']}") from error


class _Conversation:
    """What follows the welcome."""

    def __init__(self, name: str, fleet: FleetService) -> None:
        self._name = name
        self._fleet = fleet
        self._listener: FleetListener = fleet.listener
        self._opened: dict[int, OutputOpened] = {}

    async def follow(self, socket: WebSocket) -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._fleet.heard(self._name)
            text = message.get("text")
            if text is not None:
                self._text(_parse(text))
            else:
                self._binary(message.get("bytes") or b"")

    def _binary(self, message: bytes) -> None:
        try:
            record = read_record(message)
        except FrameError as error:
            raise BadMessageError(str(error)) from error
        opened = self._stream(record.stream)
        self._deliver(opened, lambda: self._listener.frame(self._name, opened, record))

    def _text(self, message: FromAgent) -> None:
        match message:
            case Heartbeat():
                self._fleet.beat(self._name, message)
            case ClockReply():
                self._fleet.clock_reply(self._name, message.id, int(message.agent_ns))
            case OutputOpened():
                self._opened[message.stream] = message
            case Output():
                opened = self._stream(message.stream)
                self._deliver(opened, lambda: self._listener.output(self._name, opened, message))
            case Surrounded():
                opened = self._stream(message.stream)
                self._deliver(
                    opened, lambda: self._listener.surrounded(self._name, opened, message)
                )
            case WorkerExited():
                opened = self._stream(message.stream)
                self._deliver(opened, lambda: self._listener.exited(self._name, opened, message))
            case LinkServed() | LinkMeasured() | LinkFailed():
                self._fleet.link_answered(self._name, message)
            case Refused():
                self._listener.refused(self._name, message)
            case Hello():
                raise BadMessageError("hello came twice on one link")

    def _deliver(self, opened: OutputOpened, deliver: Callable[[], None]) -> None:
        """A record that the console fails on ends its own run, not the link or other runs."""
        try:
            deliver()
        except RecordError as error:
            self._listener.unusable(self._name, opened, str(error))
        except Exception as error:  # noqa: BLE001 - other runs of the link go on
            _log.exception("a record of an agent cannot be used", node=self._name)
            problem = f"the console failed on a record of it ({type(error).__name__})"
            self._listener.unusable(self._name, opened, problem)

    def _stream(self, number: int) -> OutputOpened:
        opened = self._opened.get(number)
        if opened is None:
            raise BadMessageError(f"stream {number} was not opened on this link")
        return opened
