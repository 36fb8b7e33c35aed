"""The commands `views …`: filters, columns and order of the list of runs, under a name."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from orrery_client.client import Orrery
from orrery_client.views import RunFilters, view_filters
from orrery_contracts.command import ORRERY
from orrery_contracts.view import SaveView
from pydantic import ValidationError

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import output
from orrery_cli.tables import table, when

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of a view.")]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    group = typer.Typer(invoke_without_command=True)
    group.callback()(listed)
    group.command("save")(save)
    group.command("rename")(rename)
    group.command("delete")(delete)
    app.add_typer(group, name="views")


def filters_of(client: Orrery, name: str) -> RunFilters:
    """The filters of the view of this name. Raises `CommandError` if there is none."""
    for view in client.views().items:
        if view.name == name:
            return view_filters(view.query)
    raise bad_input("--view", name, f"there is no view {name}", f"`{ORRERY} views` lists them")


def listed(
    context: typer.Context,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """List the saved views of the list of runs; or save, rename and delete them."""
    if context.invoked_subcommand is not None:
        return
    with connect(url, token_file) as client:
        found = client.views()
    if as_json:
        sys.stdout.write(found.model_dump_json(indent=2) + "\n")
        return
    if not found.items:
        output().print(f"no views; {ORRERY} views save failed 'state=failed' saves one")
        return
    view = table("view", "query", "saved by", "saved")
    for saved in found.items:
        view.add_row(saved.name, saved.query, saved.author, when(saved.saved_at))
    output().print(view)


def save(
    name: NameArgument,
    query: Annotated[
        str,
        typer.Argument(
            metavar="QUERY",
            help="What follows the question mark in the address of the page of runs.",
        ),
    ],
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Save a view; replaces the view of this name."""
    query = query.removeprefix("?")
    try:
        SaveView(query=query)
    except ValidationError as error:
        why = "it has characters that no address has, or more than 2,000 of them"
        remedy = "copy it from the address of the page of runs: state=failed&tag=paper"
        raise bad_input("QUERY", query[:200], why, remedy) from error
    with connect(url, token_file) as client:
        view = client.save_view(name, query)
    output().print(f"view {view.name} is saved")


def rename(
    name: NameArgument,
    new_name: Annotated[str, typer.Argument(metavar="NEW_NAME", help="Its new name.")],
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Rename a view."""
    with connect(url, token_file) as client:
        client.rename_view(name, new_name)


def delete(
    name: NameArgument, url: UrlOption = DEFAULT_URL, token_file: TokenFileOption = None
) -> None:
    """Delete a view; the runs stay."""
    with connect(url, token_file) as client:
        client.delete_view(name)
