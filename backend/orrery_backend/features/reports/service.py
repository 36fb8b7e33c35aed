"""Makes reports from the documents that the console's pages show."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from orrery_contracts.api import RunDocument, Series, SeriesFrame
from orrery_contracts.group_results import GroupDocument, SpeedUps
from orrery_contracts.suite_charts import SpeedUpChart, TracesChart
from orrery_contracts.trend import TrendAxis
from orrery_contracts.workloads.registry import leading_metrics

from orrery_backend.features.analysis.service import (
    AnalysisService,
    doubts_about,
    settings_in_words,
)
from orrery_backend.features.groups.service import GroupService, SpeedUpQuery
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.features.reports.comparison_report import comparison_report
from orrery_backend.features.reports.conditions import Setting
from orrery_backend.features.reports.group_report import group_report
from orrery_backend.features.reports.group_traces import MOST_RUNS, traced_cells
from orrery_backend.features.reports.run_report import (
    RunParts,
    StepColumns,
    run_report,
    step_columns,
)
from orrery_backend.features.reports.sweep_charts import charts_of
from orrery_backend.features.reports.trend_report import trend_report
from orrery_backend.features.runs.service import RunService
from orrery_backend.features.trends.service import TrendService
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.problems import ProblemError
from orrery_backend.results.service import ResultService, SeriesQuery, median_repeat

#: Metrics of a run that are drawn.
_DRAWN = 3
#: Rows of a time line: more than a printed page can show.
_ROWS = 600


@dataclass(frozen=True, slots=True)
class Report:
    """A file to download."""

    name: str
    text: str


class ReportService:
    """Stateless: a report is made when it is asked for."""

    def __init__(
        self,
        runs: RunService,
        results: ResultService,
        groups: GroupService,
        analysis: AnalysisService,
        reference: ReferenceService,
        trends: TrendService,
        clock: Clock,
    ) -> None:
        self._runs = runs
        self._results = results
        self._groups = groups
        self._analysis = analysis
        self._reference = reference
        self._trends = trends
        self._clock = clock

    async def of_run(self, key: str) -> Report:
        """By id or number. Raises `ProblemError`."""
        run, _ = await self._runs.document(key)
        columns, series = await self._time_line(run)
        by_name = {metric.name: metric for metric in run.metrics}
        names = leading_metrics(run.summary.workload)
        leading = [by_name[name] for name in names if name in by_name]
        parts = RunParts(
            run=run,
            leading=(leading or run.metrics)[:_DRAWN],
            settings=settings_in_words(run),
            doubts=doubts_about(run, run),
            columns=columns,
            series=series,
            made_at=self._now(),
        )
        text = await asyncio.to_thread(run_report, parts)
        return Report(f"orrery-run-{run.summary.number}.html", text)

    async def of_comparison(self, keys: Sequence[str], baseline: str | None) -> Report:
        """By ids or numbers. Raises `ProblemError`."""
        found = await self._analysis.compare(keys, baseline)
        numbers = "-".join(str(run.summary.number) for run in found.runs[:8])
        documents = [(await self._runs.document(run.summary.id))[0] for run in found.runs]
        base = next(run for run in documents if run.summary.id == found.baseline)
        text = await asyncio.to_thread(
            comparison_report, found, documents, settings_in_words(base), self._now()
        )
        return Report(f"orrery-comparison-{numbers}.html", text)

    async def of_trend(
        self,
        key: str,
        metric: str | None,
        since: datetime | None,
        until: datetime | None,
        axis: TrendAxis,
    ) -> Report:
        """Of the runs with the settings of this run, as `GET /runs/{run}/trend` has it. Raises
        `ProblemError`.
        """
        trend = await self._trends.trend(key, metric, since, until, axis)
        newest, _ = await self._runs.document(trend.entry.run_id)
        days = (_in_utc(since), _in_utc(until))
        text = await asyncio.to_thread(
            trend_report, trend, settings_in_words(newest), days, self._now()
        )
        return Report(f"orrery-trend-{trend.entry.run}-{trend.metric.name}.html", text)

    async def of_group(self, key: str) -> Report:
        """By id or number. Raises `ProblemError`."""
        group = await self._groups.document(key)
        name = f"orrery-{group.summary.kind.value}-{group.summary.number}.html"
        published = self._reference.tables().items
        found = await self._speed_ups(group)
        runs = await self._traced_runs(group)
        settings = await self._shared_settings(group)
        text = await asyncio.to_thread(
            group_report, group, self._now(), published, found, runs, settings
        )
        return Report(name, text)

    async def _shared_settings(self, group: GroupDocument) -> list[Setting]:
        """Of one cell of a sweep: all cells share them but for what varies."""
        if group.sweep is None or not group.cells:
            return []
        run, _ = await self._runs.document(group.cells[0].run.id)
        return settings_in_words(run)

    async def _speed_ups(self, group: GroupDocument) -> dict[str, SpeedUps]:
        """By chart. Nothing for a chart whose parameter or metric no run has."""
        found = {}
        for chart in charts_of(group):
            if isinstance(chart, SpeedUpChart):
                query = SpeedUpQuery(chart.x, chart.metric, tuple(chart.series), tuple(chart.items))
                with suppress(ProblemError):
                    found[chart.name] = await self._groups.speed_ups(group.summary.id, query)
        return found

    async def _traced_runs(self, group: GroupDocument) -> dict[str, RunDocument]:
        """By id: the runs of the charts of traces."""
        found = {}
        for chart in charts_of(group):
            if isinstance(chart, TracesChart):
                for cell in traced_cells(group, chart)[:MOST_RUNS]:
                    found[cell.run.id], _ = await self._runs.document(cell.run.id)
        return found

    async def _time_line(self, run: RunDocument) -> tuple[StepColumns | None, list[Series]]:
        """Of the median repeat of those that are done."""
        schema = next((s for s in run.schemas if s.kind.value == SeriesFrame.WINDOW.value), None)
        done = [repeat for repeat in run.repeats if repeat.counts]
        shown = median_repeat(run.summary.workload, done)
        columns = step_columns(schema) if schema is not None else None
        if columns is None or shown is None:
            return None, []
        wanted = SeriesQuery(repeat=shown.repeat, columns=columns.names(), max_points=_ROWS)
        return columns, (await self._results.series(run.summary.id, wanted)).items

    def _now(self) -> str:
        return instant(self._clock.now_ms())


def _in_utc(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat()
