"""Places of labels along the axis of a chart. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to places. `low` is below `high`; on a logarithmic scale both are above 0."""

    low: float
    high: float
    start: float
    end: float
    is_log: bool = False

    def place(self, value: float) -> float:
        """Of a value, clipped to the ends of the scale."""
        ends = (self.low, self.high)
        at = min(max(value, self.low), self.high)
        if self.is_log:
            ends, at = (math.log(self.low), math.log(self.high)), math.log(at)
        return self.start + (at - ends[0]) / (ends[1] - ends[0]) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """At most about `most` round values within the scale."""
        if self.is_log:
            found = [
                factor * 10.0**power
                for power in range(math.floor(math.log10(self.low)), 19)
                for factor in (1, 2, 5)
                if self.low <= factor * 10.0**power <= self.high
            ]
            if len(found) >= 2:
                return found[:: max(1, math.ceil(len(found) / most))]
        step = _round_up((self.high - self.low) / most)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [index * step for index in range(first, last + 1)]


def scale_over(
    values: Sequence[float],
    start: float,
    end: float,
    *,
    margin: float = 0.08,
    from_zero: bool = False,
    is_log: bool = False,
) -> Scale:
    """A scale that shows all values with a margin, as a share of their range."""
    shown = [value for value in values if math.isfinite(value) and (value > 0 or not is_log)]
    low, high = (min(shown), max(shown)) if shown else (0.0, 1.0)
    if is_log and shown:
        factor = max((high / low) ** margin, 1.02)
        return Scale(low / factor, high * factor, start, end, is_log=True)
    if from_zero and low > 0:
        low = 0.0
    if low == high:
        low, high = low - (abs(low) * 0.05 or 1), high + (abs(high) * 0.05 or 1)
    room = (high - low) * margin
    return Scale(low if from_zero and low == 0 else low - room, high + room, start, end)


def labels_of(values: Sequence[float], text: Callable[[float], str]) -> list[str]:
    """Of ticks; where two would read the same, the plain number with more digits."""
    words = [text(value) for value in values]
    if len(set(words)) == len(words):
        return words
    return [f"{value:.6g}" for value in values]


def _round_up(step: float) -> float:
    if step <= 0 or not math.isfinite(step):
        return 1.0
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9))
