"""The report of a trend. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import Verdict
from orrery_contracts.quantity import quantity
from orrery_contracts.results import Better
from orrery_contracts.trend import MetricTrend, TrendAxis, TrendChange

from orrery_backend.features.reports.charts import Level, RunPoint, trend_chart
from orrery_backend.features.reports.conditions import Setting, settings_table
from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.page import (
    conclusion_box,
    figure_words,
    report_page,
    section,
    table,
    when,
)
from orrery_backend.features.reports.trend_axis import Along, axis_of

_BY = {TrendAxis.RUNS: "run", TrendAxis.DATES: "date", TrendAxis.COMMITS: "commit"}
_TONES = {Verdict.BETTER: "better", Verdict.WORSE: "worse"}
_BETTER = {Better.LOWER: "less is better", Better.HIGHER: "more is better"}


def trend_report(
    trend: MetricTrend,
    settings: Sequence[Setting],
    days: tuple[str | None, str | None],
    made_at: str,
) -> str:
    """The whole file. `settings`: of the newest run; labels and repeats may differ in others.
    `days`: when the runs ended, from and before, in UTC; None: no limit.
    """
    entry, metric = trend.entry, trend.metric
    facts = [
        entry.workload.replace("_", " "),
        *([f"preset {entry.preset}"] if entry.preset else []),
        ", ".join(filter(None, [metric.title, _BETTER.get(metric.better, "")])),
        f"{len(trend.points)} of {entry.runs} runs",
    ]
    since, until = days
    facts += [f"ended from {when(since)} on"] if since else []
    facts += [f"ended before {when(until)}"] if until else []
    title = f"Trend of {entry.title}"
    return report_page(
        title,
        facts,
        made_at,
        conclusion_box(trend.conclusion),
        _chart(trend),
        _changes(trend),
        _runs(trend),
        settings_table(settings, f" of all runs, as run {entry.run} has them"),
    )


def _place(trend: MetricTrend, change: TrendChange) -> int:
    """Index of the first run after the change; 0 if it is not among the points."""
    places = (i for i, point in enumerate(trend.points) if point.run_id == change.run_id)
    return next(places, 0)


def _chart(trend: MetricTrend) -> Markup:
    if not trend.points:
        return Markup("")
    points = [
        RunPoint(
            value=point.metric.median,
            low=point.metric.low if len(point.metric.values) > 1 else point.metric.median,
            high=point.metric.high if len(point.metric.values) > 1 else point.metric.median,
            hollow=point.disturbed,
        )
        for point in trend.points
    ]
    along = axis_of(trend)
    title = f"{trend.metric.title} by {_BY[trend.axis]}"
    drawn = trend_chart(title, points, _levels(trend, along), trend.metric.unit, along)
    words = (
        "Dots: medians of runs, hollow if other work disturbed the run. Bars: 95 % interval from"
        " 5 repeats on, least to greatest below. Dashed: median between two changes."
    )
    return section(title, drawn, element("p", words, class_="soft"))


def _levels(trend: MetricTrend, along: Along) -> list[Level]:
    """The medians between changes; none without a change."""
    if not trend.changes:
        return []
    edges = [0, *(_place(trend, change) for change in trend.changes), len(trend.points)]
    values = [trend.changes[0].before, *(change.after for change in trend.changes)]
    tones = ["", *(_TONES.get(change.verdict, "") for change in trend.changes)]
    begins = ["", *(_begins(trend, change) for change in trend.changes)]
    return [
        Level(along.edge(edges[i]), along.edge(edges[i + 1]), values[i], tones[i], begins[i])
        for i in range(len(values))
    ]


def _begins(trend: MetricTrend, change: TrendChange) -> str:
    is_of_commit = trend.axis is TrendAxis.COMMITS
    return f"from {change.commit[:7]}" if is_of_commit else f"from run {change.run}"


def _changes(trend: MetricTrend) -> Markup:
    if not trend.changes:
        return Markup("")
    unit = trend.metric.unit
    rows = [
        [
            *_beside(trend, change),
            quantity(change.before, unit),
            quantity(change.after, unit),
            _ratio(change),
            change.verdict.value if change.verdict in _TONES else "changed",
        ]
        for change in reversed(trend.changes)
    ]
    head = ["Between runs", "That ended", "Of commits", "Before", "After"]
    head += ["Ratio (95 % interval)", "Verdict"]
    return section("Changes", table(head, rows, (3, 4, 5)))


def _beside(trend: MetricTrend, change: TrendChange) -> tuple[str, str, str]:
    """The last run before the change and the first one after it, their times and commits."""
    at = _place(trend, change)
    pair = trend.points[max(0, at - 1) : at + 1]
    return (
        " and ".join(str(point.run) for point in pair),
        " and ".join(when(point.at) for point in pair),
        " and ".join(commit[:12] or "–" for commit in (change.commit_before, change.commit)),
    )


def _ratio(change: TrendChange) -> str:
    if change.ratio is None:
        return "–"
    if change.ratio_low is None or change.ratio_high is None:
        return f"{change.ratio:.3f}"
    return f"{change.ratio:.3f} ({change.ratio_low:.3f} to {change.ratio_high:.3f})"


def _runs(trend: MetricTrend) -> Markup:
    rows = [
        [
            str(point.run),
            when(point.at),
            point.commit[:12] or "–",
            *figure_words(point.metric, ()),
            str(len(point.metric.values)),
            "disturbed" if point.disturbed else "",
            point.machines,
        ]
        for point in reversed(trend.points)
    ]
    head = ["Run", "Ended", "Commit", "Median", "Interval", "Repeats", "Quality", "Machines"]
    return section("Runs", table(head, rows, (0, 3, 5)))
