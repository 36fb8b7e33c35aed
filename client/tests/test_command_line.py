"""The command line as a user meets it: messages, remedies and exit statuses."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from orrery_cli.local_console import free_port


def orrery(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "orrery_cli", *arguments],
        env=os.environ | {"NO_COLOR": "1", "COLUMNS": "200"} | environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


COMMANDS = [
    "up",
    "run",
    "watch",
    "cancel",
    "move",
    "sweep",
    "suite",
    "suites",
    "groups",
    "runs",
    "show",
    "compare",
    "report",
    "trend",
    "edit",
    "nodes",
    "presets",
    "agent",
    "model",
]


def test_help_names_every_command() -> None:
    result = orrery("--help")
    assert result.returncode == 0
    assert all(f" {command} " in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    assert orrery(command, "--help").returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("runs",), ("nodes",), ("presets",), ("show", "1"), ("watch", "1"), ("compare", "1", "2"),
        ("cancel", "1"), ("run", "universe-two-nodes"),
        ("move", "1", "--entity", "3", "--to", "b"),
        ("suites",), ("groups",), ("suite", "smoke"),
        ("sweep", "smoke", "--axis", "workload.managers=0:3"),
    ],
)  # fmt: skip
def test_without_a_console_every_command_says_how_to_get_one(arguments: tuple[str, ...]) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    result = orrery(*arguments, ORRERY_URL=url)
    assert result.returncode == 1
    assert result.stdout == ""
    assert f"error: no console answers at {url}" in result.stderr
    assert "remedy: start one with `make up`" in result.stderr


@pytest.mark.parametrize("url", ["console", "ftp://x", "http://", "http://x:port"])
def test_an_address_that_is_none_is_bad_input(url: str) -> None:
    result = orrery("runs", "--url", url)
    assert result.returncode == 2
    assert f"field: --url\nvalue: {url}\nremedy: " in result.stderr


def test_an_unknown_option_is_bad_input() -> None:
    assert orrery("runs", "--unknown").returncode == 2


def test_a_token_file_that_is_not_there_is_bad_input() -> None:
    result = orrery("runs", "--token-file", "/no/such/file")
    assert result.returncode == 2
    assert "field: --token-file\nvalue: /no/such/file\nremedy: " in result.stderr
