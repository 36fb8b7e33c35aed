"""The agents' door: greeting, duplicates, bad messages, colours."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.console import QUICK, RunningConsole, running_console, until
from backend_testing.facts import node_facts
from orrery_backend.features.fleet import repository
from orrery_contracts.agent import ClockProbe, Hello, ToAgent
from sqlalchemy.ext.asyncio import AsyncConnection

pytestmark = pytest.mark.both_stores


async def _node(console: RunningConsole, name: str) -> dict[str, object]:
    items = (await console.client.get("/nodes")).json()["items"]
    return next(item for item in items if item["name"] == name)


async def test_a_node_appears_with_what_it_is(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    async def measured() -> bool:
        node = await _node(console, "a")
        return node["load"] is not None and node["clock_offset_ns"] is not None

    await until(measured, "load and clock offset are known")
    node = await _node(console, "a")
    assert node["state"] == "online"
    assert node["busy_share"] == 0.25
    error = node["clock_offset_error_ns"]
    offset = node["clock_offset_ns"]
    assert isinstance(error, float)
    assert isinstance(offset, float)
    # One machine, one clock.
    assert abs(offset) <= error
    assert sum(isinstance(m, ClockProbe) for m in agents[0].received) >= 8


async def test_nodes_of_one_machine_name_each_other(console: RunningConsole) -> None:
    names = [f"n{i}" for i in range(10)]
    agents = [
        ScriptedAgent(console.ws, n, facts=node_facts(machine="alone" if n == "n9" else "shared"))
        for n in names
    ]
    for agent in agents:
        await agent.connect()
    assert (await _node(console, "n9"))["shares_machine_with"] == []
    assert (await _node(console, "n0"))["shares_machine_with"] == names[1:9]
    assert (await _node(console, "n8"))["shares_machine_with"] == names[:8]
    for agent in agents:
        await agent.stop()


async def test_a_node_that_moves_to_another_machine_shares_it_no_longer(
    console: RunningConsole,
) -> None:
    first = await ScriptedAgent(console.ws, "a").connect()
    second = await ScriptedAgent(console.ws, "b").connect()
    assert (await _node(console, "a"))["shares_machine_with"] == ["b"]
    await second.drop_link()
    second.facts = node_facts(machine="another")
    await second.connect()
    assert (await _node(console, "a"))["shares_machine_with"] == []
    # A node that is forgotten shares nothing.
    await second.drop_link()
    second.facts = node_facts()
    await second.connect()
    assert (await _node(console, "a"))["shares_machine_with"] == ["b"]
    await second.stop()

    async def offline() -> bool:
        return (await _node(console, "b"))["state"] == "offline"

    await until(offline, "b is offline")
    await console.client.post("/nodes/b/forget")
    assert (await _node(console, "a"))["shares_machine_with"] == []
    await first.stop()


async def test_a_spec_that_asks_for_separate_machines_is_refused_on_one(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    placement = {"kind": "named", "names": ["a", "b"], "separate_machines": True}
    for asked in (placement, {"kind": "fastest", "count": 2, "separate_machines": True}):
        answer = await console.client.post("/specs/check", json={"spec": {"placement": asked}})
        assert answer.status_code == 422
        error = answer.json()["errors"][0]
        assert error["field"] == "placement.separate_machines"
        assert "a and b" in error["message"]


async def test_nine_nodes_have_eight_colours(console: RunningConsole) -> None:
    agents = [await ScriptedAgent(console.ws, f"n{i}").connect() for i in range(9)]
    colours = [(await _node(console, f"n{i}"))["colour"] for i in range(9)]
    assert colours == [1, 2, 3, 4, 5, 6, 7, 8, 1]
    for agent in agents:
        await agent.stop()


async def test_a_second_agent_of_a_name_is_refused(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    impostor = ScriptedAgent(console.ws, "a", instance="another")
    await impostor.connect()
    assert impostor.socket is not None
    await impostor.socket.wait_closed()
    assert impostor.socket.close_code == 4409
    assert "--name" in (impostor.socket.close_reason or "")
    await impostor.stop()
    assert (await _node(console, "a"))["state"] == "online"


async def test_a_name_stays_its_first_agents(tmp_path: Path) -> None:
    """Also while that agent is away, and over a restart of the console."""
    own, foreign = "a" * 64, "b" * 64
    async with running_console(tmp_path) as first:
        agent = await ScriptedAgent(first.ws, "a", key=own).connect()
        await agent.stop()
    async with running_console(tmp_path) as second:
        for key in (foreign, ""):
            impostor = await ScriptedAgent(second.ws, "a", instance="i2", key=key).connect()
            assert impostor.socket is not None
            await impostor.socket.wait_closed()
            assert impostor.socket.close_code == 4403
            assert "forget" in (impostor.socket.close_reason or "")
            await impostor.stop()
        again = await ScriptedAgent(second.ws, "a", instance="i3", key=own).connect()
        assert again.welcome is not None
        await again.stop()

        async def offline() -> bool:
            return (await _node(second, "a"))["state"] == "offline"

        await until(offline, "a is offline")
        assert (await second.client.post("/nodes/a/forget")).status_code == 204
        new = await ScriptedAgent(second.ws, "a", instance="i4", key=foreign).connect()
        assert new.welcome is not None
        await new.stop()


async def test_an_agent_of_an_older_version_gets_a_key(console: RunningConsole) -> None:
    old = await ScriptedAgent(console.ws, "a").connect()
    await old.stop()
    new = await ScriptedAgent(console.ws, "a", key="a" * 64).connect()
    assert new.welcome is not None
    await new.stop()


async def test_a_reconnection_takes_the_place_of_the_old_link(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    again = ScriptedAgent(console.ws, "a", instance=agents[0].instance)
    await again.connect()
    assert again.welcome is not None
    old = agents[0].socket
    assert old is not None
    await old.wait_closed()
    assert (await _node(console, "a"))["state"] == "online"
    await again.stop()


@pytest.mark.parametrize(
    "first",
    [
        "not json",
        "{}",
        json.dumps({"kind": "heartbeat", "load": 0, "busy_share": 0, "memory_available_bytes": 1}),
        b"\x00\x01",
    ],
    ids=["garbage", "no kind", "heartbeat first", "binary"],
)
async def test_a_bad_greeting_is_refused(console: RunningConsole, first: str | bytes) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/agents/link") as socket:
        await socket.send(first)
        await socket.wait_closed()
        assert socket.close_code == 4400
    assert (await console.client.get("/nodes")).json()["items"] == []


@pytest.mark.parametrize(
    "message", ['{"kind":"nonsense"}', b"short", b"X" * 200], ids=["text", "short", "no magic"]
)
async def test_a_bad_message_ends_the_link(console: RunningConsole, message: str | bytes) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/agents/link") as socket:
        hello = Hello(schema_version=1, name="x", instance="i", facts=node_facts(), held=[])
        await socket.send(hello.model_dump_json())
        await socket.recv()
        await socket.send(message)
        await socket.wait_closed()
        assert socket.close_code == 4400


async def test_forgetting_needs_an_offline_node(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    response = await console.client.post("/nodes/a/forget")
    assert (response.status_code, response.json()["code"]) == (409, "conflict")
    await agents[0].stop()

    async def offline() -> bool:
        return (await _node(console, "a"))["state"] == "offline"

    await until(offline, "a is offline")
    assert (await console.client.post("/nodes/a/forget")).status_code == 204
    names = [n["name"] for n in (await console.client.get("/nodes")).json()["items"]]
    assert names == ["b"]
    assert (await console.client.post("/nodes/a/forget")).status_code == 404


class _Silent:
    """A link whose connection has ended."""

    def send(self, message: ToAgent) -> None:
        pass

    def close(self, code: int, reason: str) -> None:
        pass


async def test_a_connection_that_ends_while_the_store_is_slow_leaves_no_link(
    console: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet = console.console.fleet
    monkeypatch.setattr(fleet, "_save_nodes", asyncio.Event().wait)
    hello = Hello(schema_version=1, name="late", instance="i", facts=node_facts(), held=[])
    connecting = asyncio.create_task(fleet.connect(hello, _Silent()))
    await asyncio.sleep(0)
    assert (await _node(console, "late"))["state"] == "online"
    connecting.cancel()
    await asyncio.gather(connecting, return_exceptions=True)
    node = fleet.find("late")
    assert node is not None
    assert node.link is None


async def test_nodes_that_join_together_are_saved_together(
    console: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[str] = []
    save = repository.save

    async def counted(connection: AsyncConnection, node: repository.StoredNode) -> None:
        saved.append(node.name)
        await asyncio.sleep(0.005)
        await save(connection, node)

    monkeypatch.setattr(repository, "save", counted)
    names = [f"n{index:02d}" for index in range(40)]
    agents = await asyncio.gather(
        *(ScriptedAgent(console.ws, name, instance=name).connect() for name in names)
    )
    assert sorted(saved) == names
    for agent in agents:
        await agent.stop()


async def test_an_agent_that_waits_for_the_store_is_not_silent(
    console: RunningConsole, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says nothing before its welcome, and is not welcomed before its node is stored."""
    fleet = console.console.fleet
    save, may_save = fleet._save_nodes, asyncio.Event()

    async def slow() -> None:
        await may_save.wait()
        await save()

    monkeypatch.setattr(fleet, "_save_nodes", slow)
    agent = ScriptedAgent(console.ws, "patient")
    connecting = asyncio.create_task(agent.connect())
    await until(lambda: fleet.find("patient") is not None, "the agent has said hello")
    await asyncio.sleep(QUICK.fleet.silent_after_s + 0.5)
    may_save.set()
    await connecting
    assert agent.welcome is not None
    assert not agent.closed
    await asyncio.sleep(0.2)
    assert (await _node(console, "patient"))["state"] == "online"
    await agent.stop()
