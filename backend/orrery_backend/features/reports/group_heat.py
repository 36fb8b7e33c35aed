"""The heat maps of a suite's report: a metric over two parameters, as a grid of figures. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.quantity import span
from orrery_contracts.spec_paths import ABSENT
from orrery_contracts.suite_charts import HeatChart
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.service import named, value_words
from orrery_backend.features.reports.group_tables import INTERVALS, measured
from orrery_backend.features.reports.group_values import (
    axis_of,
    cells_of,
    metric_of,
    ordered_values,
    titled,
    value_in,
)
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import table

#: Columns of a grid that fit on a page of A4.
_MOST_COLUMNS = 7
#: The opacity of the shade of the greatest median: text on it stays readable.
_DARKEST = 0.35
_NOTE = (
    "Darker: a greater median. Where several runs meet: the range of their medians, without a "
    "shade. Two modes: both figures, without a shade."
)


def heat_map(group: GroupDocument, chart: HeatChart) -> list[Markup]:
    """A grid for each value of the facet; nothing without a figure."""
    x, y, facet = (axis_of(group, path) for path in (chart.x, chart.y, chart.facet))
    cells = [c for c in cells_of(group, chart.items) if metric_of(c, chart.metric) is not None]
    if x is None or y is None or not cells:
        return []
    title = next(head.title for head in group.metrics if head.name == chart.metric)
    ends = _ends(cells, chart.metric)
    parts: list[Markup] = []
    for value in [None] if facet is None else ordered_values(facet):
        here = cells
        where = ""
        if facet is not None:
            here = [cell for cell in cells if value_in(group, cell, facet.path) == value]
            where = f"; {named(facet, value)}"
        if here:
            parts.append(element("h3", title + where))
            parts += _grids(group, here, chart.metric, x, y, ends)
    return [*parts, *(element("p", note, class_="soft") for note in (INTERVALS, _NOTE))]


def _ends(cells: Sequence[GroupCell], name: str) -> tuple[float, float]:
    """The least and the greatest median that is shaded."""
    found = (metric_of(cell, name) for cell in cells)
    shaded = [metric.median for metric in found if metric is not None and not metric.modes]
    return min(shaded, default=0.0), max(shaded, default=0.0)


def _grids(
    group: GroupDocument,
    cells: Sequence[GroupCell],
    metric: str,
    x: GroupAxis,
    y: GroupAxis,
    ends: tuple[float, float],
) -> Iterator[Markup]:
    """One grid, or several with the same rows if it is too wide for paper."""
    there: dict[tuple[str, str], list[GroupCell]] = {}
    for cell in cells:
        values = value_in(group, cell, x.path), value_in(group, cell, y.path)
        if ABSENT not in values:
            there.setdefault((repr(values[0]), repr(values[1])), []).append(cell)
    columns, rows = ordered_values(x), ordered_values(y)
    for start in range(0, len(columns), _MOST_COLUMNS):
        here = columns[start : start + _MOST_COLUMNS]
        head = [f"{titled(y)} \\ {titled(x)}", *(value_words(at, closed=x.closed) for at in here)]
        lines = [
            [
                joined(value_words(row, closed=y.closed)),
                *(_place(there.get((repr(at), repr(row)), []), metric, ends) for at in here),
            ]
            for row in rows
        ]
        yield table(head, lines, range(1, len(head)), class_="figures")


def _place(cells: Sequence[GroupCell], metric: str, ends: tuple[float, float]) -> Markup:
    found = [(m, cell) for cell in cells if (m := metric_of(cell, metric)) is not None]
    if not found:
        return Markup("")
    first, cell = found[0]
    if len(found) > 1:
        figures = [f for m, _ in found for f in ([mode.median for mode in m.modes] or [m.median])]
        what = "modes and medians" if any(m.modes for m, _ in found) else "medians"
        runs = element("small", f"{what} of {len(found)} runs")
        return joined(span(min(figures), max(figures), first.unit), " ", runs)
    if first.modes:
        return measured(cell, metric)
    low, high = ends
    share = (first.median - low) / (high - low) if high > low else 0.0
    style = f"background: rgba(0,114,178,{share * _DARKEST:.3f})"
    return element("div", measured(cell, metric), class_="heat", style=style)
