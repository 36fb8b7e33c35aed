"""Whether a run's result is precise enough, and how many repeats are missing. Pure."""

from __future__ import annotations

import math

from orrery_contracts.api import IntervalKind, Precision, SummaryMetric
from orrery_contracts.quantity import rounded
from orrery_contracts.spec import Settling

from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL

#: A run that may stop as soon as its interval is narrow stops too early when few repeats happen to
#: agree. From this many on, its intervals hold the true median as often as others do.
LEAST_TO_SETTLE = 10


def precision_of(metric: SummaryMetric | None, settling: Settling) -> Precision:
    """`metric` is the leading metric over all repeats that are done; None before the first."""
    wanted = settling.within_percent
    if metric is None:
        return Precision(
            metric=None,
            percent=None,
            within_percent=wanted,
            settled=False,
            more_repeats=LEAST_TO_SETTLE,
            sentence="No repeat is done yet.",
        )
    count = len(metric.values)
    percent = _percent(metric)
    settled = (
        count >= LEAST_TO_SETTLE and not metric.modes and percent is not None and percent <= wanted
    )
    more = 0 if settled else _missing(metric, percent, wanted)
    return Precision(
        metric=metric.name,
        percent=percent,
        within_percent=wanted,
        settled=settled,
        more_repeats=more,
        sentence=_sentence(metric, percent, wanted, more),
    )


def repeats_to_add(precision: Precision, done: int, most: int) -> int:
    """Half of what is missing, so that an interval that is still rough is seldom looked at; 0 if
    the run is complete.
    """
    if precision.settled or done >= most:
        return 0
    missing = precision.more_repeats
    wanted = 1 if missing is None else max(LEAST_TO_SETTLE - done, math.ceil(missing / 2))
    return min(wanted, most - done)


def _percent(metric: SummaryMetric) -> float | None:
    if metric.interval is not IntervalKind.CONFIDENCE or metric.median == 0:
        return None
    farther = max(metric.high - metric.median, metric.median - metric.low)
    return 100 * farther / abs(metric.median)


def _missing(metric: SummaryMetric, percent: float | None, wanted: float) -> int | None:
    """The width of an interval falls with the square root of the number of repeats."""
    count = len(metric.values)
    if count < ENOUGH_FOR_INTERVAL:
        return LEAST_TO_SETTLE - count
    if metric.modes or percent is None:
        return None
    needed = math.ceil(count * (percent / wanted) ** 2)
    return max(1, LEAST_TO_SETTLE - count, needed - count)


def _sentence(metric: SummaryMetric, percent: float | None, wanted: float, more: int | None) -> str:
    count = len(metric.values)
    after = "1 repeat" if count == 1 else f"{count} repeats"
    if metric.modes:
        return (
            f"{metric.title} is in two modes after {after}: more repeats do not settle it. Pin the"
            " processes (Conditions, Pinning)."
        )
    if count < ENOUGH_FOR_INTERVAL:
        return f"{metric.title} has no 95 % interval after {after}. About {more} more are needed."
    if percent is None:
        return f"{metric.title} has a median of 0: no interval around it can be given in percent."
    where = f"{metric.title} is known within {rounded(percent, 2)} % after {after}"
    if more == 0:
        return f"{where}; {wanted:g} % was asked for."
    return f"{where}; {wanted:g} % needs about {more:,} more."
