"""The report of a suite has what its page shows, or says what it lacks."""

from __future__ import annotations

import re
from functools import partial
from html import unescape

from backend_testing.suites import axis, metric, section_of, suite_of
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.features.reports.group_report import group_report
from orrery_contracts.api import SummaryMetric
from orrery_contracts.group_results import GroupDocument, MetricHead
from orrery_contracts.results import Better
from orrery_contracts.suite import RunSuite
from orrery_contracts.suite_charts import (
    HeatChart,
    LinesChart,
    PublishedCurve,
    PublishedPoint,
    TableChart,
)
from orrery_contracts.sweep import GroupAxis
from orrery_contracts_generator.fixture_files import valid

AT = "2026-11-24T12:00:00.000Z"
PUBLISHED = ReferenceService().tables().items
ROUND_TRIP, RATE = "round_trip.mean", "rate"
[EXAMPLE] = [f.text for f in valid() if (f.document, f.name) == ("GroupDocument", "suite")]
suite_with = partial(suite_of, GroupDocument.model_validate_json(EXAMPLE))


def _point(tick: str, version: str) -> PublishedPoint:
    return PublishedPoint(
        row=["2 systems, 2 CPUs", "RTOL", version],
        column="dmso_rti_1_3ng4_ms",
        metric=ROUND_TRIP,
        where=["workload.exchanged=objects", f"workload.tick={tick}"],
    )


TICKS = TableChart(
    name="ticks",
    title="Tick versions",
    caption="Look at the wait.",
    figure_of="Table 2",
    rows=["workload.exchanged", "workload.tick"],
    columns=[ROUND_TRIP],
    beside=[
        PublishedCurve(
            table="rtibm.tick-selection",
            title="DMSO RTI 1.3NG4",
            unit="ms",
            points=[_point("wait", "V1"), _point("sleep", "V2")],
        )
    ],
)
AXES = [
    axis("workload.exchanged", "Exchanged", ['"objects"', '"interactions"']),
    axis("workload.tick", "Tick", ['"wait"', '"sleep"']),
]
CELLS = [
    (['"objects"', '"wait"'], metric(ROUND_TRIP, "ns", [1e6, 2e6, 3e6, 4e6, 5e6], 1e6, 5e6)),
    (['"objects"', '"sleep"'], metric(ROUND_TRIP, "ns", [7e6, 8e6, 9e6], 7e6, 9e6)),
    (['"interactions"', '"wait"'], metric(ROUND_TRIP, "ns", [6e6], 6e6, 6e6)),
]


def _published(version: str) -> float:
    [table] = [table for table in PUBLISHED if table.id == "rtibm.tick-selection"]
    [row] = [r for r in table.rows if r[:3] == ["2 systems, 2 CPUs", "RTOL", version]]
    value = row[table.columns.index("dmso_rti_1_3ng4_ms")]
    assert isinstance(value, float | int)
    return float(value)


def test_published_figures_stand_beside_the_measured_ones_of_their_cell() -> None:
    report = group_report(suite_with([TICKS], AXES, CELLS), AT, PUBLISHED)
    text = section_of(report, "Tick versions")
    head, *rows = [line for line in text.splitlines() if " | " in line]
    assert "Exchanged" in head
    assert "DMSO RTI 1.3NG4, published" in head
    assert f"{_published('V1'):g} ms" in rows[0]
    assert f"{_published('V2'):g} ms" in rows[1]
    assert "–" in rows[2].split(" | ")[-2], "no figure was published of this cell"
    assert "objects | wait" in rows[0]
    assert "3 ms" in rows[0]
    assert "1 to 5 ms (95 %)" in rows[0]
    assert "8 ms" in rows[1]
    assert "7 to 9 ms (range)" in rows[1]
    assert "one repeat" in rows[2]


def test_a_table_says_what_it_follows_and_whose_figures_are_published() -> None:
    report = group_report(suite_with([TICKS], AXES, CELLS), AT, PUBLISHED)
    text = section_of(report, "Tick versions")
    [table] = [table for table in PUBLISHED if table.id == "rtibm.tick-selection"]
    assert "Look at the wait." in text
    assert "Follows Table 2." in text
    assert f"Published: {table.source_title}, {table.where}, {table.year}." in text


def test_of_a_single_cell_each_figure_has_a_row() -> None:
    group = suite_with([TICKS], AXES, CELLS[:1])
    text = section_of(group_report(group, AT, PUBLISHED), "Tick versions")
    head, *rows = [line for line in text.splitlines() if " | " in line]
    assert "Measured, run 100" in head
    assert "DMSO RTI 1.3NG4, published" in head
    [row] = rows
    assert row.startswith("Round trip, mean | 3 ms")
    assert f"{_published('V1'):g} ms" in row


def test_figures_that_belong_to_no_cell_have_rows_of_their_own() -> None:
    point = _point("wait", "V1").model_copy(update={"where": []})
    curve = TICKS.beside[0].model_copy(update={"points": [point], "times": 2.0})
    group = suite_with([TICKS.model_copy(update={"beside": [curve]})], AXES, CELLS)
    text = section_of(group_report(group, AT, PUBLISHED), "Tick versions")
    rows = [line for line in text.splitlines() if " | " in line]
    assert rows[-1].startswith(f"DMSO RTI 1.3NG4 | {2 * _published('V1'):g} ms")
    assert "Published" in rows[-2]


def test_a_table_that_is_too_wide_for_paper_goes_on_below() -> None:
    names = [f"m{at}" for at in range(9)]
    cells = [([f"{at}"], metric(names[0], "ns", [1.0], 1.0, 1.0)) for at in range(2)]
    group = suite_with(
        [TableChart(name="wide", title="Wide", columns=names)],
        [axis("workload.managers", "Managers", ["0", "1"])],
        cells,
    )
    heads = [MetricHead(name=n, title=n, unit="ns", better=Better.LOWER) for n in names]
    group = group.model_copy(update={"metrics": heads})
    text = section_of(group_report(group, AT), "Wide")
    tops = [line for line in text.splitlines() if "Managers" in line]
    assert len(tops) == 2
    assert all(len(top.split(" | ")) <= 10 for top in tops)
    assert all(any(f"{name} |" in top for top in tops) for name in names)


def test_charts_of_items_that_were_not_chosen_are_counted() -> None:
    other = TICKS.model_copy(update={"name": "other", "items": ["elsewhere"]})
    text = unescape(group_report(suite_with([TICKS, other], AXES, CELLS), AT, PUBLISHED))
    assert "One more chart of the suite is of items that were not chosen." in text


def test_a_title_says_once_that_its_figures_are_published() -> None:
    curve = TICKS.beside[0].model_copy(update={"title": "published, at least"})
    group = suite_with([TICKS.model_copy(update={"beside": [curve]})], AXES, CELLS)
    text = section_of(group_report(group, AT, PUBLISHED), "Tick versions")
    assert " | published, at least | " in text


def test_a_row_that_many_settings_name_leaves_room_for_fewer_figures() -> None:
    names = [f"m{at}" for at in range(4)]
    axes = [axis(f"workload.p{at}", f"P{at}", ["0", "1"]) for at in range(5)]
    cells = [([f"{at}"] * 5, metric(names[0], "ns", [1.0], 1.0, 1.0)) for at in range(2)]
    group = suite_with([TableChart(name="wide", title="Wide", columns=names)], axes, cells)
    heads = [MetricHead(name=n, title=n, unit="ns", better=Better.LOWER) for n in names]
    text = section_of(group_report(group.model_copy(update={"metrics": heads}), AT), "Wide")
    tops = [line for line in text.splitlines() if "P4" in line]
    assert len(tops) == 2


def _long(lines: int) -> GroupDocument:
    cells = [
        ([str(x), str(y)], metric(RATE, "/s", [x + y + 1.0], x + y + 1.0, x + y + 1.0))
        for y in range(lines)
        for x in range(2)
    ]
    axes = [
        axis("workload.managers", "Managers", ["0", "1"]),
        axis("workload.entities", "Entities", [str(y) for y in range(lines)]),
    ]
    chart = LinesChart(name="lines", title="Long", x="workload.managers", metrics=[RATE])
    return suite_with([chart], axes, cells)


def test_a_long_group_says_how_many_of_its_charts_are_shown() -> None:
    report = group_report(_long(105), AT)
    text = section_of(report, "Long")
    assert report.count('role="img"') == 12
    assert "12 of 14 charts are shown. The console's page has all of them." in text
    whole = section_of(group_report(_long(96), AT), "Long")
    assert "charts are shown" not in whole


def test_a_long_group_lists_all_its_runs_and_says_how_many() -> None:
    report = group_report(_long(70), AT)
    text = section_of(report, "Results")
    assert "All 140 runs are listed." in text
    for number in range(100, 240):
        assert f" | {number} | done | " in text


HEAT = HeatChart(
    name="heat",
    title="Heat",
    x="workload.managers",
    y="workload.tick",
    metric=ROUND_TRIP,
)
HEAT_AXES = [
    axis("workload.managers", "Managers", ["10", "2"]),
    axis("workload.tick", "Tick", ['"wait"', '"sleep"']),
    axis("workload.entities", "Entities", ["5", "6"]),
]
HEAT_CELLS = [
    (["10", '"wait"', "5"], metric(ROUND_TRIP, "ns", [1e6, 2e6, 3e6, 4e6, 5e6], 1e6, 5e6)),
    (["2", '"wait"', "5"], metric(ROUND_TRIP, "ns", [7e6, 8e6, 9e6], 7e6, 9e6)),
    (["2", '"sleep"', "5"], metric(ROUND_TRIP, "ns", [6e6], 6e6, 6e6)),
]


def test_a_heat_map_is_a_grid_of_figures_with_units_and_intervals() -> None:
    report = group_report(suite_with([HEAT], HEAT_AXES, HEAT_CELLS), AT)
    text = section_of(report, "Heat")
    assert "Round trip, mean" in text
    head, wait, sleep = [line for line in text.splitlines() if " | " in line]
    assert head == "Tick \\ Managers | 2 | 10 | "
    assert wait == "wait | 8 ms 7 to 9 ms (range) | 3 ms 1 to 5 ms (95 %) | "
    assert sleep == "sleep | 6 ms one repeat |  | "


def test_a_heat_map_is_darker_where_the_median_is_greater() -> None:
    report = group_report(suite_with([HEAT], HEAT_AXES, HEAT_CELLS), AT)
    shades = [float(share) for share in re.findall(r"rgba\(0,114,178,([0-9.]+)\)", report)]
    eight, three, six = shades
    assert three < six < eight


def test_where_several_runs_meet_a_heat_map_shows_the_range_of_their_medians() -> None:
    more = (["10", '"wait"', "6"], metric(ROUND_TRIP, "ns", [4e6], 4e6, 4e6))
    group = suite_with([HEAT], HEAT_AXES, [*HEAT_CELLS, more])
    text = section_of(group_report(group, AT), "Heat")
    assert "3 to 4 ms medians of 2 runs | " in text


def test_a_heat_map_has_a_grid_for_each_value_of_its_facet() -> None:
    more = (["10", '"wait"', "6"], metric(ROUND_TRIP, "ns", [4e6], 4e6, 4e6))
    chart = HEAT.model_copy(update={"facet": "workload.entities"})
    text = section_of(group_report(suite_with([chart], HEAT_AXES, [*HEAT_CELLS, more]), AT), "Heat")
    lines = text.splitlines()
    assert "Round trip, mean; entities 5" in lines
    assert "Round trip, mean; entities 6" in lines
    assert "medians of" not in text


def test_a_heat_map_that_is_too_wide_for_paper_goes_on_below() -> None:
    xs = [str(x) for x in range(10)]
    axes = [axis("workload.managers", "Managers", xs), axis("workload.tick", "Tick", ['"a"'])]
    cells = [([x, '"a"'], metric(ROUND_TRIP, "ns", [1.0], 1.0, 1.0)) for x in xs]
    text = section_of(group_report(suite_with([HEAT], axes, cells), AT), "Heat")
    tops = [line for line in text.splitlines() if "Managers" in line]
    assert len(tops) == 2
    assert all(any(f" | {x} | " in top for top in tops) for x in xs)


def _sweep(axes: list[GroupAxis], cells: list[tuple[list[str], SummaryMetric]]) -> GroupDocument:
    group = suite_with([], axes, cells)
    leading = [
        cell.model_copy(update={"run": cell.run.model_copy(update={"headline": cell.metrics})})
        for cell in group.cells
    ]
    return group.model_copy(update={"suite": None, "cells": leading})


def test_a_sweep_of_two_parameters_has_a_heat_map_of_its_leading_metric() -> None:
    report = group_report(_sweep(HEAT_AXES, HEAT_CELLS), AT)
    text = section_of(report, "Round trip, mean over managers and tick")
    assert "wait | 8 ms 7 to 9 ms (range) | 3 ms 1 to 5 ms (95 %) | " in text


def test_a_sweep_of_one_parameter_has_no_heat_map() -> None:
    cells = HEAT_CELLS[:2]
    assert "heat" not in group_report(_sweep(HEAT_AXES, cells), AT).split("</style>")[1]


def test_the_longer_parameter_of_a_sweep_goes_down_the_page() -> None:
    group = _long(30)
    cells = [(list(map(str, cell.values)), cell.metrics[0]) for cell in group.cells]
    text = section_of(
        group_report(_sweep(group.axes, cells), AT), "Rate over managers and entities"
    )
    head, *rows = [line for line in text.splitlines() if " | " in line]
    assert head == "Entities \\ Managers | 0 | 1 | "
    assert len(rows) == 30


def test_a_chart_of_which_nothing_is_measured_says_so() -> None:
    lines = LinesChart(name="lines", title="Lines", x="workload.managers", metrics=["absent"])
    heat = HEAT.model_copy(update={"title": "Heat", "metric": "absent"})
    report = group_report(suite_with([lines, heat], HEAT_AXES, HEAT_CELLS[:1]), AT)
    for title in ("Lines", "Heat"):
        assert "Nothing of this has been measured yet." in section_of(report, title)


def test_metrics_of_different_units_have_charts_of_their_own() -> None:
    axes = [axis("workload.managers", "Managers", ["0", "1", "2"])]
    cells = [([at], metric(RATE, "/s", [1.0], 1.0, 1.0)) for at in ("0", "1")]
    cells.append((["2"], metric(ROUND_TRIP, "ns", [5.0], 5.0, 5.0)))
    metrics = [RATE, ROUND_TRIP]
    chart = LinesChart(name="lines", title="Both", x="workload.managers", metrics=metrics)
    report = group_report(suite_with([chart], axes, cells), AT)
    assert report.count('role="img"') == 2
    assert "<h3>Rate</h3>" in report
    assert "<h3>Round trip, mean</h3>" in report


[SWEEP] = [f.text for f in valid() if (f.document, f.name) == ("GroupDocument", "sweep")]


def test_the_report_of_a_sweep_names_its_settings_by_their_labels() -> None:
    sweep = GroupDocument.model_validate_json(SWEEP)
    varied = sweep.axes[0]
    settings = [
        ("workload.steps", "Steps", "200"),
        (varied.path, varied.title, "a value of one cell"),
    ]
    said = unescape(group_report(sweep, AT, settings=settings)).rpartition("<h2>Settings</h2>")[2]
    assert "schema_version" not in said
    assert "{" not in said
    assert re.search(r"Steps</td><td[^>]*>200</td>", said)
    assert f"{varied.title}</td>" in said
    assert "a value of one cell" not in said


def test_the_report_of_a_suite_names_what_was_chosen_of_it() -> None:
    suite = GroupDocument.model_validate_json(EXAMPLE)
    assert suite.suite is not None
    chosen = RunSuite(set=["workload.entities=40"], repeats=3, items=[suite.suite.items[0].name])
    said = unescape(group_report(suite.model_copy(update={"run_suite": chosen}), AT))
    said = said.rpartition("<h2>Settings</h2>")[2]
    assert "schema_version" not in said
    for text in ("Entities", "40", suite.suite.items[0].title, suite.suite.title):
        assert text in said
