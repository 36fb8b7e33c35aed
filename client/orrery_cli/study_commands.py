"""The command `studies`: the suites that reproduce each study, and their results here."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from orrery_contracts.shape_checks import ShapeVerdict
from orrery_contracts.study import StudyIndex, StudyPart, StudyResults
from rich.console import Console
from rich.text import Text

from orrery_cli.connection import DEFAULT_URL, TokenFileOption, UrlOption, connect
from orrery_cli.failure import bad_input
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import output
from orrery_cli.tables import table, when

_VERDICTS = {
    ShapeVerdict.PASSED: ("passed", "green"),
    ShapeVerdict.FAILED: ("failed", "bold red"),
    ShapeVerdict.NOT_FOUND: ("not found here", "yellow"),
    ShapeVerdict.NOT_MEASURED: ("not measured", "dim"),
}


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command()(studies)


def studies(
    study: Annotated[
        str | None, typer.Argument(metavar="[STUDY]", help="Only this study, by its name.")
    ] = None,
    as_json: JsonOption = False,
    url: UrlOption = DEFAULT_URL,
    token_file: TokenFileOption = None,
) -> None:
    """List each figure and table of the studies with the suite that reproduces it."""
    with connect(url, token_file) as client:
        index = client.studies()
    names = [each.name for each in index.items]
    if study is not None:
        if study not in names:
            raise bad_input("STUDY", study, f"there is no study {study}", f"use {', '.join(names)}")
        index = StudyIndex(items=[each for each in index.items if each.name == study])
    if as_json:
        sys.stdout.write(index.model_dump_json(indent=2) + "\n")
        return
    for each in index.items:
        study_view(each, output())


def study_view(study: StudyResults, console: Console) -> None:
    """One study as a table."""
    console.print(Text(f"{study.title} ({study.year}): {study.name}", style="bold"))
    view = table("where", "what", "published", "reproduced by", "last result", "missing")
    for row in study.rows:
        parts: list[StudyPart | None] = [*row.parts] or [None]
        for at, part in enumerate(parts):
            head = (row.where, row.title, ", ".join(row.published)) if at == 0 else ("", "", "")
            gap = row.gap if at == 0 else ""
            view.add_row(*head, *_part(part), gap)
    console.print(view)


def _part(part: StudyPart | None) -> tuple[str, Text]:
    if part is None:
        return "not reproduced", Text("-", style="dim")
    item = f"{part.suite} --item {part.item}"
    if part.last is None:
        return item, Text("never run", style="dim")
    word, style = _VERDICTS[part.last.verdict]
    text = Text(word, style=style)
    text.append(f", group {part.last.group_number}, {when(part.last.ended_at)}", style="dim")
    return item, text
