"""The breakdowns of a sweep's or suite's report: where the time of each run goes. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from orrery_contracts.api import SummaryMetric
from orrery_contracts.group_results import GroupCell, GroupDocument, MetricHead
from orrery_contracts.quantity import quantity
from orrery_contracts.spec_paths import ABSENT
from orrery_contracts.suite_charts import BreakdownChart, TableChart

from orrery_backend.features.groups.service import named
from orrery_backend.features.reports.bars import Bar, stacked_bars
from orrery_backend.features.reports.group_tables import figures_table
from orrery_backend.features.reports.group_values import (
    axis_of,
    cells_of,
    metric_of,
    ordered_values,
    value_in,
    varying_axes,
)
from orrery_backend.features.reports.markup import Markup, element


def breakdown(group: GroupDocument, chart: BreakdownChart) -> list[Markup]:
    """A panel of bars for each value of the facet, and the figures with their intervals; nothing
    before a run has measured a part.
    """
    cells = [c for c in cells_of(group, chart.items) if any(metric_of(c, m) for m in chart.metrics)]
    if not cells:
        return []
    heads = [head for name in chart.metrics for head in group.metrics if head.name == name]
    facet = axis_of(group, chart.facet)
    parts: list[Markup] = []
    for value in [None] if facet is None else ordered_values(facet):
        here = cells
        title = "Shares of the whole" if chart.share else "Medians, stacked"
        if facet is not None:
            here = [cell for cell in cells if value_in(group, cell, facet.path) == value]
            title += f"; {named(facet, value)}"
        if here:
            parts += [element("h3", title), _bars(group, chart, here, heads, title)]
    shown = TableChart(
        name=chart.name,
        title=chart.title,
        items=chart.items,
        rows=[*([chart.facet] if chart.facet else []), chart.x],
        columns=chart.metrics,
    )
    return [*parts, *figures_table(group, shown, [])]


def _bars(
    group: GroupDocument,
    chart: BreakdownChart,
    cells: Sequence[GroupCell],
    heads: Sequence[MetricHead],
    title: str,
) -> Markup:
    x = axis_of(group, chart.x)
    axes = [a for a in varying_axes(group, cells) if a.path not in (chart.facet, chart.x)]
    axes = [x, *axes] if x is not None and len(x.values) > 1 else axes
    places = ordered_values(x) if x is not None else []

    def place(cell: GroupCell) -> int:
        value = value_in(group, cell, chart.x)
        return places.index(value) if value in places else len(places)

    bars = []
    for cell in sorted(cells, key=place):
        found = [metric_of(cell, head.name) for head in heads]
        words = [named(a, v) for a in axes if (v := value_in(group, cell, a.path)) is not ABSENT]
        name = ", ".join(words) or cell.label or f"run {cell.run.number}"
        has_two = any(metric.modes for metric in found if metric)
        for side, mode in enumerate(("lower", "upper") if has_two else ("",)):
            values = [max(0.0, _figure(metric, side)) if metric else 0.0 for metric in found]
            whole = sum(values) if chart.share else 1.0
            label = f"{name}, {mode} mode" if mode else name
            bars.append(Bar(label, [value / (whole or 1.0) for value in values]))
    unit = "share" if chart.share else heads[0].unit
    names = short_titles([head.title for head in heads])
    return stacked_bars(f"{chart.title}: {title}", names, bars, lambda value: quantity(value, unit))


def _figure(metric: SummaryMetric, side: int) -> float:
    """The median, or of two modes the lower (0) or the upper (1)."""
    return metric.modes[side].median if metric.modes else metric.median


def short_titles(titles: Sequence[str]) -> list[str]:
    """Titles without the parts that all of them end with: `Update, mean of a step` beside `Idle,
    mean of a step` is `Update`.
    """
    parts = [title.split(", ") for title in titles]
    room = min(len(words) for words in parts) - 1 if len(parts) > 1 else 0
    ends = zip(*(words[::-1][:room] for words in parts), strict=True)
    shared = len(list(takewhile(lambda tail: len(set(tail)) == 1, ends)))
    return [", ".join(words[: len(words) - shared]) for words in parts]
