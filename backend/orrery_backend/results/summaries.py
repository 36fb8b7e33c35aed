"""Metrics over the repeats of a run. Only finished repeats count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from orrery_contracts.api import IntervalKind, Mode, RepeatView, SummaryMetric
from orrery_contracts.quantity import is_timed
from orrery_contracts.results import Metric
from orrery_contracts.workloads.registry import leading_metrics

from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL, Interval, median_interval
from orrery_backend.kit.statistics.modes import two_modes

#: Metrics of a run that a list shows.
HEADLINE_LENGTH = 3


def summarise(repeats: Sequence[RepeatView]) -> list[SummaryMetric]:
    return [summary_of(metrics) for metrics in figures_of(repeats).values()]


def figures_of(repeats: Sequence[RepeatView]) -> dict[str, list[Metric]]:
    """Each metric in the finished repeats, by name."""
    by_name: dict[str, list[Metric]] = {}
    for repeat in repeats:
        for metric in repeat.metrics if repeat.counts else []:
            by_name.setdefault(metric.name, []).append(metric)
    return by_name


def summarise_node(
    repeats: Sequence[RepeatView], node_index: int, wanted: Callable[[str], bool]
) -> list[SummaryMetric]:
    """The same of one node, named `node<index>.<metric>`, as far as they are wanted."""
    who = "master" if node_index == 0 else f"node {node_index + 1}"
    by_name: dict[str, list[Metric]] = {}
    for repeat in repeats:
        for node in repeat.nodes if repeat.counts else []:
            for metric in node.metrics if node.node_index == node_index else []:
                name = f"node{node_index}.{metric.name}"
                if wanted(name):
                    title = f"{metric.title}, {who}"
                    named = metric.model_copy(update={"name": name, "title": title[:120]})
                    by_name.setdefault(name, []).append(named)
    return [summary_of(metrics) for metrics in by_name.values()]


def headline(workload: str, metrics: Sequence[SummaryMetric]) -> list[SummaryMetric]:
    """What a list shows of a run of that kind of workload: its leading metrics."""
    by_name = {metric.name: metric for metric in metrics}
    wanted = [by_name[name] for name in leading_metrics(workload) if name in by_name]
    return (wanted or list(metrics))[:HEADLINE_LENGTH]


def checks_hold(repeats: Sequence[RepeatView]) -> bool | None:
    checks = [check for repeat in repeats for check in repeat.checks]
    return all(check.holds for check in checks) if checks else None


def summary_of(metrics: Sequence[Metric]) -> SummaryMetric:
    """Of one metric in one or more repeats."""
    values = [metric.value for metric in metrics]
    interval = Interval(min(values), max(values))
    kind = IntervalKind.RANGE
    if len(values) >= ENOUGH_FOR_INTERVAL:
        interval, kind = median_interval(values), IntervalKind.CONFIDENCE
    first = metrics[0]
    return SummaryMetric(
        name=first.name,
        title=first.title,
        unit=first.unit,
        better=first.better,
        values=values,
        median=median(values),
        low=interval.low,
        high=interval.high,
        interval=kind,
        modes=_modes(first, values),
    )


def _modes(metric: Metric, values: Sequence[float]) -> list[Mode]:
    """Only times and rates have modes; other figures may well be one of two."""
    found = two_modes(values) if is_timed(metric.unit) else None
    return [Mode(median=mode.median, repeats=mode.values) for mode in found or ()]
