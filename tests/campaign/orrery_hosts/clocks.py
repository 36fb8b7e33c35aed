"""Clocks of single programs that can be stepped, by a file: the wall clock that the program sees
moves; its monotonic clock, its workers' clocks and the machine's do not.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_VARIABLE = "ORRERY_CLOCK_OFFSET"


class SteppedClock:
    """The wall clock of one program, ahead of the machine's by `offset_s`."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.offset_s = 0
        self.step(0)

    def step(self, seconds: int) -> None:
        """Seen by the program at its next look."""
        self.offset_s += seconds
        new = self._file.with_suffix(".new")
        new.write_text(f"{self.offset_s}")
        new.replace(self._file)

    def environment(self) -> dict[str, str]:
        """For the program, which calls `follow_clock`."""
        return {_VARIABLE: str(self._file)}


def follow_clock() -> None:
    """From here on the wall clock of this process is the stepped one."""
    file = os.environ[_VARIABLE]
    real_ns = time.time_ns

    def time_ns() -> int:
        with open(file, encoding="ascii") as offset:  # noqa: PTH123 - at every look
            return real_ns() + int(offset.read()) * 10**9

    time.time_ns = time_ns
    time.time = lambda: time_ns() / 1e9
