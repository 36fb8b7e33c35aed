"""Commands that make, follow or end a run: run, watch, cancel."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from orrery_client import Orrery
from orrery_contracts.api import RunDocument, RunState
from orrery_contracts.command import ORRERY
from rich.console import Console

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import FAILED, OK
from orrery_cli.follow import follow
from orrery_cli.followed import followed
from orrery_cli.lent_runs import LentRuns
from orrery_cli.new_run import NewRunInput, read_new_run
from orrery_cli.on_option import OnOption, borrowed, times_again
from orrery_cli.report import RunReport
from orrery_cli.screen import messages, output
from orrery_cli.settling_options import (
    MostRepeatsOption,
    UntilSettledOption,
    WithinOption,
    settling,
)
from orrery_cli.supervisor import Supervisor
from orrery_cli.tables import run_view
from orrery_cli.temporary_console import nodes_for, temporary_console

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Number or id of a run.")]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(run)
    app.command()(watch)
    app.command()(cancel)


def run(
    target: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|FILE",
            help="Name of a preset, or a run spec as a JSON file (- reads it).",
        ),
    ],
    overrides: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Change a field; may be repeated."),
    ] = None,
    until_settled: UntilSettledOption = False,
    within: WithinOption = None,
    most_repeats: MostRepeatsOption = None,
    local: Annotated[
        bool, typer.Option("--local", help="Start a console for this run alone, with its nodes.")
    ] = False,
    on: OnOption = None,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Make a run, follow it to its end, and print what it measured.

    The exit status is 0 only if the run is done and all its checks passed.
    """
    settings = [*(overrides or []), *settling(until_settled, within, most_repeats)]
    new_run = read_new_run(target, settings)
    progress = messages()
    again = times_again(on, url)
    while True:
        ended, has_lost_node = _run_once(
            new_run,
            progress,
            local=local,
            on=on,
            url=url,
            token_file=token_file,
            may_begin_again=again > 0,
        )
        if not has_lost_node:
            break
        again -= 1
        progress.print(f"  run {ended.summary.number} lost its nodes; it begins again on others")
    print_result(ended, as_json=as_json)


def _run_once(
    new_run: NewRunInput,
    progress: Console,
    *,
    local: bool,
    on: str | None,
    url: str,
    token_file: Path | None,
    may_begin_again: bool,
) -> tuple[RunDocument, bool]:
    """Makes a run and follows it to its end, on the nodes that `on` borrows if it is set.

    The borrowed nodes are given back at the end. Also returns whether the run lost one of them;
    False unless it may begin again.
    """
    with ExitStack() as stack:
        supervisor: Supervisor | None = None
        if local:
            supervisor = stack.enter_context(
                temporary_console(nodes_for(new_run), say=lambda text: progress.print(f"  {text}"))
            )
            client = supervisor.client
        else:
            client = stack.enter_context(connect(url, token_file))
        if on is None:
            created = client.create_run(new_run.as_json())
            return _follow(client, created, progress, supervisor), False
        runs = borrowed(on, client, url, stack, local=local)
        created = client.create_run(new_run.with_setting(runs.setting).as_json())
        run = created.summary
        stack.enter_context(
            runs.cancelled_early(f"run {run.number}", lambda: client.cancel_run(run.id))
        )
        ended = _follow(client, created, progress, supervisor, runs)
        return ended, may_begin_again and runs.has_lost_node_of(ended)


def watch(
    run: RunArgument,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Follow a run to its end, and print what it measured."""
    with connect(url, token_file) as client:
        ended = _follow(client, client.run(run), messages(), None)
    print_result(ended, as_json=as_json)


def cancel(
    run: RunArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """End a run that is queued or going on."""
    with connect(url, token_file) as client:
        summary = client.cancel_run(run).summary
    output().print(f"run {summary.number} is {summary.state}")


def _follow(
    client: Orrery,
    document: RunDocument,
    progress: Console,
    supervisor: Supervisor | None,
    lent: LentRuns | None = None,
) -> RunDocument:
    number = document.summary.number
    return followed(
        lambda on_idle: follow(client, document, progress, on_idle),
        progress,
        supervisor,
        f"run {number} goes on; {ORRERY} watch {number} follows it, {ORRERY} cancel {number} "
        "ends it",
        lent,
    )


def follow_to_end(client: Orrery, document: RunDocument, progress: Console) -> RunDocument:
    """Follows a run of a console that is there."""
    return _follow(client, document, progress, None)


def print_result(document: RunDocument, *, as_json: bool) -> None:
    """Prints what a run measured and ends the command: with success if its checks passed."""
    report = RunReport.of(document)
    if as_json:
        sys.stdout.write(report.model_dump_json(indent=2) + "\n")
    else:
        run_view(document, output())
    good = document.summary.state is RunState.DONE and all(check.holds for check in report.checks)
    raise typer.Exit(OK if good else FAILED)
