"""The report of a sweep or suite. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.quantity import quantity
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict

from orrery_backend.features.reports.group_charts import ChartPlan, chart_plans, draw
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


def group_report(group: GroupDocument, made_at: str) -> str:
    """The whole file."""
    summary = group.summary
    facts = [
        f"{summary.kind.value.capitalize()} {summary.number}",
        f"{summary.runs_done} of {summary.runs} runs done",
        when(summary.ended_at or summary.created_at),
    ]
    sections = [
        conclusion_box(group.conclusion or _unfinished(group)),
        _shapes(group.shapes),
        *(_chart(group, plan) for plan in chart_plans(group)),
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


def _chart(group: GroupDocument, plan: ChartPlan) -> Markup:
    drawn = draw(group, plan)
    if not drawn:
        return Markup("")
    caption = element("p", plan.caption, class_="soft") if plan.caption else ""
    note = element("p", "Whiskers: intervals of the tables below.", class_="soft")
    return section(plan.title, caption, *drawn, note)


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
    return section("Results", *parts)


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
