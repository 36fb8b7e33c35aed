"""The report of a sweep or suite. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import PublishedTable
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.quantity import quantity
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict
from orrery_contracts.suite_charts import HeatChart, SuiteChart, TableChart

from orrery_backend.features.reports.group_charts import ChartPlan, draw, plan_of, sweep_plans
from orrery_backend.features.reports.group_heat import heat_map, sweep_heat
from orrery_backend.features.reports.group_tables import INTERVAL_OR_RANGE, figures_table
from orrery_backend.features.reports.group_values import cells_of
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import (
    conclusion_box,
    interval_words,
    report_page,
    section,
    table,
    when,
)

_TONES = {
    ShapeVerdict.PASSED: "good",
    ShapeVerdict.FAILED: "bad",
    ShapeVerdict.NOT_FOUND: "warn",
    ShapeVerdict.NOT_MEASURED: "warn",
}


def group_report(
    group: GroupDocument, made_at: str, published: Sequence[PublishedTable] = ()
) -> str:
    """The whole file. `published`: tables that charts of a suite may name."""
    summary = group.summary
    facts = [
        f"{summary.kind.value.capitalize()} {summary.number}",
        f"{summary.runs_done} of {summary.runs} runs done",
        when(summary.ended_at or summary.created_at),
    ]
    sections = [
        conclusion_box(group.conclusion or _unfinished(group)),
        _shapes(group.shapes),
        *_charts(group, published),
        _cells(group),
        _asked(group),
    ]
    return report_page(summary.title, facts, made_at, *sections)


def _unfinished(group: GroupDocument) -> Conclusion:
    summary = group.summary
    return Conclusion(
        outcome=Outcome.OPEN,
        sentence=f"Not all runs have ended: {summary.runs_done} of {summary.runs} are done.",
        findings=[],
        models=[],
        doubts=[],
        next_steps=[f"Wait until the {summary.kind.value} has ended, then make the report again."],
    )


def _shapes(shapes: Sequence[ShapeResult]) -> Markup:
    if not shapes:
        return Markup("")
    rows = [
        [
            joined(shape.title),
            element("span", shape.verdict.value.replace("_", " "), class_=_TONES[shape.verdict]),
            joined(shape.expected),
            joined(f"{shape.found} {shape.why}".strip()),
        ]
        for shape in shapes
    ]
    return section("Shape checks", table(["Check", "Result", "Expected", "Found"], rows))


def _charts(group: GroupDocument, published: Sequence[PublishedTable]) -> list[Markup]:
    """A suite's own charts; of a sweep, its leading metrics, and a heat map of two parameters."""
    if group.suite is None:
        parts = [_chart(plan.title, "", "", _lines(group, plan)) for plan in sweep_plans(group)]
        heat = sweep_heat(group)
        return [*parts, _chart(heat.title, "", "", heat_map(group, heat))] if heat else parts
    charts = [chart for chart in group.suite.charts if cells_of(group, chart.items)]
    parts = [
        _chart(chart.title, chart.caption, chart.figure_of, _drawn(group, chart, published))
        for chart in charts
    ]
    left_out = len(group.suite.charts) - len(charts)
    if left_out:
        what = "One more chart of the suite is"
        if left_out > 1:
            what = f"{left_out} more charts of the suite are"
        parts.append(element("p", f"{what} of items that were not chosen.", class_="soft"))
    return parts


def _chart(title: str, caption: str, figure_of: str, drawn: Sequence[Markup]) -> Markup:
    if not drawn:
        return Markup("")
    follows = f"Follows {figure_of}." if figure_of else ""
    texts = [element("p", text, class_="soft") for text in (caption, follows) if text]
    return section(title, *texts, *drawn)


def _drawn(
    group: GroupDocument, chart: SuiteChart, published: Sequence[PublishedTable]
) -> list[Markup]:
    if isinstance(chart, TableChart):
        return figures_table(group, chart, published)
    if isinstance(chart, HeatChart):
        return heat_map(group, chart) or [_elsewhere()]
    plan = plan_of(chart)
    return (_lines(group, plan) if plan else []) or [_elsewhere()]


def _elsewhere() -> Markup:
    text = "Not in this report. The console's page has this chart."
    return element("p", text, class_="soft")


def _lines(group: GroupDocument, plan: ChartPlan) -> list[Markup]:
    drawn = draw(group, plan)
    note = element("p", f"Whiskers: {INTERVAL_OR_RANGE}", class_="soft")
    return [*drawn, note] if drawn else []


def _cells(group: GroupDocument) -> Markup:
    """A row for each leading metric of each cell."""
    titles = {item.name: item.title for item in group.suite.items} if group.suite else {}
    parts: list[Markup] = []
    for item in dict.fromkeys(cell.item for cell in group.cells):
        rows = [row for cell in group.cells if cell.item == item for row in _rows(cell)]
        if item:
            parts.append(element("h3", titles.get(item, item)))
        head = ["Cell", "Run", "State", "Metric", "Median", "Interval", "Repeats"]
        parts.append(table(head, rows, (1, 4, 6)))
    count = len(group.cells)
    listed = element("p", f"All {count} runs are listed.", class_="soft") if count > 1 else ""
    return section("Results", listed, *parts)


def _rows(cell: GroupCell) -> list[list[str]]:
    head = [cell.label or "–", str(cell.run.number), cell.run.state.value]
    return [
        [
            *(head if index == 0 else ["", "", ""]),
            metric.title,
            quantity(metric.median, metric.unit),
            interval_words(metric),
            str(len(metric.values)),
        ]
        for index, metric in enumerate(cell.run.headline)
    ] or [[*head, "no result", "–", "–", "0"]]


def _asked(group: GroupDocument) -> Markup:
    asked = group.sweep or group.run_suite
    if asked is None:
        return Markup("")
    suite = f"Suite {group.summary.name}, version {group.summary.version}. "
    text = (suite if group.suite else "") + "Requested as this document:"
    return section("Settings", element("p", text), element("pre", asked.model_dump_json(indent=1)))
