"""Nodes that Kubernetes lends: the chart's job, the command line, and agents in place of pods.

The API server is fake. Its pods run here as processes with the command, the variables and the
secret of the job's template.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from orrery_contracts.api import NodeState
from orrery_testing.chart import rendered
from orrery_testing.console import Console
from orrery_testing.kubernetes import (
    Document,
    FakeKubernetes,
    environment_of,
    expanded,
    has_its_secrets,
)
from orrery_testing.part import Part
from orrery_testing.paths import WORKER
from orrery_testing.waiting import eventually

_TOKEN = "admin-of-this-test"


class Pods:
    """Acts as the kubelet for the pods of a cluster."""

    def __init__(self, cluster: FakeKubernetes, folder: Path) -> None:
        self._cluster = cluster
        self._folder = folder
        self._running: dict[str, Part] = {}

    def start(self, count: int) -> bool:
        """Starts the pods that can start. Returns whether `count` pods run."""
        for pod in self._cluster.listed("pods"):
            name = pod["metadata"]["name"]
            secrets = self._cluster.listed("secrets")
            if name not in self._running and has_its_secrets(pod, secrets):
                self._running[name] = self._process(pod)
                self._running[name].start()
        return len(self._running) == count

    def stop(self) -> None:
        # The deletion of a job stops the pods too, in the server's thread.
        running, self._running = self._running, {}
        for part in running.values():
            part.stop()

    def _process(self, pod: Document) -> Part:
        name = pod["metadata"]["name"]
        variables = environment_of(pod, self._cluster.listed("secrets"))
        (container,) = pod["spec"]["containers"]
        volumes = {"/var/lib/orrery": str(self._folder / name)}
        arguments = [expanded(text, variables) for text in container["args"]]
        for path, place in volumes.items():
            arguments = [text.replace(path, place) for text in arguments]
        assert container["command"][0] == "python"
        command = [sys.executable, *container["command"][1:], *arguments, "--worker", str(WORKER)]
        inherited = {key: text for key, text in os.environ.items() if key != "KUBECONFIG"}
        return Part(command, self._folder / f"{name}.log", inherited | variables)


@pytest.fixture
def console(tmp_path: Path) -> Iterator[Console]:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"admin={_TOKEN}\n")
    options = ["--token-file", str(tokens)]
    with Console(tmp_path, os.environ, options=options, token=_TOKEN) as running:
        running.start()
        yield running


@pytest.fixture
def cluster(console: Console) -> Iterator[FakeKubernetes]:
    with FakeKubernetes() as fake:
        fake.install(rendered({"agents": {"join": console.url}}))
        yield fake


@pytest.fixture
def pods(cluster: FakeKubernetes, tmp_path: Path) -> Iterator[Pods]:
    running = Pods(cluster, tmp_path)
    cluster.on_delete = lambda _job: running.stop()
    yield running
    running.stop()


_started: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """Ends the commands that a test started."""
    yield
    for command in _started:
        command.kill()
        command.communicate()
    _started.clear()


def _orrery(console: Console, cluster: FakeKubernetes, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {
        "ORRERY_URL": console.url,
        "ORRERY_TOKEN": _TOKEN,
        "KUBECONFIG": str(cluster.kubeconfig(console.folder)),
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


def _said(command: subprocess.Popen[str]) -> str:
    """What a command has printed. Ends it."""
    state = "it went on" if command.poll() is None else f"it ended with {command.returncode}"
    command.kill()
    out, errors = command.communicate(timeout=60)
    return f"{state}\n{out}\n{errors}"


def test_a_run_brings_its_own_nodes_and_gives_them_back(
    console: Console, cluster: FakeKubernetes, pods: Pods
) -> None:
    command = _orrery(
        console, cluster, "run", "universe-two-nodes", "--on", "kubernetes:2", "--json"
    )
    eventually(lambda: pods.start(2), "two pods run")
    out, errors = command.communicate(timeout=110)
    assert command.returncode == 0, errors
    document = json.loads(out)
    assert document["state"] == "done"
    for node in document["nodes"]:
        allocation = node["facts"]["allocation"]
        assert (allocation["manager"], allocation["partition"]) == ("kubernetes", "sim")
        assert node["name"].startswith(f"kubernetes-{allocation['job']}-")
    assert not cluster.listed("jobs")
    assert not cluster.listed("pods")


def test_a_fleet_stays_until_it_is_released(
    console: Console, cluster: FakeKubernetes, pods: Pods
) -> None:
    options = ("--nodes", "2", "--time", "2h")
    borrowing = _orrery(console, cluster, "fleet", "kubernetes", *options)
    eventually(lambda: pods.start(2), "two pods run")
    out, errors = borrowing.communicate(timeout=110)
    assert borrowing.returncode == 0, errors
    (job,) = cluster.listed("jobs")
    name = job["metadata"]["name"]
    assert f"./orrery fleet release {name}" in out.replace("\n", " ")
    assert job["spec"]["activeDeadlineSeconds"] == 7200
    jobs = [node.facts.allocation.job for node in console.nodes() if node.facts.allocation]
    assert jobs == [name, name]
    shown, _ = _orrery(console, cluster, "fleet").communicate(timeout=60)
    assert f"kubernetes {name}" in shown
    assert _orrery(console, cluster, "fleet", "release", name).wait(60) == 0
    assert not cluster.listed("jobs")

    def is_gone() -> bool:
        return all(node.state is NodeState.OFFLINE for node in console.nodes())

    eventually(is_gone, "the nodes are offline")


def test_a_run_whose_pod_is_lost_begins_again_on_others(
    console: Console, cluster: FakeKubernetes, pods: Pods
) -> None:
    steps = ("--set", "workload.steps=10000000", "--set", "repeats=1")
    on = ("--on", "kubernetes:1,again=1")
    command = _orrery(console, cluster, "run", "universe-one-node", *on, *steps)

    def runs(number: int) -> bool:
        newest = console.client.runs().items[:1]
        return [(r.number, r.state) for r in newest] == [(number, "running")]

    def reached(condition: Callable[[], bool], what: str) -> None:
        eventually(condition, what, explain=lambda: _said(command))

    reached(lambda: pods.start(1), "a pod runs")
    reached(lambda: runs(1), "the run goes on")
    (first,) = cluster.listed("jobs")
    pods.stop()
    reached(lambda: first not in cluster.listed("jobs"), "the job is given back")
    reached(lambda: pods.start(1), "a pod of another job runs")
    reached(lambda: runs(2), "the run goes on again")
    command.terminate()
    command.communicate(timeout=60)
    assert not cluster.listed("jobs")
