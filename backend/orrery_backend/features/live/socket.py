"""A viewer's WebSocket (docs/formats/live-stream.md).

Receiving and sending are raced: a viewer that has gone is seen by receiving, also when nothing is
being sent to it, and one that does not read is seen by a send that does not end.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog
from fastapi import WebSocket, WebSocketDisconnect
from orrery_contracts.stream import FromViewer, Ping, Pong, Subscribe, Unsubscribe
from pydantic import TypeAdapter, ValidationError

from orrery_backend.features.live.service import LiveService
from orrery_backend.features.live.viewer import Viewer
from orrery_backend.kit.admission import occupy_connection
from orrery_backend.kit.rates import Bucket

BAD_MESSAGE = 4400
TOO_SLOW = 4429
TOO_MANY = 1013

_FROM_VIEWER: TypeAdapter[FromViewer] = TypeAdapter(FromViewer)
_MAX_MESSAGE = 64 * 1024
_SEND_TIMEOUT_S = 30.0
#: Faster than an eye, and slow enough for frames of many nodes to share a message.
_FRAMES_EVERY_S = 0.05
_PER_SECOND = 50.0
_BURST = 200.0
_log = structlog.get_logger()


async def serve(socket: WebSocket, live: LiveService) -> None:
    """One viewer, from accept to the end."""
    await socket.accept()
    if not occupy_connection(socket.scope):
        await socket.close(TOO_MANY, "too many viewers and requests; come back later")
        return
    as_text = socket.query_params.get("format") == "json"
    viewer = Viewer(live.frame_as_text if as_text else None)
    reader = asyncio.create_task(_receive(socket, live, viewer))
    writer = asyncio.create_task(_send(socket, viewer))
    try:
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.leave(viewer)
        reader.cancel()
        writer.cancel()
        for ended in await asyncio.gather(reader, writer, return_exceptions=True):
            if isinstance(ended, Exception) and not _expected(ended):
                _log.error("viewer failed", exc_info=ended)


def _expected(error: Exception) -> bool:
    """A viewer that goes while it is being sent to is no failure."""
    return isinstance(error, WebSocketDisconnect | RuntimeError | TimeoutError)


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    while True:
        payload = await viewer.next()
        if viewer.too_slow:
            with suppress(RuntimeError):
                await socket.close(TOO_SLOW, "too slow; come back and resume")
            return
        async with asyncio.timeout(_SEND_TIMEOUT_S):
            if isinstance(payload, str):
                await socket.send_text(payload)
            else:
                await socket.send_bytes(payload)
        if isinstance(payload, bytes):
            await viewer.gather(_FRAMES_EVERY_S)


async def _receive(socket: WebSocket, live: LiveService, viewer: Viewer) -> None:
    pace = Bucket(_PER_SECOND, _BURST)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        if not pace.take(asyncio.get_running_loop().time()):
            await socket.close(TOO_SLOW, "too many messages; send fewer")
            return
        text = message.get("text")
        if text is None or len(text) > _MAX_MESSAGE:
            await socket.close(BAD_MESSAGE, "viewers send short text messages")
            return
        try:
            asked = _FROM_VIEWER.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            await socket.close(BAD_MESSAGE, f"{where}: {first['msg']}"[:120])
            return
        match asked:
            case Subscribe():
                await live.subscribe(viewer, asked)
            case Unsubscribe():
                live.unsubscribe(viewer, asked.topic)
            case Ping():
                viewer.say(Pong(id=asked.id).model_dump_json())
