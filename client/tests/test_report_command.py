"""`orrery report` against a console of this process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from backend_testing.console import running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_client import ProblemError
from typer.testing import CliRunner


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ((), "RUN"),
        (("1", "--group", "2"), "RUN"),
        (("--group", "2", "--against", "1"), "--against"),
    ],
)
def test_a_report_is_of_a_run_or_of_a_group(
    arguments: tuple[str, ...], field: str, tmp_path: Path
) -> None:
    out = tmp_path / "report.html"
    result = CliRunner().invoke(main.app, ["report", *arguments, "-o", str(out)])
    assert isinstance(result.exception, CommandError)
    assert result.exception.field == field
    assert not out.exists()


async def test_without_the_run_no_file_is_written(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    async with running_console(tmp_path / "data") as console:
        for arguments in (["7"], ["7", "--against", "8"], ["--group", "9"]):
            command = ["report", *arguments, "-o", str(out), "--url", console.url]
            result = await asyncio.to_thread(CliRunner().invoke, main.app, command)
            assert isinstance(result.exception, ProblemError)
    assert not out.exists()
