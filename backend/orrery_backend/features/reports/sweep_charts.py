"""The charts of a group's report: a suite has its own, a sweep those that fit it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orrery_contracts.api import SummaryMetric
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.results import Better
from orrery_contracts.suite_charts import (
    BreakdownChart,
    HeatChart,
    LinesChart,
    SpeedUpChart,
    SuiteChart,
)
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.analysis.service import is_workers
from orrery_backend.features.groups.service import in_sentence
from orrery_backend.features.reports.group_values import (
    cells_of,
    ordered_values,
    varying_axes,
)
from orrery_backend.kit.problems import shortened

#: Mean activities of a step, which add up to the step.
_PARTS = re.compile(r"(activity|step_part)\.")
_MOST_PARTS = 12


def charts_of(group: GroupDocument) -> list[SuiteChart]:
    """A suite's charts of items that were chosen. Of a sweep: its leading metrics; a heat map of
    two parameters; the speed-up over workers; where a step goes.
    """
    if group.suite is not None:
        return [chart for chart in group.suite.charts if cells_of(group, chart.items)]
    axes = varying_axes(group, group.cells)
    leading = {metric.name: metric for cell in group.cells for metric in cell.run.headline}
    if not axes or not leading:
        return []
    x = max(axes, key=lambda a: (a.numeric and is_workers(a.path), a.numeric, len(a.values)))
    metrics = list(leading.values())
    return [
        *(_lines(metric, x) for metric in metrics),
        *_heat(metrics[0], axes),
        *_speed_up(metrics, x, axes),
        *_breakdown(group, x),
    ]


def _lines(metric: SummaryMetric, x: GroupAxis) -> SuiteChart:
    return LinesChart(
        name=metric.name,
        title=shortened(f"{metric.title} over {in_sentence(x)}"),
        x=x.path,
        metrics=[metric.name],
        log_x=_spans_decades(x),
    )


def _heat(metric: SummaryMetric, axes: Sequence[GroupAxis]) -> list[SuiteChart]:
    """The longer parameter goes down the page."""
    if len(axes) != 2:
        return []
    x, y = sorted(axes, key=lambda axis: len(axis.values))
    title = shortened(f"{metric.title} over {in_sentence(x)} and {in_sentence(y)}")
    return [HeatChart(name="heat", title=title, x=x.path, y=y.path, metric=metric.name)]


def _speed_up(
    metrics: Sequence[SummaryMetric], x: GroupAxis, axes: Sequence[GroupAxis]
) -> list[SuiteChart]:
    """Over workers alone: more of another parameter is more work."""
    metric = next((metric for metric in metrics if metric.better is not Better.NEITHER), None)
    if not (x.numeric and is_workers(x.path)) or metric is None:
        return []
    title = shortened(f"Speed-up over {in_sentence(x)}")
    series = [axis.path for axis in axes if axis is not x][:3]
    return [SpeedUpChart(name="speed-up", title=title, x=x.path, metric=metric.name, series=series)]


def _breakdown(group: GroupDocument, x: GroupAxis) -> list[SuiteChart]:
    parts = [metric for metric in group.metrics if _PARTS.match(metric.name)]
    names = [metric.name for metric in parts if metric.unit == parts[0].unit][:_MOST_PARTS]
    if len(names) < 2:
        return []
    title = shortened(f"Where the time goes by {in_sentence(x)}")
    return [BreakdownChart(name="breakdown", title=title, x=x.path, metrics=names)]


def _spans_decades(axis: GroupAxis) -> bool:
    values = [float(str(value)) for value in ordered_values(axis)] if axis.numeric else []
    return len(values) > 2 and values[0] > 0 and values[-1] >= 100 * values[0]
