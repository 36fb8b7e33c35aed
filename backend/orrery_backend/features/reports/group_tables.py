"""The tables of a suite's report: measured figures, and published ones beside them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orrery_contracts.api import IntervalKind, PublishedTable
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.quantity import quantity, span
from orrery_contracts.suite_charts import TableChart

from orrery_backend.features.analysis.service import modes_in_words, over_time_in_words
from orrery_backend.features.reports.group_values import (
    axis_of,
    cells_of,
    metric_of,
    titled,
    varying_axes,
    words_in,
)
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import table
from orrery_backend.features.reports.published import (
    Figure,
    PublishedFigures,
    figures_beside,
    fits,
)

#: Columns that fit on a page of A4, and the figures of them that a table has at least and at most.
_PAGE_COLUMNS = 8
_LEAST_FIGURES, _MOST_FIGURES = 2, 5
#: What tables and charts show beside each median.
INTERVAL_OR_RANGE = (
    "the 95 % interval, or with fewer than five repeats the range, from least to greatest."
)
INTERVALS = f"Below each median: {INTERVAL_OR_RANGE}"


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    cells: Sequence[Markup]


def figures_table(
    group: GroupDocument, chart: TableChart, published: Sequence[PublishedTable]
) -> list[Markup]:
    """A row for each cell; of a single cell, a row for each figure."""
    cells = cells_of(group, chart.items)
    beside = figures_beside(chart.beside, published)
    if len(cells) == 1:
        parts = [_of_one(group, cells[0], chart, beside)]
    else:
        parts = [*_of_cells(group, cells, chart, beside), _of_no_cell(group, chart, beside)]
    sources = dict.fromkeys(curve.source for curve in beside)
    notes = [INTERVALS, *(f"Published: {source}." for source in sources)]
    return [*parts, *(element("p", note, class_="soft") for note in notes)]


def _of_cells(
    group: GroupDocument,
    cells: Sequence[GroupCell],
    chart: TableChart,
    beside: Sequence[PublishedFigures],
) -> Iterator[Markup]:
    """One table, or several with the same rows if it is too wide for paper."""
    names = _naming_columns(group, cells, chart)
    room = min(_MOST_FIGURES, max(_LEAST_FIGURES, _PAGE_COLUMNS - len(names)))
    titles = {head.name: head.title for head in group.metrics}
    together: list[_Column] = []
    for name in chart.columns:
        if name not in titles:
            continue
        columns = [_Column(titles[name], [measured(c, name) for c in cells])]
        for curve in beside:
            own = [figure for figure in curve.of(name) if figure.where]
            if own:
                shown = [_published(_fitting(group, cell, own)) for cell in cells]
                columns.append(_Column(_marked(curve), shown))
        if together and len(together) + len(columns) > room:
            yield _drawn(names, together)
            together = []
        together += columns
    if together:
        yield _drawn(names, together)


def _naming_columns(
    group: GroupDocument, cells: Sequence[GroupCell], chart: TableChart
) -> list[_Column]:
    named = [axis for path in chart.rows if (axis := axis_of(group, path)) is not None]
    axes = named or varying_axes(group, cells)
    columns = [_Column("Run", [joined(_run(cell)) for cell in cells])]
    if len({cell.item for cell in cells}) > 1:
        titles = {item.name: item.title for item in group.suite.items} if group.suite else {}
        items = [joined(titles.get(cell.item, cell.item)) for cell in cells]
        columns.append(_Column("Item", items))
    for axis in axes:
        words = [joined(words_in(group, cell, axis)) for cell in cells]
        columns.append(_Column(titled(axis), words))
    if not axes:
        columns.append(_Column("Cell", [joined(cell.label or "–") for cell in cells]))
    return columns


def _run(cell: GroupCell) -> str:
    """The run's number, and its state unless it is done."""
    state = cell.run.state.value
    return str(cell.run.number) if state == "done" else f"{cell.run.number}, {state}"


def _drawn(names: Sequence[_Column], figures: Sequence[_Column]) -> Markup:
    columns = [*names, *figures]
    rows = list(zip(*(column.cells for column in columns), strict=True))
    numbers = range(len(names), len(columns))
    return table([column.head for column in columns], rows, numbers, class_="figures")


def _of_one(
    group: GroupDocument, cell: GroupCell, chart: TableChart, beside: Sequence[PublishedFigures]
) -> Markup:
    titles = {head.name: head.title for head in group.metrics}

    def figure(curve: PublishedFigures, name: str) -> str | None:
        return _fitting(group, cell, curve.of(name))

    shown = [c for c in beside if any(figure(c, name) is not None for name in chart.columns)]
    rows = [
        [
            joined(titles.get(name, name)),
            measured(cell, name),
            *(_published(figure(curve, name)) for curve in shown),
        ]
        for name in chart.columns
    ]
    head = ["Figure", f"Measured, run {_run(cell)}", *map(_marked, shown)]
    return table(head, rows, range(1, len(head)), class_="figures")


def _of_no_cell(
    group: GroupDocument, chart: TableChart, beside: Sequence[PublishedFigures]
) -> Markup:
    """Published figures without conditions: a row for each curve, a column for each metric."""
    titles = {head.name: head.title for head in group.metrics}
    free: list[tuple[str, dict[str, str]]] = []
    for curve in beside:
        texts = {figure.metric: figure.text for figure in curve.figures if not figure.where}
        if any(name in texts for name in chart.columns):
            free.append((curve.title, texts))
    names = [name for name in chart.columns if any(name in texts for _, texts in free)]
    if not names:
        return Markup("")
    parts = []
    for start in range(0, len(names), _MOST_FIGURES):
        here = names[start : start + _MOST_FIGURES]
        rows = [
            [joined(title), *(_published(texts.get(name)) for name in here)]
            for title, texts in free
            if any(name in texts for name in here)
        ]
        head = ["Published", *(titles.get(name, name) for name in here)]
        parts.append(table(head, rows, range(1, len(head)), class_="figures"))
    return joined(*parts)


def _fitting(group: GroupDocument, cell: GroupCell, figures: Sequence[Figure]) -> str | None:
    return next((figure.text for figure in figures if fits(group, cell, figure)), None)


def measured(cell: GroupCell, name: str) -> Markup:
    """A metric in a table: median, with its interval or range below; of two modes, both figures."""
    metric = metric_of(cell, name)
    if metric is None:
        return joined("–")
    modes = modes_in_words(metric) if metric.modes else over_time_in_words(name, cell.window_modes)
    if modes:
        return joined("two modes", " ", element("small", modes))
    if len(metric.values) < 2:
        below = "one repeat"
    else:
        kind = "95 %" if metric.interval is IntervalKind.CONFIDENCE else "range"
        below = f"{span(metric.low, metric.high, metric.unit)} ({kind})"
    return joined(quantity(metric.median, metric.unit), " ", element("small", below))


def _marked(curve: PublishedFigures) -> str:
    """The curve's title; it says that the figures are published."""
    is_marked = curve.title.lower().startswith("published")
    return curve.title if is_marked else f"{curve.title}, published"


def _published(text: str | None) -> Markup:
    return joined("–") if text is None else element("span", text, class_="published")
