"""Waits for conditions. The time-out is only a watchdog: a test that reaches it fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

WATCHDOG_S = 240.0
_PAUSE_S = 0.02


class NeverHappened(AssertionError):  # noqa: N818 - reads as what it says
    """The condition did not become true before the watchdog's end."""


def eventually(
    condition: Callable[[], Value | None],
    what: str,
    *,
    watchdog_s: float = WATCHDOG_S,
    explain: Callable[[], str] = lambda: "",
) -> Value:
    """Returns the condition's first true value. `explain` describes the state after a time-out."""
    deadline = time.monotonic() + watchdog_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise NeverHappened(f"never happened: {what}\n{explain()}")
        time.sleep(_PAUSE_S)
