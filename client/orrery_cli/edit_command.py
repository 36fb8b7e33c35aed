"""The command `edit`: name, note, tags and archived of a run."""

from __future__ import annotations

from typing import Annotated

import typer
from orrery_contracts.api import RunPatch
from pydantic import ValidationError

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.run_commands import RunArgument
from orrery_cli.screen import output


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(edit)


def edit(
    run: RunArgument,
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
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Change the name, note and tags of a run, or archive it; what is not named stays."""
    changes: dict[str, object] = {"name": name, "note": note, "archived": archive}
    changes = {key: value for key, value in changes.items() if value is not None}
    if not changes and not tags and not untag:
        raise bad_input("--name", "", "nothing is to be changed", "give --name, --note or --tag")
    with connect(url, token_file) as client:
        if tags or untag:
            here = client.run(run).summary.tags
            wanted = dict.fromkeys([*here, *(tags or [])])
            changes["tags"] = [tag for tag in wanted if tag not in (untag or [])]
        changed = client.change_run(run, _patch(changes))
    summary = changed.summary
    shown = f" with the tags {', '.join(summary.tags)}" if summary.tags else ""
    output().print(f"run {summary.number} is {summary.name!r}{shown}", markup=False)


def _patch(changes: dict[str, object]) -> RunPatch:
    try:
        return RunPatch.model_validate(changes)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        option = "--tag" if field == "tags" else f"--{field}"
        remedy = (
            "tags are lower-case letters, digits, . _ and -" if field == "tags" else "change it"
        )
        raise bad_input(option, str(first["input"]), first["msg"], remedy) from error
