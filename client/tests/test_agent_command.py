"""`orrery agent` passes the options of the command line to the agent, and adds none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from orrery_agent.config import AgentConfig, parse
from orrery_cli import serve_commands
from orrery_cli.main import app
from typer.testing import CliRunner

_JOIN = "http://one:8000,http://192.0.2.7:8000"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The agents' command lines."""
    commands: list[list[str]] = []
    for variable in ("ORRERY_CA", "ORRERY_TOKEN", "ORRERY_TOKEN_FILE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os, "execv", lambda _, command: commands.append(command))
    monkeypatch.setattr(serve_commands, "require_worker", lambda: None)
    return commands


def _told(started: list[list[str]], *options: str) -> AgentConfig:
    done = CliRunner().invoke(app, ["agent", "--join", _JOIN, "--name", "lab-3", *options])
    assert done.exit_code == 0, done.output
    return parse(started[-1][3:], {})


def test_what_is_left_out_stays_left_out(started: list[list[str]]) -> None:
    told = _told(started)
    assert [(address.host, address.port) for address in told.join] == [
        ("one", 8000),
        ("192.0.2.7", 8000),
    ]
    assert told.name == "lab-3"
    assert told.address is None
    assert told.authority is None
    assert told.token is None
    assert told.leave_after_idle_s is None
    assert not told.measure_again


def test_every_option_reaches_the_agent(started: list[list[str]], tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("a-token-of-this-test\n")
    options = ["--address", "192.0.2.8", "--spool", str(tmp_path), "--token-file", str(token)]
    told = _told(started, *options, "--leave-after-idle", "90", "--measure-again")
    assert told.address == "192.0.2.8"
    assert told.spool == tmp_path
    assert told.token == "a-token-of-this-test"
    assert told.leave_after_idle_s == 90
    assert told.measure_again
