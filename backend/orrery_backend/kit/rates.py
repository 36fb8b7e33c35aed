"""Bounded rates: token buckets, one for each caller. Not thread-safe; lives in the event loop."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

_MOST_CALLERS = 4096


@dataclass(slots=True)
class Bucket:
    """Fills with `per_second`, holds `burst` at most."""

    per_second: float
    burst: float
    _level: float = -1.0
    _at: float = 0.0

    def take(self, now: float) -> bool:
        """False: too fast. `now` is monotonic seconds."""
        if not self.has(now):
            return False
        self._level -= 1
        return True

    def has(self, now: float) -> bool:
        """Whether `take` would be true."""
        if self._level < 0:
            self._level = self.burst
        else:
            self._level = min(self.burst, self._level + (now - self._at) * self.per_second)
        self._at = now
        return self._level >= 1

    def wait_s(self, now: float) -> float:
        """Seconds until `take` is true; 0: now."""
        return 0.0 if self.has(now) else (1 - self._level) / self.per_second


@dataclass(slots=True)
class RateLimit:
    """A bucket for each caller; callers long gone are forgotten."""

    per_second: float
    burst: float
    _buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def take(self, caller: str, now: float) -> bool:
        return self._bucket(caller).take(now)

    def has(self, caller: str, now: float) -> bool:
        """Whether `take` would be true."""
        bucket = self._buckets.get(caller)
        return bucket is None or bucket.has(now)

    def wait_s(self, caller: str, now: float) -> float:
        """Seconds until `take` is true; 0: now."""
        bucket = self._buckets.get(caller)
        return 0.0 if bucket is None else bucket.wait_s(now)

    def _bucket(self, caller: str) -> Bucket:
        bucket = self._buckets.get(caller)
        if bucket is None:
            bucket = self._buckets[caller] = Bucket(self.per_second, self.burst)
            while len(self._buckets) > _MOST_CALLERS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(caller)
        return bucket
