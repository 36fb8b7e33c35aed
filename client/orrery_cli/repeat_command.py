"""The command repeat, which makes a disturbed repeat of a run again."""

from __future__ import annotations

from typing import Annotated

import typer

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.run_commands import JsonOption, RunArgument, follow_to_end, print_result
from orrery_cli.screen import messages


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(repeat)


def repeat(
    run: RunArgument,
    number: Annotated[
        int, typer.Argument(metavar="REPEAT", min=1, help="Number of the repeat, from 1.")
    ],
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Make a repeat that other work disturbed again. It is kept, and figures leave it out."""
    with connect(url, token_file) as client:
        count = len(client.run(run).repeats)
        if number > count:
            raise bad_input(
                "REPEAT", str(number), f"run {run} has {count} repeats", f"give 1 to {count}"
            )
        ended = follow_to_end(client, client.replace_repeat(run, number - 1), messages())
    print_result(ended, as_json=as_json)
