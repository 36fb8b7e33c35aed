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
        x: list(values)
        for x, values in sorted(series.measured.items())
        if values and all(value > 0 for value in values)
    }
    if baseline_x not in usable:
        usable = {}
    over_time = [x for x in usable if {x, baseline_x} & series.over_time]
    figures = {x: values for x, values in usable.items() if x not in over_time}
    not_fitted = [x for x, values in usable.items() if x in over_time or two_modes(values)]
    fit = fit_amdahl(
        {
            x: [_time(value, series.better) for value in values]
            for x, values in figures.items()
            if x not in not_fitted
        }
    )
    left_out = sorted([*over_time, *_without_median(figures, baseline_x)])
    drawn = [x for x in figures if x not in left_out]
    return SpeedUp(
        label=series.label,
        values=series.values,
        points=[_point(x, figures[baseline_x], figures[x], series.better) for x in drawn],
        serial_fraction=fit.serial if fit else None,
        serial_fraction_low=fit.interval.low if fit and fit.interval else None,
        serial_fraction_high=fit.interval.high if fit and fit.interval else None,
        fitted=[fit.speed_up(x, baseline_x) for x in drawn] if fit else [],
        not_fitted=not_fitted,
        left_out=left_out,
    )


def _without_median(figures: Mapping[float, Sequence[float]], baseline_x: float) -> list[float]:
    """Where neither side of the ratio has a median that represents a repeat."""
    if baseline_x not in figures or two_modes(figures[baseline_x]) is None:
        return []
    return [x for x, values in figures.items() if x != baseline_x and two_modes(values)]


def _time(value: float, better: Better) -> float:
    """A rate is the inverse of a time."""
    return 1.0 / value if better is Better.HIGHER else value


def _point(
    x: float, baseline: Sequence[float], values: Sequence[float], better: Better
) -> SpeedUpPoint:
    """The ratio of the medians of the metric itself, as a comparison of the two runs has it."""
    over, under = (values, baseline) if better is Better.HIGHER else (baseline, values)
    ratio = median(over) / median(under)
    interval = None
    if values is not baseline and min(len(baseline), len(values)) >= ENOUGH_FOR_INTERVAL:
        interval = ratio_interval(over, under)
    return SpeedUpPoint(
        x=x,
        speed_up=ratio,
        low=interval.low if interval else ratio,
        high=interval.high if interval else ratio,
        modes=[] if values is baseline else sorted(_modes(over, under)),
    )


def _modes(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """Of the speed-up, where one side of the ratio is in two modes."""
    if found := two_modes(under):
        return [median(over) / mode.median for mode in found]
    return [mode.median / median(under) for mode in two_modes(over) or ()]
