"""Selects the console that a command talks to.

--url and --token-file, or ORRERY_URL and ORRERY_TOKEN, name the console and the token. ORRERY_CA
names the only certificate authority to trust for the console.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer
from orrery_client import Orrery

from orrery_cli.failure import CommandError, bad_input

DEFAULT_URL = "http://127.0.0.1:8000"

UrlOption = Annotated[
    str,
    typer.Option("--url", envvar="ORRERY_URL", help="Address of the console.", show_default=True),
]
TokenFileOption = Annotated[
    Path | None,
    typer.Option(
        "--token-file",
        envvar="ORRERY_TOKEN_FILE",
        help="File with the console's token; or set ORRERY_TOKEN.",
        show_default=False,
    ),
]


def connect(url: str, token_file: Path | None) -> Orrery:
    """Returns a client of the console without sending anything."""
    checked = checked_url(url, "--url")
    authority = os.environ.get("ORRERY_CA") or None
    try:
        return Orrery(
            checked,
            token=read_token(token_file),
            authority=Path(authority) if authority is not None else None,
        )
    except OSError as error:
        raise bad_input(
            "ORRERY_CA",
            authority or "",
            f"this file holds no certificate that can be used: {error}",
            "name ca.pem of the console's data folder (tls/ca.pem)",
        ) from error


def checked_url(url: str, field: str) -> str:
    """Returns the URL if it is an HTTP or HTTPS URL; raises `CommandError` otherwise."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is not a number
        usable = False
    if not usable:
        raise bad_input(
            field, url, "this is not the address of a console", f"write it like {DEFAULT_URL}"
        )
    return url


def checked_store(store: str | None) -> str | None:
    """Returns the address of a store; raises `CommandError` if the address has a password.

    Every user of the machine can read the arguments of a program.
    """
    try:
        has_password = store is not None and urlsplit(store).password is not None
    except ValueError:
        has_password = False
    if has_password:
        raise CommandError(
            "the address of the store has a password, which every user of this machine could read",
            "leave it out; give it with --store-password-file, PGPASSWORD or ~/.pgpass",
            field="--store",
        )
    return store


def read_token(token_file: Path | None) -> str | None:
    """Returns the token in the file, or ORRERY_TOKEN if no file is named; None without either.

    Raises `CommandError` if the file cannot be read or is empty.
    """
    if token_file is None:
        return os.environ.get("ORRERY_TOKEN") or None
    try:
        token = token_file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise bad_input(
            "--token-file", str(token_file), f"cannot read it: {error}", "name a readable file"
        ) from error
    if not token:
        raise bad_input("--token-file", str(token_file), "the file is empty", "put the token in it")
    return token
