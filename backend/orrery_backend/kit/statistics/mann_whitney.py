"""The Mann-Whitney test of two small samples, exact, ties and all.

The rank sum of the first sample is compared with its distribution over all ways to divide the
pooled values: no assumption about their shape. With ties the mid-ranks are divided just so (a
permutation test). Past `EXACT_UP_TO` values in all, the normal approximation with corrections for
ties and continuity is used; there it differs by less than a thousandth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

EXACT_UP_TO = 80
_NORMAL = NormalDist()


def two_sided_p(first: Sequence[float], second: Sequence[float]) -> float:
    """Twice the smaller tail, at most 1. Needs a value on each side."""
    ranks = doubled_mid_ranks([*first, *second])
    observed = int(ranks[: len(first)].sum())
    if len(ranks) > EXACT_UP_TO:
        return _approximate(ranks, len(first), observed)
    below, above = _tails(ranks, len(first), observed)
    return min(1.0, 2.0 * min(below, above))


def superiority(first: Sequence[float], second: Sequence[float]) -> float:
    """Probability that a value of the first is above one of the second, ties counted half."""
    a = np.asarray(first, dtype=np.float64)[:, None]
    b = np.asarray(second, dtype=np.float64)[None, :]
    return float((np.count_nonzero(a > b) + np.count_nonzero(a == b) / 2) / (a.size * b.size))


def least_p(first: int, second: int) -> float:
    """The smallest p that samples of these sizes can give: all of one above all of the other."""
    return min(1.0, 2.0 / math.comb(first + second, first))


def doubled_mid_ranks(values: Sequence[float]) -> NDArray[np.int64]:
    """Twice the rank, so that the mid-rank of a tie is whole."""
    _, inverse, counts = np.unique(
        np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True
    )
    last = np.cumsum(counts)
    return np.asarray((2 * last - counts + 1)[inverse], dtype=np.int64)


def _tails(ranks: NDArray[np.int64], size: int, observed: int) -> tuple[float, float]:
    """Probability of a rank sum at most, and at least, the observed one."""
    total = int(ranks.sum())
    # ways[k, s]: subsets of k ranks that add up to s. Counted as floats: exact up to 2^53, relative
    # error 1e-16 beyond.
    ways = np.zeros((size + 1, total + 1))
    ways[0, 0] = 1.0
    for rank in ranks.tolist():
        ways[1:, rank:] += ways[:-1, : total + 1 - rank].copy()
    distribution = ways[size]
    everything = distribution.sum()
    below = distribution[: observed + 1].sum() / everything
    above = distribution[observed:].sum() / everything
    return float(below), float(above)


def _approximate(ranks: NDArray[np.int64], size: int, observed: int) -> float:
    count = len(ranks)
    other = count - size
    _, ties = np.unique(ranks, return_counts=True)
    correction = float((ties**3 - ties).sum()) / (count * (count - 1))
    variance = size * other / 12 * (count + 1 - correction)
    if variance <= 0:
        return 1.0
    distance = abs(observed / 2 - size * (count + 1) / 2) - 0.5
    return min(1.0, 2.0 * _NORMAL.cdf(-max(0.0, distance) / math.sqrt(variance)))
