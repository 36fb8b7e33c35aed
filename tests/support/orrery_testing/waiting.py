"""Waiting on conditions. The time-out is a watchdog, never a measure: a test that meets it
fails."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

WATCHDOG_S = 240.0
_PAUSE_S = 0.02


class NeverHappened(AssertionError):  # noqa: N818 - reads as what it says
    """The condition did not come true before the watchdog."""


def eventually(
    condition: Callable[[], Value | None],
    what: str,
    *,
    watchdog_s: float = WATCHDOG_S,
    explain: Callable[[], str] = lambda: "",
) -> Value:
    """The first value of the condition that is true. `explain` says what is the case instead."""
    deadline = time.monotonic() + watchdog_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise NeverHappened(f"never happened: {what}\n{explain()}")
        time.sleep(_PAUSE_S)
