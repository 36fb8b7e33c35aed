"""Replaces the machine's clocks by simulated clocks for all code of the process.

The wall clock of a simulated process is its host's, which the campaign may step.
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
"""The machine's clock, which measures the duration of a campaign."""


@contextmanager
def simulated(loop: SimulatedLoop) -> Iterator[None]:
    """Within the block the module `time` returns the loop's time."""

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
