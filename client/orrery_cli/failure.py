"""How a command fails: the message, the field, its value and the remedy."""

from __future__ import annotations

import re

from orrery_client import OrreryError, ProblemError
from orrery_contracts.command import ORRERY
from orrery_contracts.errors import ProblemCode
from rich.console import Console
from rich.text import Text

#: Exit statuses. FAILED also stands for a run that failed, was cancelled or had a failed check.
OK, FAILED, BAD_INPUT = 0, 1, 2

#: Codes of refusals that are due to the user's input.
_INPUT_CODES = frozenset(
    {
        ProblemCode.INVALID,
        ProblemCode.MALFORMED,
        ProblemCode.NOT_FOUND,
        ProblemCode.TOO_FEW_NODES,
        ProblemCode.UNKNOWN_PRESET,
        ProblemCode.TOO_LARGE,
    }
)

#: Commands that print what the REST interface lists, by a pattern of the path.
_COMMANDS = {
    "baselines": "baseline list",
    "groups": "groups",
    "nodes": "nodes",
    "nodes/links": "nodes --links",
    "nodes/waiting": "approve",
    "runs": "runs",
    r"runs/(\w+)/annotations": r"note \1",
    "tokens": "tokens",
    "users": "users",
    "views": "views",
    "webhooks": "webhooks",
}


class CommandError(Exception):
    """Ends a command with a message, a remedy and an exit status."""

    def __init__(
        self,
        message: str,
        remedy: str,
        *,
        field: str = "",
        value: str = "",
        status: int = FAILED,
        details: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
        self.field = field
        self.value = value
        self.status = status
        self.details = details


def bad_input(field: str, value: str, message: str, remedy: str) -> CommandError:
    """The error for an input that cannot be used."""
    return CommandError(message, remedy, field=field, value=value, status=BAD_INPUT)


def exit_status(error: CommandError | OrreryError) -> int:
    """2 for bad input, else 1."""
    if isinstance(error, CommandError):
        return error.status
    if isinstance(error, ProblemError) and error.problem.code in _INPUT_CODES:
        return BAD_INPUT
    return FAILED


def show(error: CommandError | OrreryError, console: Console) -> None:
    """Prints the error, one fact on each line."""
    fields = error.problem.errors if isinstance(error, ProblemError) else []
    # If the problem lists fields, its message only repeats them.
    headline = error.problem.title if isinstance(error, ProblemError) and fields else error.message
    remedy = error.remedy
    if (
        isinstance(error, ProblemError)
        and error.problem.code is ProblemCode.NOT_FOUND
        and not fields
    ):
        headline, _, remedy = headline.partition(". ")
        for path, command in _COMMANDS.items():
            listing = rf"GET /api/v1/{path}(?![\w/])"
            remedy = re.sub(listing, rf"`{ORRERY} {command}`", remedy)
    _line(console, "error", headline, "bold red")
    if isinstance(error, ProblemError):
        for field in error.problem.errors:
            _line(console, "field", field.field or "(the whole document)")
            _line(console, "value", field.value or "(none)")
            _line(console, "message", field.message)
            if field.place:
                console.print(Text(field.place), soft_wrap=True)
            _line(console, "remedy", field.remedy)
        if error.problem.errors:
            return
    if isinstance(error, CommandError):
        if error.field:
            _line(console, "field", error.field)
            _line(console, "value", error.value or "(none)")
        for detail in error.details:
            console.print(Text(f"    {detail}", style="dim"), soft_wrap=True)
    if remedy:
        _line(console, "remedy", remedy)


def _line(console: Console, label: str, text: str, style: str = "") -> None:
    console.print(Text.assemble((f"{label}: ", style or "bold"), text), soft_wrap=True)
