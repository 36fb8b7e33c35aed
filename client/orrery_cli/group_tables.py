"""Sweeps and suites as tables for a terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence

from orrery_contracts.api import PublishedTable
from orrery_contracts.command import ORRERY
from orrery_contracts.group import GroupState
from orrery_contracts.group_results import GroupCell, GroupDocument, GroupPage, MetricHead
from orrery_contracts.quantity import quantity
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict
from orrery_contracts.suite import SuiteList
from orrery_contracts.sweep import SweepCheck
from rich.console import Console
from rich.text import Text

from orrery_cli.tables import (
    figure_words,
    has_two_modes,
    interval_words,
    print_conclusion,
    state_text,
    table,
    when,
)

_STYLES = {GroupState.DONE: "green", GroupState.FAILED: "red", GroupState.CANCELLED: "yellow"}
_MOST_COLUMNS = 6


def check_view(check: SweepCheck, console: Console) -> None:
    """Prints the number of runs and launches, and the estimate."""
    runs = "1 run" if check.runs == 1 else f"{check.runs} runs"
    launches = "1 launch" if check.repeats == 1 else f"{check.repeats} launches"
    text = f"  {runs}, {launches} in all"
    if check.estimate_s is not None:
        text += f", about {_duration(check.estimate_s)}"
    console.print(text, markup=False)


def group_view(
    group: GroupDocument, console: Console, published: Sequence[PublishedTable] = ()
) -> None:
    """Prints the conclusion, a table of results for each item, `published`, and shape checks."""
    summary = group.summary
    console.print(
        Text.assemble(
            (f"{summary.kind.value} {summary.number}", "bold"),
            f"  {summary.title}  ",
            Text(summary.state.value, style=_STYLES.get(summary.state, "")),
        )
    )
    if group.conclusion is not None:
        print_conclusion(group.conclusion, console)
    titles = {i.name: i.title for i in group.suite.items} if group.suite else {}
    for item in dict.fromkeys(cell.item for cell in group.cells):
        if item:
            console.print(Text(titles.get(item, item), style="bold"))
        _cells_view(group, [cell for cell in group.cells if cell.item == item], console)
    for study in published:
        _published_view(study, console)
    for shape in group.shapes:
        console.print(_shape_line(shape), soft_wrap=True)


def _published_view(study: PublishedTable, console: Console) -> None:
    """Prints the table as its source has it. It is context and decides nothing."""
    where = ", ".join(part for part in (study.source_title, study.where, study.year) if part)
    console.print(Text(f"Published: {study.title}, {study.unit} ({where})", style="yellow"))
    view = table(*(column.replace("_", " ") for column in study.columns))
    for row in study.rows:
        view.add_row(*(_published_text(value) for value in row))
    console.print(view)


def _published_text(value: str | float | None) -> str:
    if value is None:
        return "–"
    return value.replace("_", " ") if isinstance(value, str) else f"{value:g}"


def _figures_view(group: GroupDocument, cell: GroupCell, console: Console) -> None:
    """Prints a single cell: one figure in each row."""
    view = table("figure", "median", "interval")
    by_name = {metric.name: metric for metric in cell.metrics}
    for head in _columns(group, [cell]):
        metric = by_name[head.name]
        modes = cell.window_modes
        view.add_row(head.title, figure_words(metric, modes), interval_words(metric, modes))
    console.print(Text.assemble(f"run {cell.run.number}  ", state_text(cell.run)))
    console.print(view)


def _cells_view(group: GroupDocument, cells: list[GroupCell], console: Console) -> None:
    """Parameters that vary among these cells, then figures with their interval."""
    if len(cells) == 1 and cells[0].metrics:
        _figures_view(group, cells[0], console)
        return
    varying = [
        index for index in range(len(group.axes)) if len({cell.values[index] for cell in cells}) > 1
    ]
    metrics = _columns(group, cells)[:_MOST_COLUMNS]
    axes = [group.axes[index] for index in varying]
    heads = [f"{axis.title}, {axis.unit}" if axis.unit else axis.title for axis in axes]
    view = table("run", *heads, "state", *(metric.title for metric in metrics))
    for cell in cells:
        by_name = {metric.name: metric for metric in cell.metrics}
        figures = []
        for head in metrics:
            found = by_name.get(head.name)
            if found is None:
                figures.append("–")
                continue
            text = figure_words(found, cell.window_modes)
            if len(found.values) > 1 and not has_two_modes(found, cell.window_modes):
                low, high = (quantity(v, found.unit) for v in (found.low, found.high))
                text += f" ({low} to {high})"
            figures.append(text)
        values = [_plain(cell.values[index]) for index in varying]
        view.add_row(str(cell.run.number), *values, state_text(cell.run), *figures)
    console.print(view)


def _columns(group: GroupDocument, cells: list[GroupCell]) -> list[MetricHead]:
    """Returns the figures that the suite's charts draw of these cells; without such charts, all.

    The figures of a run's headline come first then.
    """
    drawn: list[str] = []
    for chart in group.suite.charts if group.suite else []:
        if chart.items and not any(cell.item in chart.items for cell in cells):
            continue
        match chart.kind:
            case "table":
                drawn += chart.columns
            case "lines" | "breakdown":
                drawn += chart.metrics
            case "speedup" | "heat" | "gains":
                drawn.append(chart.metric)
    there = {metric.name: None for cell in cells for metric in cell.metrics}
    names = drawn or [metric.name for cell in cells[:1] for metric in cell.run.headline] + [*there]
    heads = {metric.name: metric for metric in group.metrics}
    return [heads[name] for name in dict.fromkeys(names) if name in there]


def _plain(value: str | None) -> str:
    if value is None:
        return "–"
    try:
        read = json.loads(value)
    except ValueError:
        return value
    if isinstance(read, float) and read.is_integer():
        return str(int(read))
    return (read or "none") if isinstance(read, str) else value


_VERDICTS = {
    ShapeVerdict.PASSED: ("passed     ", "green"),
    ShapeVerdict.FAILED: ("FAILED     ", "bold red"),
    ShapeVerdict.NOT_FOUND: ("not found  ", "yellow"),
    ShapeVerdict.NOT_MEASURED: ("-          ", "dim"),
}


def _shape_line(shape: ShapeResult) -> Text:
    word, style = _VERDICTS[shape.verdict]
    words = f"{shape.title}: {shape.found}"
    if shape.verdict is ShapeVerdict.FAILED:
        words = f"{shape.title}: expected {shape.expected}, found {shape.found}"
    if shape.verdict is ShapeVerdict.NOT_FOUND:
        words = f"{shape.title} ({shape.source}): the study {shape.published}, here {shape.found}"
        words += f". {shape.why}" if shape.why else ""
    return Text.assemble("  ", Text(word, style=style), words)


def suites_view(suites: SuiteList, console: Console) -> None:
    """Prints the suites that ship with Orrery."""
    view = table("suite", "what it shows", "source", "items", "takes about")
    for suite in suites.items:
        sizes = ", ".join(f"{v.name} {_duration(v.typical_s)}" for v in suite.variants)
        view.add_row(suite.name, suite.summary, suite.source, str(len(suite.items)), sizes)
    console.print(view)


def groups_view(page: GroupPage, console: Console) -> None:
    """Sweeps and suites that were run."""
    if not page.items:
        console.print(f"no sweeps or suites; {ORRERY} suite smoke runs one")
        return
    view = table("no.", "what", "title", "state", "runs", "created")
    for group in page.items:
        state = Text(group.state.value, style=_STYLES.get(group.state, ""))
        if group.shapes_hold is False:
            state.append(", shape checks failed", style="red")
        done = f"{group.runs_done} of {group.runs}"
        what = group.name or group.kind.value
        title = " ".join([group.title, *(f"[{tag}]" for tag in group.tags)])
        view.add_row(str(group.number), what, Text(title), state, done, when(group.created_at))
    console.print(view)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
