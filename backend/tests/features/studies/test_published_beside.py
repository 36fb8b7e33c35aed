"""Published figures that suites draw beside what their runs measure."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from orrery_backend.features.reference.service import ReferenceService
from orrery_contracts.suite import Suite
from orrery_contracts.suite_charts import (
    BreakdownChart,
    LinesChart,
    PublishedCurve,
    PublishedPoint,
    SuiteChart,
)
from orrery_contracts.suites import load_suites, paths_of

SUITES = load_suites()
TABLES = {table.id: table for table in ReferenceService().tables().items}


def _metrics(chart: SuiteChart) -> list[str]:
    if chart.kind == "table":
        return chart.columns
    if chart.kind == "traces":
        return []
    return chart.metrics if isinstance(chart, LinesChart | BreakdownChart) else [chart.metric]


def _drawn() -> Iterator[tuple[Suite, SuiteChart, PublishedCurve, PublishedPoint]]:
    for suite in SUITES:
        for chart in suite.charts:
            for curve in chart.beside:
                for point in curve.points:
                    yield suite, chart, curve, point


def test_every_published_table_is_drawn_beside_a_measurement() -> None:
    drawn = {curve.table for _, _, curve, _ in _drawn()}
    drawn |= {
        table
        for suite in SUITES
        for chart in suite.charts
        if chart.kind == "gains"
        for table in chart.published
    }
    assert len(drawn) >= 19
    assert drawn == set(TABLES)


def test_every_point_is_a_figure_of_one_row_of_its_table() -> None:
    wrong = []
    for suite, chart, curve, point in _drawn():
        table = TABLES[curve.table]
        rows = [row for row in table.rows if all(text in row for text in point.row)]
        at = table.columns.index(point.column) if point.column in table.columns else None
        if at is None or len(rows) != 1 or not isinstance(rows[0][at], int | float):
            wrong.append((suite.name, chart.name, point.row, point.column))
    assert wrong == []


def test_every_point_stands_beside_a_metric_and_an_axis_of_its_chart() -> None:
    wrong = []
    for suite, chart, _, point in _drawn():
        items = [item for item in suite.items if not chart.items or item.name in chart.items]
        axes = {path for item in items for path in paths_of(item)}
        paths = {condition.partition("=")[0] for condition in point.where}
        if point.metric not in _metrics(chart) or not paths <= axes:
            wrong.append((suite.name, chart.name, point.metric, sorted(paths - axes)))
    assert wrong == []


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_what_a_suite_draws_is_on_its_page_as_a_whole_too(suite: Suite) -> None:
    assert {curve.table for chart in suite.charts for curve in chart.beside} <= set(suite.published)
