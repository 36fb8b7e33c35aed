"""The events of a campaign in order, which are printed when a check fails."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TextIO


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault from `begin` to `end` (monotonic seconds) at a machine."""

    kind: str
    machine: str
    begin: float
    end: float


class Account:
    """The events and failed checks. Several threads may use it."""

    def __init__(self, live: TextIO | None = None) -> None:
        """Each line is also written to `live` at once."""
        self._live = live
        self._begin = time.monotonic()
        self._lock = threading.Lock()
        self.lines: list[str] = []
        self.problems: list[str] = []
        """Checks that failed, each with what was expected and what was found."""

    def note(self, who: str, what: str) -> None:
        with self._lock:
            self.lines.append(f"{time.monotonic() - self._begin:8.2f} {who:9} {what}")
            if self._live is not None:
                self._live.write(self.lines[-1] + "\n")
                self._live.flush()

    def fail(self, problem: str) -> None:
        self.note("CHECK", problem)
        with self._lock:
            self.problems.append(problem)

    def check(self, holds: bool, problem: str) -> None:
        if not holds:
            self.fail(problem)
