"""Makes trends from finished runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

from orrery_contracts.group_results import MetricHead
from orrery_contracts.results import Metric
from orrery_contracts.trend import (
    MOST_POINTS,
    MetricTrend,
    TrendAxis,
    TrendEntry,
    TrendList,
    TrendPoint,
)
from orrery_contracts.workloads.registry import leading_metrics

from orrery_backend.features.runs.service import (
    FinishedRun,
    RunFigures,
    RunService,
    SettingRuns,
)
from orrery_backend.features.trends.axes import along, without_commit
from orrery_backend.features.trends.finding import conclusion_of, doubt_of_left_out, find
from orrery_backend.kit.problems import field_error, invalid, not_found, shortened
from orrery_backend.results.service import summary_of

_MOST_ENTRIES = 1_000


class TrendService:
    """Stateless: a trend is made when it is asked for."""

    def __init__(self, runs: RunService) -> None:
        self._runs = runs

    async def list(self, workload: str | None, preset: str | None) -> TrendList:
        """What was run more than once; all, or of a workload or preset."""
        found = await self._runs.history.settings(workload, preset, _MOST_ENTRIES)
        return TrendList(items=[_entry(runs) for runs in found])

    async def trend(
        self,
        run_key: str,
        metric_name: str | None,
        since: datetime | None = None,
        until: datetime | None = None,
        axis: TrendAxis = TrendAxis.RUNS,
    ) -> MetricTrend:
        """Of the newest runs with the settings of this one that ended from `since` to before
        `until`; the leading metric unless another is named. Raises `ProblemError`.
        """
        alike, runs = await self._runs.history.like(run_key, since, until, MOST_POINTS)
        # The newest run names the metrics, also of a time without runs.
        read = list(dict.fromkeys([*runs, alike.newest]))
        figures = await self._runs.history.figures([run.run_id for run in read])
        metrics = _metrics(
            alike.workload,
            [figures[run.run_id] for run in reversed(read) if run.run_id in figures],
        )
        if not metrics:
            raise not_found(
                f"Run {run_key} has no trend: the runs with its settings have no results.",
                "Launch it again.",
            )
        head = _chosen(metrics, metric_name)
        known = [run for run in runs if run.run_id in figures]
        points = _points(known, figures, head)
        return await asyncio.to_thread(_trend, _entry(alike), points, metrics, head, axis)


def _trend(
    entry: TrendEntry,
    points: Sequence[TrendPoint],
    metrics: list[MetricHead],
    head: MetricHead,
    axis: TrendAxis,
) -> MetricTrend:
    """`points`: in the order of time."""
    ordered = along(axis, points)
    found = find(ordered, head, axis)
    left_out = doubt_of_left_out(without_commit(axis, points))
    return MetricTrend(
        entry=entry,
        metric=head,
        metrics=metrics,
        axis=axis,
        points=ordered,
        shape=found.shape,
        changes=found.changes,
        conclusion=conclusion_of(found, ordered, left_out),
    )


def _points(
    runs: Sequence[FinishedRun], figures: Mapping[str, RunFigures], head: MetricHead
) -> list[TrendPoint]:
    """Of the runs that measured this metric."""
    points = []
    for run in runs:
        known = figures[run.run_id]
        values = known.measured.by_name.get(head.name)
        if values:
            points.append(_point(run, known, values))
    return points


def _point(run: FinishedRun, figures: RunFigures, values: Sequence[Metric]) -> TrendPoint:
    return TrendPoint(
        run=run.number,
        run_id=run.run_id,
        at=run.ended_at,
        commit=figures.commit,
        machines=figures.machines,
        metric=summary_of(values),
        disturbed=figures.measured.disturbed * 2 >= max(1, figures.measured.repeats),
    )


def _entry(alike: SettingRuns) -> TrendEntry:
    return TrendEntry(
        run=alike.newest.number,
        run_id=alike.newest.run_id,
        title=shortened(alike.name),
        workload=alike.workload,
        preset=alike.preset,
        runs=alike.count,
        first_at=alike.first_ended_at,
        last_at=alike.newest.ended_at,
    )


def _metrics(workload: str, newest_first: Sequence[RunFigures]) -> list[MetricHead]:
    """Leading ones first; titles as the newest run has them."""
    found: dict[str, MetricHead] = {}
    for figures in newest_first:
        for name, [first, *_] in figures.measured.by_name.items():
            head = MetricHead(name=name, title=first.title, unit=first.unit, better=first.better)
            found.setdefault(name, head)
    leading = [name for name in leading_metrics(workload) if name in found]
    return [found[name] for name in dict.fromkeys([*leading, *found])]


def _chosen(metrics: Sequence[MetricHead], name: str | None) -> MetricHead:
    if name is None:
        return metrics[0]
    for head in metrics:
        if head.name == name:
            return head
    raise invalid(
        field_error(
            "metric",
            name,
            f"These runs have no metric {shortened(name, 60)!r}.",
            f"Metrics: {', '.join(head.name for head in metrics)}.",
        )
    )
