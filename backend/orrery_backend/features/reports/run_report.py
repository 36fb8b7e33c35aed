"""The report of one run. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.annotation import Annotation
from orrery_contracts.api import RunDocument, Series, SummaryMetric
from orrery_contracts.command import ORRERY
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.quantity import quantity
from orrery_contracts.receivers import is_of_receiver, receivers_of, times_name
from orrery_contracts.results import Check
from orrery_contracts.telemetry import Column, ColumnRole, FrameSchema
from orrery_contracts.workloads.registry import record_of

from orrery_backend.features.analysis.service import modes_in_words
from orrery_backend.features.reports.charts import Line, Point, line_chart, repeats_chart
from orrery_backend.features.reports.conditions import machines, repeats, settings_table
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import (
    check_row,
    checks_table,
    conclusion_box,
    figure_words,
    interval_words,
    metrics_table,
    report_page,
    section,
    table,
    when,
)
from orrery_backend.features.reports.run_breakdown import run_breakdown

#: A peak above this many times what nineteen of twenty values stay under is cut off.
_PEAK = 1.6
#: A line through fewer points shows nothing that the tables do not.
_LEAST_POINTS = 3


@dataclass(frozen=True, slots=True)
class StepColumns:
    """The columns of a run's time line: step or row, typical duration, slow end."""

    index: str | None
    typical: Column
    slow: str | None

    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.index, self.typical.name, self.slow) if name)


@dataclass(frozen=True, slots=True)
class RunParts:
    """What the report of a run is made of."""

    run: RunDocument
    leading: Sequence[SummaryMetric]
    settings: Sequence[tuple[str, str, str]]
    """Path, title and value of each setting."""
    doubts: Sequence[str]
    columns: StepColumns | None
    series: Sequence[Series]
    """Of one repeat, by node."""
    made_at: str


def step_columns(schema: FrameSchema) -> StepColumns | None:
    """None if the frames of a run have no duration."""
    durations = [column for column in schema.columns if column.role is ColumnRole.DURATION]
    if not durations:
        return None
    names = [column.series for column in durations]
    series = "step_time" if "step_time" in names else names[0]
    own = {column.name: column for column in durations if column.series == series}
    typical = next(
        (own[f"{series}.{end}"] for end in ("p50", "mean", "min") if f"{series}.{end}" in own),
        next(iter(own.values())),
    )
    slow = next((f"{series}.{end}" for end in ("p99", "max") if f"{series}.{end}" in own), None)
    index = next((c.name for c in schema.columns if c.role is ColumnRole.INDEX), None)
    return StepColumns(index, typical, slow)


def run_report(parts: RunParts) -> str:
    """The whole file."""
    run = parts.run
    summary = run.summary
    facts = [
        f"Run {summary.number}",
        summary.workload.replace("_", " "),
        when(summary.ended_at or summary.created_at),
        *summary.nodes,
        *(f"#{tag}" for tag in summary.tags),
    ]
    sections: list[Markup] = [
        conclusion_box(_conclusion(parts)),
        _notes(run),
        _failure(run),
        _leading_charts(parts.leading),
        _time_line(parts),
        run_breakdown(run),
        _metrics(run),
        _receivers(run),
        _checks(run),
        _messages(run),
        settings_table(parts.settings),
        machines(run),
        repeats(run),
        section(
            "Run it again",
            element("p", f"Save this spec as spec.json, then: {ORRERY} run spec.json"),
            element("pre", run.spec.model_dump_json(indent=1)),
        ),
    ]
    return report_page(summary.name, facts, parts.made_at, *sections)


def _metrics(run: RunDocument) -> Markup:
    if not run.metrics:
        return Markup("")
    listed = [metric for metric in run.metrics if not is_of_receiver(metric.name)]
    return section("Metrics", metrics_table(listed, run.window_modes))


def _receivers(run: RunDocument) -> Markup:
    """Rate and latency of each federate that receives."""
    receivers = receivers_of(run.metrics)
    if not receivers:
        return Markup("")
    times = times_name(run.metrics)
    head = ["Federate", "Received", "Interval"]
    head += [f"{times.capitalize()}, median", "Interval", f"{times.capitalize()}, 99 %", "Interval"]
    rows = [
        [
            str(receiver.federate),
            *(
                word
                for metric in (receiver.rate, receiver.p50, receiver.p99)
                for word in (figure_words(metric, ()) if metric else ("–", "–"))
            ),
        ]
        for receiver in receivers
    ]
    return section("Receivers", table(head, rows, (0, 1, 3, 5)))


def _conclusion(parts: RunParts) -> Conclusion:
    run = parts.run
    outcome = Outcome.FOUND
    if run.summary.failure is not None or run.summary.checks_hold is False:
        outcome = Outcome.FAILED
    elif not run.metrics:
        outcome = Outcome.OPEN
    return Conclusion(
        outcome=outcome,
        sentence=run.outcome or f"The run is {run.summary.state.value}.",
        findings=[f"{metric.title}: {_figures(metric, run)}." for metric in parts.leading],
        models=[],
        doubts=list(parts.doubts)[:60],
        next_steps=[],
    )


def _figures(metric: SummaryMetric, run: RunDocument) -> str:
    return ", ".join(figure_words(metric, run.window_modes))


def _notes(run: RunDocument) -> Markup:
    if not run.spec.note and not run.annotations:
        return Markup("")
    unit = record_of(run.spec.workload).progress_unit
    rows = [
        [note.place(unit), note.text, note.author, when(note.at)]
        for note in sorted(run.annotations, key=_order)
    ]
    return section(
        "Notes",
        element("p", run.spec.note) if run.spec.note else "",
        table(["On", "Note", "Author", "Written"], rows) if rows else "",
    )


def _order(note: Annotation) -> tuple[int, int]:
    """By place: the whole run, then each repeat, then its steps."""
    return (
        -1 if note.repeat is None else note.repeat,
        -1 if note.step is None else note.step,
    )


def _failure(run: RunDocument) -> Markup:
    failure = run.summary.failure
    if failure is None:
        return Markup("")
    return section(
        "Failure",
        element("p", failure.message, class_="bad"),
        element("p", f"Remedy: {failure.remedy}"),
        element("pre", "\n".join(failure.last_output)) if failure.last_output else "",
    )


def _band(metric: SummaryMetric) -> tuple[float, float] | None:
    """The interval of the median; None for two modes, whose median represents no repeat."""
    return None if metric.modes else (metric.low, metric.high)


def _band_words(metric: SummaryMetric) -> str:
    if metric.modes:
        return f"Two modes: {modes_in_words(metric)}."
    return f"Band: {interval_words(metric)} of the median."


def _leading_charts(leading: Sequence[SummaryMetric]) -> Markup:
    charts = [
        joined(
            element("h3", metric.title),
            repeats_chart(
                f"{metric.title}, each repeat", metric.values, _band(metric), metric.unit
            ),
            element("p", f"Dots: repeats. {_band_words(metric)}", class_="soft"),
        )
        for metric in leading
        if len(metric.values) > 1
    ]
    return section("Leading metrics by repeat", *charts) if charts else Markup("")


def _time_line(parts: RunParts) -> Markup:
    columns = parts.columns
    if columns is None or not parts.series:
        return Markup("")
    names = {node.index: node.name for node in parts.run.nodes}
    lines = [
        Line(names.get(series.node_index, f"node {series.node_index}"), points, band=True)
        for series in parts.series
        if len(points := _points(series, columns)) >= _LEAST_POINTS
    ]
    if not lines:
        return Markup("")
    unit = columns.typical.unit
    top = _usual_top([point.high for line in lines for point in line.points])
    text = "Line: " + columns.typical.title.lower()
    text += ". Band: up to the slow end." if columns.slow else "."
    if top is not None:
        text += f" Peaks above {quantity(top, unit)} are cut off."
    x_title = "step" if columns.index else "row"
    repeat = parts.series[0].repeat + 1
    title = f"{columns.typical.title}, repeat {repeat}"
    return section(
        title,
        line_chart(title, lines, unit, x_title, top=top),
        element("p", text, class_="soft"),
    )


def _points(series: Series, columns: StepColumns) -> list[Point]:
    by_name = {column.name: column.values for column in series.columns}
    typical = by_name.get(columns.typical.name, [])
    rows: list[float | None] = [float(row) for row in range(len(typical))]
    xs = by_name.get(columns.index, rows) if columns.index else rows
    slow = by_name.get(columns.slow, typical) if columns.slow else typical
    return [
        Point(x, y, y, y if high is None else max(y, high))
        for x, y, high in zip(xs, typical, slow, strict=True)
        if x is not None and y is not None
    ]


def _usual_top(values: Sequence[float]) -> float | None:
    """None if no peak stands far out."""
    ordered = sorted(values)
    usual = ordered[int(len(ordered) * 0.95)] * 1.25
    return usual if usual > 0 and ordered[-1] > usual * _PEAK else None


def _checks(run: RunDocument) -> Markup:
    """A check that is the same in every repeat is shown once."""
    found: dict[tuple[object, ...], tuple[Check, list[int]]] = {}
    checked = 0
    for repeat in run.repeats:
        checked += bool(repeat.checks)
        for check in repeat.checks:
            key = (check.name, check.holds, check.expected, check.found)
            found.setdefault(key, (check, []))[1].append(repeat.repeat + 1)
    if not found:
        return Markup("")
    rows = [
        check_row(
            check, "" if len(at) == checked else f"repeat {', '.join(str(number) for number in at)}"
        )
        for check, at in found.values()
    ]
    return section("Checks", checks_table(rows))


def _messages(run: RunDocument) -> Markup:
    counted = next((repeat.messages for repeat in run.repeats if repeat.messages), [])
    if not counted:
        return Markup("")
    rows = [
        [m.title, f"{int(m.expected):,}", f"{int(m.counted):,}", quantity(float(m.bytes), "B")]
        for m in counted
    ]
    return section(
        "Messages of the first repeat",
        table(["Kind", "Expected", "Counted", "Bytes"], rows, (1, 2, 3)),
    )
