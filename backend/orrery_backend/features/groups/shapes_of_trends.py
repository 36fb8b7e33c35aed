"""Shape checks on how a metric goes with a parameter, and on one place against another. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

import numpy as np
from orrery_contracts.quantity import rounded, rounded_span
from orrery_contracts.shape_checks import (
    EqualWithinCheck,
    LinearCheck,
    MonotoneCheck,
    RatioCheck,
    Trend,
)
from orrery_contracts.spec_paths import is_closed

from orrery_backend.features.groups.axes import value_words
from orrery_backend.features.groups.facts import CellFacts, read
from orrery_backend.features.groups.finding import (
    Finding,
    at,
    figures,
    medians,
    no_metric,
    points,
    settings,
    too_few_points,
)

#: A straight line through fewer points says nothing.
_LEAST_FOR_LINE = 3


def linear(check: LinearCheck, cells: Sequence[CellFacts]) -> Finding:
    rises = check.trend is Trend.RISES
    expected = f"a straight line that {check.trend.value}, R² of at least {check.r_squared_min:g}"
    worst: tuple[float, str] | None = None
    wrong: list[str] = []
    for setting in settings(cells, check.each):
        line = points(setting.cells, check.x, check)
        if len(line) < _LEAST_FOR_LINE:
            return too_few_points(len(line), setting.label, expected)
        slope, share = straightness(line)
        if worst is None or share < worst[0]:
            worst = (share, setting.label)
        if (slope > 0) != rises:
            wrong.append(f"it {'falls' if rises else 'rises'}{at(setting.label)}")
    if worst is None:
        return no_metric(check.metric, check.over)
    holds = not wrong and worst[0] >= check.r_squared_min
    found = f"R² {worst[0]:.3f}{at(worst[1])}" + "".join(f", {what}" for what in wrong)
    return Finding(holds, expected, found)


def straightness(line: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Slope of the least-squares line, and the share of variance that it explains."""
    x = np.asarray([point[0] for point in line], dtype=np.float64)
    y = np.asarray([point[1] for point in line], dtype=np.float64)
    dx, dy = x - x.mean(), y - y.mean()
    slope = float((dx * dy).sum() / (dx * dx).sum())
    total = float((dy * dy).sum())
    if total == 0.0:
        return slope, 0.0
    rest = float(((dy - slope * dx) ** 2).sum())
    return slope, max(0.0, 1.0 - rest / total)


def monotone(check: MonotoneCheck, cells: Sequence[CellFacts]) -> Finding:
    expected = (
        f"it {check.trend.value}, steps back of at most {check.noise_share * 100:.0f} % aside"
    )
    sign = 1.0 if check.trend is Trend.RISES else -1.0
    seen: list[str] = []
    holds = True
    for setting in settings(cells, check.each):
        line = points(setting.cells, check.x, check)
        if len(line) < 2:
            return too_few_points(len(line), setting.label, expected)
        values = [value for _, value in line]
        scale = max(abs(value) for value in values)
        back = max((sign * (a - b) for a, b in pairwise(values)), default=0.0)
        whole = sign * (values[-1] - values[0])
        good = whole > 0 and back <= check.noise_share * scale
        holds = holds and good
        if not good or len(seen) < 2:
            seen.append(f"from {rounded_span(values[0], values[-1], 4)}{at(setting.label)}")
    return (
        Finding(holds, expected, "; ".join(seen[-3:]))
        if seen
        else no_metric(check.metric, check.over)
    )


def ratio(check: RatioCheck, cells: Sequence[CellFacts]) -> Finding:
    bounds = [
        f"at least {check.low:g}" if check.low is not None else "",
        f"at most {check.high:g}" if check.high is not None else "",
    ]
    expected = "a ratio of " + " and ".join(bound for bound in bounds if bound)
    found: list[tuple[float, str]] = []
    for label, over, under in _pairs(check, cells):
        if under == 0.0:
            return Finding(False, expected, f"the divisor is zero{at(label)}")
        found.append((over / under, label))
    if not found:
        why = _nothing_given(check, cells)
        return Finding(None, expected, why) if why else no_metric(check.metric, check.over)
    bad = [
        entry
        for entry in found
        if (check.low is not None and entry[0] < check.low)
        or (check.high is not None and entry[0] > check.high)
    ]
    return Finding(not bad, expected, _ratios(bad or found))


def _nothing_given(check: RatioCheck, cells: Sequence[CellFacts]) -> str:
    """Why no pair of runs has the figure: what `given` names is 0 in all of one side. Empty if the
    reason is another.
    """
    if check.given is None:
        return ""
    lacking = []
    for conditions in (check.of, check.to):
        side = [cell for cell in cells if cell.fits(conditions)]
        met = medians(side, check.given)
        if met and not figures(side, check):
            where = ", ".join(_wanted(condition) for condition in conditions)
            lacking.append(f"{met[0].title}: 0 in all runs with {where}")
    return f"not measurable here: {'; '.join(lacking)}" if lacking else ""


def _wanted(condition: str) -> str:
    """The value in `path=value`, in words."""
    path, _, text = condition.partition("=")
    return value_words(read(text), closed=is_closed(path))


def _ratios(found: Sequence[tuple[float, str]]) -> str:
    low, high = min(found), max(found)
    if len(found) == 1 or low[0] == high[0]:
        return f"{rounded(low[0])}{at(low[1])}"
    return f"{rounded(low[0])}{at(low[1])} to {rounded(high[0])}{at(high[1])}"


def equal_within(check: EqualWithinCheck, cells: Sequence[CellFacts]) -> Finding:
    expected = f"a difference of at most {check.share * 100:.0f} %, or intervals that overlap"
    found: list[tuple[float, str]] = []
    bad: list[tuple[float, str]] = []
    for setting in settings(cells, check.each):
        one = medians([c for c in setting.cells if c.fits(check.of)], check.metric)
        other = medians([c for c in setting.cells if c.fits(check.to)], check.metric)
        if not one or not other:
            continue
        over, under = median(m.median for m in one), median(m.median for m in other)
        apart = abs(over - under) / abs(under) if under else (0.0 if over == 0 else float("inf"))
        overlap = any(a.low <= b.high and b.low <= a.high for a in one for b in other)
        found.append((apart, setting.label))
        if apart > check.share and not overlap:
            bad.append((apart, setting.label))
    if not found:
        return no_metric(check.metric)
    worst = max(bad or found)
    return Finding(not bad, expected, f"{worst[0] * 100:.1f} % apart{at(worst[1])} at most")


def _pairs(check: RatioCheck, cells: Sequence[CellFacts]) -> list[tuple[str, float, float]]:
    """(setting, the figure in one place, in the other), where both are there."""
    pairs: list[tuple[str, float, float]] = []
    for setting in settings(cells, check.each):
        over = figures([c for c in setting.cells if c.fits(check.of)], check)
        under = figures([c for c in setting.cells if c.fits(check.to)], check, check.to_metric)
        if over and under:
            pairs.append((setting.label, median(over), median(under)))
    return pairs
