"""The lines of a sweep's or suite's report: metrics against a parameter. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orrery_contracts.api import SummaryMetric, over_time_of
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.suite_charts import LinesChart
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.service import in_sentence, named, read, value_words
from orrery_backend.features.reports.charts import (
    Line,
    Point,
    Published,
    PublishedLine,
    line_chart,
)
from orrery_backend.features.reports.group_values import (
    axis_of,
    cells_of,
    metric_of,
    titled,
    value_text,
    varying_axes,
)
from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.published import PublishedFigures, places_of

#: Lines of one chart that stay readable.
MOST_LINES = 8
_MOST_PANELS = 12
#: Points in two modes that a note names.
_NAMED = 5
_WHISKERS = (
    "Whiskers: the 95 % interval, or with fewer than five repeats the range, from least to "
    "greatest."
)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A point. `series`: equal for the points of one line; `facet`: a value as JSON."""

    point: Point
    metric: SummaryMetric
    facet: str | None
    series: tuple[str | None, ...]
    label: str
    over_time: bool
    """Whether modes over time concern the metric."""


def lines(
    group: GroupDocument, chart: LinesChart, beside: Sequence[PublishedFigures]
) -> list[Markup]:
    """A panel for each unit and each value of the facet; where the other parameters make too many
    lines, several. Panels of one unit share their axis. If not all are shown, a sentence says how
    many are.
    """
    x = axis_of(group, chart.x)
    drawn = _drawn(group, chart, x) if x is not None else []
    if x is None or not drawn:
        return []
    panels = list(_panels(group, chart, x, drawn, beside))
    notes = [_WHISKERS]
    if len(panels) > _MOST_PANELS:
        shown = f"{_MOST_PANELS} of {len(panels)} charts are shown."
        notes.append(f"{shown} The console's page has all of them.")
    notes += _two_modes(x, drawn)
    notes += [
        text for f in group.chart_figures if f.chart == chart.name for text in f.left_out[:_NAMED]
    ]
    notes += dict.fromkeys(f"Published: {curve.source}." for curve in beside)
    shown_panels = [part for panel in panels[:_MOST_PANELS] for part in panel]
    return [*shown_panels, *(element("p", note, class_="soft") for note in notes)]


def _two_modes(x: GroupAxis, drawn: Sequence[_Drawn]) -> list[str]:
    """Names the points that have two figures, and those that have two over time."""
    both = [mark for mark in drawn if mark.metric.modes]
    over_time = [mark for mark in drawn if mark.over_time and not mark.metric.modes]
    return [
        *_marks("Two modes, both drawn", x, both),
        *_marks("Two modes over time, only the median drawn", x, over_time),
    ]


def _marks(what: str, x: GroupAxis, marks: Sequence[_Drawn]) -> list[str]:
    names = []
    for mark in marks:
        at = mark.point.x
        value = at if x.numeric else read(x.values[int(at)])
        names.append(", ".join(part for part in (mark.label, named(x, value)) if part))
    if not names:
        return []
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return [f"{what}: {'; '.join(names[:_NAMED])}{more}."]


def _panels(
    group: GroupDocument,
    chart: LinesChart,
    x: GroupAxis,
    drawn: Sequence[_Drawn],
    beside: Sequence[PublishedFigures],
) -> Iterator[list[Markup]]:
    facet = axis_of(group, chart.facet)
    categories = [] if x.numeric else [value_words(read(v), closed=x.closed) for v in x.values]
    for unit in dict.fromkeys(mark.metric.unit for mark in drawn):
        of_unit = [mark for mark in drawn if mark.metric.unit == unit]
        ends = [y for mark in of_unit for y in (mark.metric.low, mark.metric.high)]
        for value in dict.fromkeys(mark.facet for mark in of_unit):
            here = [mark for mark in of_unit if mark.facet == value]
            title = ", ".join(dict.fromkeys(mark.metric.title for mark in here))
            if facet is not None and value is not None:
                title += f"; {named(facet, read(value))}"
            whole = _lines_of(here)
            curves = _published(chart, x, here, value, beside)
            for start in range(0, len(whole), MOST_LINES):
                drawn_lines = line_chart(
                    f"{title}, against {in_sentence(x)}",
                    whole[start : start + MOST_LINES],
                    unit,
                    in_sentence(x) + titled(x).removeprefix(x.title),
                    categories=categories,
                    log_x=chart.log_x,
                    log_y=chart.log_y,
                    published=curves,
                    also_y=ends,
                )
                heading = [] if chart.title.startswith(title) else [element("h3", title)]
                yield [*heading, drawn_lines]


def _lines_of(drawn: Sequence[_Drawn]) -> list[Line]:
    by_series: dict[tuple[str | None, ...], list[_Drawn]] = {}
    for mark in drawn:
        by_series.setdefault(mark.series, []).append(mark)
    return [
        Line(found[0].label or "measured", sorted((o.point for o in found), key=lambda p: p.x))
        for found in by_series.values()
    ]


def _drawn(group: GroupDocument, chart: LinesChart, x: GroupAxis) -> list[_Drawn]:
    cells = cells_of(group, chart.items)
    facet = axis_of(group, chart.facet)
    apart = _telling_apart(group, chart, cells)
    titles = _item_titles(group, cells, apart)
    found: list[_Drawn] = []
    for cell in cells:
        place = value_text(group, cell, x.path)
        if place is None:
            continue
        values = [value_text(group, cell, axis.path) for axis in apart]
        words = [named(a, read(v)) for a, v in zip(apart, values, strict=True) if v is not None]
        for name in chart.metrics:
            metric = _figure(group, chart, cell, name)
            if metric is None:
                continue
            at = float(place) if x.numeric else float(x.values.index(place))
            own = [titles[cell.item]] if titles else words
            label = [metric.title, *own] if len(chart.metrics) > 1 else own
            series = (name, cell.item) if titles else (name, *values)
            modes = tuple(mode.median for mode in metric.modes)
            point = Point(at, metric.median, metric.low, metric.high, modes)
            side = value_text(group, cell, facet.path) if facet else None
            over_time = over_time_of(name, cell.window_modes) is not None
            found.append(_Drawn(point, metric, side, series, ", ".join(label), over_time))
    return found


def _figure(
    group: GroupDocument, chart: LinesChart, cell: GroupCell, name: str
) -> SummaryMetric | None:
    """As measured, or the share that the chart wants."""
    if not chart.relative_to:
        return metric_of(cell, name)
    shares = (f.shares for f in group.chart_figures if f.chart == chart.name)
    return next(
        (
            share.metric
            for share in next(shares, [])
            if share.run == cell.run.number and share.metric.name == name
        ),
        None,
    )


def _telling_apart(
    group: GroupDocument, chart: LinesChart, cells: Sequence[GroupCell]
) -> list[GroupAxis]:
    """The parameters of the chart's series, and any other without which two runs of one line would
    stand at one place.
    """
    fixed = [chart.x, *([chart.facet] if chart.facet else [])]
    varying = [axis for axis in varying_axes(group, cells) if axis.path not in fixed]
    places = [*fixed, *chart.series]

    def tells_apart(axis: GroupAxis) -> bool:
        seen: dict[tuple[str | None, ...], str | None] = {}
        for cell in cells:
            key = tuple(value_text(group, cell, path) for path in places)
            value = value_text(group, cell, axis.path)
            if seen.setdefault(key, value) != value:
                return True
        return False

    wanted = [axis for axis in varying if axis.path in chart.series]
    return wanted + [a for a in varying if a.path not in chart.series and tells_apart(a)]


def _item_titles(
    group: GroupDocument, cells: Sequence[GroupCell], apart: Sequence[GroupAxis]
) -> dict[str, str]:
    """Titles of a suite's items, where each item is one line that two parameters or more would
    name; else none.
    """
    pairs = {(c.item, *(value_text(group, c, axis.path) for axis in apart)) for c in cells}
    items = {cell.item for cell in cells}
    is_one_each = len(items) == len(pairs) == len({pair[1:] for pair in pairs})
    if len(apart) < 2 or not is_one_each or group.suite is None:
        return {}
    titles = {item.name: item.title for item in group.suite.items}
    return {item: titles.get(item, item) for item in items}


def _published(
    chart: LinesChart,
    x: GroupAxis,
    here: Sequence[_Drawn],
    facet: str | None,
    beside: Sequence[PublishedFigures],
) -> Published | None:
    """Published figures of the metrics and the facet of a panel. All have one unit."""
    metrics = {mark.metric.name for mark in here}
    side = (chart.facet, facet) if chart.facet is not None and facet is not None else None
    found = [
        (curve.unit, PublishedLine(curve.title, places))
        for curve in beside
        if (places := places_of(curve, x, metrics, side))
    ]
    if not found:
        return None
    unit = found[0][0]
    return Published(unit, [line for own, line in found if own == unit])
