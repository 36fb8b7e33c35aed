"""`python -m orrery_backend.store_tool`: backup, restore, check and copy, for the command line.

Exit status: 0 for success, 1 if a check finds problems, 2 for what cannot be done.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from orrery_backend.config import UnsafeConfigError
from orrery_backend.kit.db import store_file
from orrery_backend.kit.postgres import (
    SCHEMES,
    BadAddressError,
    PostgresAddress,
    password_in,
    without_secrets,
)
from orrery_backend.main import only_console
from orrery_backend.migrations.copies import back_up, check, restore
from orrery_backend.migrations.copying import Place, copy_store
from orrery_backend.migrations.preparing import UnusableStoreError


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        if getattr(given, "store", None):
            raise UnusableStoreError(_for_database(given))
        return int(given.run(given))
    except (UnsafeConfigError, UnusableStoreError, BadAddressError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2


def _backup(given: argparse.Namespace) -> int:
    size = back_up(store_file(given.data), given.file)
    _say(f"{given.file}: {size / 1e6:.1f} MB, checked")
    return 0


def _restore(given: argparse.Namespace) -> int:
    with only_console(given.data):
        kept = restore(given.file, store_file(given.data))
    _say(f"{store_file(given.data)} is restored from {given.file}")
    if kept is not None:
        _say(f"the store that was there is kept as {kept}")
    return 0


def _check(given: argparse.Namespace) -> int:
    file: Path = given.file or store_file(given.data)
    if not file.exists():
        raise UnusableStoreError(f"There is no store {file}. Name its folder with --data-dir.")
    problems = check(file)
    for problem in problems:
        _say(f"{file}: {problem}")
    if not problems:
        _say(f"{file}: no problem found")
    return 1 if problems else 0


def _copy(given: argparse.Namespace) -> int:
    password = password_in(given.store_password_file)
    source, target = (_place(text, password) for text in (given.source, given.target))
    copied = asyncio.run(copy_store(source, target, _locked))
    for table, rows in copied.items():
        _say(f"{table:<16} {rows:>12,} rows")
    _say(f"{source} is copied to {target}: {sum(copied.values()):,} rows, all compared")
    return 0


def _place(text: str, password: str | None) -> Place:
    if text.partition("://")[0] in SCHEMES:
        return PostgresAddress.parse(text, password)
    if "://" in text:
        raise BadAddressError(
            f"{without_secrets(text)!r} is no store. Write postgresql://USER@HOST/DATABASE,"
            " or a data folder."
        )
    path = Path(text).absolute()
    return path.parent if path.suffix == ".sqlite" else path


def _locked(folder: Path) -> ExitStack:
    held = ExitStack()
    held.enter_context(only_console(folder))
    return held


def _for_database(given: argparse.Namespace) -> str:
    """What does the task for a database."""
    address = PostgresAddress.parse(given.store)
    file = given.file or "FILE"
    what = {
        _backup: f"Use PostgreSQL's own backup: pg_dump --format=custom --file={file} '{address}'",
        _restore: "End all consoles, then use PostgreSQL's own: pg_restore --clean --if-exists"
        f" --dbname='{address}' {file}",
        _check: f"Use PostgreSQL's own check: pg_amcheck --install-missing '{address}'",
    }[given.run]
    return f"The store is a PostgreSQL database. {what}"


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="orrery-store", description="Copies and checks a store.")
    commands = parser.add_subparsers(required=True)
    for name, run, nargs in (
        ("backup", _backup, None),
        ("restore", _restore, None),
        ("check", _check, "?"),
    ):
        command = commands.add_parser(name)
        command.add_argument(
            "--data-dir",
            "--data",
            dest="data",
            type=Path,
            required=True,
            help="folder of the store",
        )
        command.add_argument("--store", metavar="URL", help="a database in place of the folder")
        command.add_argument("file", type=Path, nargs=nargs)
        command.set_defaults(run=run)
    copy = commands.add_parser("copy")
    copy.add_argument("--store-password-file", type=Path, metavar="FILE")
    copy.add_argument("source", help="postgresql://..., or a data folder")
    copy.add_argument("target", help="postgresql://..., or a data folder; nothing is in it yet")
    copy.set_defaults(run=_copy)
    return parser


if __name__ == "__main__":
    sys.exit(main())
