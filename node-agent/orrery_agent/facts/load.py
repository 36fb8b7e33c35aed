"""The node's load, read from /proc at each call."""

from __future__ import annotations

import os
from pathlib import Path

from orrery_contracts.agent import Heartbeat, LastWorker

_IDLE = (3, 4)
"""Columns of /proc/stat: idle, and waiting for I/O."""
_COUNTED = 8
"""Number of columns of /proc/stat from user to steal. The user column includes guests' time."""


class LoadMeter:
    """Measures from one heartbeat to the next, or from `restart`."""

    def __init__(self, proc: Path = Path("/proc")) -> None:
        self._proc = proc
        self._before = self._times()

    def restart(self) -> None:
        """Starts a new interval now."""
        self._before = self._times()

    def heartbeat(self, after: LastWorker | None = None) -> Heartbeat:
        """Returns the load average and the busy share of all CPUs since the last call or `restart`.

        `after`: the last worker, if it ended before this interval and no other ran in it.
        """
        now = self._times()
        passed = [after - before for after, before in zip(now, self._before, strict=True)]
        self._before = now
        total = sum(passed)
        idle = sum(passed[column] for column in _IDLE)
        return Heartbeat(
            load=os.getloadavg()[0],
            busy_share=min(1.0, max(0.0, 1 - idle / total)) if total > 0 else 0.0,
            memory_available_bytes=self._available(),
            after=after,
        )

    def _times(self) -> list[int]:
        with (self._proc / "stat").open() as file:
            return [int(text) for text in file.readline().split()[1 : 1 + _COUNTED]]

    def _available(self) -> int:
        with (self._proc / "meminfo").open() as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
        return 0
