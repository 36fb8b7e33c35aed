"""What each parameter of a sweep did to a metric: how much, how sure, and which model fits. Pure.

- The unit is the repeat. How much is the ratio of medians at the ends, its mean over settings, with
  the interval that a comparison of the two runs has; with fewer than five repeats, with the range.
- Whether there is an effect at all is a permutation test over repeats: of a trend for a parameter
  with numbers, of any difference for one with names; of two values it is the test of a comparison.
  Holm's correction is over the parameters. The metric has the part of the 5 % that a comparison
  gives to the first metric. If only one of test and interval shows an effect, it is not certain.
  That there is none is said from five repeats on.
- The slope of a model is computed in each repeat over all cells, because repeats of all cells take
  turns, and is the median of these.
- A case in two modes has no median: effects and models leave it out and name it.
- A model fits if it lies within a tenth of every median. A straight line is taken unless a power
  law is at least twice as near.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median

from orrery_contracts.conclusion import ModelKind
from orrery_contracts.results import Better

from orrery_backend.features.analysis.cases import (
    Factor,
    MetricHeadline,
    Setting,
    TwoModes,
    case_label,
    places,
    settings_of,
    with_one_mode,
)
from orrery_backend.features.analysis.judging import (
    LEADING_PART,
    SIGNIFICANCE,
    holm,
    is_shown,
    ratio_distance,
)
from orrery_backend.kit.statistics.amdahl import fit_amdahl
from orrery_backend.kit.statistics.bootstrap import (
    ENOUGH_FOR_INTERVAL,
    Interval,
    median_interval,
)
from orrery_backend.kit.statistics.curves import Fit, fit_line, fit_power, line_slope
from orrery_backend.kit.statistics.permutations import difference_p, least_p, trend_p
from orrery_backend.kit.statistics.ratios import (
    Sides,
    mean_ratio,
    mean_ratio_interval,
    mean_ratio_range,
)

_FITS = 0.10
_NEARER = 2.0
#: Values of a parameter from which on a model is fitted.
_LEAST_FOR_MODEL = 3
#: More of something that works, as the page's speed-up chart has it.
_WORKERS = ("threads", "workers", "processes", "cores", "cpus", "count")
#: Numbers that only name something.
_NAMES = ("seed",)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over repeats. `interval`: 95 % from five repeats on, else the range; None of one."""

    value: float
    interval: Interval | None
    repeats: int

    @property
    def sure(self) -> bool:
        """Whether the interval is a confidence interval."""
        return self.repeats >= ENOUGH_FOR_INTERVAL


@dataclass(frozen=True, slots=True)
class SettingModel:
    """The model in one setting. `slope`: b of a line, the power, or the serial fraction."""

    setting: str
    kind: ModelKind
    fit: Fit
    slope: Estimate


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Cases in two modes that a figure does not have, in words."""

    repeats: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.repeats or self.windows)


@dataclass(frozen=True, slots=True)
class Withheld:
    """A parameter whose effect is not given, because too few of its values have one mode."""

    factor: Factor
    left_out: LeftOut


@dataclass(frozen=True, slots=True)
class Effect:
    """What one parameter did."""

    factor: Factor
    settings: list[Setting]
    p: float
    enough: bool
    """Whether the number of repeats suffices to show any effect."""
    first: str
    last: str
    """The values that `ratio` compares: the ends of a parameter with numbers, the values with the
    worst and the best figure of one with names."""
    first_figure: float
    last_figure: float
    """Medians there, over all settings."""
    ratio: Estimate
    """The metric at `last` over the metric at `first`, over all settings."""
    agree: bool
    """Whether `last` is the best in every setting; true for a parameter with numbers."""
    models: list[SettingModel]
    """One for each setting, or none."""
    left_out: LeftOut = LeftOut()

    @property
    def shown(self) -> bool:
        """Whether the test finds it and its interval, if there is one, says the same."""
        return self.enough and self._found is True

    @property
    def uncertain(self) -> bool:
        """Whether only one of test and interval shows it."""
        return self.enough and self._found is None

    @property
    def _found(self) -> bool | None:
        return is_shown(self.p, SIGNIFICANCE, self.ratio.interval if self.ratio.sure else None)

    @property
    def decided(self) -> bool:
        """Whether there is an effect, or enough repeats to say that none was found."""
        return self.shown or (self.enough and self.ratio.sure and not self.uncertain)

    @property
    def size(self) -> float:
        return ratio_distance(self.ratio.value)


Values = Sequence[Sequence[float]]
"""By case, one for each repeat."""


def effects_of(
    factors: Sequence[Factor], metric: MetricHeadline, values: Values, two_modes: TwoModes
) -> list[Effect]:
    """Effects that are shown come first, then uncertain ones; large ones before small ones. A
    parameter that does not vary within any setting has no effect, and none has one on values that
    are not above zero.
    """
    if not values or any(not repeats or min(repeats) <= 0 for repeats in values):
        return []
    factors = [_nominal(factor) for factor in factors]
    found = [
        effect
        for factor in factors
        if (effect := _effect(factor, factors, metric, values, two_modes)) is not None
    ]
    corrected = [
        replace(effect, p=min(1.0, p / LEADING_PART))
        for effect, p in zip(found, holm([effect.p for effect in found]), strict=True)
    ]
    return sorted(corrected, key=lambda e: (not e.shown, not e.uncertain, -e.size))


def withheld(factors: Sequence[Factor], two_modes: TwoModes) -> list[Withheld]:
    """Parameters that vary, but not among cases with one mode."""
    factors = [_nominal(factor) for factor in factors]
    return [
        Withheld(factor, _left_out(factors, settings, two_modes))
        for factor in factors
        if (settings := settings_of(factors, factor))
        and not with_one_mode(settings, factor, two_modes)
    ]


def _left_out(
    factors: Sequence[Factor], settings: Sequence[Setting], two_modes: TwoModes
) -> LeftOut:
    cases = [case for setting in settings for at in setting.cases.values() for case in at]
    here = two_modes.within(cases)
    return LeftOut(
        tuple(case_label(factors, case) for case in sorted(here.repeats)),
        tuple(case_label(factors, case) for case in sorted(here.windows)),
    )


def _nominal(factor: Factor) -> Factor:
    is_name = factor.path.rpartition(".")[2] in _NAMES
    return replace(factor, numbers=None) if is_name else factor


def _effect(
    factor: Factor,
    factors: Sequence[Factor],
    metric: MetricHeadline,
    values: Values,
    two_modes: TwoModes,
) -> Effect | None:
    everywhere = settings_of(factors, factor)
    settings = with_one_mode(everywhere, factor, two_modes)
    if not settings:
        return None
    strata = [
        {x: [v for case in cases for v in values[case]] for x, cases in setting.cases.items()}
        for setting in settings
    ]
    test = difference_p if factor.numbers is None else trend_p
    first, last, agree = _ends(factor, settings, metric, values)
    ends = [at for at, s in enumerate(settings) if first in s.cases and last in s.cases]
    compared = [settings[at] for at in ends]
    words = dict(zip(places(factor), factor.values, strict=True))
    return Effect(
        factor=factor,
        settings=settings,
        p=test(strata),
        enough=least_p(strata) * len(factors) < SIGNIFICANCE * LEADING_PART,
        first=words[first],
        last=words[last],
        first_figure=median(_median(s.cases[first], values) for s in compared),
        last_figure=median(_median(s.cases[last], values) for s in compared),
        ratio=_ratio([Sides(strata[at][first], strata[at][last]) for at in ends]),
        agree=agree,
        models=_models(factor, settings, metric, values),
        left_out=_left_out(factors, everywhere, two_modes),
    )


def _ends(
    factor: Factor, settings: Sequence[Setting], metric: MetricHeadline, values: Values
) -> tuple[float, float, bool]:
    """The places that are compared, and whether the second is the best everywhere."""
    whole = max(settings, key=lambda setting: len(setting.cases))
    if factor.numbers is not None:
        return min(whole.cases), max(whole.cases), True
    alike = [setting for setting in settings if set(setting.cases) == set(whole.cases)]
    sign = -1.0 if metric.better is Better.HIGHER else 1.0

    def figure(place: float) -> float:
        return sign * fmean(math.log(_median(s.cases[place], values)) for s in alike)

    best, worst = min(whole.cases, key=figure), max(whole.cases, key=figure)
    first_everywhere = all(
        min(s.cases, key=lambda x: sign * _median(s.cases[x], values)) == best for s in alike
    )
    return worst, best, first_everywhere


def _models(
    factor: Factor, settings: Sequence[Setting], metric: MetricHeadline, values: Values
) -> list[SettingModel]:
    """Of one kind in all settings; none if no kind fits in all of them."""
    if factor.numbers is None or any(len(s.cases) < _LEAST_FOR_MODEL for s in settings):
        return []
    for kind in _kinds(factor, settings, metric, values):
        models = [_model(kind, setting, metric, values) for setting in settings]
        fitting = [model for model in models if model is not None and model.fit.worst <= _FITS]
        if len(fitting) == len(models):
            return fitting
    return []


def is_workers(path: str) -> bool:
    """Whether a parameter is a number of workers, over which a speed-up makes sense."""
    return path.endswith(_WORKERS)


def _kinds(
    factor: Factor, settings: Sequence[Setting], metric: MetricHeadline, values: Values
) -> list[ModelKind]:
    """In the order in which they are tried."""
    kinds = [ModelKind.LINE, ModelKind.POWER]
    lines = [_fit(ModelKind.LINE, setting, values) for setting in settings]
    powers = [_fit(ModelKind.POWER, setting, values) for setting in settings]
    if all(lines) and all(powers):
        line = max(fit.worst for fit in lines if fit is not None)
        power = max(fit.worst for fit in powers if fit is not None)
        if power * _NEARER < line:
            kinds.reverse()
    if is_workers(factor.path) and metric.better is not Better.NEITHER:
        kinds.insert(0, ModelKind.AMDAHL)
    return kinds


def _model(
    kind: ModelKind, setting: Setting, metric: MetricHeadline, values: Values
) -> SettingModel | None:
    if kind is ModelKind.AMDAHL:
        return _amdahl(setting, metric, values)
    fit = _fit(kind, setting, values)
    if fit is None:
        return None
    is_power = kind is ModelKind.POWER
    xs = [math.log(x) if is_power else x for x in setting.cases]

    def slope(repeat: int) -> float:
        ys = [_at(cases, values, repeat) for cases in setting.cases.values()]
        return line_slope(xs, [math.log(y) for y in ys] if is_power else ys)

    cases = [case for at in setting.cases.values() for case in at]
    return SettingModel(setting.label, kind, fit, _estimate(cases, values, slope))


def _fit(kind: ModelKind, setting: Setting, values: Values) -> Fit | None:
    xs = list(setting.cases)
    ys = [_median(cases, values) for cases in setting.cases.values()]
    return fit_power(xs, ys) if kind is ModelKind.POWER else fit_line(xs, ys)


def _amdahl(setting: Setting, metric: MetricHeadline, values: Values) -> SettingModel | None:
    """Only where more workers are faster throughout."""
    is_rate = metric.better is Better.HIGHER

    def times(cases: Sequence[int]) -> list[float]:
        found = [value for case in cases for value in values[case]]
        return [1.0 / value for value in found] if is_rate else found

    measured = {x: times(cases) for x, cases in setting.cases.items()}
    medians = [median(found) for found in measured.values()]
    if min(measured) < 1 or any(b >= a for a, b in pairwise(medians)):
        return None
    fitted = fit_amdahl(measured)
    if fitted is None:
        return None
    base = min(measured)
    # The fit gives the shape; its height is the one nearest to the medians.
    shapes = [1.0 / fitted.speed_up(x, base) for x in measured]
    height = median(y / shape for y, shape in zip(medians, shapes, strict=True))
    rest = [y - height * shape for y, shape in zip(medians, shapes, strict=True)]
    total = sum((y - fmean(medians)) ** 2 for y in medians)
    share = 1.0 - sum(r * r for r in rest) / total if total > 0 else 0.0
    worst = max(abs(r / y) for r, y in zip(rest, medians, strict=True))
    repeats = min(len(found) for found in measured.values())
    return SettingModel(
        setting.label,
        ModelKind.AMDAHL,
        Fit(height, fitted.serial, min(1.0, max(0.0, share)), worst),
        Estimate(fitted.serial, fitted.interval, repeats),
    )


def _estimate(cases: Sequence[int], values: Values, figure: Callable[[int], float]) -> Estimate:
    """The median over repeats of a figure of one repeat."""
    repeats = min(len(values[case]) for case in cases)
    found = [figure(repeat) for repeat in range(repeats)]
    interval = None
    if repeats >= ENOUGH_FOR_INTERVAL:
        interval = median_interval(found)
    elif repeats > 1:
        interval = Interval(min(found), max(found))
    return Estimate(median(found), interval, repeats)


def _ratio(strata: Sequence[Sides]) -> Estimate:
    """Of the second end over the first, over all settings."""
    repeats = min(len(side) for s in strata for side in (s.baseline, s.candidate))
    interval = mean_ratio_interval(strata) or mean_ratio_range(strata)
    ratio = mean_ratio(strata)
    if ratio is None:
        raise ValueError("a value is not above zero")
    return Estimate(ratio, interval, repeats)


def _median(cases: Sequence[int], values: Values) -> float:
    return median(value for case in cases for value in values[case])


def _at(cases: Sequence[int], values: Values, repeat: int) -> float:
    return fmean(values[case][repeat] for case in cases)
