"""Finds values that gather around two figures, e.g. a message that a polling receiver takes in
0.6 us and a sleeping one in 50 us. The same rule judges the repeats of a run and the windows of
a repeat. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

#: One value apart from the others is an outlier, not a mode; of many, so is a small share.
_LEAST_VALUES = 2
_LEAST_SHARE = 0.1
#: Of many values, this share may lie apart at either end without making a mode wider.
_SHARE_OF_OUTLIERS = 0.04
#: The nearest values of two modes differ by at least this factor.
_LEAST_RATIO = 1.5
#: The gap between two modes is at least so many times as wide as either of them, as logarithms;
#: of few values more, as chance makes gaps among them.
_GAP_OVER_WIDTH = 3.0
_GAP_OVER_WIDTH_OF_ONE = 40.0
#: Two values alone show no gathering. From this factor on their mean says nothing about either.
_RATIO_OF_TWO = 3.0


@dataclass(frozen=True, slots=True)
class Gathered:
    """One mode."""

    median: float
    values: int
    """Those that gather around it."""


def two_modes(values: Sequence[float]) -> tuple[Gathered, Gathered] | None:
    """The lower and the upper mode; None if there are not two, or a value is not positive.

    Two values alone are a mode each if they are far apart. False alarms on values of one
    distribution are below 1 % (normal, log-normal and exponential noise, four to twenty values,
    and up to 600).
    """
    ordered = sorted(values)
    count = len(ordered)
    if count == 2 and ordered[0] > 0.0 and ordered[1] >= _RATIO_OF_TWO * ordered[0]:
        return Gathered(ordered[0], 1), Gathered(ordered[1], 1)
    least_values = max(_LEAST_VALUES, math.ceil(count * _LEAST_SHARE))
    if count < 2 * least_values or ordered[0] <= 0.0:
        return None
    logs = [math.log(value) for value in ordered]
    cut = max(range(least_values, count - least_values + 1), key=lambda at: logs[at] - logs[at - 1])
    outliers = int(count * _SHARE_OF_OUTLIERS)
    gap = logs[cut] - logs[cut - 1]
    width = max(logs[cut - 1] - logs[outliers], logs[count - 1 - outliers] - logs[cut])
    least = max(_GAP_OVER_WIDTH, _GAP_OVER_WIDTH_OF_ONE / count)
    if gap < math.log(_LEAST_RATIO) or gap < least * width:
        return None
    lower, upper = ordered[:cut], ordered[cut:]
    return Gathered(median(lower), len(lower)), Gathered(median(upper), len(upper))
