"""`orrery up` and `run --local` with the real parts: their output, and no process left behind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from orrery_cli.local_console import free_port
from orrery_client import ENDED, Orrery, UnreachableError
from orrery_contracts.api import NodeState

WATCHDOG_S = 120.0
#: A short run that takes little of the machine.
SMALL = ["smoke", "--set", "workload.process_model=pooled"]


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WATCHDOG_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def marked(mark: str) -> dict[int, str]:
    """Living processes that carry the mark in their environment, with their command lines."""
    found = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                if command:  # a zombie has no command line
                    found[int(entry.name)] = command
    return found


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a test's commands, which must leave no process and no file behind."""
    mark = f"test-{uuid.uuid4()}"
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    yield os.environ | {"ORRERY_TEST_MARK": mark, "TMPDIR": str(temporary), "NO_COLOR": "1"}
    deadline = time.monotonic() + 5.0
    while marked(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = marked(mark)
    for pid in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert left == {}
    assert list(temporary.iterdir()) == []


def orrery(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "orrery_cli", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=WATCHDOG_S,
        check=False,
    )


@pytest.fixture
def console(
    environment: dict[str, str], tmp_path: Path
) -> Iterator[tuple[Orrery, subprocess.Popen[str]]]:
    """A console with two nodes that `orrery up` started, and its process."""
    port = free_port()
    command = [sys.executable, "-m", "orrery_cli", "up", "--port", str(port), "--first-run", ""]
    with (tmp_path / "up.log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--data-dir", str(tmp_path / "data")],
            env=environment, stdout=log, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
    try:
        with Orrery(f"http://127.0.0.1:{port}") as client:
            wait_until(lambda: "nodes are online" in (tmp_path / "up.log").read_text())
            yield client, process
    finally:
        process.terminate()
        process.wait(WATCHDOG_S)


def test_a_local_run_prints_one_document(environment: dict[str, str]) -> None:
    result = orrery(environment, "run", *SMALL, "--local", "--json")
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["state"] == "done"
    assert {"id", "spec", "metrics", "checks", "nodes"} <= document.keys()
    assert document["checks"]
    assert all(check["holds"] for check in document["checks"])
    assert [node["index"] for node in document["nodes"]] == [0, 1]


def test_a_local_run_gets_the_nodes_that_it_names(environment: dict[str, str]) -> None:
    names = 'placement={"kind":"named","names":["left","middle","right"]}'
    result = orrery(environment, "run", *SMALL, "--set", names, "--local", "--json")
    assert result.returncode == 0, result.stderr
    nodes = json.loads(result.stdout)["nodes"]
    assert [node["name"] for node in nodes] == ["left", "middle", "right"]


def test_a_local_suite_is_judged_and_reported(environment: dict[str, str], tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    result = orrery(environment, "suite", "smoke", "--local", "--json", "--junit", str(report))
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["summary"]["state"] == "done"
    assert document["summary"]["shapes_hold"] is True
    assert {shape["verdict"] for shape in document["shapes"]} == {"passed"}
    assert "  4/4  " in result.stderr
    suite = Xml.parse(report).getroot().find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("7", "0")


def test_a_local_sweep_prints_a_table(environment: dict[str, str]) -> None:
    axis = "workload.managers=0:1"
    result = orrery(environment, "sweep", *SMALL, "--axis", axis, "--repeats", "2", "--local")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "2 runs, 4 launches in all" in result.stderr
    assert "Managers" in result.stdout
    assert result.stdout.count("done") == 3
    bad = orrery(environment, "sweep", "smoke", "--axis", "workload.managers=0:99", "--local")
    assert bad.returncode == 2
    assert "field: axes[0].max\n" in bad.stderr


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        (["no-such-preset"], "preset"),
        (["smoke", "--set", "workload.entities=-1"], "workload.entities"),
        (["smoke", "--set", "workload.bogus=1"], "workload.bogus"),
        (["smoke", "--set", "placement.count=60"], "placement.count"),
    ],
)
def test_bad_input_ends_a_local_run_before_it_begins(
    environment: dict[str, str], arguments: list[str], field: str
) -> None:
    result = orrery(environment, "run", *arguments, "--local", "--json")
    assert result.returncode == 2
    assert result.stdout == ""
    assert f"field: {field}\n" in result.stderr
    assert "remedy: " in result.stderr


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_local_run_leaves_nothing(
    environment: dict[str, str], signum: signal.Signals, tmp_path: Path
) -> None:
    with (tmp_path / "run.log").open("w") as log:
        process = subprocess.Popen(
            [
                sys.executable, "-m", "orrery_cli", "run", *SMALL, "--local",
                "--set", "workload.steps=50000000", "--set", "workload.oracle=never",
            ],
            env=environment, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    wait_until(lambda: "running" in (tmp_path / "run.log").read_text())
    process.send_signal(signum)
    assert process.wait(WATCHDOG_S) == 128 + signum


def test_a_console_ends_in_order(
    environment: dict[str, str], console: tuple[Orrery, subprocess.Popen[str]]
) -> None:
    client, process = console
    assert client.health().nodes_online == 2
    process.send_signal(signal.SIGINT)
    assert process.wait(WATCHDOG_S) == 0


def test_a_console_that_is_killed_takes_its_parts_with_it(
    environment: dict[str, str], console: tuple[Orrery, subprocess.Popen[str]]
) -> None:
    _client, process = console
    process.kill()
    process.wait(WATCHDOG_S)
    wait_until(lambda: not marked(environment["ORRERY_TEST_MARK"]))


def test_a_port_in_use_is_told_with_a_remedy(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = orrery(environment, "up", "--port", str(port))
    assert result.returncode == 1
    assert f"error: port {port} on 127.0.0.1 is in use" in result.stderr
    assert "make up PORT=" in result.stderr


def part(environment: dict[str, str], text: str) -> int:
    """The one process with this text in its command line."""
    [pid] = [pid for pid, line in marked(environment["ORRERY_TEST_MARK"]).items() if text in line]
    return pid


def test_a_backend_that_is_killed_comes_back_with_its_runs(
    environment: dict[str, str], console: tuple[Orrery, subprocess.Popen[str]]
) -> None:
    client, _process = console
    made = orrery(environment | {"ORRERY_URL": client.url}, "run", *SMALL, "--json")
    assert made.returncode == 0, made.stderr
    epoch = client.health().epoch
    os.kill(part(environment, "orrery_backend"), signal.SIGKILL)

    def is_back() -> bool:
        with contextlib.suppress(Exception):
            return client.health().epoch != epoch and client.health().nodes_online == 2
        return False

    wait_until(is_back)
    assert client.run("1").summary.state in ENDED
    shown = orrery(environment | {"ORRERY_URL": client.url}, "show", "1", "--json")
    assert json.loads(shown.stdout) == json.loads(made.stdout)


def test_an_agent_that_is_killed_is_seen_offline_and_then_returns(
    environment: dict[str, str], console: tuple[Orrery, subprocess.Popen[str]]
) -> None:
    client, _process = console

    def state() -> NodeState:
        return next(node.state for node in client.nodes().items if node.name == "node-2")

    os.kill(part(environment, "--name node-2"), signal.SIGKILL)
    wait_until(lambda: state() is NodeState.OFFLINE)
    wait_until(lambda: state() is NodeState.ONLINE)


def test_up_builds_the_worker_while_the_console_answers(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """A scripted `make` replaces the build. It ends when the file `built` exists."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "make").write_text(
        f"#!/bin/sh\nwhile [ ! -e {tmp_path}/built ]; do sleep 0.05; done\n"
    )
    (tools / "make").chmod(0o755)
    port = free_port()
    command = [sys.executable, "-m", "orrery_cli", "up", "--build", "--port", str(port),
               "--nodes", "1", "--first-run", "", "--data-dir", str(tmp_path / "data")]  # fmt: skip
    path = f"{tools}:{environment['PATH']}"
    with subprocess.Popen(command, env=environment | {"PATH": path}) as console:
        try:
            with Orrery(f"http://127.0.0.1:{port}") as client:
                wait_until(lambda: _answers(client))
                assert client.health().worker_build is not None
                assert client.nodes().items == []
                (tmp_path / "built").touch()
                wait_until(lambda: client.health().nodes_online == 1)
                assert client.health().worker_build is None
        finally:
            console.send_signal(signal.SIGTERM)
            console.wait(WATCHDOG_S)


def _answers(client: Orrery) -> bool:
    with contextlib.suppress(UnreachableError):
        client.health()
        return True
    return False
