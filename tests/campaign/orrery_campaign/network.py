"""A simulated network: TCP connections between hosts, whose links can be cut or slow, with jitter.

A cut direction holds the sent bytes until it is healed, as TCP's retransmission does. The bytes of
one connection stay in order. Connections overtake each other.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.process import PROCESS, Process

_HIGH_WATER = 64 << 10
_REFUSED_AFTER_S = 0.001
_RETRY_S = 0.2

Protocol = Any


@dataclass(slots=True)
class Direction:
    """The link from one host to another: its delay, jitter and state."""

    delay_s: float = 0.0005
    jitter_s: float = 0.0005
    cut: bool = False


class Network:
    """All hosts and connections."""

    def __init__(self, loop: SimulatedLoop, random: Random) -> None:
        self.loop = loop
        self.random = random
        self._directions: dict[tuple[str, str], Direction] = {}
        self._servers: dict[tuple[str, int], Server] = {}
        self._open: dict[int, Transport] = {}
        self._next_port = 40_000

    def direction(self, source: str, target: str) -> Direction:
        return self._directions.setdefault((source, target), Direction())

    def cut(self, source: str, target: str) -> None:
        self.direction(source, target).cut = True

    def heal(self, source: str, target: str) -> None:
        self.direction(source, target).cut = False
        for transport in list(self._open.values()):
            if transport.hosts == (source, target):
                transport.go_on()

    def heal_all(self) -> None:
        for (source, target), direction in list(self._directions.items()):
            direction.delay_s = direction.jitter_s = 0.0005
            if direction.cut:
                self.heal(source, target)

    def delay_s(self, source: str, target: str) -> float:
        direction = self.direction(source, target)
        return direction.delay_s + direction.jitter_s * self.random.random()

    def reset_between(self, host: str, other: str) -> None:
        """Resets all connections between two hosts at both ends, like a middlebox."""
        for transport in list(self._open.values()):
            if transport.hosts == (host, other):
                transport.abort()

    def open_connections(self, process: Process) -> int:
        return sum(transport.process is process for transport in self._open.values())

    # Calls of the loop.

    def listen(self, factory: Callable[[], Protocol], host: str, port: int) -> Server:
        process = _running_process()
        server = Server(self, factory, process, (host, port))
        if (host, port) in self._servers:
            raise OSError(98, "Address already in use")
        self._servers[(host, port)] = server
        process.resources.append(server)
        return server

    async def connect(
        self, factory: Callable[[], Protocol], host: str, port: int
    ) -> tuple[Transport, Protocol]:
        process = _running_process()
        there = self.direction(process.host, host)
        back = self.direction(host, process.host)
        await asyncio.sleep(self.delay_s(process.host, host))
        while there.cut or back.cut:  # noqa: ASYNC110 - as TCP does, which sends again and again
            await asyncio.sleep(_RETRY_S)
        server = self._servers.get((host, port))
        if server is None:
            await asyncio.sleep(_REFUSED_AFTER_S)
            raise ConnectionRefusedError(111, "Connect call failed")
        self._next_port += 1
        client_address = (process.host, self._next_port)
        near = Transport(self, process, host, client_address, (host, port))
        far = Transport(self, server.process, process.host, (host, port), client_address)
        near.peer, far.peer = far, near
        far.begin(server.process.context.run(server.factory))
        protocol = factory()
        near.begin(protocol)
        # The loop first calls `connection_made` of the protocol.
        await asyncio.sleep(0)
        return near, protocol

    # Calls of transports and servers.

    def opened(self, transport: Transport) -> None:
        self._open[id(transport)] = transport

    def closed(self, transport: Transport) -> None:
        self._open.pop(id(transport), None)

    def unlisten(self, address: tuple[str, int]) -> None:
        self._servers.pop(address, None)


def _running_process() -> Process:
    process = PROCESS.get()
    if process is None:
        raise RuntimeError("only simulated processes use the network")
    return process


@dataclass(eq=False)
class Server:
    """A listening socket."""

    network: Network
    factory: Callable[[], Protocol]
    process: Process
    address: tuple[str, int]

    def close(self) -> None:
        self.network.unlisten(self.address)
        if self in self.process.resources:
            self.process.resources.remove(self)

    def owner_died(self) -> None:
        self.network.unlisten(self.address)

    async def wait_closed(self) -> None:
        return


class Transport(asyncio.Transport):
    """One end of a connection. `peer` receives its data in order."""

    def __init__(
        self,
        network: Network,
        process: Process,
        peer_host: str,
        local: tuple[str, int],
        remote: tuple[str, int],
    ) -> None:
        super().__init__({"sockname": local, "peername": remote})
        self.network = network
        self.process = process
        self.hosts = (process.host, peer_host)
        self.peer: Transport
        self.protocol: Protocol = None
        self._on_way: deque[tuple[float, bytes | Exception | None]] = deque()
        """Items with their times of arrival. None: end of the stream; an exception: a reset."""
        self._bytes_on_way = 0
        self._last_arrival = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._high, self._low = _HIGH_WATER, _HIGH_WATER // 4
        self._writing_paused = False
        self._reading_paused = False
        self._closing = False
        self._lost = False

    def begin(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self.network.opened(self)
        self.process.resources.append(self)
        self._call(protocol.connection_made, self)

    def _call(self, callback: Callable[..., object], *arguments: Any) -> None:
        self.network.loop.call_soon(callback, *arguments, context=self.process.context)

    # Calls of protocols.

    def get_protocol(self) -> Protocol:
        return self.protocol

    def set_protocol(self, protocol: Protocol) -> None:
        self.protocol = protocol

    def write(self, data: Any) -> None:
        if self._closing or self._lost or not data:
            return
        self._send(bytes(data))
        self._bytes_on_way += len(data)
        if not self._writing_paused and self._bytes_on_way > self._high:
            self._writing_paused = True
            self.protocol.pause_writing()

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        return False

    def is_closing(self) -> bool:
        return self._closing or self._lost

    def close(self) -> None:
        if self._closing or self._lost:
            return
        self._closing = True
        self._send(None)
        if not self._bytes_on_way:
            self._lose(None)

    def abort(self) -> None:
        if self._lost:
            return
        self._closing = True
        self._on_way.clear()
        self._send(ConnectionResetError(104, "Connection reset by peer"))
        self._lose(None)

    def owner_died(self) -> None:
        if not self._lost:
            self._on_way.clear()
            self._send(ConnectionResetError(104, "Connection reset by peer"))
            self._lost = self._closing = True
            self.network.closed(self)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._high = _HIGH_WATER if high is None else high
        self._low = self._high // 4 if low is None else low

    def get_write_buffer_size(self) -> int:
        return self._bytes_on_way

    def pause_reading(self) -> None:
        self._reading_paused = True

    def resume_reading(self) -> None:
        self._reading_paused = False
        self.peer.go_on()

    def is_reading(self) -> bool:
        return not self._reading_paused

    # Transfer of data.

    def _send(self, item: bytes | Exception | None) -> None:
        loop = self.network.loop
        arrival = max(self._last_arrival, loop.time() + self.network.delay_s(*self.hosts))
        self._last_arrival = arrival
        self._on_way.append((arrival, item))
        if self._timer is None:
            self._set_timer(arrival)

    def _set_timer(self, when: float) -> None:
        # The network delivers even if the process is stopped or dead, so no process owns the timer.
        loop = self.network.loop
        self._timer = loop.call_at(when, self._arrive, context=_NO_PROCESS)

    def go_on(self) -> None:
        """Continues after the direction was healed or the peer reads again."""
        if self._timer is None and self._on_way:
            delay = self.network.delay_s(*self.hosts)
            self._set_timer(max(self._on_way[0][0], self.network.loop.time() + delay))

    def _arrive(self) -> None:
        self._timer = None
        if self.network.direction(*self.hosts).cut:
            return
        now = self.network.loop.time()
        peer = self.peer
        data: list[bytes] = []
        while self._on_way and self._on_way[0][0] <= now:
            item = self._on_way[0][1]
            if isinstance(item, bytes):
                if peer._reading_paused and not peer._lost:
                    break
                data.append(item)
                self._on_way.popleft()
                continue
            if data or (item is None and peer._reading_paused and not peer._lost):
                break
            self._on_way.popleft()
            peer._end(item)
        if data:
            self._deliver(b"".join(data))
        if self._on_way and not (peer._reading_paused and not peer._lost):
            self._set_timer(max(now, self._on_way[0][0]))

    def _deliver(self, data: bytes) -> None:
        self._bytes_on_way -= len(data)
        peer = self.peer
        if peer._lost:
            # The socket is closed: the peer's kernel answers with a reset.
            if not self._lost and not self._closing:
                peer._on_way.append((0.0, ConnectionResetError(104, "Connection reset by peer")))
                peer.go_on()
        else:
            self._call_peer(data)
        if self._closing and not self._bytes_on_way and not self._lost:
            self._lose(None)
        elif self._writing_paused and self._bytes_on_way <= self._low and not self._lost:
            self._writing_paused = False
            self._call(self.protocol.resume_writing)

    def _call_peer(self, data: bytes) -> None:
        peer = self.peer
        peer._call(peer._receive, data)

    def _receive(self, data: bytes) -> None:
        if not self._lost and not self._closing:
            self.protocol.data_received(data)

    def _end(self, error: Exception | None) -> None:
        """The peer has ended the connection: regularly without an error, else by a reset."""
        if self._lost:
            return
        if error is None:
            self._call(self._end_of_stream)
        else:
            self._lose(error)

    def _end_of_stream(self) -> None:
        if self._lost or self._closing:
            return
        self.protocol.eof_received()
        self.close()

    def _lose(self, error: Exception | None) -> None:
        if self._lost:
            return
        self._lost = self._closing = True
        self.network.closed(self)
        if self in self.process.resources:
            self.process.resources.remove(self)
        self._call(self.protocol.connection_lost, error)


def _empty_context() -> Any:
    from contextvars import Context

    return Context()


_NO_PROCESS = _empty_context()
