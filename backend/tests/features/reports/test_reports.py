"""Reports: whole files that say what the pages say and load nothing."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import TypeVar
from xml.etree import ElementTree as Xml

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, until
from orrery_backend.features.reports.bars import Bar, stacked_bars
from orrery_backend.features.reports.charts import (
    Line,
    Point,
    Published,
    PublishedLine,
    RatioRow,
    line_chart,
    ratio_chart,
    repeats_chart,
)
from orrery_backend.features.reports.comparison_report import comparison_report
from orrery_backend.features.reports.group_report import group_report
from orrery_backend.features.reports.run_report import RunParts, run_report
from orrery_backend.features.reports.ticks import scale_over
from orrery_backend.features.reports.trend_report import trend_report
from orrery_contracts.api import Comparison, Mode, RepeatView, RunDocument
from orrery_contracts.base import Contract
from orrery_contracts.group_results import GroupDocument, SpeedUps
from orrery_contracts.quantity import quantity
from orrery_contracts.results import Better, Metric
from orrery_contracts.trend import MetricTrend, TrendAxis, TrendShape
from orrery_contracts.workloads.registry import leading_metrics
from orrery_contracts_generator.fixture_files import valid

AT = "2026-11-24T12:00:00.000Z"
BAD = "<script>alert('x')</script>\"&"
Document = TypeVar("Document", bound=Contract)


def _fixture(model: type[Document], name: str = "plain") -> Document:
    [text] = [f.text for f in valid() if (f.document, f.name) == (model.__name__, name)]
    return model.model_validate_json(text)


def _run(run: RunDocument) -> str:
    parts = RunParts(
        run=run,
        leading=run.metrics[:2],
        settings=[("workload.managers", "Managers", BAD)],
        doubts=["A doubt."],
        columns=None,
        series=[],
        made_at=AT,
    )
    return run_report(parts)


RUN = _fixture(RunDocument)
COMPARISON = _fixture(Comparison)
TREND = _fixture(MetricTrend)
REPORTS = {
    "run": _run(RUN),
    "comparison": comparison_report(
        COMPARISON, [RUN], [("workload.managers", "Managers", BAD)], AT
    ),
    "sweep": group_report(_fixture(GroupDocument, "sweep"), AT),
    "suite": group_report(_fixture(GroupDocument, "suite"), AT),
    "trend": trend_report(TREND, [("workload.managers", "Managers", BAD)], (AT, None), AT),
}


class _Reader(HTMLParser):
    """Fails on what a file that opens offline must not have, and on tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object", "base", "a", "form")
        names = {name for name, _ in attrs}
        assert not names & {"src", "href", "srcset", "action", "data", "xlink:href"}
        assert not any(name.startswith("on") for name in names)
        if tag in ("h1", "h2", "h3"):
            self.headings.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_opens_offline_and_is_well_formed(name: str) -> None:
    text = REPORTS[name]
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert reader.headings.count("h1") == 1
    assert "default-src 'none'" in text
    assert "url(" not in text
    assert "@import" not in text
    assert "size: A4" in text


@pytest.mark.parametrize("name", REPORTS)
def test_the_conclusion_comes_first(name: str) -> None:
    main = REPORTS[name].split("<main>")[1]
    assert re.match(r'<section class="conclusion', main)


def test_a_report_says_what_the_page_says() -> None:
    text = unescape(REPORTS["comparison"])
    assert COMPARISON.conclusion.sentence in text
    for said in (*COMPARISON.conclusion.doubts, *COMPARISON.conclusion.next_steps):
        assert said in text
    for difference in COMPARISON.differences:
        assert difference.title in text
    suite = _fixture(GroupDocument, "suite")
    if suite.conclusion is not None:
        assert suite.conclusion.sentence in unescape(REPORTS["suite"])
    run = unescape(_run(RUN.model_copy(update={"outcome": "Done in 11 s."})))
    assert "Done in 11 s." in run
    for metric in RUN.metrics:
        assert metric.title in run
    for check in (check for repeat in RUN.repeats for check in repeat.checks):
        assert check.title in run


def test_the_report_of_a_run_says_where_a_step_went_in_its_median_repeat() -> None:
    (leading, *_) = leading_metrics(RUN.summary.workload)

    def repeat(number: int, update: float, led: float) -> RepeatView:
        node = RUN.repeats[0].nodes[0]
        metrics = [
            Metric(name=name, title=title, value=value, unit="ns", better=Better.NEITHER)
            for name, title, value in (
                ("activity.update", "Update, mean of a step", update),
                ("activity.idle", "Idle, mean of a step", 2e6),
                ("activity.wait", "Wait, mean of a step", 0.0),
                ("step_time.p50", "Step time, median", 9e6),
            )
        ]
        nodes = [node.model_copy(update={"metrics": metrics})]
        of_all = [Metric(name=leading, title="Leading", value=led, unit="ns", better=Better.LOWER)]
        changes = {"repeat": number, "nodes": nodes, "metrics": of_all}
        return RUN.repeats[0].model_copy(update=changes)

    repeats = [repeat(0, 1e6, 9.0), repeat(1, 3e6, 8.0), repeat(2, 2.5e6, 7.0)]
    report = unescape(_run(RUN.model_copy(update={"repeats": repeats})))
    part = report.split("<h2>Where a step went, repeat 2</h2>")[1].split("</section>")[0]
    assert RUN.nodes[0].name in part
    assert "5 ms" in part, "the whole"
    assert "3 ms <small>1 to 3 ms</small>" in part
    assert "2 ms <small>2 to 2 ms</small>" in part
    assert "Wait" not in part, "what never happened is left out"
    assert "Where a step went" not in REPORTS["run"]


def test_texts_of_people_and_machines_are_escaped() -> None:
    spec = RUN.spec.model_copy(update={"note": BAD, "name": BAD})
    summary = RUN.summary.model_copy(update={"name": BAD})
    text = _run(RUN.model_copy(update={"spec": spec, "summary": summary, "versions": [BAD]}))
    assert "<script" not in text
    assert text.count("&lt;script&gt;") >= 5


def test_charts_are_svg_that_stays_within_its_frame() -> None:
    points = [Point(float(x), 10.0**x, 10.0**x * 0.9, 10.0**x * 1.2) for x in range(-3, 4)]
    charts = [
        line_chart("a & b", [Line("one", points), Line("two", points, band=True)], "ns", "x"),
        line_chart("log", [Line("one", points)], "steps/s", "x", log_y=True),
        line_chart("names", [Line("one", points[:2])], "share", "x", categories=["a", "b"]),
        line_chart("cut", [Line("one", points)], "B", "x", top=50.0),
        line_chart("one point", [Line("one", points[:1])], "", "x"),
        line_chart(
            "published",
            [Line("one", points), Line("fit", points, dashes="2 4", colour="#000")],
            "ns",
            "x",
            published=Published("ms", [PublishedLine("a", [(-9.0, 1.0), (None, 2e6)])]),
        ),
        repeats_chart("repeats", [5.0, 5.0, 5.0], (5.0, 5.0), "us"),
        repeats_chart("many", [float(v) for v in range(100)], (40.0, 60.0), "count"),
        repeats_chart("two modes", [0.6, 0.7, 50.0, 51.0], None, "us"),
        ratio_chart("ratios", [RatioRow("a" * 90, 2.0, 1.5, 2.5, "worse")]),
        ratio_chart("no interval", [RatioRow("a", 1.0, None, None, "")]),
        ratio_chart("one heading", [RatioRow("a" * 200, None, None, None, "")]),
        ratio_chart("study", [RatioRow("a", 6.0, 4.0, 9.0, "published")], "times better"),
        stacked_bars("bars", list("abcdefg"), [Bar("x" * 90, [1.0] * 7)], "{:.0f} ms".format),
        stacked_bars("nothing", ["a"], [Bar("x", [0.0]), Bar("y", [0.0])], str),
    ]
    for chart in charts:
        svg = Xml.fromstring(chart).find("svg")
        assert svg is not None
        _, _, width, height = map(float, svg.attrib["viewBox"].split())
        for part in svg:
            for key in ("x", "x1", "x2", "cx"):
                assert 0 <= float(part.get(key, 0)) <= width, (svg.attrib, part.attrib)
            for key in ("y", "y1", "y2", "cy"):
                assert 0 <= float(part.get(key, 0)) <= height, (svg.attrib, part.attrib)


@pytest.mark.parametrize("is_log", [False, True])
def test_ticks_are_round_and_within_the_scale(is_log: bool) -> None:
    for low, high in ((0.001, 0.002), (1.0, 1e6), (5.0, 5.0), (3e8, 4e9), (-4.0, 9.0)):
        scale = scale_over([low, high], 0.0, 100.0, is_log=is_log)
        ticks = scale.ticks(5)
        assert 1 <= len(ticks) <= 12
        assert all(scale.low <= tick <= scale.high * 1.0001 for tick in ticks)
        assert ticks == sorted(ticks)


async def test_the_console_gives_reports_as_files(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    first = await ended(console, (await launch(console)).summary.id)
    second = await ended(console, (await launch(console)).summary.id)
    for path, name in (
        (f"/runs/{first.summary.number}/report", "orrery-run-1.html"),
        (f"/compare/report?runs={second.summary.id},1&baseline=1", "orrery-comparison-2-1.html"),
    ):
        answer = await console.client.get(path)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert name in answer.headers["content-disposition"]
        assert 'class="conclusion' in answer.text
    said = (await console.client.get("/runs/1/report")).text
    assert first.outcome
    assert first.outcome in unescape(said)
    compared = Comparison.model_validate_json(
        (await console.client.get("/compare?runs=2,1&baseline=1")).content
    )
    answer = await console.client.get("/compare/report?runs=2,1&baseline=1")
    said = unescape(answer.text)
    assert compared.conclusion.sentence in said
    for number in (1, 2):
        assert f"Conditions of run {number}" in said
        assert f"Repeats of run {number}" in said
    assert "Settings of run 1, the baseline" in said
    assert first.nodes[0].facts.cpu_model in said
    assert (await console.client.get("/runs/77/report")).status_code == 404
    assert (await console.client.get("/groups/77/report")).status_code == 404


def test_two_modes_are_said_and_have_no_band() -> None:
    modes = [Mode(median=600.0, repeats=3), Mode(median=50_000.0, repeats=2)]
    values = [600.0, 601.0, 602.0, 50_000.0, 50_001.0]
    changed = {"values": values, "unit": "ns", "modes": modes}
    metric = RUN.metrics[0].model_copy(update=changed)
    said = unescape(_run(RUN.model_copy(update={"metrics": [metric]})))
    words = "600 ns in 3 repeats, 50 µs in 2"
    part = said.split("<h2>Leading metrics by repeat</h2>")[1].split("</section>")[0]
    assert f"Dots: repeats. Two modes: {words}." in part
    assert "<rect" not in part
    assert '<td class="number">two modes</td>' in said
    assert f"<td>{words}</td>" in said


def test_receivers_have_a_table_of_their_own() -> None:
    names = ["received_rate", "received_rate.federate3", "latency.p50.federate3"]
    metrics = [RUN.metrics[0].model_copy(update={"name": n, "title": f"T {n}"}) for n in names]
    said = unescape(_run(RUN.model_copy(update={"metrics": metrics})))
    assert "<td>T received_rate</td>" in said
    assert "T received_rate.federate3</td>" not in said
    part = said.split("<h2>Receivers</h2>")[1].split("</section>")[0]
    assert "Latency, median" in part
    assert '<td class="number">3</td>' in part
    assert part.count("–</td>") == 2
    assert "<h2>Receivers</h2>" not in REPORTS["run"]


def test_the_report_of_a_trend_says_and_draws_each_change() -> None:
    point, change = TREND.points[0], TREND.changes[0]
    points = [
        point.model_copy(update={"run": 10 + place, "run_id": f"{place:026d}", "commit": BAD})
        for place in range(12)
    ]
    changes = [change.model_copy(update={"run": 10 + at, "run_id": f"{at:026d}"}) for at in (4, 8)]
    changed = {"points": points, "changes": changes, "shape": TrendShape.STEPS}
    text = trend_report(TREND.model_copy(update=changed), [], (None, AT), AT)
    assert "<script" not in text
    said = unescape(text)
    for sentence in (TREND.conclusion.sentence, *TREND.conclusion.next_steps):
        assert sentence in said
    assert "ended before 2026-11-24 12:00 UTC" in said
    (chart,) = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    drawn = Xml.fromstring(chart)
    assert [t.text for t in drawn.iter("text") if "from run" in (t.text or "")] == [
        "from run 14",
        "from run 18",
    ]
    assert len(list(drawn.iter("circle"))) == 12


def _trend_along(axis: TrendAxis, ended: list[str], commits: list[str]) -> MetricTrend:
    """Changed at the third run."""
    point, change = TREND.points[0], TREND.changes[0]
    points = [
        point.model_copy(
            update={"run": 10 + i, "run_id": f"{i:026d}", "at": ended[i], "commit": commits[i]}
        )
        for i in range(len(ended))
    ]
    beside = {"run": 12, "run_id": points[2].run_id}
    beside |= {"commit": commits[2], "commit_before": commits[1]}
    changes = [change.model_copy(update=beside)]
    changed = {"points": points, "changes": changes, "shape": TrendShape.STEPS, "axis": axis}
    return TREND.model_copy(update=changed)


def _drawn(text: str) -> tuple[list[float], list[str]]:
    """Where the runs of the chart stand along x, and the texts of the chart."""
    (chart,) = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    drawn = Xml.fromstring(chart)
    circles = [float(circle.attrib["cx"]) for circle in drawn.iter("circle")]
    return circles, [words.text or "" for words in drawn.iter("text")]


def test_the_report_of_a_trend_over_dates_has_a_true_scale_of_time() -> None:
    ended = [f"2026-11-{day:02d}T12:00:00.000Z" for day in (1, 2, 11, 21)]
    trend = _trend_along(TrendAxis.DATES, ended, ["a", "b", "c", "d"])
    text = trend_report(trend, [], (None, None), AT)
    (first, second, third, fourth), words = _drawn(text)
    assert (third - first) / (second - first) == pytest.approx(10, rel=0.02)
    assert (fourth - first) / (second - first) == pytest.approx(20, rel=0.02)
    assert "when the run ended, UTC" in words
    days = [label for label in words if label.startswith("2026-11-")]
    assert len(days) >= 3
    said = unescape(text)
    assert "<td>11 and 12</td>" in said
    assert "<td>2026-11-02 12:00 UTC and 2026-11-11 12:00 UTC</td><td>b and c</td>" in said


def test_the_report_of_a_trend_over_commits_has_one_place_for_each_commit() -> None:
    ended = [f"2026-11-{day:02d}T12:00:00.000Z" for day in (1, 5, 2, 3)]
    commits = ["a1b2c3d4e5f6", "a1b2c3d4e5f6", "0123456789ab", "fedcba987654"]
    trend = _trend_along(TrendAxis.COMMITS, ended, commits)
    (first, second, third, fourth), words = _drawn(trend_report(trend, [], (None, None), AT))
    assert first == second
    assert third - first == pytest.approx(fourth - third, abs=0.2)
    assert [w for w in words if w in {c[:7] for c in commits}] == ["a1b2c3d", "0123456", "fedcba9"]
    assert "from 0123456" in words


async def test_the_console_gives_the_report_of_a_trend(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for _ in range(2):
        await ended(console, (await launch(console)).summary.id)
    trend = MetricTrend.model_validate_json((await console.client.get("/runs/1/trend")).content)
    name = trend.metrics[-1].name
    answer = await console.client.get(f"/runs/1/trend/report?metric={name}")
    assert answer.status_code == 200, answer.text
    assert f'filename="orrery-trend-2-{name}.html"' in answer.headers["content-disposition"]
    said = unescape(answer.text)
    assert "Too few runs: 2 runs." in said
    assert trend.metrics[-1].title in said
    assert "Settings of all runs, as run 2 has them" in said
    by_date = await console.client.get("/runs/1/trend/report?axis=dates")
    assert "when the run ended, UTC" in by_date.text
    empty = await console.client.get("/runs/1/trend/report?until=2001-01-01T00:00:00Z")
    assert empty.status_code == 200, empty.text
    assert (await console.client.get("/runs/1/trend/report?metric=nothing")).status_code == 422
    assert (await console.client.get("/runs/77/trend/report")).status_code == 404


async def _group(console: RunningConsole, path: str, body: object) -> GroupDocument:
    answer = await console.client.post(path, json=body)
    assert answer.status_code == 201, answer.text
    key = GroupDocument.model_validate_json(answer.content).summary.id

    async def read() -> GroupDocument:
        found = await console.client.get(f"/groups/{key}")
        return GroupDocument.model_validate_json(found.content)

    async def has_ended() -> bool:
        return (await read()).conclusion is not None

    await until(has_ended, "the group ends")
    return await read()


async def test_the_report_of_a_sweep_over_workers_has_the_fit_that_the_console_gives(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    axis = {"kind": "list", "path": "workload.pool_threads", "values": ["1", "2"]}
    settings = ["repeats=2", "workload.process_model=pooled"]
    base = {"preset": "universe-one-node", "set": settings}
    group = await _group(console, "/sweeps", {"name": "Threads", "base": base, "axes": [axis]})
    metric = group.cells[0].run.headline[0].name
    path = f"/groups/{group.summary.id}"
    found = SpeedUps.model_validate_json(
        (
            await console.client.get(f"{path}/speed-up?x=workload.pool_threads&metric={metric}")
        ).content
    )
    fraction = found.series[0].serial_fraction
    assert fraction is not None
    report = unescape((await console.client.get(f"{path}/report")).text)
    assert f"Amdahl's law fits a serial fraction of {quantity(fraction, 'share')}" in report


async def test_the_report_of_a_suite_draws_the_relative_figures_of_its_document(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    asked = {"items": ["message-elimination"], "repeats": 2}
    group = await _group(console, "/suites/uss-improvements/run", asked)
    by_chart = {figures.chart: figures for figures in group.chart_figures}
    shares = by_chart["elimination-gain"].shares
    assert [share.run for share in shares] == [cell.run.number for cell in group.cells]
    assert group.suite is not None
    [chart] = [chart for chart in group.suite.charts if chart.name == "elimination-gain"]
    report = unescape((await console.client.get(f"/groups/{group.summary.id}/report")).text)
    part = report.split(f"<h2>{chart.title}</h2>")[1].split("</section>")[0]
    assert f"<h3>{shares[0].metric.title}</h3>" in part
    assert "50 %" in part
    assert part.count("<polyline") >= 3
