"""Bounds on the console's connections, so that slow or idle peers never take the descriptors that
agents and the store need.

Each accepted connection holds a `Slot` until its socket is closed. A slot whose peer keeps the
console waiting (headers, a body, a handshake, a blocked answer, an idle connection) can be ended at
any time: when the pool or the address is full, a new connection ends the oldest such slot. Slots
that the console works for cannot; their number is bounded by a share of the pool. Agents that were
welcomed are never ended.

Not thread-safe: lives in the event loop.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto

#: Of the pool, one address may take at most this.
_ADDRESS_SHARE = 0.5
#: Of the pool, and of an address's part: requests being answered and viewers.
_BUSY_SHARE = 0.75


class Phase(Enum):
    """What a connection waits for."""

    HEADERS = auto()
    BODY = auto()
    HANDSHAKE = auto()
    BLOCKED = auto()
    """The peer does not read its answer."""
    IDLE = auto()
    """Kept open between two requests."""
    BUSY = auto()
    """The console works for it, or it is a viewer."""
    KEPT = auto()
    """A welcomed agent."""
    ENDING = auto()


_WAITS_FOR_PEER = frozenset({Phase.HEADERS, Phase.BODY, Phase.HANDSHAKE, Phase.BLOCKED, Phase.IDLE})


@dataclass(frozen=True, slots=True)
class ConnectionTimes:
    """Seconds that a peer may keep the console waiting in a phase."""

    headers_s: float = 10.0
    body_s: float = 60.0
    handshake_s: float = 15.0
    blocked_s: float = 30.0
    idle_s: float = 30.0
    ending_s: float = 5.0

    def limit(self, phase: Phase) -> float:
        return {
            Phase.HEADERS: self.headers_s,
            Phase.BODY: self.body_s,
            Phase.HANDSHAKE: self.handshake_s,
            Phase.BLOCKED: self.blocked_s,
            Phase.IDLE: self.idle_s,
            Phase.ENDING: self.ending_s,
        }.get(phase, float("inf"))


class Slot:
    """One connection's place in the pool, from accept until its socket is closed."""

    def __init__(self, pool: Connections, connection: socket.socket, address: str) -> None:
        self.address = address
        self.phase = Phase.ENDING
        self.since = 0.0
        self.transport: asyncio.Transport | None = None
        """Set once a protocol reads the connection; before, TLS may still be negotiated."""
        self.say_too_slow: Callable[[], None] | None = None
        """Writes an answer of status 408, if none has begun."""
        self._pool = pool
        self._socket = connection
        self._descriptor = connection.fileno()

    def enter(self, phase: Phase) -> None:
        """Begins a phase; entering the same one again does not begin its time again."""
        if self.phase not in (phase, Phase.ENDING):
            self._pool.move(self, phase)

    def keep(self) -> None:
        """Marks a welcomed agent."""
        self.enter(Phase.KEPT)

    def occupy(self) -> bool:
        """Marks a viewer. False: there are too many; the caller must close the connection."""
        self.enter(Phase.BUSY)
        return self.is_admitted()

    def is_admitted(self) -> bool:
        """Whether the console may work on its request."""
        return self.phase is not Phase.BUSY or self._pool.has_share(self.address)

    def end(self) -> None:
        """Ends the connection; its socket is closed within the event loop's next turns."""
        if self.say_too_slow is not None and self.phase in (Phase.HEADERS, Phase.BODY):
            self.say_too_slow()
        self.enter(Phase.ENDING)
        with suppress(OSError):  # the peer may have reset it
            self._socket.shutdown(socket.SHUT_RDWR)
        if self.transport is not None:
            # A transport that has paused reading does not see the shutdown.
            self.transport.abort()

    def closed(self) -> None:
        """The socket is closed."""
        self._pool.remove(self, self._descriptor)


@dataclass(slots=True)
class _Address:
    """The connections of one address. `waiting` is in the order of entering a phase."""

    count: int = 0
    busy: int = 0
    waiting: dict[Slot, None] = field(default_factory=dict)


class Connections:
    """The pool. `now` is monotonic seconds."""

    def __init__(
        self,
        most: int,
        times: ConnectionTimes | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.most_per_address = max(1, int(most * _ADDRESS_SHARE))
        self.ended = 0
        self.refused = 0
        self._times = times or ConnectionTimes()
        self._now = now
        self._slots: dict[int, Slot] = {}
        self._waiting: dict[Slot, None] = {}
        self._addresses: dict[str, _Address] = {}
        self._counts = dict.fromkeys(Phase, 0)

    def __len__(self) -> int:
        return len(self._slots)

    def count(self, phase: Phase) -> int:
        return self._counts[phase]

    def slot(self, descriptor: int) -> Slot | None:
        return self._slots.get(descriptor)

    def has_share(self, address: str) -> bool:
        """Whether no more are busy than may be, in all and of this address."""
        busy = self._addresses[address].busy
        return (
            self._counts[Phase.BUSY] <= self.most * _BUSY_SHARE
            and busy <= self.most_per_address * _BUSY_SHARE
        )

    def is_full(self) -> bool:
        return len(self._slots) >= self.most

    def end_oldest(self) -> bool:
        """Ends the connection that has waited longest for its peer, unless one is ending already.
        False: none waits.
        """
        return self._end_first(self._waiting) or self._counts[Phase.ENDING] > 0

    def add(self, connection: socket.socket, address: str) -> Slot | None:
        """A slot for an accepted connection; None if its address has too many."""
        place = self._addresses.setdefault(address, _Address())
        if place.count >= self.most_per_address and not self._end_first(place.waiting):
            self.refused += 1
            return None
        slot = Slot(self, connection, address)
        place.count += 1
        self._slots[connection.fileno()] = slot
        self._counts[slot.phase] += 1
        self.move(slot, Phase.HEADERS)
        return slot

    def move(self, slot: Slot, phase: Phase) -> None:
        self._counts[slot.phase] -= 1
        self._counts[phase] += 1
        place = self._addresses[slot.address]
        place.busy += (phase is Phase.BUSY) - (slot.phase is Phase.BUSY)
        self._waiting.pop(slot, None)
        place.waiting.pop(slot, None)
        slot.phase, slot.since = phase, self._now()
        if phase in _WAITS_FOR_PEER:
            self._waiting[slot] = place.waiting[slot] = None

    def remove(self, slot: Slot, descriptor: int) -> None:
        self.move(slot, Phase.ENDING)
        self._counts[Phase.ENDING] -= 1
        place = self._addresses[slot.address]
        place.count -= 1
        if place.count == 0:
            del self._addresses[slot.address]
        del self._slots[descriptor]

    def sweep(self) -> None:
        """Ends the connections that have exceeded the time of their phase. Call it each second."""
        now = self._now()
        for slot in list(self._slots.values()):
            if now - slot.since > self._times.limit(slot.phase):
                self.ended += 1
                slot.end()

    def _end_first(self, waiting: dict[Slot, None]) -> bool:
        oldest = next(iter(waiting), None)
        if oldest is None:
            return False
        self.ended += 1
        oldest.end()
        return True
