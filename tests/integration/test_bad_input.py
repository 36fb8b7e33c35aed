"""REST and the command line refuse bad input with field, value and remedy.

Nothing is stored or started.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from orrery_contracts.errors import Problem
from orrery_testing.console import Console, preset_document

pytestmark = pytest.mark.integration


@dataclass(frozen=True)
class Case:
    """A request that must be refused."""

    body: bytes
    code: str
    field: str
    remedy: str
    """A part of the remedy's text."""


def overrides(*settings: str) -> bytes:
    return json.dumps({"preset": "smoke", "set": settings}).encode()


def spec(*settings: str) -> bytes:
    return json.dumps({"spec": preset_document("smoke", *settings)}).encode()


CASES = {
    "an unknown preset": Case(
        b'{"preset": "universe-two-node"}', "unknown_preset", "preset", "universe-two-nodes"
    ),
    "an unknown key": Case(
        overrides("workload.entites=3"), "invalid", "workload.entites", "Did you mean entities?"
    ),
    "an unknown key of the document": Case(
        b'{"presets": "smoke"}', "invalid", "presets", "Did you mean preset?"
    ),
    "entities -1": Case(
        overrides("workload.entities=-1"), "invalid", "workload.entities", "from 1 to 4000000"
    ),
    "entities 10^12": Case(
        spec("workload.entities=1000000000000"),
        "invalid",
        "spec.workload.entities",
        "from 1 to 4000000",
    ),
    "1,000 nodes": Case(
        overrides("placement.count=1000"), "invalid", "placement.count", "from 1 to 256"
    ),
    "more nodes than are online": Case(
        overrides("placement.count=3"), "too_few_nodes", "placement.count", "orrery agent --join"
    ),
    "a node that is not there": Case(
        overrides("placement=named", "placement.names=a,zz"),
        "invalid",
        "placement.names[1]",
        "a, b",
    ),
    "a node twice": Case(
        overrides("placement=named", "placement.names=a,a"), "invalid", "placement.names[1]", "once"
    ),
    "a wrong type": Case(
        overrides('workload.steps="many"'), "invalid", "workload.steps", "whole number"
    ),
    "a fraction": Case(overrides("repeats=1.5"), "invalid", "repeats", "from 1 to 100"),
    "a seed past 64 bits": Case(
        overrides("seed=18446744073709551616"), "invalid", "seed", "18446744073709551615"
    ),
    "entities by hand that do not add up": Case(
        overrides("workload.split=by_hand", "workload.split.counts=[1,1]"),
        "invalid",
        "workload.split.counts",
        "8",
    ),
    "threads' rings between processes": Case(
        overrides("workload.process_model=process", "transports.local=thread"),
        "invalid",
        "transports.local",
        "shm",
    ),
    "malformed JSON": Case(b'{"preset": "smoke",}', "malformed", "", "Line 1, column 20"),
    "nothing": Case(b"", "malformed", "", "Send a JSON document"),
    "a list": Case(b"[]", "invalid", "", "an object"),
    "neither preset nor spec": Case(b"{}", "invalid", "", "preset"),
}


@pytest.fixture
def running(two_nodes: Console) -> Iterator[Console]:
    """A console with two nodes. Nothing is stored or started before and after the test."""
    console = two_nodes
    assert console.client.runs().total == 0
    yield console
    assert console.client.runs().total == 0
    assert [node.current_run for node in console.nodes()] == [None, None]
    assert not console.workers("a")
    assert not console.workers("b")


def test_the_interface_refuses_it_with_field_value_and_remedy(running: Console) -> None:
    for name, case in CASES.items():
        for path in ("/api/v1/runs", "/api/v1/specs/check"):
            reply = httpx2.post(
                running.url + path,
                content=case.body,
                headers={"Content-Type": "application/json"},
                timeout=60,
            )
            where = f"{name}, {path}: {reply.text}"
            assert 400 <= reply.status_code < 500, where
            assert reply.headers["content-type"].startswith("application/problem+json"), where
            problem = Problem.model_validate_json(reply.content)
            assert problem.code == case.code, where
            told = [error for error in problem.errors if error.field == case.field]
            if case.code == "malformed":
                assert case.remedy in problem.detail + problem.model_dump_json(), where
                continue
            assert told, where
            assert any(case.remedy in error.remedy for error in told), where
            assert all(error.message for error in told), where


def orrery(
    running: Console, environment: Mapping[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    """The command line, against this console."""
    return subprocess.run(
        [sys.executable, "-m", "orrery_cli", *arguments],
        env={**environment, "ORRERY_URL": running.url, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_command_line_refuses_it_with_field_value_and_remedy(
    running: Console, environment: Mapping[str, str], tmp_path: Path
) -> None:
    malformed = tmp_path / "malformed.json"
    malformed.write_text('{"name": "x",\n "seed": }\n')
    negative = tmp_path / "negative.json"
    negative.write_text(json.dumps(preset_document("smoke", "workload.entities=-1")))
    expected = {
        ("run", "universe-two-node"): "universe-two-nodes",
        ("run", "smoke", "--set", "workload.entites=3"): "Did you mean entities?",
        ("run", "smoke", "--set", "workload.entities=-1"): "from 1 to 4000000",
        ("run", "smoke", "--set", "placement.count=3"): "orrery agent --join",
        ("run", "smoke", "--set", "nonsense"): "workload.managers=2",
        ("run", str(negative)): "from 1 to 4000000",
        ("run", str(malformed)): "line 2",
        ("run", str(tmp_path / "absent.json")): "absent.json",
        ("run", "smoke", "--json", "--set", "repeats=0"): "from 1 to 100",
    }
    for arguments, told in expected.items():
        done = orrery(running, environment, *arguments)
        where = f"{arguments}: {done.stdout}{done.stderr}"
        assert done.returncode == 2, where
        assert told in done.stderr, where
        assert "remedy" in done.stderr, where
        assert "Traceback" not in done.stderr, where
        assert done.stdout == "", where


def test_what_is_not_there_is_said_to_be_so(running: Console) -> None:
    unknown_run = "/api/v1/runs/01h8xgjwbwbaq4z5m3v9k2n7pt"
    for path in (unknown_run, "/api/v1/runs/999", "/api/v1/presets/nope", "/api/v1/nope", "/api"):
        reply = httpx2.get(running.url + path, timeout=60)
        assert reply.status_code == 404, path
        problem = Problem.model_validate_json(reply.content)
        assert problem.code in ("not_found", "unknown_preset"), path
        assert problem.detail, path
    reply = httpx2.get(f"{running.url}/api/v1/runs/nope", timeout=60)
    assert reply.status_code in (404, 422)
    assert "nope" in Problem.model_validate_json(reply.content).model_dump_json()
