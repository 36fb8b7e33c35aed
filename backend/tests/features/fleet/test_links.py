"""The network between nodes: measured on request, never beside a run."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES
from backend_testing.console import RunningConsole, until
from backend_testing.facts import node_facts
from orrery_contracts.agent import (
    Prepare,
)
from orrery_contracts.links import MeasureLink, ServeLink

pytestmark = pytest.mark.both_stores


async def _matrix(console: RunningConsole) -> dict[str, Any]:
    answer = await console.client.get("/nodes/links")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.json()
    return document


async def _measured(console: RunningConsole) -> dict[tuple[str, str], dict[str, Any]]:
    async def done() -> bool:
        return (await _matrix(console))["measuring"] is None

    await until(done, "all links are measured")
    items = (await _matrix(console))["items"]
    return {(item["source"], item["target"]): item for item in items}


async def test_each_direction_of_each_pair_is_measured(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    assert await _matrix(console) == {"items": [], "measuring": None}
    third = ScriptedAgent(console.ws, "c", facts=node_facts(machine="another"))
    await third.connect()
    answer = await console.client.post("/nodes/links", json={})
    assert answer.status_code == 202
    assert answer.json()["measuring"] == {"done": 0, "total": 6}
    links = await _measured(console)
    assert len(links) == 6
    link = links["a", "b"]
    assert (link["median_us"], link["p99_us"], link["mb_s"]) == (120.0, 180.0, 940.0)
    assert (link["problem"], link["same_machine"]) == ("", True)
    assert not links["a", "c"]["same_machine"]
    assert link["measured_at"].endswith("Z")
    # The source dials where the target listens, with the token that only both know.
    served = [m for m in agents[1].received if isinstance(m, ServeLink)]
    dialled = [m for m in agents[0].received if isinstance(m, MeasureLink)]
    assert dialled[0].port == 4001
    assert dialled[0].token in {m.token for m in served}
    await third.stop()


async def test_nodes_can_be_named(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    third = await ScriptedAgent(console.ws, "c").connect()
    await console.client.post("/nodes/links", json={"nodes": ["c", "a"]})
    assert set(await _measured(console)) == {("a", "c"), ("c", "a")}
    await third.stop()


@pytest.mark.parametrize(
    ("nodes", "field", "word"),
    [
        (["a", "nobody"], "nodes[1]", "Nodes online: a, b"),
        (["a", "a"], "nodes[1]", "twice"),
        (["a"], "nodes", "2 to 16"),
        ([f"n{i}" for i in range(17)], "nodes", "16"),
    ],
)
async def test_wrong_nodes_are_named(
    nodes: list[str],
    field: str,
    word: str,
    console: RunningConsole,
    agents: list[ScriptedAgent],
) -> None:
    answer = await console.client.post("/nodes/links", json={"nodes": nodes})
    assert answer.status_code == 422
    error = answer.json()["errors"][0]
    assert error["field"] == field
    assert word in f"{error['message']} {error['remedy']}"


async def test_a_measurement_beside_a_run_is_refused(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    await console.client.post("/runs", json=TWO_NODES)
    await until(lambda: any(isinstance(m, Prepare) for m in agents[0].received), "the run is on")
    answer = await console.client.post("/nodes/links", json={})
    assert answer.status_code == 409
    assert "Nodes on a machine with a run: a, b" in answer.json()["detail"]
    for agent in agents:
        agent.let_end.set()


async def test_a_measurement_beside_a_run_of_another_node_of_the_machine_is_refused(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agents[0].hold_after_begin = True
    others = [ScriptedAgent(console.ws, name, facts=node_facts(machine="other")) for name in "cd"]
    for other in others:
        await other.connect()
    await console.client.post(
        "/runs",
        json={
            "preset": "universe-one-node",
            "set": ['placement={"kind": "named", "names": ["a"]}'],
        },
    )
    await until(lambda: any(isinstance(m, Prepare) for m in agents[0].received), "the run is on")
    refused = await console.client.post("/nodes/links", json={"nodes": ["b", "c"]})
    assert refused.status_code == 409
    assert "Nodes on a machine with a run: b." in refused.json()["detail"]
    taken = await console.client.post("/nodes/links", json={"nodes": ["c", "d"]})
    assert taken.status_code == 202
    assert (await _measured(console))["c", "d"]["problem"] == ""
    agents[0].let_end.set()
    for other in others:
        await other.stop()


async def test_a_run_waits_for_the_link_that_is_measured(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    gate = agents[0].link_gate = asyncio.Event()
    await console.client.post("/nodes/links", json={"nodes": ["a", "b"]})
    await until(lambda: agents[0].measured != [], "the link is measured")
    assert (await _matrix(console))["measuring"] == {"done": 0, "total": 2}
    again = await console.client.post("/nodes/links", json={})
    assert again.status_code == 409
    assert "0 of 2" in again.json()["detail"]
    agents[0].hold_after_begin = agents[1].hold_after_begin = True
    await console.client.post("/runs", json=TWO_NODES)
    await asyncio.sleep(0.2)
    assert not any(isinstance(m, Prepare) for m in agents[0].received)
    gate.set()
    await until(lambda: any(isinstance(m, Prepare) for m in agents[0].received), "the run begins")
    links = await _measured(console)
    assert links["a", "b"]["problem"] == ""
    assert "has a run" in links["b", "a"]["problem"], "the run was first"
    for agent in agents:
        agent.let_end.set()


async def test_what_went_wrong_is_told_by_link(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agents[1].link_problem = "TCP between the nodes failed: no route to host."
    await console.client.post("/nodes/links", json={})
    links = await _measured(console)
    assert links["a", "b"]["problem"] == "b: TCP between the nodes failed: no route to host."
    assert links["a", "b"]["median_us"] is None
    assert links["b", "a"]["problem"] == ""


async def test_an_agent_that_does_not_know_links_is_named(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console.console.links, "_answer_within_s", 0.2)
    agents[1].link_problem = None
    await console.client.post("/nodes/links", json={})
    links = await _measured(console)
    assert "b did not answer within 0.2 s" in links["a", "b"]["problem"]
    assert "update it" in links["a", "b"]["problem"]
