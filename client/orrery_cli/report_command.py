"""The command `report`: a run, a comparison, a trend, a sweep or a suite as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from orrery_client import Orrery
from orrery_contracts.command import ORRERY
from orrery_contracts.trend import TrendAxis

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.screen import output
from orrery_cli.trend_command import (
    AxisOption,
    FirstDayOption,
    LastDayOption,
    TrendMetricOption,
    times_of,
)


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(report)


def report(
    out: Annotated[Path, typer.Option("-o", "--out", help="The HTML file to write.")],
    run: Annotated[str | None, typer.Argument(metavar="RUN", help="Number or id of a run.")] = None,
    against: Annotated[
        str | None, typer.Option("--against", help="Number or id of the baseline run.")
    ] = None,
    group: Annotated[
        str | None, typer.Option("--group", help="Number or id of a sweep or suite, not a run.")
    ] = None,
    trend: Annotated[
        str | None, typer.Option("--trend", help="Number or id of a run: the trend it is part of.")
    ] = None,
    metric: TrendMetricOption = None,
    first_day: FirstDayOption = None,
    last_day: LastDayOption = None,
    axis: AxisOption = None,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Write a report: one HTML file that opens offline and prints on A4."""
    if [run, group, trend].count(None) != 2:
        why = "give either a run, --group or --trend"
        raise bad_input("RUN", run or "", why, "name one of them")
    if run is None and against is not None:
        why = "only a run has a baseline run"
        raise bad_input("--against", against, why, f"compare it with {ORRERY} baseline compare")
    if trend is None and (metric or first_day or last_day or axis):
        why = "--metric, --from, --to and --axis choose a trend"
        raise bad_input("RUN", run or "", why, "name the trend's run with --trend")
    with connect(url, token_file) as client:
        if trend is not None:
            since, until = times_of(first_day, last_day)
            order = axis or TrendAxis.RUNS
            content = client.trend_report(
                trend, metric=metric, since=since, until=until, axis=order
            )
        else:
            content = _content(client, run, against, group)
    try:
        out.write_bytes(content)
    except OSError as error:
        why = f"{out} cannot be written: {error.strerror}"
        raise bad_input("--out", str(out), why, "give another file") from error
    output().print(f"{out}: {len(content) / 1e3:.0f} kB")


def _content(client: Orrery, run: str | None, against: str | None, group: str | None) -> bytes:
    if group is not None:
        return client.group_report(group)
    assert run is not None
    if against is None:
        return client.report(run)
    ids = [client.run(key).summary.id for key in (against, run)]
    return client.comparison_report(ids, baseline=ids[0])
