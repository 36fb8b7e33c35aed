"""How far a run is and how long it will take, from its frames' headers. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Progress:
    """Of the repeat that is going on, and what earlier repeats took."""

    repeats: int
    repeat: int = 0
    total: int = 0
    done: int = 0
    measured_ns: int = 0
    repeat_seconds: float = 0.0
    """Sum over repeats that have ended, launch and all."""
    repeats_timed: int = 0

    def begin(self, repeat: int) -> None:
        self.repeat = repeat
        self.total = self.done = self.measured_ns = 0

    def end(self, seconds: float) -> None:
        self.repeat_seconds += seconds
        self.repeats_timed += 1

    def see(self, done: int, time_ns: int) -> None:
        """From the master's frames."""
        if done > self.done:
            self.done = done
            self.measured_ns = time_ns

    def share(self) -> float:
        """Over all repeats, 0 to 1."""
        of_repeat = min(1.0, self.done / self.total) if self.total else 0.0
        return min(1.0, (self.repeat + of_repeat) / self.repeats)

    def seconds_left(self) -> float | None:
        """None until something is known."""
        here = self._left_here()
        each = self._repeat_seconds()
        after = self.repeats - self.repeat - 1
        if here is None:
            return None if each is None else each * (after + 1)
        return here if after <= 0 or each is None else here + each * after

    def _left_here(self) -> float | None:
        if not self.done or not self.total:
            return None
        return self.measured_ns / 1e9 / self.done * max(0, self.total - self.done)

    def _repeat_seconds(self) -> float | None:
        if self.repeats_timed:
            return self.repeat_seconds / self.repeats_timed
        if not self.done:
            return None
        return self.measured_ns / 1e9 / self.done * self.total
