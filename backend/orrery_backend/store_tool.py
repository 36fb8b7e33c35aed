"""`python -m orrery_backend.store_tool`: backup, restore and check, for the command line.

Exit status: 0 for success, 1 if a check finds problems, 2 for what cannot be done.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from orrery_backend.config import UnsafeConfigError
from orrery_backend.kit.db import store_file
from orrery_backend.main import only_console
from orrery_backend.migrations.copies import back_up, check, restore
from orrery_backend.migrations.preparing import UnusableStoreError


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except (UnsafeConfigError, UnusableStoreError) as error:
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
        command.add_argument("file", type=Path, nargs=nargs)
        command.set_defaults(run=run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
