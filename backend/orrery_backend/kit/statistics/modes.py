"""Finds repeats that gather around two figures, e.g. a message that a polling receiver takes in
0.6 us and a sleeping one in 50 us. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

#: One value apart from the others is an outlier, not a mode.
_LEAST_REPEATS = 2
#: The nearest values of two modes differ by at least this factor.
_LEAST_RATIO = 1.5
#: The gap between two modes is at least so many times as wide as either of them, as logarithms;
#: of few values more, as chance makes gaps among them.
_GAP_OVER_WIDTH = 3.0
_GAP_OVER_WIDTH_OF_ONE = 40.0


@dataclass(frozen=True, slots=True)
class Gathered:
    """One mode."""

    median: float
    repeats: int


def two_modes(values: Sequence[float]) -> tuple[Gathered, Gathered] | None:
    """The lower and the upper mode; None if there are not two, or a value is not positive.

    False alarms on values of one distribution are below 1 % (normal, log-normal and exponential
    noise, four to twenty repeats).
    """
    ordered = sorted(values)
    if len(ordered) < 2 * _LEAST_REPEATS or ordered[0] <= 0.0:
        return None
    logs = [math.log(value) for value in ordered]
    cuts = range(_LEAST_REPEATS, len(logs) - _LEAST_REPEATS + 1)
    cut = max(cuts, key=lambda at: logs[at] - logs[at - 1])
    gap = logs[cut] - logs[cut - 1]
    width = max(logs[cut - 1] - logs[0], logs[-1] - logs[cut])
    least = max(_GAP_OVER_WIDTH, _GAP_OVER_WIDTH_OF_ONE / len(logs))
    if gap < math.log(_LEAST_RATIO) or gap < least * width:
        return None
    lower, upper = ordered[:cut], ordered[cut:]
    return Gathered(median(lower), len(lower)), Gathered(median(upper), len(upper))
