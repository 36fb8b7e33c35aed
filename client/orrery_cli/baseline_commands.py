"""The commands `baseline …`: named results that later sweeps and suites are compared with."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from orrery_contracts.base import Contract

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import FAILED, OK
from orrery_cli.gate import (
    DEFAULT_TOLERANCE,
    FailOn,
    FailOnOption,
    ToleranceOption,
    check_file_name,
    comparison_view,
    gate_of,
    write_baseline,
)
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import output
from orrery_cli.tables import table, when

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of a baseline.")]
GroupArgument = Annotated[
    str, typer.Argument(metavar="GROUP", help="Number or id of a sweep or suite.")
]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    group = typer.Typer(
        help="Results by name that later sweeps and suites are compared with.",
        no_args_is_help=True,
    )
    group.command("list")(listed)
    group.command("set")(set_baseline)
    group.command("compare")(compare)
    group.command("save")(save)
    group.command("delete")(delete)
    app.add_typer(group, name="baseline")


def listed(
    as_json: JsonOption = False, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """List the baselines of the console."""
    with connect(url, token_file) as client:
        found = client.baselines()
    if as_json:
        _print_json(found)
        return
    view = table("baseline", "set", "from", "title", "cells")
    for entry in found.items:
        kind = f"{entry.group.kind.value} {entry.group.number}"
        view.add_row(entry.name, when(entry.set_at), kind, entry.group.title, str(entry.cells))
    output().print(view)


def set_baseline(
    name: NameArgument,
    group: GroupArgument,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Make the results of a sweep or suite the baseline of that name."""
    with connect(url, token_file) as client:
        made = client.set_baseline(name, group)
    output().print(f"baseline {made.name} is {made.group.kind.value} {made.group.number}")


def compare(
    group: GroupArgument,
    baseline: Annotated[
        str,
        typer.Argument(metavar="NAME|FILE.json", help="A baseline of the console, or a file."),
    ],
    tolerance: ToleranceOption = DEFAULT_TOLERANCE,
    fail_on: FailOnOption = FailOn.NOTHING,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Compare a sweep or suite with a baseline."""
    gate = gate_of(baseline, tolerance, fail_on)
    if gate is None:
        return
    with connect(url, token_file) as client:
        found = gate.compare(client, group)
    if as_json:
        _print_json(found)
    else:
        comparison_view(found, output())
    raise typer.Exit(OK if gate.lets_pass(found) else FAILED)


def save(
    group: GroupArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE.json", help="The file to write.")],
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Write the results of a sweep or suite to a file that --baseline reads."""
    check_file_name("FILE.json", file)
    with connect(url, token_file) as client:
        results = client.results_of_group(group)
    write_baseline("FILE.json", file, results)
    output().print(f"{file}: {results.group.title}, {len(results.cells)} cells")


def delete(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Delete a baseline; the runs that it was made from stay."""
    with connect(url, token_file) as client:
        client.delete_baseline(name)
    output().print(f"baseline {name} is deleted")


def _print_json(document: Contract) -> None:
    sys.stdout.write(document.model_dump_json(indent=2) + "\n")
