"""The command `note`: notes on a run and on its steps."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from orrery_client import Orrery, ProblemError
from orrery_contracts.annotation import Annotation, NewAnnotation
from pydantic import TypeAdapter
from rich.console import Console

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.run_commands import JsonOption, RunArgument
from orrery_cli.screen import output
from orrery_cli.tables import table, when

_NOTES = TypeAdapter(list[Annotation])


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(note)


def note(
    run: RunArgument,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The note; without it, list the notes.")
    ] = None,
    repeat: Annotated[
        int | None, typer.Option("--repeat", min=1, help="Repeat that the note is on, from 1.")
    ] = None,
    step: Annotated[
        int | None, typer.Option("--step", min=0, help="Step of the repeat that the note is on.")
    ] = None,
    delete: Annotated[
        str | None, typer.Option("--delete", metavar="ID", help="Delete this note.")
    ] = None,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """Write a note on a run or on a step of it, or list the notes of a run."""
    if step is not None and repeat is None:
        raise bad_input("--step", str(step), "a step needs a repeat", "give --repeat too")
    if text is None and repeat is not None:
        raise bad_input("TEXT", "", "a note needs a text", "give the text after the run")
    text = text if text is None else text.strip()
    if text is not None and not 0 < len(text) <= 2000:
        raise bad_input("TEXT", text[:60], "a note has 1 to 2000 characters", "change the text")
    if text is not None and delete is not None:
        raise bad_input("--delete", delete, "a note is written or deleted", "leave out the text")
    with connect(url, token_file) as client:
        if delete is not None:
            client.delete_annotation(run, delete)
        elif text is not None:
            _write(client, run, text, repeat, step)
        notes = client.annotations(run)
    if as_json:
        sys.stdout.write(_NOTES.dump_json(notes, indent=2).decode() + "\n")
    else:
        _show(notes, output())


def _write(client: Orrery, run: str, text: str, repeat: int | None, step: int | None) -> None:
    index = None if repeat is None else repeat - 1
    try:
        client.annotate(run, NewAnnotation(text=text, repeat=index, step=step))
    except ProblemError as error:
        if repeat is None or all(wrong.field != "repeat" for wrong in error.problem.errors):
            raise
        # The console counts repeats from 0.
        most = client.run(run).summary.repeats
        raise bad_input(
            "--repeat", str(repeat), f"the run has no repeat {repeat}", f"give 1 to {most}"
        ) from error


def _show(notes: list[Annotation], console: Console) -> None:
    if not notes:
        console.print("the run has no notes")
        return
    view = table("written", "author", "on", "note", "id")
    for note in notes:
        view.add_row(when(note.at), note.author, note.place(), note.text, note.id)
    console.print(view, markup=False)
