"""Time, passed in so that tests can hold it still.

`now_ms` and `now_ns` are wall clock since 1970 (UTC); `monotonic` is seconds from an arbitrary
start.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Where a service reads time."""

    def now_ms(self) -> int: ...

    def now_ns(self) -> int: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """The machine's clocks."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def now_ns(self) -> int:
        return time.time_ns()

    def monotonic(self) -> float:
        return time.monotonic()


def instant(ms: int) -> str:
    """Milliseconds since 1970 as the contracts write a time: UTC, milliseconds, Z."""
    moment = datetime.fromtimestamp(ms / 1000, tz=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def milliseconds(moment: str) -> int:
    """A time of the contracts as milliseconds since 1970."""
    return round(datetime.fromisoformat(moment).timestamp() * 1000)


def instant_or_none(ms: int | None) -> str | None:
    return None if ms is None else instant(ms)
