"""Keeps a WebSocket to the console open: dials, sends the outbox, and dials again after a loss."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from orrery_agent.link.address import LinkAddress
from orrery_agent.link.backoff import Backoff
from orrery_agent.link.outbox import Outbox

MAX_MESSAGE: Final = 8 << 20
"""The largest message of the console, a plan, in bytes."""
PING_EVERY_S: Final = 1.5
PONG_WITHIN_S: Final = 2.5
"""A cut cable is detected within PING_EVERY_S plus PONG_WITHIN_S, under 5 s."""
OPEN_WITHIN_S: Final = 5.0
CLOSE_WITHIN_S: Final = 0.5
_SEND_BUFFER: Final = 256 << 10
"""The kernel's send buffer: its content delays the next ping, which is the sign of life."""
_STATUS_REMEDIES: Final = {
    401: "the console requires a token: give --token-file FILE or set ORRERY_TOKEN",
    403: "the console does not accept this token for agents: ask for a join token",
    404: "there is no console at this address, or it is of another version",
}


class LinkListener(Protocol):
    """Receives the link's reports in the event loop. `opened` and `closed` alternate."""

    def opened(self, local_address: str) -> None:
        """The link is connected; `local_address` is this end's IP address."""

    def received(self, data: str | bytes) -> None:
        """A message of the console."""

    def closed(self) -> None:
        """The link is not connected any more."""

    def trouble(self, problem: str) -> None:
        """Why there is no connection. A repeated reason is reported once."""


class Link:
    """The link to a console. Run `run` in a task; cancel the task to end it.

    Each attempt dials the next address.
    """

    def __init__(
        self,
        addresses: Sequence[LinkAddress],
        token: str | None,
        outbox: Outbox,
        listener: LinkListener,
        random: Random,
        authority: Path | None = None,
    ) -> None:
        self._addresses = addresses
        self._attempts = 0
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        has_tls = any(address.url.startswith("wss:") for address in addresses)
        self._tls = _tls(authority) if has_tls else None
        self._outbox = outbox
        self._listener = listener
        self._backoff = Backoff(random)
        self._trouble = ""
        self._connection: ClientConnection | None = None

    @property
    def url(self) -> str:
        """The address of the present or the last attempt."""
        return self._addresses[self._attempts % len(self._addresses)].url

    async def run(self) -> None:
        """Connects, and reconnects for ever. Reports each new reason for a failure."""
        while True:
            try:
                problem = await self._dial()
            except InvalidStatus as error:
                status = error.response.status_code
                remedy = _STATUS_REMEDIES.get(status, "see the console's log")
                problem = f"the console answered with status {status}: {remedy}"
            except TimeoutError:
                problem = f"no answer within {OPEN_WITHIN_S:.0f} s"
            except ssl.SSLError as error:
                problem = _tls_words(error)
            except (OSError, InvalidHandshake, ConnectionClosed) as error:
                problem = _words(error)
            if problem != self._trouble:
                self._trouble = problem
                self._listener.trouble(f"no link to {self.url}: {problem}; trying on")
            self._attempts += 1
            await asyncio.sleep(self._backoff.next())

    def stood(self) -> None:
        """The console has welcomed the agent: resets the pauses between attempts."""
        self._backoff.reset()
        self._trouble = ""

    def abort(self) -> None:
        """Aborts this connection; `run` dials the next address."""
        if self._connection is not None:
            self._connection.transport.abort()

    async def _dial(self) -> str:
        async with connect(
            self.url,
            additional_headers=self._headers,
            ssl=self._tls if self.url.startswith("wss:") else None,
            compression=None,
            proxy=None,
            open_timeout=OPEN_WITHIN_S,
            close_timeout=CLOSE_WITHIN_S,
            ping_interval=PING_EVERY_S,
            ping_timeout=PONG_WITHIN_S,
            max_size=MAX_MESSAGE,
            max_queue=4,
        ) as connection:
            _tune(connection)
            self._connection = connection
            self._listener.opened(str(connection.local_address[0]))
            writer = asyncio.create_task(self._write(connection))
            try:
                async for data in connection:
                    self._listener.received(data)
            except ConnectionClosed as closed:
                return _words(closed)
            finally:
                writer.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await writer
                self._connection = None
                self._outbox.clear()
                self._listener.closed()
            return _closed(connection.close_code, connection.close_reason)

    async def _write(self, connection: ClientConnection) -> None:
        try:
            while True:
                await connection.send(await self._outbox.next())
        except ConnectionClosed:
            return  # the reader sees the closing too, and reports the reason
        except Exception:
            # A defect of the agent: aborting wakes the reader, which awaits this task and
            # re-raises.
            connection.transport.abort()
            raise


def _tls(authority: Path | None) -> ssl.SSLContext:
    """A context that trusts `authority` only; None: the system's authorities."""
    if authority is None:
        return ssl.create_default_context()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(authority)
    return context


def _tls_words(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"the console's certificate is not accepted ({error.verify_message}): give --ca FILE "
            "with the certificate of its authority, and join by a name that its certificate has"
        )
    if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"):
        return "the console does not answer over TLS here: join with http://"
    return f"TLS failed: {error.reason or error}"


def _tune(connection: ClientConnection) -> None:
    sock: socket.socket | None = connection.transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)


def _words(error: Exception) -> str:
    if isinstance(error, ConnectionClosed):
        if error.rcvd is not None:
            return _closed(error.rcvd.code, error.rcvd.reason)
        return "the console does not answer any more"
    if isinstance(error, OSError) and error.errno is not None:
        return (error.strerror or str(error)).lower()
    return str(error) or type(error).__name__


def _closed(code: int | None, reason: str | None) -> str:
    return reason or f"the console closed the link (code {code})"
