"""The command line `orrery`: its commands and their exit statuses.

Exit status: 0 for success (for a run: done, and its checks passed), 1 for failure, 2 for bad input,
128 plus the signal's number for an interrupted command.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from orrery_client import OrreryError
from orrery_contracts.version import VERSION

from orrery_cli import (
    access_commands,
    baseline_commands,
    edit_command,
    failure,
    fleet_commands,
    group_commands,
    model_commands,
    move_command,
    note_command,
    repeat_command,
    report_command,
    run_commands,
    saved_view_commands,
    serve_commands,
    store_commands,
    study_commands,
    trend_command,
    view_commands,
    webhook_commands,
)
from orrery_cli.interrupt import Interrupted, raise_on_signals
from orrery_cli.screen import messages, output

app = typer.Typer(
    help="Orrery: benchmarks of distributed virtual environments, from the command line.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        output().print(f"orrery {VERSION}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


for group in (
    serve_commands,
    store_commands,
    run_commands,
    move_command,
    repeat_command,
    group_commands,
    baseline_commands,
    study_commands,
    view_commands,
    saved_view_commands,
    edit_command,
    note_command,
    report_command,
    trend_command,
    model_commands,
    fleet_commands,
    access_commands,
    webhook_commands,
):
    group.register(app)


def main() -> None:
    """Run the command in `sys.argv` and exit."""
    raise_on_signals()
    try:
        app(prog_name="orrery")
    except (failure.CommandError, OrreryError) as error:
        failure.show(error, messages())
        sys.exit(failure.exit_status(error))
    except Interrupted as reason:
        sys.exit(128 + reason.signum)
