"""A receiver of webhooks on a free port of loopback, which answers as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from orrery_contracts.webhook import WebhookPayload


@dataclass(frozen=True, slots=True)
class Received:
    """A request. Names of headers are in lower case."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def payload(self) -> WebhookPayload:
        return WebhookPayload.model_validate_json(self.body)


@dataclass
class Receiver:
    """Answers with the next of `statuses`, then with 204."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    location: str = ""
    """Header of each answer, if it is not empty."""
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    """No request is answered before it is set; it is at first."""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            pairs = [line.split(": ", 1) for line in head[1:] if line]
            headers = {name.lower(): value for name, value in pairs}
            body = await reader.readexactly(int(headers["content-length"]))
            self.received.append(Received(headers, body))
            await self.gate.wait()
            status = self.statuses.pop(0) if self.statuses else 204
            place = f"location: {self.location}\r\n" if self.location else ""
            writer.write(f"HTTP/1.1 {status} X\r\n{place}content-length: 0\r\n\r\n".encode())
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def running_receiver() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    receiver.gate.set()
    server = await asyncio.start_server(receiver.answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    receiver.url = f"http://127.0.0.1:{port}/hook"
    try:
        yield receiver
    finally:
        receiver.gate.set()
        server.close()
        await server.wait_closed()
