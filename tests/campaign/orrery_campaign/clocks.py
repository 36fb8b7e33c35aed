"""Simulated clocks in place of the machine's, for all code of the process.

The wall clock of a simulated process is its host's, which the campaign may move.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.process import PROCESS

_START_NS = 1_790_000_000 * 10**9
real_monotonic = time.monotonic
"""Of the machine: for how long a campaign takes."""


@contextmanager
def simulated(loop: SimulatedLoop) -> Iterator[None]:
    """Within the block `time` shows the loop's time."""

    def time_ns() -> int:
        process = PROCESS.get()
        return _START_NS + int(loop.time() * 1e9) + (process.wall_offset_ns if process else 0)

    with (
        patch.object(time, "time_ns", time_ns),
        patch.object(time, "time", lambda: time_ns() / 1e9),
        patch.object(time, "monotonic", loop.time),
        patch.object(time, "monotonic_ns", lambda: int(loop.time() * 1e9)),
    ):
        yield
