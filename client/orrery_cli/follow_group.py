"""Follows a sweep or suite in the terminal.

Prints a line for each run that ends. A terminal also gets a progress bar. Other outputs get a line
for each tenth of the progress, because runs end late while their repeats alternate.
"""

from __future__ import annotations

from collections.abc import Callable

from orrery_client import ENDED, GROUP_ENDED, Orrery, group_in
from orrery_contracts.api import RunState, RunSummary
from orrery_contracts.group import GroupSummary
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.stream import CellChanged, GroupSnapshot, GroupUpdated, StreamData
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from orrery_cli.tables import figure_words

_STYLES = {RunState.FAILED: "red", RunState.CANCELLED: "yellow"}


def follow_group(
    client: Orrery, group: GroupDocument, console: Console, on_idle: Callable[[], None]
) -> GroupDocument:
    """Shows the group until its last run has ended; returns its final document."""
    summary = group.summary
    console.print(f"  {summary.kind.value} {summary.number}: {summary.title}", markup=False)
    told: set[str] = set()

    def tell(cells: list[GroupCell]) -> None:
        for cell in cells:
            if cell.run.state in ENDED and cell.run.id not in told:
                told.add(cell.run.id)
                console.print(_line(cell, len(told), summary.runs), soft_wrap=True)

    if summary.state not in GROUP_ENDED:
        _follow(client, summary, console, tell, on_idle)
    final = client.group(summary.id)
    # The news that the group has ended may come before that of its last runs.
    tell(final.cells)
    return final


def _follow(
    client: Orrery,
    summary: GroupSummary,
    console: Console,
    tell: Callable[[list[GroupCell]], None],
    on_idle: Callable[[], None],
) -> None:
    progress = Progress(
        TextColumn("  {task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    tenths = 0
    with progress:
        task = progress.add_task(_describe(summary), total=1.0, left="")
        for entry in client.follow_group(summary.id, on_idle):
            tell(_cells_in(entry))
            if (now := group_in(entry)) is not None:
                left = "" if now.seconds_left is None else f"{now.seconds_left:.0f} s left"
                progress.update(task, completed=now.progress, description=_describe(now), left=left)
                tenth = int(now.progress * 10)
                if not console.is_terminal and tenths < tenth < 10:
                    tenths = tenth
                    parts = (f"{tenths}0 %", _describe(now), left)
                    console.print("  " + ", ".join(part for part in parts if part), markup=False)


def _cells_in(data: StreamData) -> list[GroupCell]:
    match data:
        case CellChanged():
            return [data.cell]
        case GroupSnapshot() | GroupUpdated():
            return data.group.cells
        case _:
            return []


def _describe(summary: GroupSummary) -> str:
    ended = summary.runs_done + summary.runs_failed
    return f"{summary.state.value}, {ended} of {summary.runs} runs"


def _line(cell: GroupCell, count: int, total: int) -> Text:
    run: RunSummary = cell.run
    what = ": ".join(part for part in (cell.item, cell.label) if part) or run.name
    figures = ", ".join(figure_words(m, cell.window_modes) for m in run.headline[:2])
    ending = figures if run.state is RunState.DONE else run.state.value
    if run.state is RunState.DONE and run.checks_hold is False:
        ending += ", checks failed"
    style = _STYLES.get(run.state, "red" if run.checks_hold is False else "")
    return Text(f"  {count}/{total}  {what}  {ending}", style=style)
