"""Makes trends from finished runs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime

from orrery_contracts.group_results import MetricHead
from orrery_contracts.results import Metric
from orrery_contracts.trend import MOST_POINTS, MetricTrend, TrendEntry, TrendList, TrendPoint
from orrery_contracts.workloads.registry import leading_metrics

from orrery_backend.features.results.service import summary_of
from orrery_backend.features.runs.service import FinishedRun, RunFigures, RunService
from orrery_backend.features.trends.finding import find
from orrery_backend.kit.problems import conflict, field_error, invalid, shortened

_MOST_ENTRIES = 1_000


class TrendService:
    """Stateless: a trend is made when it is asked for."""

    def __init__(self, runs: RunService) -> None:
        self._runs = runs

    async def list(self, workload: str | None, preset: str | None) -> TrendList:
        """What was run more than once; all, or of a workload or preset."""
        by_place: dict[tuple[str, str, str | None], list[FinishedRun]] = {}
        for run in await self._runs.history.finished(workload, preset):
            by_place.setdefault(run.place, []).append(run)
        several = [runs[::-1] for runs in by_place.values() if len(runs) > 1]
        return TrendList(items=[_entry(runs) for runs in several[:_MOST_ENTRIES]])

    async def trend(
        self,
        run_key: str,
        metric_name: str | None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> MetricTrend:
        """Of the newest runs with the settings of this one that ended from `since` to before
        `until`; the leading metric unless another is named. Raises `ProblemError`.
        """
        alike = await self._runs.history.like(run_key)
        runs = [run for run in alike if _is_within(run, since, until)][-MOST_POINTS:]
        # The newest run names the metrics, also of a time without runs.
        read = {run.run_id: None for run in [*runs, alike[-1]]}
        figures = await self._runs.history.figures(list(read))
        runs = [run for run in runs if run.run_id in figures]
        metrics = _metrics([run for run in alike if run.run_id in figures], figures)
        if not metrics:
            raise conflict(f"Run {run_key} has no results: it has no trend.")
        head = _chosen(metrics, metric_name)
        return await asyncio.to_thread(_trend, _entry(alike), runs, figures, metrics, head)


def _is_within(run: FinishedRun, since: datetime | None, until: datetime | None) -> bool:
    ended = datetime.fromisoformat(run.ended_at)
    return (since is None or ended >= since) and (until is None or ended < until)


def _trend(
    entry: TrendEntry,
    runs: Sequence[FinishedRun],
    figures: Mapping[str, RunFigures],
    metrics: list[MetricHead],
    head: MetricHead,
) -> MetricTrend:
    points = []
    for run in runs:
        known = figures[run.run_id]
        values = known.measured.by_name.get(head.name)
        if values:
            points.append(_point(run, known, values))
    found = find(points, head)
    return MetricTrend(
        entry=entry,
        metric=head,
        metrics=metrics,
        points=points,
        shape=found.shape,
        changes=found.changes,
        sentence=shortened(found.sentence, 2000),
        doubts=[shortened(doubt, 2000) for doubt in found.doubts],
    )


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


def _entry(runs: Sequence[FinishedRun]) -> TrendEntry:
    """Oldest first."""
    newest = runs[-1]
    return TrendEntry(
        run=newest.number,
        run_id=newest.run_id,
        title=shortened(newest.name),
        workload=newest.workload,
        preset=newest.preset,
        runs=len(runs),
        first_at=runs[0].ended_at,
        last_at=newest.ended_at,
    )


def _metrics(runs: Sequence[FinishedRun], figures: Mapping[str, RunFigures]) -> list[MetricHead]:
    """Leading ones first; titles as the newest run has them."""
    found: dict[str, MetricHead] = {}
    for run in reversed(runs):
        for name, [first, *_] in figures[run.run_id].measured.by_name.items():
            head = MetricHead(name=name, title=first.title, unit=first.unit, better=first.better)
            found.setdefault(name, head)
    if not found:
        return []
    leading = [name for name in leading_metrics(runs[-1].workload) if name in found]
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
