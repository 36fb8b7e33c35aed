"""How far a node's wall clock is from the console's, from round trips of probes.

The reply was made somewhere between sending and receiving, so the offset is known within half a
round trip; the shortest of several recent round trips gives the best estimate (Cristian's
algorithm, as in NTP's clock filter).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

_KEPT = 16
_OUTSTANDING = 8


@dataclass(frozen=True, slots=True)
class ClockOffset:
    """Node's clock minus console's, and the bound of its error."""

    offset_ns: float
    error_ns: float


@dataclass(slots=True)
class ClockOffsetEstimator:
    """One node's probes. Not thread-safe; one per link."""

    _sent: dict[int, int] = field(default_factory=dict)
    _estimates: deque[ClockOffset] = field(default_factory=lambda: deque(maxlen=_KEPT))
    _next_id: int = 1

    def probe(self, now_ns: int) -> int:
        """The id of a probe that is sent now."""
        identity = self._next_id
        self._next_id += 1
        self._sent[identity] = now_ns
        while len(self._sent) > _OUTSTANDING:
            del self._sent[next(iter(self._sent))]
        return identity

    def reply(self, identity: int, agent_ns: int, now_ns: int) -> None:
        """Takes in the answer to a probe; ignores an answer without a probe."""
        sent = self._sent.pop(identity, None)
        if sent is None or now_ns < sent:
            return
        self._estimates.append(ClockOffset(agent_ns - (sent + now_ns) / 2, (now_ns - sent) / 2))

    def best(self) -> ClockOffset | None:
        return min(self._estimates, key=lambda estimate: estimate.error_ns, default=None)
