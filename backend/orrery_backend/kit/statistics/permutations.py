"""Permutation tests over repeats in groups: does a figure go with a parameter, does it differ at
all? Repeats are exchanged only within a stratum, where all other parameters are equal (Edgington
1980; Good 2005, chapter 4).

Statistics are of ranks, so that a single outlier decides nothing. Draws are seeded: equal data give
equal p-values. Of two groups in one stratum the test is the exact one of Mann and Whitney.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from orrery_backend.kit.statistics.mann_whitney import doubled_mid_ranks, two_sided_p

Floats = NDArray[np.float64]
Stratum = Mapping[float, Sequence[float]]
"""Values of repeats by the parameter's value, or by the place of its value among all."""

DRAWS = 1_999
_SEED = 20_240_229
_TIE = 1e-9


def trend_p(strata: Sequence[Stratum]) -> float:
    """Two-sided p of a rank correlation with the parameter, pooled over strata."""
    if (exact := _exact_p(strata)) is not None:
        return exact
    observed, drawn = 0.0, np.zeros(DRAWS)
    for ranks, table, x in _drawn(strata):
        along = doubled_mid_ranks(x).astype(np.float64)
        along -= along.mean()
        observed += float(ranks @ along)
        drawn += table @ along
    return _p(np.abs(drawn), abs(observed))


def difference_p(strata: Sequence[Stratum]) -> float:
    """P of the sums of squares between groups (Kruskal and Wallis 1952), pooled over strata."""
    if (exact := _exact_p(strata)) is not None:
        return exact
    observed, drawn = 0.0, np.zeros(DRAWS)
    for ranks, table, x in _drawn(strata):
        for value in dict.fromkeys(x):
            here = np.asarray(x) == value
            observed += float(ranks[here].sum()) ** 2 / int(here.sum())
            drawn += table[:, here].sum(axis=1) ** 2 / int(here.sum())
    return _p(drawn, observed)


def least_p(strata: Sequence[Stratum]) -> float:
    """The smallest p that groups of these sizes can give, whatever their values."""
    ways = 0.0
    for stratum in strata:
        sizes = [len(values) for values in stratum.values()]
        ways += math.lgamma(sum(sizes) + 1) - sum(math.lgamma(size + 1) for size in sizes)
    return max(1.0 / (DRAWS + 1), min(1.0, 2.0 * math.exp(-ways)))


def _exact_p(strata: Sequence[Stratum]) -> float | None:
    """Of two groups in one stratum."""
    if len(strata) != 1 or len(strata[0]) != 2:
        return None
    return two_sided_p(*strata[0].values())


def _drawn(strata: Sequence[Stratum]) -> list[tuple[Floats, Floats, list[float]]]:
    """Of each stratum: the ranks of its values, a table of permutations of them, and the
    parameter."""
    generator = np.random.default_rng(_SEED)
    found = []
    for stratum in strata:
        x = [value for value, values in stratum.items() for _ in values]
        y = [value for values in stratum.values() for value in values]
        ranks = doubled_mid_ranks(y).astype(np.float64)
        table = generator.permuted(np.tile(ranks, (DRAWS, 1)), axis=1)
        found.append((ranks, table, x))
    return found


def _p(drawn: Floats, observed: float) -> float:
    least = observed - _TIE * max(1.0, abs(observed))
    return (1 + int(np.count_nonzero(drawn >= least))) / (len(drawn) + 1)
