"""The page about baselines: its commands are commands of the CLI, and its CI workflow runs as it
stands: without a baseline, with a baseline, and on the main branch.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from orrery_cli.main import app
from orrery_contracts.suites import find_suite, load_suites

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/user/baselines.md").read_text()
LINES = [
    line.partition("  #")[0].strip()
    for line in re.findall(r"^ {4}(\./orrery .+)$", PAGE, re.MULTILINE)
]


def _check(words: list[str]) -> None:
    """Reads a command as the CLI does, without running it. Raises `click.UsageError`."""
    command: Any = typer.main.get_command(app)
    rest = words
    while hasattr(command, "commands"):
        name, *rest = rest
        assert name in command.commands, f"there is no command {name}"
        command = command.commands[name]
    with command.make_context(command.name, list(rest)) as context:
        if command.name == "suite":
            find_suite(context.params["name"], load_suites())


@pytest.fixture(scope="module")
def steps() -> list[dict[str, Any]]:
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (job,) = yaml.safe_load(block)["jobs"].values()
    return list(job["steps"])


@pytest.mark.parametrize("line", LINES)
def test_each_command_of_the_page_is_one_of_the_cli(line: str) -> None:
    _check(shlex.split(line)[1:])


def test_a_wrong_option_is_found() -> None:
    with pytest.raises(Exception, match="No such option"):
        _check(["suite", "smoke", "--repeat-count", "5"])


@pytest.mark.parametrize("known", [False, True], ids=["first run", "with a baseline"])
def test_the_workflow_compares_with_the_baseline_if_there_is_one(
    steps: list[dict[str, Any]], tmp_path: Path, *, known: bool
) -> None:
    [script] = [step["run"] for step in steps if "./orrery" in step.get("run", "")]
    stub = tmp_path / "orrery"
    stub.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > said; touch results.json\n')
    stub.chmod(0o755)
    if known:
        (tmp_path / "baseline.json").write_text('{"cells": []}')
    # As the workflow's host runs a step.
    subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, check=True)
    said = (tmp_path / "said").read_text().splitlines()
    assert ("--baseline" in said) is known
    assert said[said.index("--save-baseline") + 1] == "results.json"
    assert "--fail-on" not in said, "worse is the default"
    _check(said)
    moves = [step for step in steps if step.get("run", "").startswith("mv ")]
    assert [step["if"] for step in moves] == ["github.ref == 'refs/heads/main'"]
    subprocess.run(["bash", "-e", "-c", moves[0]["run"]], cwd=tmp_path, check=True)
    assert (tmp_path / "baseline.json").read_text() == "", "the new results"


def test_the_workflow_builds_what_exists_and_keeps_one_file(steps: list[dict[str, Any]]) -> None:
    makefile = (ROOT / "Makefile").read_text()
    [made] = [step["run"] for step in steps if step.get("run", "").startswith("make ")]
    assert [task for task in made.split()[1:] if f"\n{task}:" not in makefile] == []
    cached = [step["with"] for step in steps if "cache" in step.get("uses", "")]
    assert [found["path"] for found in cached] == ["baseline.json", "baseline.json"]
    assert cached[1]["key"].startswith(cached[0]["key"]), "the newest of these is restored"
