"""Which metrics are one question, so that the correction for many questions counts it once. Pure.

- Statistics of one outcome (`step_time.p50`, `step_time.p99`) are one question.
- Metrics that put all repeats in the same order, or in the reverse, are one: a mean step time and
  the step rate, its inverse, are the same measurement twice.
- A metric that is the same in every repeat cannot show a difference at all and is no question
  (Tarone 1990).

Holm's correction is over questions; each is ordered by its leading metric, and all its metrics get
its factor.
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
    """`questions`: how many there are."""

    p_values: list[float]
    questions: int


def adjust(tested: Sequence[MetricUnderTest]) -> Adjusted:
    """In the order given; within a question the first metric leads."""
    groups = _groups(tested)
    by_lead = sorted(groups, key=lambda group: tested[group[0]].p_value)
    adjusted = [1.0] * len(tested)
    highest = 0.0
    for position, group in enumerate(by_lead):
        factor = len(groups) - position
        highest = max(highest, min(1.0, factor * tested[group[0]].p_value))
        for index in group:
            own = min(1.0, factor * tested[index].p_value)
            adjusted[index] = max(own, highest) if index == group[0] else own
    return Adjusted(adjusted, len(groups))


def _groups(tested: Sequence[MetricUnderTest]) -> list[list[int]]:
    groups: list[list[int]] = []
    keys: list[set[object]] = []
    for index, metric in enumerate(tested):
        if len(set(metric.values)) <= 1:
            continue
        own = _keys(metric)
        alike = [i for i, known in enumerate(keys) if known & own]
        merged = [index]
        for i in reversed(alike):
            merged = groups.pop(i) + merged
            own |= keys.pop(i)
        groups.append(merged)
        keys.append(own)
    return [sorted(group) for group in groups]


def _keys(metric: MetricUnderTest) -> set[object]:
    ranks = doubled_mid_ranks(metric.values)
    order = tuple(ranks.tolist())
    reverse = tuple((2 * (len(ranks) + 1) - ranks).tolist())
    return {metric.name.split(".", maxsplit=1)[0], min(order, reverse)}
