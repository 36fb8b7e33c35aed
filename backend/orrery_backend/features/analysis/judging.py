"""Whether a difference is shown. One rule for comparisons of runs, sweeps, suites and baselines, so
that the same repeats have the same verdict everywhere. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from orrery_backend.kit.statistics.bootstrap import Interval

#: All false alarms of one comparison together.
SIGNIFICANCE = 0.05
#: The part of it for the metric that a conclusion is about. The other metrics have the rest.
LEADING_PART = 0.5


def is_shown(p: float, significance: float, interval: Interval | None) -> bool | None:
    """Whether a test and the interval of the ratio, if there is one, show a difference; None if
    only one of them does.
    """
    by_test = p < significance
    if interval is None:
        return by_test
    by_interval = not interval.holds(1.0)
    return by_test if by_test == by_interval else None


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction (1979)."""
    adjusted, highest = [1.0] * len(p_values), 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        corrected = (len(p_values) - place) * p_values[index]
        highest = max(highest, min(1.0, corrected))
        adjusted[index] = highest
    return adjusted


def ratio_distance(ratio: float | None) -> float:
    """How far a ratio is from 1, the same for half and twice."""
    return abs(math.log(ratio)) if ratio is not None and ratio > 0 else 0.0
