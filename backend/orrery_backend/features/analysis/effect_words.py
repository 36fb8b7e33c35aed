"""Effects in sentences. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from orrery_contracts.conclusion import FittedModel, ModelKind
from orrery_contracts.quantity import is_timed, quantity, rounded, rounded_span, span
from orrery_contracts.results import Better

from orrery_backend.features.analysis.cases import Factor, MetricHeadline, lower, named
from orrery_backend.features.analysis.effects import (
    Effect,
    Estimate,
    LeftOut,
    SettingModel,
    Withheld,
)
from orrery_backend.features.analysis.ratio_words import (
    disagreement,
    how_much,
    interval_words,
    would_be_seen,
)
from orrery_backend.kit.problems import shortened
from orrery_backend.kit.statistics.bootstrap import Interval

_STATISTIC = re.compile(
    r"(?P<what>.+), (?P<which>median|mean|least|greatest|\d+(st|nd|rd|th) percentile)"
)
#: A slope is said for this step of the parameter or a tenth of it, not for 1 of 100,000.
_LARGE_RANGE = 1_000
#: A fit through so few values is not tested by any.
_FEW_FOR_MODEL = 3
#: An effect that is worth seeing, as a share, and the most repeats that a run can have.
_WANTED, _MOST_REPEATS = 0.02, 100
#: Cases that a sentence names.
_NAMED = 3
#: Slopes of two settings are the same within this share.
_ALIKE = 0.2


def metric_words(title: str) -> str:
    """`Step time, median` in a sentence: `the median step time`."""
    found = _STATISTIC.fullmatch(title)
    if found is None:
        return lower(title)
    if found["which"].endswith("percentile"):
        return f"the {found['which']} of {lower(found['what'])}"
    return f"the {found['which']} {lower(found['what'])}"


def statement(effect: Effect, metric: MetricHeadline) -> str:
    """One sentence: figure, interval, direction. Another one names what is left out."""
    said = _said(effect, metric)
    whose = "settings of " if effect.factor.numbers is None else ""
    left_out = [
        f" Left out, because {reason}: {whose}{_listed(labels)}."
        for reason, labels in _reasons(effect.left_out)
    ]
    return said[:1].upper() + said[1:] + "".join(left_out)


def withheld_statement(withheld: Withheld, metric: MetricHeadline) -> str:
    """Why the effect of a parameter is not given."""
    why = " and ".join(
        f"{reason} with {_listed(labels)}" for reason, labels in _reasons(withheld.left_out)
    )
    what = f"{lower(withheld.factor.title)} on {metric_words(metric.title)}"
    return f"The effect of {what} is not given, because {why}."


def _reasons(left_out: LeftOut) -> list[tuple[str, Sequence[str]]]:
    found = (
        ("the repeats are in two modes", left_out.repeats),
        ("the windows are in two modes over time", left_out.windows),
    )
    return [(reason, labels) for reason, labels in found if labels]


def _listed(labels: Sequence[str]) -> str:
    """Labels of several parameters have commas in them."""
    shown = list(labels[:_NAMED])
    if len(labels) > _NAMED:
        shown.append(f"{len(labels) - _NAMED} more")
    if any(", " in label for label in shown):
        return "; ".join(shown)
    return ", ".join(shown[:-1]) + f" and {shown[-1]}" if len(shown) > 1 else shown[0]


def _said(effect: Effect, metric: MetricHeadline) -> str:
    factor = effect.factor
    what = metric_words(metric.title)
    if effect.uncertain:
        return (
            f"not certain whether {lower(factor.title)} has an effect on {what}:"
            f" {_ratio_words(_in_order(effect), 'it')}; {disagreement(effect.ratio.interval)}."
        )
    if not effect.decided:
        return (
            f"too few repeats to tell an effect of {lower(factor.title)} on {what} from chance:"
            f" {_ratio_words(effect, 'it')}."
        )
    if not effect.shown:
        return (
            f"no effect of {lower(factor.title)} on {what} found"
            f"{_would_be_seen(_in_order(effect))}."
        )
    if factor.numbers is None:
        return _best(effect, metric, what)
    if effect.models:
        return _modelled(effect, metric, what)
    return _from_end_to_end(effect, metric, what)


def _best(effect: Effect, metric: MetricHeadline, what: str) -> str:
    factor = effect.factor
    superlative = "highest" if metric.better is Better.HIGHER else "lowest"
    places = len(effect.settings)
    where = ""
    if places > 1:
        where = (
            f", over {places} settings" if effect.agree else f", on average of {places} settings"
        )
    figure = f"{quantity(effect.last_figure, metric.unit)}, " if places == 1 else ""
    return (
        f"{named(factor, effect.last)} has the {superlative} {what.removeprefix('the ')}: {figure}"
        f"{_times(effect.ratio)} that with {effect.first}{where}."
    )


def _from_end_to_end(effect: Effect, metric: MetricHeadline, what: str) -> str:
    one = len(effect.settings) == 1
    figures = (
        f": {quantity(effect.first_figure, metric.unit)} to"
        f" {quantity(effect.last_figure, metric.unit)}"
        if one
        else ""
    )
    where = "" if one else f", over {len(effect.settings)} settings"
    return f"{_ratio_words(effect, what)}{figures}{where}."


def _ratio_words(effect: Effect, what: str) -> str:
    """`from managers 0 to 4 the median step time rises to 1.3 times (…)`"""
    factor = effect.factor
    verb = "rises" if effect.ratio.value >= 1 else "falls"
    ends = f"{named(factor, effect.first)} to {effect.last}"
    if factor.numbers is None:
        ends = f"{lower(factor.title)} {effect.first} to {effect.last}"
    return f"from {ends} {what} {verb} to {_times(effect.ratio)}"


def _times(ratio: Estimate) -> str:
    interval = ratio.interval
    within = f" ({_kind(ratio)}{rounded_span(interval.low, interval.high)})" if interval else ""
    return f"{rounded(ratio.value)} times{within}"


def _kind(estimate: Estimate) -> str:
    return "95 % interval " if estimate.sure else f"range of {estimate.repeats} repeats "


def _in_order(effect: Effect) -> Effect:
    """Of two names the first is the baseline, as in a comparison of the runs."""
    values = list(effect.factor.values)
    if effect.factor.numbers is not None or values.index(effect.first) < values.index(effect.last):
        return effect
    return replace(
        effect,
        first=effect.last,
        last=effect.first,
        first_figure=effect.last_figure,
        last_figure=effect.first_figure,
        ratio=_inverse(effect.ratio),
    )


def _inverse(ratio: Estimate) -> Estimate:
    interval = ratio.interval
    turned = Interval(1 / interval.high, 1 / interval.low) if interval else None
    return Estimate(1 / ratio.value, turned, ratio.repeats)


def _would_be_seen(effect: Effect) -> str:
    """Figure and interval as a comparison has them, and how large an effect the interval leaves
    out; nothing without a confidence interval."""
    ratio, interval = effect.ratio, effect.ratio.interval
    if interval is None or not ratio.sure:
        return ""
    first, last = named(effect.factor, effect.first), named(effect.factor, effect.last)
    change = f"{how_much(ratio.value, first)}, {interval_words(ratio.value, interval)}"
    return f" ({last}: {change}); {would_be_seen(interval)}"


def _modelled(effect: Effect, metric: MetricHeadline, what: str) -> str:
    models = sorted(effect.models, key=lambda model: model.slope.value)
    low, high = models[0], models[-1]
    first = _model_words(effect, low, metric, what)
    if len(models) == 1:
        return f"{first}."
    if _are_alike(low, high):
        middle = models[len(models) // 2]
        said = _model_words(effect, middle, metric, what)
        return f"{said}, in all {len(models)} settings alike."
    figures = [_figure(effect, model, metric) for model in (low, high)]
    return f"{first} with {low.setting}; with {high.setting} {figures[1]}."


def _are_alike(low: SettingModel, high: SettingModel) -> bool:
    most = max(abs(low.slope.value), abs(high.slope.value))
    return high.slope.value - low.slope.value <= _ALIKE * most


def _model_words(effect: Effect, model: SettingModel, metric: MetricHeadline, what: str) -> str:
    factor = effect.factor
    figure = _figure(effect, model, metric)
    match model.kind:
        case ModelKind.LINE:
            step = _step(factor)
            more = (
                f"each {_singular(factor)}"
                if step == 1 and _is_counted(factor)
                else f"each {_amount(factor, step)} of {lower(factor.title)}"
            )
            rises = model.slope.value >= 0
            if is_timed(metric.unit) and not metric.unit.endswith("/s"):
                verb, toward = ("adds", "to") if rises else ("takes", "off")
                return f"{more} {verb} {figure} {toward} {what}"
            return f"{more} {'raises' if rises else 'lowers'} {what} by {figure}"
        case ModelKind.POWER:
            verb = "grows" if model.slope.value >= 0 else "falls"
            twice = 2.0**model.slope.value
            return (
                f"{what} {verb} with {lower(factor.title)} to the power of {figure}: twice the"
                f" value makes {rounded(twice)} times"
            )
        case ModelKind.AMDAHL:
            workers = (
                f"{effect.last} {lower(factor.title)} are"
                if _is_counted(factor)
                else f"{named(factor, effect.last)} is"
            )
            return (
                f"{workers} {_times(_gain(effect, metric))} as fast as {effect.first};"
                f" a share of {figure} of the work is serial (Amdahl's law)"
            )


def _gain(effect: Effect, metric: MetricHeadline) -> Estimate:
    """How many times as fast, for a time and for a rate."""
    return effect.ratio if metric.better is Better.HIGHER else _inverse(effect.ratio)


def _figure(effect: Effect, model: SettingModel, metric: MetricHeadline) -> str:
    slope, interval = model.slope, model.slope.interval
    match model.kind:
        case ModelKind.LINE:
            step = _step(effect.factor)
            text = quantity(abs(slope.value) * step, metric.unit)
            if interval is None:
                return text
            low, high = sorted((abs(interval.low) * step, abs(interval.high) * step))
            if interval.low < 0 < interval.high:
                low, high = interval.low * step, interval.high * step
            return f"{text} ({_kind(slope)}{span(low, high, metric.unit)})"
        case ModelKind.POWER:
            if interval is None:
                return rounded(slope.value)
            ends = rounded_span(interval.low, interval.high)
            return f"{rounded(slope.value)} ({_kind(slope)}{ends})"
        case ModelKind.AMDAHL:
            text = quantity(slope.value, "share")
            if interval is None:
                return text
            return f"{text} ({_kind(slope)}{span(interval.low, interval.high, 'share')})"


def _step(factor: Factor) -> float:
    """1, or a power of ten for a parameter with a large range."""
    numbers = factor.numbers or (0.0,)
    whole = max(numbers) - min(numbers)
    if _LARGE_RANGE / 10 > whole >= 1:
        return 1.0
    return 10.0 ** math.floor(math.log10(whole)) if whole > 0 else 1.0


def _is_counted(factor: Factor) -> bool:
    numbers = factor.numbers or ()
    last = factor.title.rpartition(" ")[2]
    return (
        not factor.unit
        and last.endswith("s")
        and not last.endswith("ss")
        and all(number.is_integer() for number in numbers)
    )


def _singular(factor: Factor) -> str:
    title = lower(factor.title)
    return f"{title[:-3]}y" if title.endswith("ies") else title[:-1]


def _amount(factor: Factor, step: float) -> str:
    return quantity(step, factor.unit if factor.unit != "share" else "")


def fitted_models(effect: Effect, metric: MetricHeadline) -> list[FittedModel]:
    """For each setting in which the effect was fitted."""
    if not effect.shown:
        return []
    return [
        FittedModel(
            kind=model.kind,
            parameter=effect.factor.path,
            metric=metric.name,
            setting=shortened(model.setting),
            formula=shortened(_formula(model, effect.factor, metric)),
            r_squared=model.fit.r_squared,
        )
        for model in effect.models
    ]


def _formula(model: SettingModel, factor: Factor, metric: MetricHeadline) -> str:
    left = metric_words(metric.title).removeprefix("the ")
    x, fit = lower(factor.title), model.fit
    match model.kind:
        case ModelKind.LINE:
            sign = "+" if fit.b >= 0 else "−"
            return (
                f"{left} = {quantity(fit.a, metric.unit)} {sign}"
                f" {quantity(abs(fit.b), metric.unit)} × {x}"
            )
        case ModelKind.POWER:
            return f"{left} = {quantity(fit.a, metric.unit)} × {x}^{rounded(fit.b)}"
        case ModelKind.AMDAHL:
            serial = fit.b
            return f"time = {rounded(serial)} t + {rounded(1 - serial)} t / {x}"


def next_steps_after(effects: Sequence[Effect], metric: MetricHeadline) -> list[str]:
    """What would say more about these effects."""
    said = []
    for effect in effects:
        factor = effect.factor
        if not effect.shown:
            said += _more_repeats(effect)
        elif _is_best_at_end(effect, metric):
            said.append(
                f"Try {lower(factor.title)} above {effect.last}: the best figure is at the end of"
                " the range."
            )
        elif effect.models and all(len(s.cases) == _FEW_FOR_MODEL for s in effect.settings):
            said.append(
                f"Measure more values of {lower(factor.title)}: the fit rests on {_FEW_FOR_MODEL}."
            )
    return said


def _is_best_at_end(effect: Effect, metric: MetricHeadline) -> bool:
    """False if a value is left out: it may be beyond the end."""
    if effect.factor.numbers is None or effect.left_out:
        return False
    return (effect.ratio.value > 1) == (metric.better is Better.HIGHER)


def _more_repeats(effect: Effect) -> list[str]:
    """How many repeats would show an effect of `_WANTED`. Empty if the present repeats do, or if
    that takes more repeats than a run can have."""
    interval, repeats = effect.ratio.interval, effect.ratio.repeats
    if not effect.enough or interval is None or not effect.ratio.sure:
        return []
    half = (interval.high - interval.low) / 2
    needed = math.ceil(repeats * (half / _WANTED) ** 2)
    if needed <= repeats or needed > _MOST_REPEATS:
        return []
    what = lower(effect.factor.title)
    return [f"To see an effect of {_WANTED * 100:.0f} % of {what}, measure about {needed} repeats."]
