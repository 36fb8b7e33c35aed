"""How many threads want the machine's CPUs, and how fast these run: looks at random moments."""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from orrery_contracts.surroundings import Clock, Demand

LEAST_LOOKS: Final = 12
"""An average over fewer looks would say more about chance than about the machine."""
_PERIOD_S: Final = 0.25
"""Mean time between two looks. It varies by half: looks at equal distances would always or never
meet work that comes at equal distances."""
_MOST_SHARE: Final = 0.01
"""Of one CPU's time, that looks may take."""
_MOST_CLOCK_S: Final = 0.005
"""Some kernels sleep while they measure a frequency. If that takes longer, it is read no more."""
_STATE, _CPU = 0, 36
"""Columns of /proc/PID/task/TID/stat after the command's closing bracket."""
_BASE_FILES: Final = (("cpufreq/base_frequency", 1e-6), ("acpi_cppc/nominal_freq", 1e-3))
"""Where the kernel tells a CPU's base frequency, and that unit in GHz."""
_BOOSTING: Final = ("intel", "amd")
"""Drivers whose greatest frequency is that of one busy core: no measure for several."""


@dataclass(frozen=True, slots=True)
class _Look:
    """One moment."""

    machine: int
    own: int
    ghz: float | None
    base_ghz: float


class CpuWatch:
    """Looks at the machine until it is stopped. Use it in one event loop."""

    def __init__(
        self,
        proc: Path = Path("/proc"),
        cpus: Path = Path("/sys/devices/system/cpu"),
        random: Random | None = None,
    ) -> None:
        self._proc = proc
        self._cpus = cpus
        self._random = random or Random()
        self._followed: set[int] = set()
        self._recent: deque[_Look] = deque(maxlen=LEAST_LOOKS)
        self._during: list[_Look] | None = None
        self._base: dict[int, float | None] = {}
        self._reads_clocks = True
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Looks again and again, in the running event loop."""
        if self._timer is None:
            self._wait(0.0)

    def stop(self) -> None:
        """Looks no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def follow(self, process: int) -> None:
        """From now on this process and its children are the run's own."""
        self._followed.add(process)

    def forget(self, process: int) -> None:
        """The process has ended."""
        self._followed.discard(process)

    def begin(self) -> Demand | None:
        """Begins a repeat; returns the demand in the last looks before."""
        self._during = []
        return _demand(self._recent)

    def end(self) -> tuple[Demand | None, Clock | None]:
        """Returns the demand and the clock since `begin`; None for what too few looks saw."""
        looks, self._during = self._during or [], None
        return _demand(looks), _clock(looks)

    def look(self) -> None:
        """Looks once. Forgets what was seen if the kernel does not tell."""
        try:
            seen = self._see()
        except (OSError, ValueError, IndexError):
            self._recent.clear()
            return
        self._recent.append(seen)
        if self._during is not None:
            self._during.append(seen)

    def _wait(self, cost_s: float) -> None:
        mean = max(_PERIOD_S, cost_s / _MOST_SHARE)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(mean * self._random.uniform(0.5, 1.5), self._timed)

    def _timed(self) -> None:
        before = time.thread_time()
        self.look()
        self._wait(time.thread_time() - before)

    def _see(self) -> _Look:
        text = (self._proc / "stat").read_text()
        running = int(text.partition("procs_running ")[2].split()[0])
        agent = sum(1 for _ in self._runnable(os.getpid()))
        own = [cpu for process in self._processes() for cpu in self._runnable(process)]
        ghz, base = self._clock_of(own)
        return _Look(max(0, running - agent), len(own), ghz, base)

    def _processes(self) -> list[int]:
        """The followed processes that live, and all their children."""
        found = [process for process in self._followed if (self._proc / str(process)).exists()]
        for process in found:  # grows
            for task in self._tasks(process):
                try:
                    children = (task / "children").read_text()
                except FileNotFoundError:
                    if task.exists():
                        raise  # a kernel without these lists: children would count as others
                    continue
                except ProcessLookupError:
                    continue
                found += [int(child) for child in children.split()]
        return found

    def _tasks(self, process: int) -> list[Path]:
        try:
            return list((self._proc / str(process) / "task").iterdir())
        except (FileNotFoundError, ProcessLookupError):
            return []

    def _runnable(self, process: int) -> Iterator[int]:
        """The CPU of each thread that runs or waits for one."""
        for task in self._tasks(process):
            try:
                fields = (task / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if fields[_STATE] == "R":
                yield int(fields[_CPU])

    def _clock_of(self, cpus: list[int]) -> tuple[float | None, float]:
        """Mean frequency and mean base frequency of CPUs, in GHz."""
        known = [(cpu, base) for cpu in cpus if (base := self._base_of(cpu)) is not None]
        if not known or not self._reads_clocks:
            return None, 0.0
        before = time.monotonic()
        try:
            now = [self._ghz(cpu, "cpufreq/scaling_cur_freq", 1e-6) for cpu, _ in known]
        except (OSError, ValueError):
            return None, 0.0
        if time.monotonic() - before > _MOST_CLOCK_S * len(known):
            self._reads_clocks = False
        return sum(now) / len(now), sum(base for _, base in known) / len(known)

    def _base_of(self, cpu: int) -> float | None:
        if cpu not in self._base:
            self._base[cpu] = self._find_base(cpu)
        return self._base[cpu]

    def _find_base(self, cpu: int) -> float | None:
        for name, unit in _BASE_FILES:
            try:
                return self._ghz(cpu, name, unit)
            except (OSError, ValueError):
                continue
        try:
            driver = (self._cpus / f"cpu{cpu}" / "cpufreq" / "scaling_driver").read_text()
            if driver.startswith(_BOOSTING):
                return None
            return self._ghz(cpu, "cpufreq/cpuinfo_max_freq", 1e-6)
        except (OSError, ValueError):
            return None

    def _ghz(self, cpu: int, name: str, unit: float) -> float:
        return int((self._cpus / f"cpu{cpu}" / name).read_text()) * unit


def _demand(looks: deque[_Look] | list[_Look]) -> Demand | None:
    if len(looks) < LEAST_LOOKS:
        return None
    machine = sum(look.machine for look in looks) / len(looks)
    own = sum(look.own for look in looks) / len(looks)
    return Demand(machine=machine, own=own)


def _clock(looks: list[_Look]) -> Clock | None:
    """Of the looks in which a thread of the run ran: idle CPUs are slow on purpose."""
    seen = [(look.ghz, look.base_ghz) for look in looks if look.ghz is not None]
    if len(seen) < LEAST_LOOKS:
        return None
    return Clock(
        mean_ghz=sum(ghz for ghz, _ in seen) / len(seen),
        base_ghz=sum(base for _, base in seen) / len(seen),
    )
