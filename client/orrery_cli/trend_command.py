"""The command `trend`: a metric over all runs of the same settings."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta
from typing import Annotated

import typer
from orrery_contracts.quantity import duration
from orrery_contracts.trend import MetricTrend, TrendAxis, TrendList, TrendPoint
from rich.console import Console
from rich.text import Text

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import output
from orrery_cli.tables import figure_words, interval_words, table, verdict_style, when

_DAY = "%Y-%m-%d"
TrendMetricOption = Annotated[
    str | None, typer.Option("--metric", help="Name of a metric, e.g. step_time.p99.")
]
FirstDayOption = Annotated[
    datetime | None,
    typer.Option("--from", formats=[_DAY], help="Only runs that ended on this day or later."),
]
LastDayOption = Annotated[
    datetime | None,
    typer.Option("--to", formats=[_DAY], help="Only runs that ended on this day or before."),
]
AxisOption = Annotated[
    TrendAxis | None,
    typer.Option(
        "--axis",
        help="Order by: runs, dates, or commits (all runs of a commit together). Default: runs.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(trend)


def trend(
    run: Annotated[
        str | None,
        typer.Argument(metavar="RUN", help="Number or id of a run; none: list what has a trend."),
    ] = None,
    metric: TrendMetricOption = None,
    preset: Annotated[
        str | None, typer.Option("--preset", help="In the list, only runs of this preset.")
    ] = None,
    first_day: FirstDayOption = None,
    last_day: LastDayOption = None,
    axis: AxisOption = None,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Show a metric over all finished runs with a run's settings, and where it changed."""
    if run is None and metric is not None:
        raise bad_input("--metric", metric, "a metric needs a run", "name a run of the trend")
    if run is None and (day := first_day or last_day) is not None:
        option, value = "--from" if first_day else "--to", day.strftime(_DAY)
        raise bad_input(option, value, "a range of days needs a run", "name a run of the trend")
    if run is None and axis is not None:
        raise bad_input("--axis", axis.value, "an axis needs a run", "name a run of the trend")
    since, until = times_of(first_day, last_day)
    order = axis or TrendAxis.RUNS
    found: MetricTrend | TrendList
    with connect(url, token_file) as client:
        if run is None:
            found = client.trends(preset=preset)
        else:
            found = client.trend(run, metric=metric, since=since, until=until, axis=order)
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=2) + "\n")
    elif isinstance(found, TrendList):
        list_view(found, output())
    else:
        trend_view(found, output())


def times_of(
    first_day: datetime | None, last_day: datetime | None
) -> tuple[datetime | None, datetime | None]:
    """Start of the first day and end of the last one, in this machine's zone."""
    since = first_day and first_day.astimezone()
    return since, last_day and (last_day + timedelta(days=1)).astimezone()


def list_view(trends: TrendList, console: Console) -> None:
    """What was run more than once."""
    if not trends.items:
        console.print("nothing was run twice with the same settings")
        return
    view = table("run", "what ran", "preset", "runs", "first", "last")
    for entry in trends.items:
        times = [when(entry.first_at), when(entry.last_at)]
        name = [str(entry.run), entry.title, entry.preset or entry.workload]
        view.add_row(*name, str(entry.runs), *times)
    console.print(view)


def trend_view(trend: MetricTrend, console: Console) -> None:
    """The finding, then the runs in the order of the axis; the first run after a change is
    marked.
    """
    console.print(Text(trend.conclusion.sentence, style="bold"), soft_wrap=True)
    for doubt in trend.conclusion.doubts:
        console.print(Text.assemble("  ", Text("doubt  ", style="yellow"), doubt), soft_wrap=True)
    changes = {change.run: change for change in trend.changes}
    columns = ["run", "ended", "commit", trend.metric.title, "repeats' interval", "change"]
    if trend.axis is TrendAxis.COMMITS:
        columns = ["commit", "run", "ended", *columns[3:]]
    if trend.axis is TrendAxis.DATES:
        columns.insert(2, "later by")
    view = table(*columns)
    before: TrendPoint | None = None
    for point in trend.points:
        figure = point.metric
        change = changes.get(point.run)
        verdict = Text(change.sentence, style=verdict_style(change.verdict)) if change else ""
        place = _place(trend.axis, point, before)
        view.add_row(*place, figure_words(figure), interval_words(figure), verdict)
        before = point
    console.print(view)


def _place(axis: TrendAxis, point: TrendPoint, before: TrendPoint | None) -> list[str]:
    """The cells that say where the run stands. A commit is named with its first run alone."""
    number, ended, commit = str(point.run), when(point.at), point.commit[:12]
    if axis is TrendAxis.COMMITS:
        is_again = before is not None and before.commit == point.commit
        return ["" if is_again else commit, number, ended]
    if axis is TrendAxis.DATES:
        return [number, ended, _later_by(point, before), commit]
    return [number, ended, commit]


def _later_by(point: TrendPoint, before: TrendPoint | None) -> str:
    if before is None:
        return ""
    later = datetime.fromisoformat(point.at) - datetime.fromisoformat(before.at)
    return duration(later.total_seconds())
