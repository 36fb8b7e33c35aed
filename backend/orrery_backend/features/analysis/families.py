"""Which metrics are one question, and the correction for many metrics. Pure.

- Statistics of one outcome (`step_time.p50`, `step_time.p99`) are one question.
- Metrics that put all repeats in the same order, or in the reverse, are one: a mean step time and
  the step rate, its inverse, are the same measurement twice.
- A metric that is the same in every repeat cannot show a difference at all and is no question
  (Tarone 1990).

The first metric of a question leads it. All false alarms together have a chance of at most 5 %:

- The first metric of all is what conclusions are about. It has half of the 5 % for itself, however
  many others there are: so a sweep, which asks for this metric alone, has the same verdict.
- The others have the other half, or all 5 % if the first one is shown (Wiens 2003). Of that,
  Holm's correction over the leading metrics keeps theirs to four fifths, Holm's correction over
  the rest to one fifth. A metric that orders the repeats as one before it shares its p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orrery_backend.features.analysis.judging import LEADING_PART, SIGNIFICANCE, holm
from orrery_backend.kit.statistics.mann_whitney import doubled_mid_ranks


@dataclass(frozen=True, slots=True)
class MetricUnderTest:
    """One metric's values on both sides, and its own p."""

    name: str
    values: tuple[float, ...]
    """Of both sides, one after the other."""
    p_value: float


@dataclass(frozen=True, slots=True)
class Adjusted:
    """For each metric, in the order given."""

    p_values: list[float]
    factors: list[float]
    """By how much at most its own p is multiplied."""


#: The leading metrics' part of what the others than the first have, where there are more.
_LEADING_OTHERS = 0.8


def adjust(tested: Sequence[MetricUnderTest]) -> Adjusted:
    """The first metric leads all, the first of a question leads it."""
    orders = [_order(metric) for metric in tested]
    leading: list[int] = []
    others: list[int] = []
    twins: dict[int, int] = {}
    for group in _groups(tested, orders):
        first: dict[tuple[int, ...], int] = {}
        for index in group:
            twins[index] = first.setdefault(orders[index], index)
        leading.append(group[0])
        others += [index for index in first.values() if index != group[0]]
    adjusted = Adjusted([1.0] * len(tested), [1.0] * len(tested))
    before = 0.0
    if 0 in leading:
        leading.remove(0)
        before = min(1.0, tested[0].p_value / LEADING_PART)
        adjusted.p_values[0], adjusted.factors[0] = before, 1 / LEADING_PART
    rest = 1.0 if before < SIGNIFICANCE else 1 - LEADING_PART
    part = _LEADING_OTHERS if others else 1.0
    for these, share in ((leading, part), (others, 1.0 - part)):
        for index, corrected in zip(
            these, holm([tested[index].p_value for index in these]), strict=True
        ):
            p = corrected / share
            adjusted.p_values[index] = min(1.0, p / (1 - LEADING_PART), max(p, before))
            adjusted.factors[index] = len(these) / (share * rest)
    for index, twin in twins.items():
        adjusted.p_values[index] = adjusted.p_values[twin]
        adjusted.factors[index] = adjusted.factors[twin]
    return adjusted


def _groups(
    tested: Sequence[MetricUnderTest], orders: Sequence[tuple[int, ...]]
) -> list[list[int]]:
    groups: list[list[int]] = []
    keys: list[set[object]] = []
    for index, metric in enumerate(tested):
        if len(set(metric.values)) <= 1:
            continue
        own: set[object] = {metric.name.split(".", maxsplit=1)[0], orders[index]}
        alike = [i for i, known in enumerate(keys) if known & own]
        merged = [index]
        for i in reversed(alike):
            merged = groups.pop(i) + merged
            own |= keys.pop(i)
        groups.append(merged)
        keys.append(own)
    return [sorted(group) for group in groups]


def _order(metric: MetricUnderTest) -> tuple[int, ...]:
    """The same for metrics that order all repeats alike, or in reverse."""
    ranks = doubled_mid_ranks(metric.values)
    order = tuple(ranks.tolist())
    reverse = tuple((2 * (len(ranks) + 1) - ranks).tolist())
    return min(order, reverse)
