"""Which metrics are one question, and the correction for many metrics. Pure.

- Statistics of one outcome (`step_time.p50`, `step_time.p99`) are one question.
- Metrics that put all repeats in the same order, or in the reverse, are one: a mean step time and
  the step rate, its inverse, are the same measurement twice.
- A metric that is the same in every repeat cannot show a difference at all and is no question
  (Tarone 1990).

The first metric of a question leads it. All false alarms together have a chance of at most 5 %:
Holm's correction over the leading metrics keeps theirs to four fifths of that, Holm's correction
over the others to the rest. A metric that orders the repeats as one before it shares its p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


#: The leading metrics' part of all false alarms, where there are others.
_LEADING_PART = 0.8


def adjust(tested: Sequence[MetricUnderTest]) -> Adjusted:
    """Within a question the first metric leads."""
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
    part = _LEADING_PART if others else 1.0
    adjusted = Adjusted([1.0] * len(tested), [1.0] * len(tested))
    for these, share in ((leading, part), (others, 1.0 - part)):
        highest = 0.0
        for place, index in enumerate(sorted(these, key=lambda one: tested[one].p_value)):
            corrected = (len(these) - place) * tested[index].p_value / share
            highest = max(highest, min(1.0, corrected))
            adjusted.p_values[index] = highest
            adjusted.factors[index] = len(these) / share
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
