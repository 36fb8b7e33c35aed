"""The charts of a sweep's or suite's report: metrics against a parameter. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import SummaryMetric
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.suite_charts import (
    BreakdownChart,
    LinesChart,
    SpeedUpChart,
    SuiteChart,
)
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.reports.charts import Line, Point, line_chart
from orrery_backend.features.reports.group_values import axis_of, cells_of, metric_of, read
from orrery_backend.features.reports.markup import Markup, element, joined

#: Lines of one chart that stay readable.
_MOST_LINES = 8
_MOST_PANELS = 6


@dataclass(frozen=True, slots=True)
class ChartPlan:
    """Metrics against a parameter, in the cells of some items (none: all)."""

    title: str
    x: str
    metrics: Sequence[str]
    items: Sequence[str] = ()
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True, slots=True)
class _Drawn:
    cell: GroupCell
    metric: SummaryMetric
    x: object


def sweep_plans(group: GroupDocument) -> list[ChartPlan]:
    """A sweep's leading metrics over the parameter with most values."""
    axes = [axis for axis in group.axes if len(axis.values) > 1]
    if not axes:
        return []
    x = max(axes, key=lambda axis: (axis.numeric, len(axis.values)))
    names = dict.fromkeys(metric.name for cell in group.cells for metric in cell.run.headline)
    title = f"Leading metrics over {x.title.lower()}"
    return [ChartPlan(title, x.path, list(names), log_x=_spans_decades(x))]


def draw(group: GroupDocument, plan: ChartPlan) -> list[Markup]:
    """A chart for each metric; where the other parameters make too many lines, several. If not all
    are shown, a sentence says how many are.
    """
    axis = axis_of(group, plan.x)
    if axis is None:
        return []
    panels: list[Markup] = []
    lone: list[str] = []
    for name in plan.metrics:
        found = _drawn(group, plan, axis, name)
        places = {str(one.x) for one in found}
        if len(places) > 1:
            panels += _panels(found, axis, plan)
        elif found:
            lone.append(found[0].metric.title)
    if not panels:
        return []
    notes: list[str] = []
    if len(panels) > _MOST_PANELS:
        shown = f"{_MOST_PANELS} of {len(panels)} charts are shown."
        notes.append(f"{shown} The console's page has all of them.")
    if lone:
        notes.append(f"Not drawn, as measured at one value only: {', '.join(lone)}.")
    return [*panels[:_MOST_PANELS], *(element("p", note, class_="soft") for note in notes)]


def plan_of(chart: SuiteChart) -> ChartPlan | None:
    """None for a chart that is not drawn against one parameter."""
    match chart:
        case LinesChart():
            metrics, logs = chart.metrics, (chart.log_x, chart.log_y)
        case BreakdownChart():
            metrics, logs = chart.metrics, (False, False)
        case SpeedUpChart():
            metrics, logs = [chart.metric], (False, False)
        case _:  # no curve over one parameter
            return None
    return ChartPlan(chart.title, chart.x, metrics, chart.items, *logs)


def _spans_decades(axis: GroupAxis) -> bool:
    values = [_number(json.loads(value)) for value in axis.values] if axis.numeric else []
    return len(values) > 2 and min(values) > 0 and max(values) >= 100 * min(values)


def _drawn(
    group: GroupDocument, plan: ChartPlan, axis: GroupAxis, metric_name: str
) -> list[_Drawn]:
    at = group.axes.index(axis)
    found: list[_Drawn] = []
    for cell in cells_of(group, plan.items):
        text = cell.values[at]
        metric = metric_of(cell, metric_name)
        if metric is None or text is None:
            continue
        value = read(text)
        if axis.numeric and not math.isfinite(_number(value)):
            continue
        found.append(_Drawn(cell, metric, value))
    return found


def _panels(found: Sequence[_Drawn], axis: GroupAxis, plan: ChartPlan) -> list[Markup]:
    categories = [] if axis.numeric else list(dict.fromkeys(_words(one.x) for one in found))
    lines: dict[str, list[Point]] = {}
    for one in found:
        x = _number(one.x) if axis.numeric else float(categories.index(_words(one.x)))
        metric = one.metric
        point = Point(x, metric.median, metric.low, metric.high)
        lines.setdefault(_series(one.cell, axis), []).append(point)
    whole = [
        Line(name, sorted(points, key=lambda point: point.x)) for name, points in lines.items()
    ]
    first = found[0].metric
    unit = f", {axis.unit}" if axis.unit else ""
    panels = []
    for start in range(0, len(whole), _MOST_LINES):
        label = f"{first.title} against {axis.title.lower()}"
        chart = line_chart(
            label,
            whole[start : start + _MOST_LINES],
            first.unit,
            f"{axis.title.lower()}{unit}",
            categories=categories,
            log_x=plan.log_x,
            log_y=plan.log_y,
        )
        panels.append(joined(element("h3", first.title), chart))
    return panels


def _series(cell: GroupCell, axis: GroupAxis) -> str:
    """The cell's label without the parameter along x, and its item."""
    name = axis.title.lower()
    rest = [part for part in cell.label.split(", ") if not part.lower().startswith(f"{name} ")]
    return ", ".join([*([cell.item] if cell.item else []), *rest]) or "all"


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else math.nan  # type: ignore[arg-type]


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
