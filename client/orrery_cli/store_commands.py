"""Commands on the store of a console on this machine: backup, restore, check-store."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from orrery_cli.failure import CommandError
from orrery_cli.installation import DATA_DIR

DataDir = Annotated[Path, typer.Option(help="The console's data folder, which has the store.")]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(backup)
    app.command()(restore)
    app.command("check-store")(check_store)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    data_dir: DataDir = DATA_DIR,
) -> None:
    """Copy the store to a file, also while its console runs."""
    _run("backup", data_dir, file)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    data_dir: DataDir = DATA_DIR,
) -> None:
    """Put a backup in the store's place and keep what was there. End the console first."""
    _run("restore", data_dir, file)


def check_store(
    file: Annotated[Path | None, typer.Argument(help="A store or a backup to check.")] = None,
    data_dir: DataDir = DATA_DIR,
) -> None:
    """Read a whole store and report what is damaged, also while its console runs."""
    _run("check", data_dir, file)


def _run(command: str, data_dir: Path, file: Path | None) -> None:
    arguments = [sys.executable, "-m", "orrery_backend.store_tool", command]
    arguments += ["--data", str(data_dir.absolute())]
    if file is not None:
        arguments += ["--", str(file.absolute())]
    try:
        os.execv(arguments[0], arguments)  # noqa: S606 -- no shell is wanted
    except OSError as error:
        raise CommandError(
            f"cannot start {arguments[0]}: {error.strerror}", "run `make setup`, then try again"
        ) from error
