"""Bias-corrected and accelerated bootstrap intervals (Efron 1987; Efron and Tibshirani 1993,
chapter 14).

Resampling is seeded, so that equal data give equal intervals. Values are few (repeats), so the
whole table of resamples is drawn at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Values from which on an interval is drawn; of fewer there is none.
ENOUGH_FOR_INTERVAL = 5
RESAMPLES = 4_999
CONFIDENCE = 0.95
_SEED = 20_240_229
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def median_interval(values: Sequence[float]) -> Interval:
    """95 % BCa interval of the median. Needs two values at least."""
    data = np.asarray(values, dtype=np.float64)
    generator = np.random.default_rng(_SEED)
    drawn = data[generator.integers(0, len(data), size=(RESAMPLES, len(data)))]
    estimate = float(np.median(data))
    return _bca(np.median(drawn, axis=1), estimate, [_jackknife_medians(data)])


def ratio_interval(values: Sequence[float], baseline: Sequence[float]) -> Interval | None:
    """95 % BCa interval of the ratio of medians, both sides resampled; None if the baseline's
    median may be zero. Of values above zero, the interval of the inverse ratio is its inverse.
    """
    if min(*values, *baseline) > 0.0 and tuple(values) < tuple(baseline):
        inverse = _ratio_interval(baseline, values)
        return Interval(1.0 / inverse.high, 1.0 / inverse.low) if inverse else None
    return _ratio_interval(values, baseline)


def _ratio_interval(values: Sequence[float], baseline: Sequence[float]) -> Interval | None:
    over = np.asarray(values, dtype=np.float64)
    under = np.asarray(baseline, dtype=np.float64)
    generator = np.random.default_rng(_SEED)
    over_drawn = np.median(
        over[generator.integers(0, len(over), size=(RESAMPLES, len(over)))], axis=1
    )
    under_drawn = np.median(
        under[generator.integers(0, len(under), size=(RESAMPLES, len(under)))], axis=1
    )
    under_median = float(np.median(under))
    if under_median == 0.0 or bool(np.any(under_drawn == 0.0)):
        return None
    over_median = float(np.median(over))
    jack_under = _jackknife_medians(under)
    if bool(np.any(jack_under == 0.0)):
        return None
    # Each sample is left out of in turn, the other staying whole, as scipy's two-sample BCa does.
    jackknives = [_jackknife_medians(over) / under_median, over_median / jack_under]
    return _bca(over_drawn / under_drawn, over_median / under_median, jackknives)


def _jackknife_medians(data: Floats) -> Floats:
    if len(data) < 2:
        return data
    kept = ~np.eye(len(data), dtype=bool)
    left = np.broadcast_to(data, (len(data), len(data)))[kept].reshape(len(data), len(data) - 1)
    return np.asarray(np.median(left, axis=1), dtype=np.float64)


def _bca(distribution: Floats, estimate: float, jackknives: list[Floats]) -> Interval:
    ordered = np.sort(distribution)
    if ordered[0] == ordered[-1]:
        return Interval(float(ordered[0]), float(ordered[-1]))
    # Ties count half, so that the bias of a discrete statistic like the median is not overstated.
    below = (np.count_nonzero(ordered < estimate) + np.count_nonzero(ordered <= estimate)) / 2
    share = min(max(below / len(ordered), 0.5 / len(ordered)), 1 - 0.5 / len(ordered))
    bias = _NORMAL.inv_cdf(share)
    acceleration = _acceleration(jackknives)
    tail = (1 - CONFIDENCE) / 2
    low, high = (
        _adjusted(bias, acceleration, _NORMAL.inv_cdf(probability))
        for probability in (tail, 1 - tail)
    )
    bounds = np.quantile(ordered, [low, high])
    return Interval(float(bounds[0]), float(bounds[1]))


def _adjusted(bias: float, acceleration: float, z: float) -> float:
    moved = bias + z
    return _NORMAL.cdf(bias + moved / (1 - acceleration * moved))


def _acceleration(jackknives: list[Floats]) -> float:
    """By influence values of every sample, each sample weighted by its size."""
    third = second = 0.0
    for values in jackknives:
        influence = (len(values) - 1) * (values.mean() - values)
        third += float((influence**3).sum()) / len(values) ** 3
        second += float((influence**2).sum()) / len(values) ** 2
    return third / (6 * second**1.5) if second > 0 else 0.0
