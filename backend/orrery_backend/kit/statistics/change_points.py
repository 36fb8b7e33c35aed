"""Change points of a short series: E-divisive means (Matteson and James 2014, "A nonparametric
approach for multiple change point analysis of multivariate data", JASA 109). Pure and seeded.

A segment is divided where the energy distance between its two parts is greatest, if a permutation
test finds the distance significant at 5 %; the parts are divided in turn. The order of independent
values of one distribution is exchangeable, so a series without a change raises a false alarm in at
most 5 % of cases, whatever the distribution.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Values between two changes, at least: a single outlier is no change.
LEAST_SEGMENT = 4
#: Values from which on a change can be found.
ENOUGH_FOR_CHANGES = 2 * LEAST_SEGMENT
FALSE_ALARMS = 0.05
PERMUTATIONS = 399
_SEED = 20_261_124


def change_points(values: Sequence[float], edges: Sequence[int] | None = None) -> list[int]:
    """Indices of the first value after each change, in order. `edges`: the indices that may be
    such a first value; None: all. Takes time with the square of the number of values.

    Values of a distribution without a change stay exchangeable whatever edges there are, so fewer
    edges raise no more false alarms.
    """
    data = np.asarray(values, dtype=np.float64)
    may_be = np.full(len(data), edges is None)
    may_be[list(edges or ())] = True
    generator = np.random.default_rng(_SEED)
    found: list[int] = []
    waiting = [(0, len(data))]
    while waiting:
        start, end = waiting.pop()
        at = _division(data[start:end], may_be[start:end], generator)
        if at is not None:
            found.append(start + at)
            waiting += [(start, start + at), (start + at, end)]
    return sorted(found)


def is_drift(
    values: Sequence[float], changes: Sequence[int], places: Sequence[float] | None = None
) -> bool:
    """Whether a straight line describes the series better than steps at these changes, by the
    Bayesian information criterion. Needs at least one change. `places`: of the values along the
    line, at least two different ones; None: at equal distances.
    """
    data = np.asarray(values, dtype=np.float64)
    edges = [0, *changes, len(data)]
    parts = [data[a:b] for a, b in pairwise(edges)]
    steps = sum(float(((part - part.mean()) ** 2).sum()) for part in parts)
    along = np.asarray(range(len(data)) if places is None else places, dtype=np.float64)
    slope, offset = np.polyfit(along, data, 1)
    line = float(((data - slope * along - offset) ** 2).sum())
    return _criterion(line, len(data), 2) < _criterion(steps, len(data), 2 * len(changes) + 1)


def _criterion(squares: float, count: int, parameters: int) -> float:
    least = 1e-300
    return count * math.log(max(squares / count, least)) + parameters * math.log(count)


def _division(
    data: Floats, may_be: NDArray[np.bool_], generator: np.random.Generator
) -> int | None:
    if len(data) < ENOUGH_FOR_CHANGES:
        return None
    allowed_at = np.flatnonzero(may_be[LEAST_SEGMENT : len(data) - LEAST_SEGMENT + 1])
    if len(allowed_at) == 0:
        return None
    distances = np.abs(data[:, None] - data[None, :])
    energies = _energies(distances)[allowed_at]
    best = int(np.argmax(energies))
    as_great = 1
    allowed = FALSE_ALARMS * (PERMUTATIONS + 1)
    for _ in range(PERMUTATIONS):
        order = generator.permutation(len(data))
        moved = _energies(distances[np.ix_(order, order)])[allowed_at]
        as_great += float(moved.max()) >= energies[best]
        if as_great > allowed:
            return None
    return int(allowed_at[best]) + LEAST_SEGMENT


def _energies(distances: Floats) -> Floats:
    """The scaled energy distance of the two parts, for each place that leaves `LEAST_SEGMENT`
    values on either side.
    """
    count = len(distances)
    below = np.tril(distances, -1).sum(axis=1)
    within_left = np.cumsum(below)
    within_right = np.triu(distances, 1).sum(axis=1)[::-1].cumsum()[::-1]
    left = np.arange(LEAST_SEGMENT, count - LEAST_SEGMENT + 1, dtype=np.float64)
    index = left.astype(np.int64)
    right = count - left
    inside_left = within_left[index - 1]
    inside_right = within_right[index]
    between = below.sum() - inside_left - inside_right
    distance = (
        2 * between / (left * right)
        - 2 * inside_left / (left * (left - 1))
        - 2 * inside_right / (right * (right - 1))
    )
    return np.asarray(left * right / count * distance, dtype=np.float64)
