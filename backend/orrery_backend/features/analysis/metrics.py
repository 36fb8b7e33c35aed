"""Metrics of one run against the baseline's: ratio with its interval, superiority, exact test,
verdict. Pure. Only metrics that have a better direction are compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import MetricComparison, SummaryMetric, Verdict
from orrery_contracts.quantity import is_timed
from orrery_contracts.receivers import is_of_receiver
from orrery_contracts.results import Better

from orrery_backend.features.analysis.families import MetricUnderTest, adjust
from orrery_backend.features.analysis.judging import LEADING_PART, SIGNIFICANCE, holm, is_shown
from orrery_backend.features.analysis.words import modes_sentence, sentence
from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL, Interval, ratio_interval
from orrery_backend.kit.statistics.mann_whitney import (
    least_p,
    superiority,
    two_sided_p,
)

_MOST_REPEATS = 100


@dataclass(frozen=True, slots=True)
class MetricPair:
    """One metric on both sides, with values."""

    baseline: SummaryMetric
    other: SummaryMetric


def compare_metrics(
    run_id: str,
    baseline: Sequence[SummaryMetric],
    other: Sequence[SummaryMetric],
    leading: Sequence[str] = (),
    *,
    same_amount: bool = True,
) -> list[MetricComparison]:
    """Metrics that both have, those of `leading` first, in its order. Those of single receivers are
    left out: hundreds of them would hide a change of the others. `same_amount`: whether the
    settings of both decide the same counts; otherwise counts are as set, and no question.
    """
    places = {name: place for place, name in enumerate(leading)}
    theirs = {metric.name: metric for metric in other}
    pairs = [
        MetricPair(metric, theirs[metric.name])
        for metric in baseline
        if metric.better is not Better.NEITHER
        and not is_of_receiver(metric.name)
        and metric.name in theirs
        and metric.values
        and theirs[metric.name].values
    ]
    pairs.sort(key=lambda pair: places.get(pair.baseline.name, len(places)))
    as_set = frozenset[str]() if same_amount else _as_set(pairs, leading)
    p_values = [_p_value(pair) for pair in pairs]
    asked = [at for at, pair in enumerate(pairs) if pair.baseline.name not in as_set]
    adjusted = adjust(
        [
            MetricUnderTest(
                pairs[at].baseline.name,
                (*pairs[at].other.values, *pairs[at].baseline.values),
                p_values[at],
            )
            for at in asked
        ]
    )
    corrected = dict(zip(asked, zip(adjusted.p_values, adjusted.factors, strict=True), strict=True))
    return [
        _compare(run_id, pair, p_values[at], *corrected[at])
        if at in corrected
        else _set(run_id, pair, p_values[at])
        for at, pair in enumerate(pairs)
    ]


def _as_set(pairs: Sequence[MetricPair], leading: Sequence[str]) -> frozenset[str]:
    """Counts that are the same in all repeats of each side and differ between the sides, and rates
    of what is counted so: three managers get more messages than one, also in a second. A rate that
    leads is what the workload measures.
    """
    counts = [pair for pair in pairs if _is_count_that_differs(pair)]
    rates = {f"{pair.baseline.unit}/s" for pair in counts}
    names = [pair.baseline.name for pair in pairs if pair.baseline.unit in rates]
    return frozenset(
        [pair.baseline.name for pair in counts] + [name for name in names if name not in leading]
    )


def _is_count_that_differs(pair: MetricPair) -> bool:
    sides = (pair.baseline.values, pair.other.values)
    return (
        not is_timed(pair.baseline.unit)
        and all(len(side) > 1 and len(set(side)) == 1 for side in sides)
        and sides[0][0] != sides[1][0]
    )


def _set(run_id: str, pair: MetricPair, p: float) -> MetricComparison:
    """Not judged: no factor asks for repeats, and no p is corrected."""
    found = _compare(run_id, pair, p, p, 0.0)
    said = sentence(found.title, Verdict.AS_SET, found.ratio, None, None)
    none = {"p_value": None, "p_adjusted": None, "superiority": None}
    return found.model_copy(update={"verdict": Verdict.AS_SET, "sentence": said, **none})


def compare_each(pairs: Sequence[tuple[str, MetricPair]]) -> list[MetricComparison]:
    """Pairs of several runs, by id; each pair is a question of its own. All of them have half of
    the 5 %."""
    p_values = [_p_value(pair) for _, pair in pairs]
    return [
        _compare(run_id, pair, p, min(1.0, corrected / LEADING_PART), len(pairs) / LEADING_PART)
        for (run_id, pair), p, corrected in zip(pairs, p_values, holm(p_values), strict=True)
    ]


def _p_value(pair: MetricPair) -> float:
    return two_sided_p(pair.other.values, pair.baseline.values)


def _compare(
    run_id: str, pair: MetricPair, p: float, adjusted: float, factor: float
) -> MetricComparison:
    baseline, other = pair.baseline, pair.other
    has_two_modes = bool(baseline.modes or other.modes)
    ratio = None if has_two_modes else _ratio(other.median, baseline.median)
    interval = _interval(pair) if ratio is not None else None
    needed = repeats_needed(len(other.values), len(baseline.values), factor)
    if has_two_modes:
        verdict = Verdict.TWO_MODES
    elif needed is not None:
        verdict = Verdict.NOT_ENOUGH_DATA
    else:
        verdict = _verdict(pair, adjusted, interval)
    return MetricComparison(
        run=run_id,
        metric=baseline.name,
        title=baseline.title,
        unit=baseline.unit,
        better=baseline.better,
        baseline_median=baseline.median,
        median=other.median,
        baseline_modes=[mode.median for mode in baseline.modes],
        modes=[mode.median for mode in other.modes],
        ratio=ratio,
        ratio_low=interval.low if interval else None,
        ratio_high=interval.high if interval else None,
        superiority=superiority(other.values, baseline.values),
        p_value=p,
        p_adjusted=adjusted,
        verdict=verdict,
        sentence=sentence(baseline.title, verdict, ratio, interval, needed)
        if verdict is not Verdict.TWO_MODES
        else modes_sentence(baseline, other),
    )


def _ratio(over: float, under: float) -> float | None:
    """None where it says nothing: of zero, or past what a number holds."""
    if under == 0.0:
        return None
    ratio = over / under
    return ratio if math.isfinite(ratio) else None


def _interval(pair: MetricPair) -> Interval | None:
    if min(len(pair.other.values), len(pair.baseline.values)) < ENOUGH_FOR_INTERVAL:
        return None
    return ratio_interval(pair.other.values, pair.baseline.values)


def repeats_needed(first: int, second: int, factor: float) -> int | None:
    """Repeats on each side from which on a difference can be shown at all, if its p is multiplied
    by `factor`; None if there are enough.
    """
    limit = SIGNIFICANCE / max(1.0, factor)
    if least_p(first, second) < limit:
        return None
    return next(
        (count for count in range(2, _MOST_REPEATS) if least_p(count, count) < limit),
        _MOST_REPEATS,
    )


def _verdict(pair: MetricPair, adjusted: float, interval: Interval | None) -> Verdict:
    shown = is_shown(adjusted, SIGNIFICANCE, interval)
    if shown is None:
        return Verdict.NOT_CERTAIN
    if not shown:
        return Verdict.NO_DIFFERENCE
    above = superiority(pair.other.values, pair.baseline.values) > 0.5
    wanted_above = pair.baseline.better is Better.HIGHER
    return Verdict.BETTER if above == wanted_above else Verdict.WORSE
