"""Metrics of one run against the baseline's: ratio with its interval, superiority, exact test,
verdict. Pure.

Only metrics that have a better direction are compared. Holm's correction counts hypotheses, not
names: metrics that put all repeats in the same order (or the reverse), like a mean step time and
its inverse, the step rate, are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import MetricComparison, SummaryMetric, Verdict
from orrery_contracts.results import Better

from orrery_backend.features.analysis.words import sentence
from orrery_backend.kit.statistics.bootstrap import Interval, ratio_interval
from orrery_backend.kit.statistics.holm import holm
from orrery_backend.kit.statistics.mann_whitney import (
    doubled_mid_ranks,
    least_p,
    superiority,
    two_sided_p,
)

SIGNIFICANCE = 0.05
ENOUGH_FOR_RATIO_INTERVAL = 3
_MOST_REPEATS = 100


@dataclass(frozen=True, slots=True)
class _Pair:
    baseline: SummaryMetric
    other: SummaryMetric


def compare_metrics(
    run_id: str, baseline: Sequence[SummaryMetric], other: Sequence[SummaryMetric]
) -> list[MetricComparison]:
    """In the baseline's order; metrics that both have."""
    theirs = {metric.name: metric for metric in other}
    pairs = [
        _Pair(metric, theirs[metric.name])
        for metric in baseline
        if metric.better is not Better.NEITHER
        and metric.name in theirs
        and metric.values
        and theirs[metric.name].values
    ]
    p_values = [two_sided_p(pair.other.values, pair.baseline.values) for pair in pairs]
    families = _families(pairs)
    adjusted = _adjust(p_values, families)
    hypotheses = len(set(families))
    return [
        _compare(run_id, pair, p, q, hypotheses)
        for pair, p, q in zip(pairs, p_values, adjusted, strict=True)
    ]


def _families(pairs: Sequence[_Pair]) -> list[int]:
    """The same number for metrics that order the repeats alike."""
    known: list[tuple[int, ...]] = []
    numbers: list[int] = []
    for pair in pairs:
        ranks = doubled_mid_ranks([*pair.other.values, *pair.baseline.values])
        order = tuple(ranks.tolist())
        reverse = tuple((2 * (len(ranks) + 1) - ranks).tolist())
        if order not in known and reverse not in known:
            known.append(order)
        numbers.append(known.index(order if order in known else reverse))
    return numbers


def _adjust(p_values: Sequence[float], families: Sequence[int]) -> list[float]:
    of_family = dict(zip(families, p_values, strict=True))
    order = sorted(of_family)
    adjusted = dict(zip(order, holm([of_family[family] for family in order]), strict=True))
    return [adjusted[family] for family in families]


def _compare(
    run_id: str, pair: _Pair, p: float, adjusted: float, hypotheses: int
) -> MetricComparison:
    baseline, other = pair.baseline, pair.other
    ratio = other.median / baseline.median if baseline.median else None
    interval = _interval(pair) if ratio is not None else None
    needed = repeats_needed(len(other.values), len(baseline.values), hypotheses)
    verdict = _verdict(pair, adjusted, enough=needed is None)
    return MetricComparison(
        run=run_id,
        metric=baseline.name,
        title=baseline.title,
        unit=baseline.unit,
        better=baseline.better,
        baseline_median=baseline.median,
        median=other.median,
        ratio=ratio,
        ratio_low=interval.low if interval else None,
        ratio_high=interval.high if interval else None,
        superiority=superiority(other.values, baseline.values),
        p_value=p,
        p_adjusted=adjusted,
        verdict=verdict,
        sentence=sentence(baseline.title, verdict, ratio, interval, needed),
    )


def _interval(pair: _Pair) -> Interval | None:
    if min(len(pair.other.values), len(pair.baseline.values)) < ENOUGH_FOR_RATIO_INTERVAL:
        return None
    return ratio_interval(pair.other.values, pair.baseline.values)


def repeats_needed(first: int, second: int, hypotheses: int) -> int | None:
    """Repeats on each side from which on a difference can be shown at all; None if there are
    enough.
    """
    limit = SIGNIFICANCE / max(1, hypotheses)
    if least_p(first, second) < limit:
        return None
    return next(
        (count for count in range(2, _MOST_REPEATS) if least_p(count, count) < limit),
        _MOST_REPEATS,
    )


def _verdict(pair: _Pair, adjusted: float, *, enough: bool) -> Verdict:
    if not enough:
        return Verdict.NOT_ENOUGH_DATA
    if adjusted >= SIGNIFICANCE:
        return Verdict.NO_DIFFERENCE
    above = superiority(pair.other.values, pair.baseline.values) > 0.5
    wanted_above = pair.baseline.better is Better.HIGHER
    return Verdict.BETTER if above == wanted_above else Verdict.WORSE
