"""The HTTP server of the console: uvicorn, with bounded connections and bounded logging."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Sequence
from typing import Any

import h11
import structlog
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from orrery_backend.certificates import ServerCertificate
from orrery_backend.kit.admission import SLOT_KEY
from orrery_backend.kit.connections import Connections, Phase, Slot
from orrery_backend.kit.listener import ACCEPT_AT_ONCE
from orrery_backend.kit.rates import RateLimit

#: A worker's last word, with thousands of processes, is one message of the agent link.
_MAX_MESSAGE = 9 << 20
_SWEEP_EVERY_S = 1.0
#: The pool of connections ends idle ones earlier. Clients end theirs after 5 s, which is uvicorn's
#: default too: the console then closed connections on which a request was on its way.
_KEEP_ALIVE_S = 3600
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_LOGGERS = ("uvicorn.error", "asyncio")
_log = structlog.get_logger()


class ServerConfig(uvicorn.Config):
    """uvicorn's, with the pool that the listener fills."""

    def __init__(
        self,
        app: ASGIApp,
        connections: Connections,
        trusted_proxies: Sequence[str] = (),
        certificate: ServerCertificate | None = None,
    ) -> None:
        super().__init__(
            app,
            # Any caller could write these headers, and guess tokens from ever new addresses.
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=list(trusted_proxies),
            ssl_certfile=certificate.certificate if certificate is not None else None,
            ssl_keyfile=certificate.key if certificate is not None else None,
            http=_Protocol,
            loop="asyncio",
            backlog=ACCEPT_AT_ONCE,
            ws_max_size=_MAX_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=_KEEP_ALIVE_S,
            access_log=False,
            log_config=None,
            server_header=False,
        )
        self.connections = connections


class Server(uvicorn.Server):
    """Ends connections that keep the console waiting, and bounds what the libraries log."""

    def __init__(self, config: ServerConfig) -> None:
        super().__init__(config)
        self._connections = config.connections
        self._swept = 0.0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        for name in _LOGGERS:
            logger = logging.getLogger(name)
            if not any(isinstance(kept, LogBound) for kept in logger.filters):
                logger.addFilter(LogBound())
        asyncio.get_running_loop().set_exception_handler(_report)
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        now = time.monotonic()
        if now - self._swept >= _SWEEP_EVERY_S:
            self._swept = now
            self._connections.sweep()
        return await super().on_tick(counter)


class LogBound(logging.Filter):
    """Lets each message pass 5 times, then once in 10 s: a peer must not fill the log."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._limit = RateLimit(per_second=0.1, burst=5)
        self._now = now

    def filter(self, record: logging.LogRecord) -> bool:
        # Further lines of asyncio's messages name objects.
        return self.passes(str(record.msg).partition("\n")[0])

    def passes(self, message: str) -> bool:
        return self._limit.take(message, self._now())


_bound = LogBound()


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """The loop's exception handler."""
    if not str(context.get("message", "")).startswith("socket.accept()"):
        loop.default_exception_handler(context)
    elif _bound.passes("accept"):
        _log.warning(
            "no descriptor for a new connection; accepting again in a second",
            error=str(context.get("exception")),
        )


class _Protocol(H11Protocol):
    """Says in the connection's slot what the connection waits for."""

    config: ServerConfig
    _slot: Slot | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        slot = self.config.connections.slot(transport.get_extra_info("socket").fileno())
        if slot is None:  # another listener accepted it
            return
        slot.transport = transport
        slot.say_too_slow = self._say_too_slow
        self.app_state = {**self.app_state, SLOT_KEY: slot}
        self._slot = slot

    def data_received(self, data: bytes) -> None:
        if self._slot is not None and self._slot.phase is Phase.IDLE:
            self._slot.enter(Phase.HEADERS)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._enter_next()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._enter_next()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._enter_next()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._enter_next()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if self._slot is not None:
            self._slot.enter(Phase.HANDSHAKE)
        super().handle_websocket_upgrade(event)

    def _enter_next(self) -> None:
        if self._slot is not None and self.transport.get_protocol() is self:
            self._slot.enter(self._phase())

    def _phase(self) -> Phase:
        if self.flow.write_paused or self.transport.is_closing():
            return Phase.BLOCKED
        if self.conn.their_state is h11.SEND_BODY:
            return Phase.BODY
        return Phase.BUSY if self._is_answering() else Phase.IDLE

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _say_too_slow(self) -> None:
        if not (self._is_answering() and self.cycle.response_started):
            self.transport.write(_TOO_SLOW)
