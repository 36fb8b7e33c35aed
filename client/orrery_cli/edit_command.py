"""The command `edit`: name, note, tags and archived of a run, a sweep or a suite."""

from __future__ import annotations

from typing import Annotated, TypeVar

import typer
from orrery_contracts.api import RunPatch
from orrery_contracts.group import GroupPatch
from pydantic import ValidationError

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.screen import output

Patch = TypeVar("Patch", RunPatch, GroupPatch)


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(edit)


def edit(
    number: Annotated[
        str,
        typer.Argument(metavar="NUMBER", help="Number or id of a run; with --group of a group."),
    ],
    name: Annotated[str | None, typer.Option("--name", help="The new name.")] = None,
    note: Annotated[str | None, typer.Option("--note", help="The new note; '' clears it.")] = None,
    tags: Annotated[
        list[str] | None, typer.Option("--tag", help="Add a tag; may be repeated.")
    ] = None,
    untag: Annotated[
        list[str] | None, typer.Option("--untag", help="Remove a tag; may be repeated.")
    ] = None,
    archive: Annotated[
        bool | None, typer.Option("--archive/--restore", help="Archive the run, or restore it.")
    ] = None,
    group: Annotated[
        bool, typer.Option("--group", help="NUMBER is of a sweep or suite, not of a run.")
    ] = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Change the name, note and tags of a run, a sweep or a suite, or archive it.

    What is not named stays. Tags and archiving of a sweep or suite apply to its runs too.
    """
    changes: dict[str, object] = {"name": name, "note": note, "archived": archive}
    changes = {key: value for key, value in changes.items() if value is not None}
    if not changes and not tags and not untag:
        raise bad_input("--name", "", "nothing is to be changed", "give --name, --note or --tag")
    with connect(url, token_file) as client:
        if tags or untag:
            here = (client.group(number) if group else client.run(number)).summary.tags
            wanted = dict.fromkeys([*here, *(tags or [])])
            changes["tags"] = [tag for tag in wanted if tag not in (untag or [])]
        if group:
            whole = client.change_group(number, _patch(GroupPatch, changes)).summary
            what, called, has = f"{whole.kind.value} {whole.number}", whole.title, whole.tags
        else:
            run = client.change_run(number, _patch(RunPatch, changes)).summary
            what, called, has = f"run {run.number}", run.name, run.tags
    shown = f" with the tags {', '.join(has)}" if has else ""
    output().print(f"{what} is {called!r}{shown}", markup=False)


def _patch(kind: type[Patch], changes: dict[str, object]) -> Patch:
    try:
        return kind.model_validate(changes)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        option = "--tag" if field == "tags" else f"--{field}"
        remedy = (
            "tags are lower-case letters, digits, . _ and -" if field == "tags" else "change it"
        )
        raise bad_input(option, str(first["input"]), first["msg"], remedy) from error
