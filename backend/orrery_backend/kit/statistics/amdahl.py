"""Amdahl's law fitted to measured times (Amdahl 1967): with workers x, a task takes
T (s + (1 - s) / x), of which s cannot be shared.

The fit is least squares of the relative error, linear in 1/x, so that it has one answer. Intervals
are percentile bootstraps over repeats at each x, seeded: equal data give equal intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL, Interval

Floats = NDArray[np.float64]

_RESAMPLES = 1_999
_TAIL = 0.025
_SEED = 20_240_229


@dataclass(frozen=True, slots=True)
class AmdahlFit:
    """`serial`: the serial fraction, 0 to 1; its interval is None with too few repeats."""

    serial: float
    interval: Interval | None

    def speed_up(self, x: float, over: float) -> float:
        """Of x workers over another number of them."""
        return _time(self.serial, over) / _time(self.serial, x)


def fit_amdahl(times: Mapping[float, Sequence[float]]) -> AmdahlFit | None:
    """Times by workers, one for each repeat, all above zero. None with fewer than two numbers of
    workers.
    """
    if len(times) < 2:
        return None
    x = np.asarray([w for w, values in times.items() for _ in values], dtype=np.float64)
    t = np.asarray([v for values in times.values() for v in values], dtype=np.float64)
    serial = float(_serial(x, t[np.newaxis, :])[0])
    if min(len(values) for values in times.values()) < ENOUGH_FOR_INTERVAL:
        return AmdahlFit(serial, None)
    generator = np.random.default_rng(_SEED)
    drawn = np.concatenate(
        [
            np.asarray(values, dtype=np.float64)[
                generator.integers(0, len(values), size=(_RESAMPLES, len(values)))
            ]
            for values in times.values()
        ],
        axis=1,
    )
    low, high = np.quantile(_serial(x, drawn), [_TAIL, 1 - _TAIL])
    return AmdahlFit(serial, Interval(float(low), float(high)))


def _time(serial: float, x: float) -> float:
    return serial + (1 - serial) / x


def _serial(x: Floats, t: Floats) -> Floats:
    """The serial fraction for each row of times: t = a + b / x with weights 1 / t, then
    s = a / (a + b), kept between 0 and 1.
    """
    u = 1.0 / x
    w = 1.0 / (t * t)
    sw, su, suu = w.sum(axis=1), (w * u).sum(axis=1), (w * u * u).sum(axis=1)
    st, sut = (w * t).sum(axis=1), (w * u * t).sum(axis=1)
    determinant = sw * suu - su * su
    a = (st * suu - sut * su) / determinant
    b = (sw * sut - su * st) / determinant
    whole = np.where(a + b > 0, a + b, 1.0)
    return np.asarray(np.clip(a / whole, 0.0, 1.0), dtype=np.float64)
