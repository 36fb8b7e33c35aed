"""Straight lines and power laws through measured points. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """`worst`: the largest distance of a point from the curve, as a share of the point."""

    a: float
    b: float
    r_squared: float
    worst: float


def fit_line(x: Sequence[float], y: Sequence[float]) -> Fit | None:
    """a + b x by least squares; None with fewer than two values of x, or a y of zero."""
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if len(set(x)) < 2 or bool(np.any(ys == 0)):
        return None
    slope = line_slope(x, y)
    start = float(ys.mean() - slope * xs.mean())
    return _fit(start, slope, ys, start + slope * xs)


def line_slope(x: Sequence[float], y: Sequence[float]) -> float:
    """By least squares; needs two values of x."""
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    dx = xs - xs.mean()
    return float((dx * (ys - ys.mean())).sum() / (dx * dx).sum())


def fit_power(x: Sequence[float], y: Sequence[float]) -> Fit | None:
    """a x^b by least squares of logarithms; None unless all numbers are above zero."""
    if len(set(x)) < 2 or min(x) <= 0 or min(y) <= 0:
        return None
    lx, ly = np.log(np.asarray(x, dtype=np.float64)), np.log(np.asarray(y, dtype=np.float64))
    power = line_slope(lx.tolist(), ly.tolist())
    start = float(ly.mean() - power * lx.mean())
    ys = np.asarray(y, dtype=np.float64)
    return _fit(float(np.exp(start)), power, ys, np.exp(start + power * lx))


def _fit(a: float, b: float, measured: Floats, fitted: Floats) -> Fit:
    rest = measured - fitted
    total = float(((measured - measured.mean()) ** 2).sum())
    share = 1.0 - float((rest**2).sum()) / total if total > 0 else 0.0
    return Fit(a, b, min(1.0, max(0.0, share)), float(np.max(np.abs(rest / measured))))
