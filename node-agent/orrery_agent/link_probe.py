"""Measures the network to another node over plain TCP.

The measuring side dials, proves the token, and sends small messages that the serving side returns.
Then it sends bulk data for a bounded time; the serving side answers with the number of bytes that
it has read. Sockets block, in a thread of their own: an event loop would add to each round trip.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from orrery_contracts.links import LinkFailed, LinkMeasured, LinkServed, MeasureLink, ServeLink

Answer = LinkServed | LinkMeasured | LinkFailed

_MESSAGE: Final = b"\0" * 64
_ACCEPTED: Final = b"+"
_CHUNK: Final = 256 << 10
_COUNT_BYTES: Final = 8
_LEAST_WAIT_S: Final = 0.001


class LinkProbe:
    """One side of one measurement. `run` blocks; `stop` may be called from any thread."""

    def __init__(self, request: ServeLink | MeasureLink, address: str) -> None:
        """`address`: where this node listens, an IP address."""
        self._request = request
        self._address = address
        self._until = time.monotonic() + request.within_ms / 1000
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, answer: Callable[[Answer], None]) -> None:
        """Calls `answer` once, in this thread; a side that serves also if it fails later."""
        request = self._request
        try:
            if isinstance(request, ServeLink):
                self._serve(request, answer)
            else:
                answer(self._measure(request))
        except ValueError:
            words = f"{self._peer_address()!r} is no IP address that other nodes can dial."
            answer(LinkFailed(id=request.id, message=words[:2000]))
        except OSError as error:
            words = "The measurement was ended." if self._stopped else _words(error)
            answer(LinkFailed(id=request.id, message=words[:2000]))
        finally:
            with self._lock:
                for each in self._sockets:
                    each.close()
                self._sockets.clear()

    def stop(self) -> None:
        """Breaks all connections: `run` returns soon."""
        with self._lock:
            self._stopped = True
            for each in self._sockets:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def _peer_address(self) -> str:
        request = self._request
        return request.address if isinstance(request, MeasureLink) else self._address

    def _own(self, opened: socket.socket) -> socket.socket:
        with self._lock:
            if self._stopped:
                opened.close()
                raise OSError("the measurement was ended")
            self._sockets.append(opened)
        return opened

    def _wait(self, used: socket.socket) -> socket.socket:
        """Lets the next call on the socket take until the deadline at most."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time is over")
        used.settimeout(max(left, _LEAST_WAIT_S))
        return used

    def _serve(self, request: ServeLink, answer: Callable[[Answer], None]) -> None:
        family = _family(self._address)
        listener = self._own(socket.socket(family, socket.SOCK_STREAM))
        listener.bind((self._address, 0))
        listener.listen(1)
        port = listener.getsockname()[1]
        answer(LinkServed(id=request.id, address=self._address, port=port))
        while True:
            accepted, _ = self._wait(listener).accept()
            peer = self._own(accepted)
            with suppress(OSError):
                peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                token = self._read(peer, len(request.token))
                if hmac.compare_digest(token, request.token.encode()):
                    self._return_messages(peer, request.round_trips)
                    return
            peer.close()
            with self._lock:
                self._sockets.remove(peer)

    def _return_messages(self, peer: socket.socket, round_trips: int) -> None:
        self._wait(peer).sendall(_ACCEPTED)
        for _ in range(round_trips):
            peer.sendall(self._read(peer, len(_MESSAGE)))
        count = 0
        buffer = bytearray(_CHUNK)
        while got := self._wait(peer).recv_into(buffer):
            count += got
        self._wait(peer).sendall(count.to_bytes(_COUNT_BYTES, "little"))

    def _measure(self, request: MeasureLink) -> LinkMeasured:
        peer = self._own(socket.socket(_family(request.address), socket.SOCK_STREAM))
        self._wait(peer).connect((request.address, request.port))
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait(peer).sendall(request.token.encode())
        self._read(peer, len(_ACCEPTED))
        times = sorted(self._round_trip(peer) for _ in range(request.round_trips))
        begun = time.perf_counter()
        chunk = b"\0" * _CHUNK
        while time.perf_counter() - begun < request.bulk_ms / 1000:
            self._wait(peer).sendall(chunk)
        peer.shutdown(socket.SHUT_WR)
        count = int.from_bytes(self._read(peer, _COUNT_BYTES), "little")
        seconds = time.perf_counter() - begun
        return LinkMeasured(
            id=request.id,
            median_us=times[len(times) // 2] * 1e6,
            p99_us=times[min(len(times) - 1, len(times) * 99 // 100)] * 1e6,
            mb_s=count / seconds / 1e6,
        )

    def _round_trip(self, peer: socket.socket) -> float:
        """Seconds until the message was back."""
        self._wait(peer)
        begun = time.perf_counter()
        peer.sendall(_MESSAGE)
        self._read(peer, len(_MESSAGE))
        return time.perf_counter() - begun

    def _read(self, peer: socket.socket, size: int) -> bytes:
        data = b""
        while len(data) < size:
            got = self._wait(peer).recv(size - len(data))
            if not got:
                raise ConnectionError("the other node closed the connection")
            data += got
        return data


def _family(address: str) -> socket.AddressFamily:
    version = ipaddress.ip_address(address).version
    return socket.AF_INET6 if version == 6 else socket.AF_INET


def _words(error: OSError) -> str:
    reason = "it took too long" if isinstance(error, TimeoutError) else error.strerror or str(error)
    return f"TCP between the nodes failed: {reason}."
