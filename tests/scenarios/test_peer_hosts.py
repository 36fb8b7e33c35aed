"""HELICS, another RTI, on hosts with real agents: one federate on each host."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from orrery_contracts.api import NodeState, RunState
from orrery_testing.console import Console
from orrery_testing.hosts import Hosts
from orrery_testing.joining import join_all
from orrery_testing.waiting import eventually

pytestmark = [
    pytest.mark.integration,
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("helics") is None, reason="the Python package helics is not installed"
    ),
]

MakeHosts = Callable[..., Hosts]
MakeConsole = Callable[[Hosts], Console]

#: Short runs with one federate on each host.
ROUND_TRIPS = ("rti-latency", "workload.round_trips=200", "workload.warmup_round_trips=20")


def updates(hosts: int) -> tuple[str, ...]:
    return (
        "rti-throughput",
        f"workload.receivers={hosts - 1}",
        "workload.instances=100",
        "workload.cycles=3",
        "workload.updates_per_cycle=2000",
    )


def advances(hosts: int) -> tuple[str, ...]:
    return (
        "rti-time-advance",
        "workload.advances=200",
        "workload.warmup_advances=10",
        f"workload.federates={hosts}",
    )


ON_HELICS = (
    "repeats=1",
    "workload.rti=helics",
    "workload.process_model=process",
    "transports.nodes=tcp",
)
#: Runs by number of hosts. Round trips have two federates.
RUNS = {2: (ROUND_TRIPS, updates(2), advances(2)), 3: (updates(3), advances(3))}


def test_helics_delivers_all_over_two_and_three_hosts(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(3)
    console = make_console(hosts)
    join_all(console, hosts, 3, agent_token_file)
    assert [node.facts.rti_peers for node in console.nodes()] == [["helics"]] * 3
    for count, runs in RUNS.items():
        for preset, *wanted in runs:
            document = console.done(preset, *ON_HELICS, f"placement.count={count}", *wanted)
            assert len({node.name for node in document.nodes}) == count
            (repeat,) = document.repeats
            assert repeat.checks
            assert [check.name for check in repeat.checks if not check.holds] == []


@pytest.mark.parametrize("lost", ["cut", "killed"])
def test_a_host_that_is_lost_ends_the_run_truly(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path, lost: str
) -> None:
    hosts = make_hosts(3)
    console = make_console(hosts)
    names = join_all(console, hosts, 3, agent_token_file)
    endless = ("workload.cycles=1000", "workload.updates_per_cycle=100000")
    run = console.launch(*updates(3), *ON_HELICS, "placement.count=3", *endless)
    console.wait_for_measurement(run)
    if lost == "cut":
        hosts.cut(3)
    else:
        os.kill(console.workers("host-3")[0], signal.SIGKILL)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "host-3"
    assert failure.remedy
    eventually(
        lambda: not any(console.workers(name) for name in names),
        "the workers have ended",
        explain=console.explain,
    )
    if lost == "cut":
        console.wait_for_nodes(["host-3"], NodeState.OFFLINE)
        hosts.heal(3)
        console.wait_for_nodes(names)
    console.wait_for_free_nodes()
    preset, *wanted = advances(3)
    console.done(preset, *ON_HELICS, "placement.count=3", *wanted)
