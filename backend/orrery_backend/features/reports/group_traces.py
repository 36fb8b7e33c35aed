"""The traces of a suite's report: what happened within runs. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from orrery_contracts.api import RunDocument
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.results import Trace
from orrery_contracts.spec_paths import ABSENT
from orrery_contracts.suite_charts import TracesChart

from orrery_backend.features.groups.service import holds, named
from orrery_backend.features.reports.charts import Line, Point, line_chart
from orrery_backend.features.reports.group_values import cells_of, value_in, varying_axes
from orrery_backend.features.reports.markup import Markup, element, joined

#: Runs and curves that are drawn, as on the console's page.
MOST_RUNS, _MOST_CURVES = 12, 8
#: Points of a curve that are drawn.
_DRAWN = 100
#: A curve of more points has no marks.
_MARKED = 24


def traced_cells(group: GroupDocument, chart: TracesChart) -> list[GroupCell]:
    """Measured cells that meet the chart's conditions."""
    conditions = [condition.partition("=") for condition in chart.where]
    return [
        cell
        for cell in cells_of(group, chart.items)
        if cell.metrics
        and all(holds(value_in(group, cell, path), text) for path, _, text in conditions)
    ]


def traces(
    group: GroupDocument, chart: TracesChart, runs: Mapping[str, RunDocument]
) -> list[Markup]:
    """A panel for each run, with the curves of its last repeat that has any. `runs`: by id."""
    cells = traced_cells(group, chart)
    shown = cells[:MOST_RUNS]
    axes = varying_axes(group, shown)
    panels = []
    for cell in shown:
        curves = _last(runs[cell.run.id], chart.trace) if cell.run.id in runs else []
        if curves:
            words = [
                named(axis, value)
                for axis in axes
                if (value := value_in(group, cell, axis.path)) is not ABSENT
            ]
            title = f"Run {cell.run.number}: {', '.join(words) or cell.label}".rstrip(": ")
            panels.append(joined(element("h3", title), _panel(title, curves, chart)))
    if not panels:
        return []
    note = "The last repeat of each run. Of many points, the greatest of each stretch are drawn."
    if len(cells) > len(shown):
        note += f" {len(shown)} of {len(cells)} runs are shown."
    return [*panels, element("p", note, class_="soft")]


def _panel(title: str, curves: Sequence[Trace], chart: TracesChart) -> Markup:
    first = curves[0]
    x_title = first.x_title.lower()
    if first.x_unit not in ("", "count"):
        x_title += f", {first.x_unit}"
    drawn = [(curve.title, _points(curve)) for curve in curves]
    lines = [Line(name, points, band=len(points) > _MARKED) for name, points in drawn]
    return line_chart(title, lines, first.unit, x_title, log_y=chart.log_y)


def _last(run: RunDocument, prefix: str) -> list[Trace]:
    """Of the last repeat that has traces of this name."""
    for repeat in reversed(run.repeats):
        found = [trace for trace in repeat.traces if trace.name.startswith(prefix) and trace.x]
        if found:
            return found[:_MOST_CURVES]
    return []


def _points(trace: Trace) -> list[Point]:
    """The greatest of each stretch, so that no peak is lost."""
    pairs = list(zip(trace.x, trace.y, strict=True))
    stretch = max(1, math.ceil(len(pairs) / _DRAWN))
    peaks = [
        max(pairs[start : start + stretch], key=lambda pair: pair[1])
        for start in range(0, len(pairs), stretch)
    ]
    return [Point(x, y, y, y) for x, y in peaks]
