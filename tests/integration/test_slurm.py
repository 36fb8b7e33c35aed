"""Nodes that a real Slurm lends. Skipped unless `sinfo` answers and a host is idle."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from orrery_contracts.api import NodeState
from orrery_testing.console import Console
from orrery_testing.waiting import eventually

ROOT = Path(__file__).parents[2]
_TOKEN = "admin-of-this-test"


def _slurm(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    return done.stdout if done.returncode == 0 else ""


def _idle_host() -> str:
    """Returns the address of an idle host; empty without one."""
    if shutil.which("sinfo") is None:
        return ""
    names = _slurm("sinfo", "--noheader", "--states=idle", "--format=%n").split()
    shown = _slurm("scontrol", "show", "node", "--oneliner", names[0]) if names else ""
    found = re.search(r"NodeAddr=(\S+)", shown)
    return found[1] if found else ""


_HOST = _idle_host()
pytestmark = pytest.mark.skipif(not _HOST, reason="no Slurm cluster with an idle host is here")


def _own_address() -> str:
    """Returns the address at which the hosts reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_HOST, 9))
        return str(probe.getsockname()[0])


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"admin={_TOKEN}\n")
    options = ["--token-file", str(tokens)]
    with Console(
        tmp_path, os.environ, host=_own_address(), options=options, token=_TOKEN
    ) as running:
        running.start()
        yield running


_started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """Ends the commands and jobs that a test started."""
    yield
    for command in _started:
        command.kill()
        command.communicate()
    _started.clear()
    _slurm("scancel", "--name=orrery-agents")
    eventually(lambda: not _jobs(), "no job is left")


def _orrery(console: Console, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {
        "ORRERY_URL": console.url,
        "ORRERY_TOKEN": _TOKEN,
        "XDG_STATE_HOME": str(console.folder / "state"),
    }
    _started.append(
        subprocess.Popen(
            [sys.executable, "-m", "orrery_cli", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    )
    return _started[-1]


def _jobs() -> str:
    return _slurm("squeue", "--noheader", "--name=orrery-agents", "--states=PD,R", "--format=%i")


def test_a_run_brings_its_own_nodes_and_gives_them_back(console: Console) -> None:
    done = _orrery(console, "run", "universe-one-node", "--on", "slurm:1,time=5", "--json")
    out, errors = done.communicate(timeout=110)
    assert done.returncode == 0, errors
    document = json.loads(out)
    assert document["state"] == "done"
    (node,) = document["nodes"]
    assert node["facts"]["allocation"]["manager"] == "slurm"
    assert node["name"].startswith(f"slurm-{node['facts']['allocation']['job']}-")
    eventually(lambda: not _jobs(), "the job ends")


def test_a_job_that_is_cancelled_ends_its_run_with_the_reason(console: Console) -> None:
    borrowing = _orrery(console, "fleet", "slurm", "--nodes", "1", "--time", "5")
    out, errors = borrowing.communicate(timeout=110)
    assert borrowing.returncode == 0, errors
    job = out.rsplit(" ", 1)[-1].strip()
    settings = ("--set", "workload.steps=10000000", "--set", f"placement.among=slurm-{job}-")
    run = _orrery(console, "run", "universe-one-node", *settings)
    eventually(lambda: any(r.state == "running" for r in console.client.runs().items), "it runs")
    assert _orrery(console, "fleet", "release", job).wait(110) == 0
    out, errors = run.communicate(timeout=110)
    assert run.returncode == 1, errors
    assert f"lent by slurm, job {job}" in out.replace("\n", " ")

    def is_gone() -> bool:
        return all(node.state is NodeState.OFFLINE for node in console.client.nodes().items)

    eventually(is_gone, "the node is offline")


def test_a_run_whose_host_is_lost_begins_again_on_others(console: Console) -> None:
    on = ("--on", "slurm:1,time=5,again=1")
    steps = ("--set", "workload.steps=10000000", "--set", "repeats=1")
    run = _orrery(console, "run", "universe-one-node", *on, *steps)

    def runs(number: int) -> bool:
        newest = console.client.runs().items[:1]
        return [(r.number, r.state) for r in newest] == [(number, "running")]

    eventually(lambda: runs(1), "the run goes on")
    host = _slurm("squeue", "--noheader", "--name=orrery-agents", "--format=%N").strip()
    _slurm("scontrol", "update", f"nodename={host}", "state=down", "reason=test")
    eventually(lambda: runs(2), "the run goes on again")
    run.terminate()
    run.communicate(timeout=110)


def test_a_job_keeps_a_host_that_is_drained_to_its_end(console: Console) -> None:
    repeats = ("--set", "repeats=8", "--json")
    run = _orrery(console, "run", "universe-one-node", "--on", "slurm:1,time=5", *repeats)
    eventually(lambda: any(r.state == "running" for r in console.client.runs().items), "it runs")
    host = _slurm("squeue", "--noheader", "--name=orrery-agents", "--format=%N").strip()
    _slurm("scontrol", "update", f"nodename={host}", "state=drain", "reason=test")
    try:
        assert "drain" in _slurm("sinfo", "--noheader", f"--nodes={host}", "--format=%T")
        out, errors = run.communicate(timeout=110)
        assert run.returncode == 0, errors
        assert json.loads(out)["state"] == "done"
        eventually(lambda: not _jobs(), "the job ends")
    finally:
        _slurm("scontrol", "update", f"nodename={host}", "state=resume")


@pytest.fixture
def short() -> Iterator[str]:
    """The name of a partition with one node for at most five minutes."""
    name = "orrery-short"
    host = _slurm("sinfo", "--noheader", "--states=idle", "--format=%n").split()[0]
    limits = ("MaxNodes=1", "MaxTime=5", "State=UP")
    _slurm("scontrol", "create", f"PartitionName={name}", f"Nodes={host}", *limits)
    if not _slurm("sinfo", "--noheader", f"--partition={name}"):
        pytest.skip("only an administrator of the cluster makes a partition")
    yield name
    _slurm("scontrol", "delete", f"PartitionName={name}")


def test_what_the_cluster_forbids_is_named_and_leaves_nothing(console: Console, short: str) -> None:
    for on, said in (
        ("slurm:1,partition=no-such", "invalid partition specified: no-such"),
        (f"slurm:1,partition={short},time=30", f"partition {short} allows at most 00:05:00"),
        ("slurm:1000", "allows at most"),
    ):
        refused = _orrery(console, "suite", "smoke", "--on", on)
        _, errors = refused.communicate(timeout=110)
        assert refused.returncode == 2, errors
        assert said in errors
        assert f"field: --on\nvalue: {on}\nremedy: " in errors
    eventually(lambda: not _jobs(), "no job is left")
    assert not list((console.folder / "state/orrery/slurm").iterdir())
    assert all(token.revoked_at is not None for token in console.client.tokens().items)


def test_interrupted_while_it_waits_it_leaves_no_job(console: Console) -> None:
    # The first command borrows all idle hosts, so that the second must wait.
    count = len(_slurm("sinfo", "--noheader", "--states=idle", "--format=%n").split())
    first = _orrery(console, "fleet", "slurm", "--nodes", str(count), "--time", "5")
    first.communicate(timeout=110)
    second = _orrery(console, "fleet", "slurm", "--nodes", "1", "--time", "5")
    eventually(lambda: len(_jobs().split()) == 2, "the second job waits")
    second.terminate()
    second.communicate(timeout=110)
    eventually(lambda: len(_jobs().split()) == 1, "the second job is cancelled")
    assert _orrery(console, "fleet", "release", _jobs().strip()).wait(110) == 0
    eventually(lambda: not _jobs(), "the first job is cancelled")
