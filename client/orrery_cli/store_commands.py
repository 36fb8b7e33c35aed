"""Commands for a console's store: backup, restore, check-store, copy-store."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from orrery_cli.connection import checked_store
from orrery_cli.failure import CommandError
from orrery_cli.installation import DATA_DIR

DataDir = Annotated[Path, typer.Option(help="The console's data folder, which has the store.")]


Store = Annotated[
    str | None,
    typer.Option(envvar="ORRERY_STORE", metavar="URL", help="The store if it is a database."),
]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command()(backup)
    app.command()(restore)
    app.command("check-store")(check_store)
    app.command("copy-store")(copy_store)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")],
    data_dir: DataDir = DATA_DIR,
    store: Store = None,
) -> None:
    """Copy the store to a file, also while its console runs."""
    _run("backup", data_dir, store, file)


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")],
    data_dir: DataDir = DATA_DIR,
    store: Store = None,
) -> None:
    """Put a backup in the store's place and keep what was there. End the console first."""
    _run("restore", data_dir, store, file)


def check_store(
    file: Annotated[Path | None, typer.Argument(help="A store or a backup to check.")] = None,
    data_dir: DataDir = DATA_DIR,
    store: Store = None,
) -> None:
    """Read a whole store and report what is damaged, also while its console runs."""
    _run("check", data_dir, store, file)


def copy_store(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="postgresql://USER@HOST/DATABASE, or a folder.")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="The same; nothing may be in it yet.")
    ],
    store_password_file: Annotated[
        Path | None,
        typer.Option(
            envvar="ORRERY_STORE_PASSWORD_FILE", help="File with the database's password."
        ),
    ] = None,
) -> None:
    """Copy a whole store to another place, also from file to database. End its consoles first."""
    password = (
        [] if store_password_file is None else ["--store-password-file", str(store_password_file)]
    )
    _start("copy", *password, "--", *(checked_store(place) or "" for place in (source, target)))


def _run(command: str, data_dir: Path, store: str | None, file: Path | None) -> None:
    arguments = ["--data", str(data_dir.absolute())]
    if store is not None:
        arguments += ["--store", checked_store(store) or ""]
    if file is not None:
        arguments += ["--", str(file.absolute())]
    _start(command, *arguments)


def _start(command: str, *given: str) -> None:
    arguments = [sys.executable, "-m", "orrery_backend.store_tool", command, *given]
    try:
        os.execv(arguments[0], arguments)  # noqa: S606 -- no shell is wanted
    except OSError as error:
        raise CommandError(
            f"cannot start {arguments[0]}: {error.strerror}", "run `make setup`, then try again"
        ) from error
