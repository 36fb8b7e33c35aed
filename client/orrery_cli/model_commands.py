"""Commands for models in the universe modelling language: model check."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer
from orrery_contracts.documents import read_text
from orrery_contracts.model import ModelMemory, ModelReport
from orrery_contracts.models import load_models
from orrery_contracts.worker_environment import worker_environment
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orrery_cli.failure import BAD_INPUT, CommandError, bad_input
from orrery_cli.installation import WORKER, require_worker
from orrery_cli.run_commands import JsonOption
from orrery_cli.screen import messages, output

#: One byte above the largest model: reading more cannot change the result.
_MOST_BYTES = (1 << 20) + 1
_TIMEOUT_S = 30


def register(app: typer.Typer) -> None:
    """Add these commands."""
    group = typer.Typer(help="Models in the universe modelling language.", no_args_is_help=True)
    group.command()(check)
    group.callback()(_group)
    app.add_typer(group, name="model")


def _group() -> None:
    """Models in the universe modelling language."""


def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A file, the name of a model that ships, or - for standard input."
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Check a model: its errors with their places, or what is in it and what it takes.

    Needs no console, only the worker that `make build` makes.
    """
    text = _text(file)
    require_worker()
    try:
        done = subprocess.run(
            [WORKER, "model", "check", "-"],
            env=worker_environment(os.environ),
            input=text,
            capture_output=True,
            check=False,
            timeout=_TIMEOUT_S,
        )
    except subprocess.TimeoutExpired as error:
        raise CommandError(
            f"the check did not end within {_TIMEOUT_S} s", "make the model smaller"
        ) from error
    if done.returncode not in (0, 2):
        raise CommandError(
            "the worker could not check the model",
            "run `make build`, then again",
            details=tuple(done.stderr.decode(errors="replace").splitlines()),
        )
    report = read_text(ModelReport, done.stdout)
    if as_json:
        sys.stdout.write(report.model_dump_json(indent=2) + "\n")
    elif report.ok:
        _show(file, report, output())
    else:
        _show_errors(file, report, messages())
    if not report.ok:
        raise typer.Exit(BAD_INPUT)


def _text(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(_MOST_BYTES)
    path = Path(file)
    if not path.exists():
        shipped = {model.name: model.text for model in load_models()}
        if file in shipped:
            return shipped[file].encode()
        raise bad_input(
            "FILE",
            file,
            "there is no such file",
            f"give a file, - for standard input, or a model that ships: {', '.join(shipped)}",
        )
    try:
        with path.open("rb") as source:
            return source.read(_MOST_BYTES)
    except OSError as error:
        raise bad_input(
            "FILE", file, f"the file cannot be read: {error.strerror}", "give a file of text"
        ) from error


def _show_errors(file: str, report: ModelReport, console: Console) -> None:
    for error in report.errors:
        place = f"{file}:{error.line}:{error.column}: " if error.line else f"{file}: "
        console.print(
            Text.assemble((place, "bold"), ("error: ", "bold red"), error.message), soft_wrap=True
        )
        if error.caret:
            console.print(Text(error.caret), soft_wrap=True)
    count = len(report.errors)
    console.print(Text(f"{count} error{'' if count == 1 else 's'}"))


def _show(file: str, report: ModelReport, console: Console) -> None:
    components = Table("component", "kind", "type", "state", box=None, pad_edge=False)
    for one in report.components:
        depth = one.path.count(".")
        name = "  " * depth + one.path.rpartition(".")[2]
        state = f"{one.state_bytes:,} B" if one.state_bytes else ""
        components.add_row(name, one.kind.value, Text(one.type), state)
    console.print(components)
    if len(report.components) < report.component_count:
        console.print(Text(f"... and {report.component_count - len(report.components)} more"))
    if report.estimate is None or report.code is None:
        return
    memory = Table("memory", "definition", "instances", box=None, pad_edge=False)
    for title, bytes_ in (
        ("measured here", report.estimate.measured),
        ("published formulae, QNX", report.estimate.published_qnx),
        ("published formulae, IRIX", report.estimate.published_irix),
    ):
        memory.add_row(title, *_bytes(bytes_))
    console.print()
    console.print(memory)
    code = report.code
    console.print(
        Text(
            f"\n{file}: good; {report.component_count} components, {code.text_bytes:,} B of text, "
            f"{code.compressed_bytes:,} B compressed, {code.tokenised_bytes:,} B tokenised, "
            f"{code.tokenised_compressed_bytes:,} B both"
        ),
        soft_wrap=True,
    )


def _bytes(memory: ModelMemory) -> tuple[str, str]:
    return f"{memory.definition_bytes:,} B", f"{memory.instance_bytes:,} B"
