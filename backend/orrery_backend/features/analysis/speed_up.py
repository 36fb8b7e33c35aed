"""Speed-up over a parameter, with Amdahl's law fitted. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from orrery_contracts.group_results import SpeedUp, SpeedUpPoint
from orrery_contracts.results import Better

from orrery_backend.kit.statistics.amdahl import fit_amdahl
from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL, ratio_interval
from orrery_backend.kit.statistics.modes import two_modes


@dataclass(frozen=True, slots=True)
class SpeedUpSeries:
    """A metric at several numbers of workers, one value for each repeat."""

    label: str
    values: list[str]
    better: Better
    measured: dict[float, list[float]]
    over_time: set[float] = field(default_factory=set)
    """Places of a run with two modes over time: its values represent none of its repeats."""


def speed_up(series: SpeedUpSeries, baseline_x: float) -> SpeedUp:
    """Over `baseline_x`; a series without it, or with values that are not above zero, has no
    points.
    """
    usable = {
        x: [_time(value, series.better) for value in values]
        for x, values in sorted(series.measured.items())
        if values and all(value > 0 for value in values)
    }
    if baseline_x not in usable:
        usable = {}
    over_time = [x for x in usable if {x, baseline_x} & series.over_time]
    times = {x: values for x, values in usable.items() if x not in over_time}
    not_fitted = [x for x, values in usable.items() if x in over_time or two_modes(values)]
    fit = fit_amdahl({x: values for x, values in times.items() if x not in not_fitted})
    left_out = sorted([*over_time, *_without_median(times, baseline_x)])
    drawn = [x for x in times if x not in left_out]
    return SpeedUp(
        label=series.label,
        values=series.values,
        points=[_point(x, times[baseline_x], times[x]) for x in drawn],
        serial_fraction=fit.serial if fit else None,
        serial_fraction_low=fit.interval.low if fit and fit.interval else None,
        serial_fraction_high=fit.interval.high if fit and fit.interval else None,
        fitted=[fit.speed_up(x, baseline_x) for x in drawn] if fit else [],
        not_fitted=not_fitted,
        left_out=left_out,
    )


def _without_median(times: Mapping[float, Sequence[float]], baseline_x: float) -> list[float]:
    """Where neither side of the ratio has a median that represents a repeat."""
    if baseline_x not in times or two_modes(times[baseline_x]) is None:
        return []
    return [x for x, values in times.items() if x != baseline_x and two_modes(values)]


def _time(value: float, better: Better) -> float:
    """A rate is the inverse of a time."""
    return 1.0 / value if better is Better.HIGHER else value


def _point(x: float, baseline: Sequence[float], times: Sequence[float]) -> SpeedUpPoint:
    ratio = median(baseline) / median(times)
    interval = None
    if times is not baseline and min(len(baseline), len(times)) >= ENOUGH_FOR_INTERVAL:
        interval = ratio_interval(baseline, times)
    return SpeedUpPoint(
        x=x,
        speed_up=ratio,
        low=interval.low if interval else ratio,
        high=interval.high if interval else ratio,
        modes=[] if times is baseline else _modes(baseline, times),
    )


def _modes(baseline: Sequence[float], times: Sequence[float]) -> list[float]:
    """Of the speed-up: the modes of the times, or else those of the baseline."""
    if found := two_modes(times):
        return [median(baseline) / mode.median for mode in reversed(found)]
    return [mode.median / median(times) for mode in two_modes(baseline) or ()]
