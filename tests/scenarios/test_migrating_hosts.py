"""Entities that migrate between three hosts of unequal speed; an agent is killed meanwhile."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from orrery_contracts.api import RunDocument, RunState
from orrery_contracts.move import MoveOrder, ShareOfNode
from orrery_testing.console import Console
from orrery_testing.hosts import Hosts
from orrery_testing.joining import join_all
from orrery_testing.waiting import eventually

pytestmark = [pytest.mark.integration, pytest.mark.slow]

MakeHosts = Callable[..., Hosts]
MakeConsole = Callable[[Hosts], Console]

HOSTS = "placement.names=host-1,host-2,host-3"
SHARES = (1.0, 0.6, 0.33)
#: The study's run at a tenth of its cost. With nominal loads every machine moves the same entities.
TENTH = (
    "placement=named",
    HOSTS,
    "transports.nodes=tcp",
    "workload.load=nominal",
    "workload.update_cost_us=200",
    "workload.construct_cost_us=500",
    "workload.threshold_ms=4.8",
)
ENTITIES = 40


def metric(document: RunDocument, name: str) -> float:
    return next(one.median for one in document.metrics if one.name == name)


def test_unequal_hosts_stay_below_the_threshold_and_nobody_bounces(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(3, SHARES)
    console = make_console(hosts)
    join_all(console, hosts, 3, agent_token_file)
    # `done` includes checks: the state equals the oracle's, which moves no entity, and all updates
    # are counted.
    threshold, predictive = (
        console.done("uss-migration-three", *TENTH, f"workload.policy={policy}")
        for policy in ("threshold", "predictive")
    )
    for document in (threshold, predictive):
        assert metric(document, "migration_bounces") == 0
        # The threshold plus the share of one entity.
        assert metric(document, "load_excess") <= 1
    assert 0 < metric(predictive, "migrations") < metric(threshold, "migrations")
    assert metric(predictive, "workload.max") <= metric(threshold, "workload.max")
    assert predictive.repeats[0].state_checksum == threshold.repeats[0].state_checksum


def test_an_agent_killed_in_the_middle_of_migrations_leaves_a_true_account(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(3, SHARES)
    console = make_console(hosts)
    join_all(console, hosts, 3, agent_token_file)
    # A construction takes far longer than an update: one is in progress at nearly every instant.
    run = console.launch(
        "uss-migration-three",
        *TENTH,
        "workload.policy=balance",
        "workload.settle_steps=0",
        "workload.burst_every_steps=20",
        "workload.construct_cost_us=20000",
        "workload.steps=1000000",
        "workload.oracle=never",
    )
    console.wait_for_measurement(run)
    everybody = ShareOfNode(from_node="host-1", share=1)
    console.client.move_entities(run, MoveOrder(what=everybody, to_node="host-3"))
    eventually(
        lambda: len([e for e in console.client.run(run).events if e.migration is not None]) > 5,
        "entities have migrated",
        explain=console.explain,
    )
    console.agents["host-3"].kill()
    document = console.wait_for_state(run, RunState.FAILED)
    failure = document.summary.failure
    assert failure is not None
    assert failure.node == "host-3", console.account(document)
    assert failure.remedy

    def accounts() -> dict[str, str]:
        told = {e.node: e.text for e in console.client.run(run).events if e.name == "entities"}
        return told if {"host-1", "host-2"} <= set(told) else {}

    told = eventually(accounts, "the remaining hosts give account", explain=console.explain)
    at = dict(enumerate(first_nodes(document)))
    for event in console.client.run(run).events:
        if (move := event.migration) is not None:
            assert at[move.entity] == move.from_node, "an entity was lost, or is there twice"
            at[move.entity] = move.to_node
    on_its_way: set[int] = set()
    held: list[set[int]] = []
    for index, (node, other) in enumerate((("host-1", "host-2"), ("host-2", "host-1"))):
        sent, came, awaited = (
            {int(entity) for entity in re.findall(rf"entity (\d+) {words}", told[node])}
            for words in ("had been sent", "had come", "was awaited")
        )
        here = {entity for entity in at if at[entity] == index} - sent | came
        # Entities that were sent here, and may have been constructed here before the master knew.
        coming = re.findall(rf"entity (\d+) had been sent to node {index}", told[other])
        untold = {int(entity) for entity in coming} - here
        count = re.match(rf"node {index} held (\d+) of {ENTITIES} entities", told[node])
        assert count is not None, told[node]
        assert len(here) <= int(count[1]) <= len(here | untold), (told, here)
        held.append(here)
        on_its_way |= sent | awaited
    assert not held[0] & held[1], "an entity is on two nodes"
    gone = set(at) - held[0] - held[1]
    assert gone <= {entity for entity in at if at[entity] == 2} | on_its_way, "an entity was lost"


def test_a_resource_manager_on_each_host_decides_until_one_is_killed(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path
) -> None:
    hosts = make_hosts(2)
    console = make_console(hosts)
    join_all(console, hosts, 2, agent_token_file)
    busy = (
        "placement=named",
        "placement.names=host-1,host-2",
        "transports.nodes=tcp",
        "workload.policy=balance",
        "workload.entities=12",
        "workload.update_cost_us=100",
        "workload.construct_cost_us=100",
        "workload.burst_every_steps=50",
        "workload.settle_steps=1",
    )
    document = console.done("uss-resource-manager", *busy)
    assert metric(document, "migrations") > 0
    assert metric(document, "resource_manager.per_process") > 0

    run = console.launch(
        "uss-resource-manager", *busy, "workload.steps=10000000", "workload.oracle=never"
    )
    console.wait_for_measurement(run)
    named = {
        Path(f"/proc/{pid}/comm").read_text().strip(): pid for pid in console.workers("host-2")
    }
    victim = named["resource manager"[:15]]
    os.kill(victim, signal.SIGKILL)
    ended = console.wait_for_state(run, RunState.FAILED)
    failure = ended.summary.failure
    assert failure is not None
    assert (failure.node, failure.process) == ("host-2", "resource manager"), console.account(ended)
    assert f"its process {victim} was killed by signal 9" in failure.message
    console.wait_for_workers_to_end("host-1", "host-2")


def first_nodes(document: RunDocument) -> list[int]:
    """Returns the first node index of each entity."""
    return [node.index for node in document.nodes for _ in range(node.entities or 0)]
