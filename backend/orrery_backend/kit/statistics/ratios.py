"""The ratio of one metric between two sets of measurements of the same settings: its mean over
settings, its interval, and whether it differs from 1. Pure and seeded.

A stratum is one setting. Repeats are exchanged and resampled within a stratum alone (Good 2005,
chapter 4; Davison and Hinkley 1997, section 3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orrery_backend.kit.statistics.bootstrap import (
    CONFIDENCE,
    ENOUGH_FOR_INTERVAL,
    Interval,
    ratio_interval,
)
from orrery_backend.kit.statistics.permutations import least_p, trend_p

Floats = NDArray[np.float64]

RESAMPLES = 1_999
_SEED = 20_261_124


@dataclass(frozen=True, slots=True)
class Sides:
    """Repeats of one setting on both sides; neither is empty."""

    baseline: Sequence[float]
    candidate: Sequence[float]


def mean_ratio(strata: Sequence[Sides]) -> float | None:
    """Geometric mean of candidate's median over baseline's. None if a median is not above zero."""
    logs = []
    for sides in strata:
        under, over = float(np.median(sides.baseline)), float(np.median(sides.candidate))
        if under <= 0.0 or over <= 0.0:
            return None
        logs.append(np.log(over / under))
    return float(np.exp(np.mean(logs))) if logs else None


def mean_ratio_interval(strata: Sequence[Sides]) -> Interval | None:
    """95 % interval of `mean_ratio`: of one setting that of its ratio (BCa), of several by
    percentiles. None with fewer than five repeats on a side of a setting, or a value that is not
    above zero.
    """
    values = [v for sides in strata for v in (*sides.baseline, *sides.candidate)]
    fewest = min((len(side) for s in strata for side in (s.baseline, s.candidate)), default=0)
    if fewest < ENOUGH_FOR_INTERVAL or min(values) <= 0.0:
        return None
    if len(strata) == 1:
        return ratio_interval(strata[0].candidate, strata[0].baseline)
    generator = np.random.default_rng(_SEED)
    logs = np.zeros(RESAMPLES)
    for sides in strata:
        logs += np.log(_medians(generator, sides.candidate))
        logs -= np.log(_medians(generator, sides.baseline))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.exp(np.quantile(logs / len(strata), [tail, 1 - tail]))
    return Interval(float(low), float(high))


def mean_ratio_range(strata: Sequence[Sides]) -> Interval | None:
    """Where no interval can be drawn: from the least to the greatest ratio of any two repeats, the
    geometric mean of each over settings. None with one repeat on a side, or a baseline that is not
    above zero.
    """
    fewest = min((len(side) for s in strata for side in (s.baseline, s.candidate)), default=0)
    if fewest < 2 or min(min(s.baseline) for s in strata) <= 0.0:
        return None
    lows = [min(s.candidate) / max(s.baseline) for s in strata]
    highs = [max(s.candidate) / min(s.baseline) for s in strata]
    return Interval(_geometric_mean(lows), _geometric_mean(highs))


def _geometric_mean(ratios: Sequence[float]) -> float:
    if len(ratios) == 1 or min(ratios) <= 0.0:
        return min(ratios)
    return float(np.exp(np.mean(np.log(ratios))))


def ratio_p(strata: Sequence[Sides]) -> float:
    """Two-sided p of the hypothesis that no setting differs, against all in one direction."""
    return trend_p([_stratum(sides) for sides in strata])


def least_ratio_p(strata: Sequence[Sides]) -> float:
    """The smallest p that this many repeats can give."""
    return least_p([_stratum(sides) for sides in strata])


def _stratum(sides: Sides) -> dict[float, Sequence[float]]:
    return {0.0: sides.baseline, 1.0: sides.candidate}


def _medians(generator: np.random.Generator, values: Sequence[float]) -> Floats:
    data = np.asarray(values, dtype=np.float64)
    drawn = data[generator.integers(0, len(data), size=(RESAMPLES, len(data)))]
    return np.asarray(np.median(drawn, axis=1), dtype=np.float64)
