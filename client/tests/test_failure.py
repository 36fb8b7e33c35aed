"""How the command line shows an error of the console."""

from __future__ import annotations

import io

import pytest
from orrery_cli import failure
from orrery_client import ProblemError
from orrery_contracts.errors import FieldError, Problem, ProblemCode
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


def test_all_fields_of_a_problem_are_printed() -> None:
    problem = Problem(
        title="The document is not valid",
        status=422,
        code=ProblemCode.INVALID,
        detail="workload.steps: Bad. Mend. (2 more)",
        errors=[
            FieldError(field=field, value=value, message=f"{field} is bad.", remedy="Change it.")
            for field, value in (("workload.steps", "-1"), ("repeats", "0"), ("seed", ""))
        ],
    )
    printed = io.StringIO()
    failure.show(ProblemError(problem), Console(file=printed))
    assert printed.getvalue().splitlines() == [
        "error: The document is not valid",
        *("field: workload.steps", "value: -1", "message: workload.steps is bad."),
        "remedy: Change it.",
        *("field: repeats", "value: 0", "message: repeats is bad.", "remedy: Change it."),
        *("field: seed", "value: (none)", "message: seed is bad.", "remedy: Change it."),
    ]
