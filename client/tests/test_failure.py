"""How the command line shows an error of the console."""

from __future__ import annotations

import io

import pytest
from orrery_cli import failure
from orrery_client import ProblemError
from orrery_contracts.errors import Problem, ProblemCode
from rich.console import Console


@pytest.mark.parametrize(
    ("listed", "command"),
    [
        ("runs", "runs"),
        ("runs/41/annotations", "note 41"),
        ("baselines", "baseline list"),
        ("nodes/waiting", "approve"),
    ],
)
def test_what_is_not_found_names_the_command_that_lists_it(listed: str, command: str) -> None:
    problem = Problem(
        title="Not found",
        status=404,
        code=ProblemCode.NOT_FOUND,
        detail=f"There is no such thing. GET /api/v1/{listed} lists them.",
    )
    error = ProblemError(problem)
    printed = io.StringIO()
    failure.show(error, Console(file=printed))
    assert printed.getvalue().splitlines() == [
        "error: There is no such thing",
        f"remedy: `./orrery {command}` lists them.",
    ]
    assert failure.exit_status(error) == failure.BAD_INPUT
