"""`orrery users` and `orrery tokens` against a console of this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_client import ProblemError
from typer.testing import CliRunner, Result

Run = Callable[..., Result]


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path / "data") as running:
        yield running


async def _run(console: RunningConsole, *arguments: str) -> Result:
    """Runs a command in a second thread, because the console answers in this one."""
    command = [*arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def test_an_administrator_manages_users_and_tokens(
    console: RunningConsole, tmp_path: Path
) -> None:
    password, secret = tmp_path / "password", tmp_path / "secret"
    password.write_text("correct horse battery\n")
    wrong = await _run(
        console, "users", "add", "ada", "--scope", "viewer", "--password-file", str(password)
    )
    assert isinstance(wrong.exception, ProblemError)
    # The console is open until this token exists; then it requires sign-in.
    made = await _run(console, "tokens", "make", "root", "--scope", "admin", "--days", "0")
    assert made.exit_code == 0, made.output
    secret.write_text(made.stdout)
    assert isinstance((await _run(console, "users")).exception, ProblemError)
    by_admin = ("--token-file", str(secret))
    for arguments in (
        ("users", "add", "ada", "--scope", "viewer", "--password-file", str(password)),
        ("users", "change", "ada", "--scope", "operator", "--disable"),
        ("tokens", "make", "lab", "--scope", "agent", "--node", "lab-1"),
        ("tokens", "revoke", "lab"),
    ):
        done = await _run(console, *arguments, *by_admin)
        assert done.exit_code == 0, (arguments, done.exception)
    users = (await console.client.get("/users", headers=_bearer(made.stdout))).json()["items"]
    assert [(u["name"], u["scope"], u["disabled"]) for u in users] == [("ada", "operator", True)]
    listed = await asyncio.to_thread(
        CliRunner().invoke, main.app, ["tokens", "--url", console.url, *by_admin]
    )
    assert listed.exit_code == 0
    for view in ("--search=users", "--json"):
        log = await _run(console, "audit", view, *by_admin)
        assert log.exit_code == 0, log.exception
        assert "token:root" in log.output
    assert (await _run(console, "users", "remove", "ada", *by_admin)).exit_code == 0
    assert (await console.client.get("/users", headers=_bearer(made.stdout))).json()["items"] == []


async def test_bad_input_is_named_and_a_password_is_not(
    console: RunningConsole, tmp_path: Path
) -> None:
    password = tmp_path / "password"
    password.write_text("s3cret!\n")
    done = await _run(
        console, "users", "add", "ada", "--scope", "admin", "--password-file", str(password)
    )
    assert isinstance(done.exception, CommandError)
    assert done.exception.field == "password"
    assert "s3cret" not in str(done.exception) + done.output


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret.strip()}"}
