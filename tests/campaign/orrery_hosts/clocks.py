"""Wall clocks of single programs that a file can step.

The program's monotonic clock, its workers' clocks and the machine's clocks do not change.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_VARIABLE = "ORRERY_CLOCK_OFFSET"


class SteppedClock:
    """The wall clock of one program: `offset_s` ahead of the machine's."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.offset_s = 0
        self.step(0)

    def step(self, seconds: int) -> None:
        """Steps the clock. The program sees it at its next call."""
        self.offset_s += seconds
        new = self._file.with_suffix(".new")
        new.write_text(f"{self.offset_s}")
        new.replace(self._file)

    def environment(self) -> dict[str, str]:
        """Variables for the program, which must call `follow_clock`."""
        return {_VARIABLE: str(self._file)}


def follow_clock() -> None:
    """Replaces the wall clock of this process by the stepped clock."""
    file = os.environ[_VARIABLE]
    real_ns = time.time_ns

    def time_ns() -> int:
        with open(file, encoding="ascii") as offset:  # noqa: PTH123 - at every look
            return real_ns() + int(offset.read()) * 10**9

    time.time_ns = time_ns
    time.time = lambda: time_ns() / 1e9
