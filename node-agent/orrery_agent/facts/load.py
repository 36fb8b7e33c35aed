"""The node's load, read from /proc at each call."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable
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
        return Heartbeat(
            load=os.getloadavg()[0],
            busy_share=self.busy_share(),
            memory_available_bytes=self._available(),
            after=after,
        )

    def busy_share(self) -> float:
        """Returns the busy share of all CPUs, 0 to 1, since the last call or `restart`."""
        now = self._times()
        passed = [after - before for after, before in zip(now, self._before, strict=True)]
        self._before = now
        total = sum(passed)
        idle = sum(passed[column] for column in _IDLE)
        return min(1.0, max(0.0, 1 - idle / total)) if total > 0 else 0.0

    def _times(self) -> list[int]:
        with (self._proc / "stat").open() as file:
            return [int(text) for text in file.readline().split()[1 : 1 + _COUNTED]]

    def _available(self) -> int:
        with (self._proc / "meminfo").open() as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
        return 0


def watch_others(proc: Path = Path("/proc")) -> Callable[[], float]:
    """Starts watching; the returned function gives the share of all CPUs, 0 to 1, that programs
    other than this one and its ended children have used since.
    """
    meter = LoadMeter(proc)
    began, own = time.monotonic(), _own_cpu_s()

    def share() -> float:
        lasted = time.monotonic() - began
        used_here = (_own_cpu_s() - own) / (lasted * (os.cpu_count() or 1)) if lasted > 0 else 0.0
        return max(0.0, meter.busy_share() - used_here)

    return share


def _own_cpu_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)
