"""Charts of a suite's report: gains, published curves, speed-ups and breakdowns."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from backend_testing.suites import axis, metric, section_of, suite_of, window_modes
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.features.reports.charts import Line, Point, line_chart
from orrery_backend.features.reports.group_report import group_report
from orrery_contracts.api import (
    IntervalKind,
    Mode,
    PublishedTable,
    RunDocument,
)
from orrery_contracts.group_results import (
    ChartFigures,
    GainPair,
    GroupDocument,
    RunShare,
    SpeedUp,
    SpeedUpPoint,
    SpeedUps,
    SwitchGain,
)
from orrery_contracts.results import Trace
from orrery_contracts.suite_charts import (
    BreakdownChart,
    Gain,
    GainsChart,
    HeatChart,
    LinesChart,
    PublishedCurve,
    PublishedPoint,
    SpeedUpChart,
    TableChart,
    TracesChart,
)
from orrery_contracts.sweep import GroupAxis
from orrery_contracts_generator.fixture_files import valid

AT = "2026-11-24T12:00:00.000Z"
PUBLISHED = ReferenceService().tables().items
RATE = "rate"
[EXAMPLE] = [f.text for f in valid() if (f.document, f.name) == ("GroupDocument", "suite")]
suite_with = partial(suite_of, GroupDocument.model_validate_json(EXAMPLE))
ENTITIES = axis("workload.entities", "Entities", ["10", "20", "40"])
SPLIT = axis("workload.split", "Split", ['"equal"', '"late"'])
GAINS = GainsChart(
    name="gains",
    title="What is gained",
    metric=RATE,
    published=["study.gains"],
    gains=[
        Gain(name="late", title="Later", item="a", switch="workload.split", on="late", off="equal")
    ],
)
STUDY = PublishedTable(
    id="study.gains",
    source="study",
    source_title="A study",
    year="1996",
    platforms=[],
    where="section 6.6",
    title="Expected",
    unit="times",
    columns=["gain", "times_least", "times_most"],
    rows=[["late", 4.0, 9.0], ["another", 2.0, 2.0]],
    note="",
)


def _gained(pairs: list[GainPair]) -> GroupDocument:
    group = suite_with([GAINS], [ENTITIES], [(["10"], metric(RATE, "/s", [1.0], 1.0, 1.0))])
    gain = SwitchGain(name="late", note="entities 10, 20", pairs=pairs)
    figures = [ChartFigures(chart="gains", gains=[gain], shares=[])]
    return group.model_copy(update={"chart_figures": figures})


def _pair(run: int, label: str, ratio: float | None, **changes: Any) -> GainPair:
    low, high = (ratio * 0.9, ratio * 1.1) if ratio else (None, None)
    pair = GainPair(
        run=run,
        label=label,
        ratio=ratio,
        low=low,
        high=high,
        interval=IntervalKind.CONFIDENCE,
        two_modes=False,
    )
    return pair.model_copy(update=changes)


def test_gains_are_ratios_with_their_intervals_beside_what_the_study_expected() -> None:
    few = _pair(121, "entities 20", 1.5, interval=IntervalKind.RANGE)
    report = group_report(_gained([_pair(120, "entities 10", 3.0), few]), AT, [STUDY])
    text = section_of(report, "What is gained")
    rows = [line for line in text.splitlines() if " | " in line]
    assert "Switch | At | Run | Times better | Interval" in rows[0]
    assert rows[1] == "Later | entities 10 | 120 | 3× | 2.7 to 3.3× (95 %) | "
    assert rows[2] == "Later | entities 20 | 121 | 1.5× | 1.35 to 1.65× (range) | "
    assert rows[3] == "Later | expected by the study | – | 4 to 9× | – | "
    assert text.count("entities 10") == 2, "in the chart and in the table"
    assert "two modes" not in text
    assert "Published: A study, section 6.6, 1996." in text


def test_a_gain_over_two_modes_has_both_ratios() -> None:
    one_side = _pair(121, "entities 20", None, two_modes=True, modes=[0.5, 4.0])
    both_sides = _pair(122, "entities 40", None, two_modes=True)
    report = group_report(_gained([one_side, both_sides]), AT)
    text = section_of(report, "What is gained")
    assert "Later | entities 20 | 121 | two modes: 0.5× and 4× | – | " in text
    assert "Later | entities 40 | 122 | both sides have two modes | – | " in text
    assert text.count("entities 20, two modes") == 2, "a mark for each in the chart"
    assert "entities 40, two modes" not in text
    assert "The ratio of each mode is drawn." in text
    assert "Both sides have two modes: there is no ratio." in text


def test_a_gain_over_nothing_says_so() -> None:
    report = group_report(_gained([_pair(120, "", None)]), AT)
    assert "Later: entities 10, 20" in section_of(report, "What is gained"), "the gain's note"
    assert "| the divisor is 0 | – |" in section_of(report, "What is gained")


def test_a_lines_chart_of_shares_draws_the_shares_of_the_document() -> None:
    chart = LinesChart(
        name="shares",
        title="Shares",
        x="workload.entities",
        metrics=[RATE],
        series=["workload.split"],
        relative_to=["workload.split=equal"],
    )
    cells = [
        ([x, split], metric(RATE, "/s", [5.0], 5.0, 5.0))
        for x in ("10", "20")
        for split in SPLIT.values
    ]
    group = suite_with([chart], [ENTITIES, SPLIT], cells)
    shares = [
        RunShare(run=100 + at, metric=metric(RATE, "share", [0.25 * at], 0.2 * at, 0.3 * at))
        for at in range(4)
    ]
    figures = [ChartFigures(chart="shares", gains=[], shares=shares)]
    text = section_of(
        group_report(group.model_copy(update={"chart_figures": figures}), AT), "Shares"
    )
    assert "60 %" in text
    assert "split equal" in text
    assert "split late" in text
    assert "/s" not in text
    nothing = section_of(group_report(group, AT), "Shares")
    assert "Nothing of this has been measured yet." in nothing


def _curve(unit: str, *places: str, **changes: Any) -> PublishedCurve:
    points = [
        PublishedPoint(
            row=["2 systems, 2 CPUs", "RTOL", "V1"],
            column="dmso_rti_1_3ng4_ms",
            metric=RATE,
            where=[place] if place else [],
        )
        for place in places
    ]
    curve = PublishedCurve(table="rtibm.tick-selection", title="DMSO", unit=unit, points=points)
    return curve.model_copy(update=changes)


def _beside(x: GroupAxis, *curves: PublishedCurve, **changes: Any) -> str:
    chart = LinesChart(name="lines", title="Lines", x=x.path, metrics=[RATE], beside=[*curves])
    cells = [([v, "1"], metric(RATE, "/s", [1.0, 2.0], 1.0, 2.0)) for v in x.values[:2]]
    axes = [x, axis("workload.managers", "Managers", ["1", "2"])]
    chart = chart.model_copy(update=changes)
    return group_report(suite_with([chart], axes, cells), AT, PUBLISHED)


def _diamonds(report: str) -> list[tuple[float, float]]:
    """Centres of the marks of published figures in charts."""
    found = re.findall(
        r'<polygon points="([^"]+)" fill="#fff" stroke="#8a5a0c"', report.split("<figcaption")[0]
    )
    ends = [[tuple(map(float, place.split(","))) for place in text.split()] for text in found]
    return [((left[0] + right[0]) / 2, left[1]) for left, _, right, _ in ends]


def test_published_figures_stand_in_a_chart_at_their_own_places_on_an_axis_of_their_own() -> None:
    report = _beside(ENTITIES, _curve("ms", "workload.entities=10", "workload.entities=40"))
    text = section_of(report, "Lines")
    assert "published, ms" in text
    assert "DMSO, published, right axis" in text
    assert "measured" in text
    assert "Published: Analysis of" in text
    first, last = _diamonds(report)
    assert last[0] > first[0] + 300, "40 entities were not measured: their place is at the end"
    assert first[1] == last[1]


def test_a_published_figure_without_a_place_is_a_level() -> None:
    report = _beside(ENTITIES, _curve("ms", ""))
    assert len(_diamonds(report)) == 1
    [dashed] = re.findall(r'points="([^"]+)"[^>]*stroke-dasharray', report.split("<figcaption")[0])
    (x1, y1), (x2, y2) = (place.split(",") for place in dashed.split())
    assert y1 == y2
    assert float(x2) - float(x1) > 400


def test_lines_are_told_apart_without_colour() -> None:
    cells = [
        ([x, str(m)], metric(RATE, "/s", [1.0], 1.0, 1.0)) for x in ("10", "20") for m in range(8)
    ]
    axes = [ENTITIES, axis("workload.managers", "Managers", [str(m) for m in range(8)])]
    chart = LinesChart(name="lines", title="Lines", x="workload.entities", metrics=[RATE])
    legend = group_report(suite_with([chart], axes, cells), AT).split("<figcaption")[1]
    marks = re.findall(r"<(circle|polygon)([^>]*)>", legend.split("</figcaption>")[0])
    shapes = {(kind, re.sub(r'"#(?!fff")[0-9a-f]{6}"', "colour", text)) for kind, text in marks}
    assert len(marks) == len(shapes) == 8


def test_published_figures_of_another_facet_or_metric_are_not_drawn() -> None:
    here = _curve("ms", "workload.managers=1")
    there = _curve("ms", "workload.managers=2")
    facet = {"facet": "workload.managers"}
    assert len(_diamonds(_beside(ENTITIES, here, **facet))) == 1
    assert _diamonds(_beside(ENTITIES, there, **facet)) == []
    other = here.points[0].model_copy(update={"metric": "other"})
    assert _diamonds(_beside(ENTITIES, here.model_copy(update={"points": [other]}))) == []


def test_published_figures_stand_at_names_too_and_nothing_joins_names() -> None:
    report = _beside(SPLIT, _curve("ms", "workload.split=late", "workload.split=equal"))
    assert len(_diamonds(report)) == 2
    assert "<polyline" not in report.split("<figcaption")[0]


THREADS = axis("workload.pool_threads", "Pool threads", ["1", "2", "4"])


def _speed_up(values: list[str], serial: float | None, **changes: Any) -> SpeedUp:
    fitted = [1 / (serial + (1 - serial) / x) for x in (1, 2, 4)] if serial is not None else []
    one = SpeedUp(
        label="",
        values=values,
        points=[
            SpeedUpPoint(x=x, speed_up=y, low=y * 0.9, high=y * 1.1)
            for x, y in ((1.0, 1.0), (2.0, 1.8), (4.0, 3.0))
        ],
        serial_fraction=serial,
        serial_fraction_low=serial and serial * 0.8,
        serial_fraction_high=serial and serial * 1.2,
        fitted=fitted,
    )
    return one.model_copy(update=changes)


def _speed_ups(*series: SpeedUp) -> str:
    chart = SpeedUpChart(
        name="amdahl",
        title="Amdahl",
        x=THREADS.path,
        metric=RATE,
        series=["workload.split"] if len(series) > 1 else [],
    )
    cells = [([x, '"equal"'], metric(RATE, "/s", [1.0], 1.0, 1.0)) for x in THREADS.values]
    found = SpeedUps(
        x=THREADS.path,
        x_title="Pool threads",
        metric=RATE,
        title="Rate",
        baseline_x=1.0,
        series=[*series],
    )
    group = suite_with([chart], [THREADS, SPLIT], cells)
    return group_report(group, AT, [], {"amdahl": found})


def test_a_speed_up_has_its_fit_in_words_and_the_ideal_line() -> None:
    report = _speed_ups(_speed_up([], 0.1))
    text = section_of(report, "Amdahl")
    said = "Amdahl's law fits a serial fraction of 10 % (95 % interval 8 to 12 %)."
    assert said in text
    for name in ("measured", "Amdahl's law, fitted", "ideal"):
        assert name in text
    assert report.split("<figcaption")[0].count("stroke-dasharray") == 2
    assert "measured | 4 | 3× | 2.7 to 3.3× | 3.08× | 4× | " in text


def test_what_a_fit_leaves_out_is_named_with_the_reason() -> None:
    text = section_of(_speed_ups(_speed_up([], 0.1, not_fitted=[2.0])), "Amdahl")
    assert "Amdahl's law leaves out 2, as the repeats there are in two modes." in text


def test_several_runs_at_one_place_of_a_heat_map_have_no_median_of_two_modes() -> None:
    two = metric(RATE, "/s", [1.0, 1.0, 9.0, 9.0], 1.0, 9.0).model_copy(
        update={"modes": [Mode(median=1.0, repeats=2), Mode(median=9.0, repeats=2)]}
    )
    one = metric(RATE, "/s", [5.0], 5.0, 5.0)
    cells = [(["10", "late"], two), (["10", "late"], one), (["20", "late"], one)]
    heat = HeatChart(name="heat", title="Heat", x=ENTITIES.path, y=SPLIT.path, metric=RATE)
    report = group_report(suite_with([heat], [ENTITIES, SPLIT], cells), AT)
    assert "1 to 9 /s modes and medians of 2 runs" in section_of(report, "Heat")


def test_places_without_a_speed_up_are_named_with_the_reason() -> None:
    text = section_of(_speed_ups(_speed_up([], 0.1, left_out=[8.0])), "Amdahl")
    assert (
        "No speed-up at 8, as the repeats there or at 1 have no median, being in two modes." in text
    )


def test_each_series_has_its_own_fit_and_one_without_a_fit_says_why() -> None:
    few = {"serial_fraction_low": None, "serial_fraction_high": None}
    one, other = _speed_up(['"equal"'], 0.1), _speed_up(['"late"'], 0.2, **few)
    text = section_of(_speed_ups(one, other), "Amdahl")
    assert "With split equal, Amdahl's law fits a serial fraction of 10 %" in text
    assert "20 % (no interval: fewer than five repeats at a point)." in text
    none = section_of(_speed_ups(_speed_up([], None)), "Amdahl")
    assert "Amdahl's law needs at least two points to be fitted." in none


PARTS = ("activity.update", "activity.idle")


def _broken_down(**changes: Any) -> str:
    chart = BreakdownChart(
        name="parts", title="Parts", x="workload.entities", metrics=[*PARTS]
    ).model_copy(update=changes)
    cells = [
        (
            [x, split],
            metric(PARTS[0], "ns", [at * 1e6] * 3, at * 9e5, at * 1.1e6),
            metric(PARTS[1], "ns", [3e6] * 5, 2e6, 4e6),
        )
        for at, x in enumerate(["10", "20", "40"], 1)
        for split in SPLIT.values
    ]
    return group_report(suite_with([chart], [ENTITIES, SPLIT], cells), AT)


def test_a_breakdown_stacks_its_parts_with_units_and_has_them_with_intervals() -> None:
    report = _broken_down(facet="workload.split")
    text = section_of(report, "Parts")
    assert report.count('role="img"') == 2, "a panel for each value of the facet"
    for words in ("entities 10", "entities 40", "4 ms", "6 ms", "Activity, update"):
        assert words in text
    assert "2 ms 1.8 to 2.2 ms (range) | 3 ms 2 to 4 ms (95 %) | " in text
    panel = report.split("<h3>Medians, stacked; split equal</h3>")[1].split("<h3>")[0]
    widths = [float(w) for w in re.findall(r'<rect [^>]*width="([0-9.]+)" height="20"', panel)]
    assert len(widths) == 6
    assert widths[5] == widths[1]
    assert abs(widths[4] - 3 * widths[0]) < 0.1


def test_parts_of_a_breakdown_are_told_apart_without_colour() -> None:
    panel = _broken_down().split('role="img"')[1].split("</figure>")[0]
    assert panel.count("<path") == 6 + 1, "the second part is hatched, in bars and in the legend"


def test_a_breakdown_of_shares_adds_up_to_the_whole() -> None:
    text = section_of(_broken_down(share=True), "Parts")
    assert "25 %" in text
    assert "75 %" in text
    assert "100 %" in text


def test_a_sweep_over_workers_has_its_speed_up_and_where_the_time_goes() -> None:
    cells = [
        (
            [x],
            metric(PARTS[0], "ns", [1e6], 1e6, 1e6),
            metric(PARTS[1], "ns", [2e6], 2e6, 2e6),
        )
        for x in THREADS.values
    ]
    group = suite_with([], [THREADS], cells)
    leading = [
        cell.model_copy(update={"run": cell.run.model_copy(update={"headline": cell.metrics[:1]})})
        for cell in group.cells
    ]
    report = group_report(group.model_copy(update={"suite": None, "cells": leading}), AT)
    titles = re.findall("<h2>([^<]+)</h2>", report)
    for title in (
        "Activity, update over pool threads",
        "Speed-up over pool threads",
        "Where the time goes by pool threads",
    ):
        assert title in titles


def test_panels_of_one_unit_share_their_axis() -> None:
    cells = [
        ([x, split], metric(RATE, "/s", [5.0 * at], 5.0 * at, 5.0 * at))
        for at, split in enumerate(SPLIT.values, 1)
        for x in ("10", "20")
    ]
    chart = LinesChart(
        name="lines", title="Lines", x=ENTITIES.path, metrics=[RATE], facet=SPLIT.path
    )
    text = section_of(group_report(suite_with([chart], [ENTITIES, SPLIT], cells), AT), "Lines")
    low, high = text.split("Rate; split late")
    assert "10 /s" in low
    assert "10 /s" in high


def test_both_figures_of_two_modes_are_drawn_and_named() -> None:
    two = metric(RATE, "/s", [1.0, 1.0, 9.0, 9.0], 1.0, 9.0).model_copy(
        update={"modes": [Mode(median=1.0, repeats=2), Mode(median=9.0, repeats=2)]}
    )
    cells = [(["10"], two), (["20"], metric(RATE, "/s", [5.0, 5.0], 5.0, 5.0))]
    lines = LinesChart(name="lines", title="Lines", x="workload.entities", metrics=[RATE])
    table = TableChart(name="table", title="Table", columns=[RATE])
    report = group_report(suite_with([lines, table], [ENTITIES], cells), AT)
    assert "Two modes, both drawn: entities 10." in section_of(report, "Lines")
    shown = section_of(report, "Table")
    assert shown.count("two modes 1 /s in 2 repeats, 9 /s in 2") == 1, shown


def test_both_figures_of_two_modes_over_time_stand_in_tables_and_are_named_by_charts() -> None:
    name = "step_time.p50"
    cells = [([x], metric(name, "ns", [5e6], 5e6, 5e6)) for x in ("10", "20")]
    lines = LinesChart(name="lines", title="Lines", x="workload.entities", metrics=[name])
    table = TableChart(name="table", title="Table", columns=[name])
    group = suite_with([lines, table], [ENTITIES], cells)
    over_time = window_modes("step_time", 1e6, 9e6)
    first = group.cells[0].model_copy(update={"window_modes": [over_time]})
    report = group_report(group.model_copy(update={"cells": [first, *group.cells[1:]]}), AT)
    assert section_of(report, "Table").count("two modes over time: 1 ms, 9 ms") == 1
    shown = section_of(report, "Lines")
    assert "Two modes over time, only the median drawn: entities 10." in shown


def test_a_line_parts_to_both_figures_of_two_modes() -> None:
    points = [Point(1, 5, 1, 9, (1, 9)), Point(2, 5, 5, 5), Point(3, 5, 5, 5)]
    drawn = str(line_chart("chart", [Line("a", points)], "/s", "x"))
    assert drawn.count("<circle") == 4
    assert drawn.count("<polyline") == 3


def test_a_breakdown_and_a_heat_map_show_both_figures_of_two_modes() -> None:
    two = metric(RATE, "/s", [1.0, 1.0, 9.0, 9.0], 1.0, 9.0).model_copy(
        update={"modes": [Mode(median=1.0, repeats=2), Mode(median=9.0, repeats=2)]}
    )
    cells = [(["10", "late"], two), (["20", "late"], metric(RATE, "/s", [5.0, 5.0], 5.0, 5.0))]
    bars = BreakdownChart(name="bars", title="Bars", x="workload.entities", metrics=[RATE])
    heat = HeatChart(name="heat", title="Heat", x=ENTITIES.path, y=SPLIT.path, metric=RATE)
    report = group_report(suite_with([bars, heat], [ENTITIES, SPLIT], cells), AT)
    for mode in ("lower", "upper"):
        assert section_of(report, "Bars").count(f"entities 10, {mode} mode") == 1
    assert "two modes 1 /s in 2 repeats, 9 /s in 2" in section_of(report, "Heat")


def _traced(name: str, values: list[float]) -> Trace:
    xs = [float(x) for x in range(len(values))]
    title = name.partition(".")[2]
    return Trace(name=name, title=title, unit="/s", x_title="Cycle", x_unit="", x=xs, y=values)


def test_traces_of_the_last_repeat_are_drawn_for_each_run_that_meets_the_conditions() -> None:
    chart = TracesChart(name="traces", title="Traces", trace="rate", where=["workload.split=late"])
    cells = [
        ([x, split], metric(RATE, "/s", [1.0], 1.0, 1.0))
        for x in ("10", "20")
        for split in SPLIT.values
    ]
    group = suite_with([chart], [ENTITIES, SPLIT], cells)
    ids = [f"{at:026d}" for at in range(4)]
    group = group.model_copy(
        update={
            "cells": [
                cell.model_copy(update={"run": cell.run.model_copy(update={"id": own})})
                for cell, own in zip(group.cells, ids, strict=True)
            ]
        }
    )
    [text] = [f.text for f in valid() if (f.document, f.name) == ("RunDocument", "plain")]
    run = RunDocument.model_validate_json(text)
    peaks = [0.0] * 1_000
    peaks[777] = 9e6
    repeats = [
        run.repeats[0].model_copy(update={"traces": [_traced("rate.first", [1.0, 2.0])]}),
        run.repeats[0].model_copy(
            update={"traces": [_traced("rate.last", peaks), _traced("other", [1.0])]}
        ),
    ]
    runs = {own: run.model_copy(update={"repeats": repeats}) for own in ids}
    report = group_report(group, AT, [], {}, runs)
    said = section_of(report, "Traces")
    assert "Run 101: entities 10" in said
    assert "Run 103: entities 20" in said
    assert "Run 100" not in said
    assert report.count('role="img"') == 2
    assert "8,000,000 /s" in said, "no peak is lost"
    assert "Nothing of this has been measured yet." in section_of(group_report(group, AT), "Traces")
