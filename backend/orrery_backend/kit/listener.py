"""The console's listening socket: it accepts within the bounds of a pool of connections."""

from __future__ import annotations

import errno
import resource
import socket
import time
from collections.abc import Callable
from typing import Any

from orrery_backend.kit.connections import Connections, Slot

#: More connections than any fleet and its viewers need; each costs some 20 KiB.
MOST_CONNECTIONS = 4096
#: Descriptors for the store, the page's files, model checks and logs.
_OWN_DESCRIPTORS = 128
#: Connections accepted in one turn of the event loop.
ACCEPT_AT_ONCE = 32
_OUT_OF_DESCRIPTORS = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_PAUSE_S = 0.5
_BUSY_ANSWER = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Length: 0\r\n\r\n"
)


def raise_descriptor_limit() -> int:
    """Raises this process's soft limit of descriptors as far as it is allowed and of use. Returns
    the number of connections that the limit has room for.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + _OWN_DESCRIPTORS + ACCEPT_AT_ONCE
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    if soft == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    room = soft - ACCEPT_AT_ONCE - min(_OWN_DESCRIPTORS, soft // 2)
    return max(1, min(MOST_CONNECTIONS, room))


class Listener(socket.socket):
    """Give it to asyncio with a backlog of `ACCEPT_AT_ONCE`: asyncio accepts up to its backlog
    before it looks at anything else.
    """

    def __init__(
        self,
        family: socket.AddressFamily,
        pool: Connections,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        # With protocol 0 asyncio sets no TCP_NODELAY: each answer on a kept connection waits 40 ms.
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self.pool = pool
        self._now = now
        self._exhausted_at = float("-inf")

    def accept(self) -> tuple[socket.socket, Any]:
        """Raises `BlockingIOError` if no connection waits, or none is accepted for now. Out of
        descriptors, raises the `OSError` once: asyncio then accepts again after a second.
        """
        if self._now() - self._exhausted_at < _PAUSE_S:
            raise BlockingIOError
        while True:
            if self.pool.is_full() and self.pool.end_oldest():
                # Its descriptor is free after the event loop's next turn.
                raise BlockingIOError
            try:
                connection, address = super().accept()
            except OSError as error:
                if error.errno in _OUT_OF_DESCRIPTORS:
                    self._exhausted_at = self._now()
                    self.pool.end_oldest()
                raise
            accepted = _Accepted(fileno=connection.detach())
            slot = None if self.pool.is_full() else self.pool.add(accepted, str(address[0]))
            if slot is not None:
                accepted.slot = slot
                return accepted, address
            _refuse(accepted)


class _Accepted(socket.socket):
    """Gives its slot back when its descriptor is closed."""

    slot: Slot | None = None

    def close(self) -> None:
        slot, self.slot = self.slot, None
        super().close()
        if slot is not None:
            slot.closed()


def _refuse(connection: socket.socket) -> None:
    """The pool is full of connections that the console works for."""
    with connection:
        connection.setblocking(False)
        try:
            connection.send(_BUSY_ANSWER)
        except OSError:
            return
