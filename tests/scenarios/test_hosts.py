"""A run on three hosts of unequal speed, and cut cables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import httpx2
import pytest
from orrery_client import Orrery, ProblemError
from orrery_contracts.api import NodeState, RunState
from orrery_contracts.errors import ProblemCode
from orrery_testing.console import Console
from orrery_testing.hosts import Hosts
from orrery_testing.joining import join_all
from orrery_testing.waiting import eventually

pytestmark = [pytest.mark.integration, pytest.mark.slow]

MakeHosts = Callable[..., Hosts]
MakeConsole = Callable[[Hosts], Console]


def rate_until_apart(console: Console, fast: str, slow: Sequence[str]) -> None:
    """Restarts the fast host's agent until its calibration shows the host's speed.

    Other tests run at the same time and may slow the fast host down. A slow host cannot exceed its
    limit.
    """

    def apart() -> bool:
        ratings = {node.name: node.facts.rating for node in console.nodes()}
        if all(ratings[fast] > 1.3 * ratings[name] for name in slow):
            return True
        console.agents[fast].kill()
        console.wait_for_nodes([fast], NodeState.OFFLINE)
        console.agents[fast].start()
        console.wait_for_nodes([fast])
        return False

    eventually(apart, f"{fast} is rated well above {slow}", explain=console.explain)


def test_three_unequal_hosts_share_a_run_by_their_rating(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(3, (1.0, 0.33, 0.33))
    console = make_console(hosts)
    names = join_all(console, hosts, 3, agent_token_file, options=["--measure-again"])
    facts = {node.name: node.facts for node in console.nodes()}
    for index, name in enumerate(names, start=1):
        assert facts[name].address == hosts.address(index)
    rate_until_apart(console, "host-1", ["host-2", "host-3"])

    document = console.done(
        "universe-three-nodes", "repeats=1", "workload.steps=400", "transports.nodes=tcp"
    )
    assert document.nodes[0].name == "host-1"
    assert {node.name for node in document.nodes} == set(names)
    entities = {
        document.nodes[node.node_index].name: next(
            metric.value for metric in node.metrics if metric.name == "entities"
        )
        for node in document.repeats[0].nodes
    }
    assert sum(entities.values()) == 40
    assert entities["host-1"] > entities["host-2"]
    assert entities["host-1"] > entities["host-3"]
    windows = console.client.series(document.summary.id, frame="window").items
    for series in windows:
        if series.node_index == 0:
            continue
        waits = next(c.values for c in series.columns if c.name == "activity.wait")
        assert any(value for value in waits if value)

    # An event engine gives the same state on one, two and three hosts, also over TLS.
    states = {
        console.done(
            "phold-two-nodes",
            "repeats=1",
            "workload.events=40000",
            "workload.lps=48",
            "workload.population=2000",
            f"transports.nodes={transport}",
            f"workload.engine={engine}",
            f"placement.count={count}",
        )
        .repeats[0]
        .state_checksum
        for engine, count, transport in (
            ("sequential", 1, "tcp"),
            ("distributed", 2, "tcp"),
            ("distributed", 3, "tcp"),
            ("distributed", 3, "tls"),
        )
    }
    assert len(states) == 1

    # Networked systems send the same messages and end in the same state on any number of hosts.
    networked = [
        console.done(
            "networked-systems",
            "repeats=1",
            "workload.steps=200",
            "workload.link_jitter_ms=15",
            "transports.nodes=tcp",
            f"placement.count={count}",
        ).repeats[0]
        for count in (1, 2, 3)
    ]
    assert all(check.holds for repeat in networked for check in repeat.checks)
    assert len({repeat.state_checksum for repeat in networked}) == 1
    assert networked[0].messages
    assert all(repeat.messages == networked[0].messages for repeat in networked)


def test_a_stranger_is_let_in_nowhere(
    make_hosts: MakeHosts, make_console: MakeConsole, tmp_path: Path
) -> None:
    hosts = make_hosts(1)
    console = make_console(hosts)
    wrong = tmp_path / "wrong-token"
    wrong.write_text("not-the-token-of-this-test\n")
    stranger = console.add_agent(
        "stranger", through=hosts.through(1), options=["--token-file", str(wrong)]
    )
    eventually(
        lambda: "token" in stranger.output().lower(), "the agent says why", explain=stranger.output
    )
    assert console.nodes() == []
    with Orrery(console.url, token="not-the-token-of-this-test") as client:
        with pytest.raises(ProblemError) as caught:
            client.runs()
        assert caught.value.problem.code in (ProblemCode.UNAUTHORIZED, ProblemCode.FORBIDDEN)
    reply = httpx2.post(f"{console.url}/api/v1/runs", content=b'{"preset": "smoke"}', timeout=60)
    assert reply.status_code == 401
    assert console.client.runs().total == 0


LONG = (
    "workload.steps=100000000",
    "workload.oracle=never",
    "workload.managers=0",
    "workload.process_model=pooled",
    "transports.nodes=tcp",
    "transports.peer_timeout_ms=2000",
    "placement=named",
    "placement.names=host-1,host-2",
)


def test_a_cut_cable_fails_the_run_and_the_host_comes_back(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(2)
    console = make_console(hosts)
    names = join_all(console, hosts, 2, agent_token_file)
    run = console.launch("smoke", *LONG)
    console.wait_for_measurement(run)
    hosts.cut(2)
    document = console.wait_for_state(run, RunState.FAILED)
    failure = document.summary.failure
    assert failure is not None
    assert failure.remedy
    assert failure.node in names
    console.wait_for_nodes(["host-2"], NodeState.OFFLINE)
    eventually(lambda: not console.workers("host-1"), "the worker on host 1 has ended")
    eventually(lambda: not console.workers("host-2"), "the worker on host 2 has ended")
    hosts.heal(2)
    console.wait_for_nodes(names)
    eventually(
        lambda: all(node.current_run is None for node in console.nodes()), "the nodes are free"
    )
    console.done(
        "smoke", "placement=named", "placement.names=host-1,host-2", "transports.nodes=tcp"
    )


def test_a_cable_that_is_out_for_a_moment_is_no_failure(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(2)
    console = make_console(hosts)
    join_all(console, hosts, 2, agent_token_file)
    run = console.launch("smoke", *LONG, "transports.peer_timeout_ms=60000")
    console.wait_for_measurement(run)
    before = console.client.run(run).summary.progress
    hosts.cut(2)
    hosts.heal(2)
    eventually(
        lambda: console.client.run(run).summary.progress > before,
        "the run goes on",
        explain=console.explain,
    )
    assert console.client.run(run).summary.state is RunState.RUNNING
    console.client.cancel_run(run)
    console.wait_for_state(run, RunState.CANCELLED)
