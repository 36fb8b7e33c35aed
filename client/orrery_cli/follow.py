"""Follows a run in the terminal: prints events as lines, and a progress bar on a terminal."""

from __future__ import annotations

from collections.abc import Callable

from orrery_client import ENDED, Frame, Orrery, summary_in
from orrery_contracts.api import LogLine, RunDocument, RunEvent, RunState, RunSummary
from orrery_contracts.stream import EventAdded, LogAdded
from orrery_contracts.worker import LogLevel
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

_LEVEL_STYLES = {LogLevel.WARNING: "yellow", LogLevel.ERROR: "red"}


def follow(
    client: Orrery, document: RunDocument, console: Console, on_idle: Callable[[], None]
) -> RunDocument:
    """Shows a run until it has ended; returns its final document."""
    summary = document.summary
    if summary.state in ENDED:
        return document
    console.print(f"  run {summary.number}: {summary.name}", markup=False)
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
    state: RunState | None = None
    with progress:
        task = progress.add_task(_describe(summary), total=1.0, left="")
        for entry in client.follow(summary.id, on_idle):
            if isinstance(entry, Frame):
                continue
            if isinstance(entry, EventAdded):
                _print_event(console, entry.event)
            elif isinstance(entry, LogAdded):
                _print_log(console, entry.line)
            elif (now := summary_in(entry)) is not None:
                left = "" if now.seconds_left is None else f"{now.seconds_left:.0f} s left"
                progress.update(task, completed=now.progress, description=_describe(now), left=left)
                if now.state is not state and not console.is_terminal:
                    console.print(f"  {_describe(now)}", markup=False)
                state = now.state
    return client.run(summary.id)


def _describe(summary: RunSummary) -> str:
    if summary.state is RunState.QUEUED and summary.queue_position:
        return f"queued, {summary.queue_position} ahead"
    if summary.repeats > 1 and summary.state not in ENDED:
        return f"{summary.state}, repeat {summary.repeat + 1} of {summary.repeats}"
    return str(summary.state)


def _print_event(console: Console, event: RunEvent) -> None:
    if event.name.startswith("state.") or event.name == "failure":
        return  # shown as the state itself, and at the end
    where = f"{event.node}: " if event.node else ""
    console.print(Text(f"  {where}{event.text}", style="dim"), soft_wrap=True)


def _print_log(console: Console, line: LogLine) -> None:
    if (style := _LEVEL_STYLES.get(line.level)) is not None:
        console.print(Text(f"  {line.node or 'console'}: {line.text}", style=style), soft_wrap=True)
