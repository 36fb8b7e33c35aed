"""The report of a sweep or suite. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from orrery_contracts.api import PublishedTable, RunDocument
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group_results import GroupCell, GroupDocument, SpeedUps
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict
from orrery_contracts.suite_charts import (
    BreakdownChart,
    GainsChart,
    HeatChart,
    LinesChart,
    SpeedUpChart,
    SuiteChart,
    TableChart,
    TracesChart,
)

from orrery_backend.features.reports.conditions import Setting
from orrery_backend.features.reports.group_breakdown import breakdown
from orrery_backend.features.reports.group_charts import lines
from orrery_backend.features.reports.group_gains import gains
from orrery_backend.features.reports.group_heat import heat_map
from orrery_backend.features.reports.group_settings import requested
from orrery_backend.features.reports.group_speed_up import speed_ups
from orrery_backend.features.reports.group_tables import figures_table
from orrery_backend.features.reports.group_traces import traces
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import (
    conclusion_box,
    figure_words,
    report_page,
    section,
    table,
    when,
)
from orrery_backend.features.reports.published import figures_beside
from orrery_backend.features.reports.sweep_charts import charts_of

_TONES = {
    ShapeVerdict.PASSED: "good",
    ShapeVerdict.FAILED: "bad",
    ShapeVerdict.NOT_FOUND: "warn",
    ShapeVerdict.NOT_MEASURED: "warn",
}


def group_report(
    group: GroupDocument,
    made_at: str,
    published: Sequence[PublishedTable] = (),
    speed_ups_by_chart: Mapping[str, SpeedUps] = MappingProxyType({}),
    traced_runs: Mapping[str, RunDocument] = MappingProxyType({}),
    settings: Sequence[Setting] = (),
) -> str:
    """The whole file. `published`: tables that charts of a suite may name. `speed_ups_by_chart`: of
    the speed-up charts among `charts_of(group)`. `traced_runs`: by id, those of its traces charts.
    `settings`: of one cell of a sweep.
    """
    summary = group.summary
    facts = [
        f"{summary.kind.value.capitalize()} {summary.number}",
        f"{summary.runs_done} of {summary.runs} runs done",
        when(summary.ended_at or summary.created_at),
    ]
    sections = [
        conclusion_box(group.conclusion or _unfinished(group)),
        _shapes(group.shapes),
        *_charts(group, published, speed_ups_by_chart, traced_runs),
        _cells(group),
        requested(group, settings),
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


def _charts(
    group: GroupDocument,
    published: Sequence[PublishedTable],
    speed_ups_by_chart: Mapping[str, SpeedUps],
    traced_runs: Mapping[str, RunDocument],
) -> list[Markup]:
    charts = charts_of(group)
    parts = []
    for chart in charts:
        found = speed_ups_by_chart.get(chart.name)
        drawn = _drawn(group, chart, published, found, traced_runs)
        follows = f"Follows {chart.figure_of}." if chart.figure_of else ""
        texts = [element("p", text, class_="soft") for text in (chart.caption, follows) if text]
        parts.append(section(chart.title, *texts, *(drawn or [_nothing()])))
    left_out = len(group.suite.charts) - len(charts) if group.suite else 0
    if left_out:
        what = "One more chart of the suite is"
        if left_out > 1:
            what = f"{left_out} more charts of the suite are"
        parts.append(element("p", f"{what} of items that were not chosen.", class_="soft"))
    return parts


def _drawn(
    group: GroupDocument,
    chart: SuiteChart,
    published: Sequence[PublishedTable],
    found: SpeedUps | None,
    traced_runs: Mapping[str, RunDocument],
) -> list[Markup]:
    match chart:
        case TableChart():
            return figures_table(group, chart, published)
        case HeatChart():
            return heat_map(group, chart)
        case LinesChart():
            return lines(group, chart, figures_beside(chart.beside, published))
        case BreakdownChart():
            return breakdown(group, chart)
        case GainsChart():
            return gains(group, chart, published)
        case SpeedUpChart():
            return speed_ups(group, chart, found) if found else []
        case TracesChart():
            return traces(group, chart, traced_runs)


def _nothing() -> Markup:
    return element("p", "Nothing of this has been measured yet.", class_="soft")


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
            *figure_words(metric, cell.window_modes),
            str(len(metric.values)),
        ]
        for index, metric in enumerate(cell.run.headline)
    ] or [[*head, "no result", "–", "–", "0"]]
