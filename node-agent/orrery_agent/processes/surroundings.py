"""What else the machine does while a worker measures a repeat, from /proc."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from orrery_contracts.surroundings import Demand, Surroundings

from orrery_agent.processes.cpu_watch import CpuWatch

_USER_TO_STEAL: Final = 8
"""Number of columns of /proc/stat from user to steal. The user column includes guests' time."""
_IDLE: Final = (3, 4)
"""Columns of /proc/stat: idle, and waiting for I/O."""
_STEAL: Final = 7
_GROUP: Final = 2
"""Column of the process group in /proc/PID/stat, after the command's closing bracket."""
_TIMES: Final = slice(11, 15)
"""Columns of user and system time of the process, and of children that it waited for."""


@dataclass(frozen=True, slots=True)
class _Reading:
    at: float
    busy: int
    stolen: int
    own: int
    waited_us: int | None


class SurroundingsMeter:
    """Measures from `start` to `stop`. Reads /proc only in these two calls; `watch` looks at it in
    between."""

    def __init__(self, watch: CpuWatch, proc: Path = Path("/proc")) -> None:
        self._watch = watch
        self._proc = proc
        self._tick_s = 1.0 / os.sysconf("SC_CLK_TCK")
        self._cpus = 0
        self._begun: _Reading | None = None
        self._before: Demand | None = None

    def start(self, group: int) -> None:
        """Begins an interval for the worker with this process group."""
        self._before = self._watch.begin()
        self._begun = self._read(group)

    def stop(self, group: int) -> Surroundings | None:
        """Returns the activity since `start`; None without a `start` or if /proc cannot be read."""
        begun, self._begun = self._begun, None
        ended = self._read(group) if begun is not None else None
        demand, clock = self._watch.end()
        if begun is None or ended is None:
            return None
        elapsed = max(0.0, ended.at - begun.at)
        waited = None
        if begun.waited_us is not None and ended.waited_us is not None and elapsed > 0:
            waited = min(1.0, max(0, ended.waited_us - begun.waited_us) / 1e6 / elapsed)
        return Surroundings(
            elapsed_s=elapsed,
            cpus=self._cpus,
            busy_s=max(0, ended.busy - begun.busy) * self._tick_s,
            own_s=max(0, ended.own - begun.own) * self._tick_s,
            stolen_s=max(0, ended.stolen - begun.stolen) * self._tick_s,
            waiting_share=waited,
            demand=demand,
            demand_before=self._before,
            clock=clock,
        )

    def _read(self, group: int) -> _Reading | None:
        try:
            lines = (self._proc / "stat").read_text().splitlines()
            times = [int(text) for text in lines[0].split()[1 : 1 + _USER_TO_STEAL]]
            self._cpus = sum(line.startswith("cpu") for line in lines) - 1
            idle = sum(times[column] for column in _IDLE)
            busy = sum(times) - idle - times[_STEAL]
            return _Reading(
                time.monotonic(), busy, times[_STEAL], self._ticks_of(group), self._waited_us()
            )
        except (OSError, ValueError, IndexError):
            return None

    def _ticks_of(self, group: int) -> int:
        total = 0
        for folder in self._proc.iterdir():
            if not folder.name.isdigit():
                continue
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # the process has ended
            if int(fields[_GROUP]) == group:
                total += sum(int(text) for text in fields[_TIMES])
        return total

    def _waited_us(self) -> int | None:
        """Microseconds since boot in which tasks waited for a CPU; None if not counted."""
        try:
            first = (self._proc / "pressure" / "cpu").read_text().splitlines()[0]
        except OSError:
            return None
        return int(first.rpartition("total=")[2])
