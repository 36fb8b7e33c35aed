"""Several console processes over one PostgreSQL database: any of them takes any call, and the end
of the one that leads loses nothing.

ORRERY_FAILOVERS is how often the leader is killed while a run goes on (`make failovers`: 20).
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES
from backend_testing.console import WATCHDOG_S, until
from backend_testing.consoles import ConsoleProcess, consoles, dial, leader_of
from backend_testing.postgres import PostgresServer
from backend_testing.receiver import running_receiver
from orrery_backend.certificates import ServerCertificate, local_certificate
from orrery_contracts.worker import Log, LogLevel

FAILOVERS = int(os.environ.get("ORRERY_FAILOVERS", "2"))


async def _get(console: ConsoleProcess, path: str) -> httpx.Response:
    async with httpx.AsyncClient(timeout=WATCHDOG_S) as client:
        return await client.get(f"{console.url}/api/v1{path}")


async def _launch(console: ConsoleProcess) -> str:
    async with httpx.AsyncClient(timeout=WATCHDOG_S) as client:
        answer = await client.post(f"{console.url}/api/v1/runs", json=TWO_NODES)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["summary"]["id"])


async def _in_state(console: ConsoleProcess, run: str, state: str) -> None:
    async def is_there() -> bool:
        answer = await _get(console, f"/runs/{run}")
        return answer.status_code == 200 and answer.json()["summary"]["state"] == state

    await until(is_there, f"run {run} is {state}", 60)


async def _say(agent: ScriptedAgent, count: int) -> None:
    """Numbered lines of the run that the agent holds."""
    held = agent.output_of()
    for _ in range(count):
        text = f"{agent.name} {len(held.records) + 1}"
        await agent.record(held, Log(level=LogLevel.INFO, text=text))


@pytest.mark.timeout(120 * FAILOVERS + 300)
async def test_a_killed_leader_loses_nothing(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every record that was acknowledged before the leader was killed is there afterwards, once,
    and so is what came after.
    """
    seconds: list[float] = []
    async with consoles(tmp_path, postgres.new_database()) as both:
        for _ in range(FAILOVERS):
            seconds.append(await _failover(both))
    with capsys.disabled():
        rounded = ", ".join(f"{s:.1f}" for s in sorted(seconds))
        print(f"\nseconds until another console led: {rounded}")  # noqa: T201


async def _failover(both: list[ConsoleProcess]) -> float:
    leader = await leader_of(both)
    (follower,) = [console for console in both if console is not leader]
    agents = [ScriptedAgent(follower.ws, name, hold_after_begin=True) for name in "ab"]
    for agent in agents:
        await dial(agent, follower)
    run = await _launch(follower)
    await _in_state(leader, run, "running")
    for agent in agents:
        await _say(agent, 20)
    held = [agent.output_of() for agent in agents]
    await until(lambda: all(output.acked > 3 for output in held), "something is acknowledged")
    await _say(agents[0], 200)
    leader.kill()
    acknowledged = [output.acked for output in held]
    killed = time.monotonic()
    await until(follower.leads, "the other console leads", 120)
    seconds = time.monotonic() - killed
    for agent in agents:
        await dial(agent, follower)
        await _say(agent, 20)
    assert all(now.acked >= before for now, before in zip(held, acknowledged, strict=True))
    for agent in agents:
        agent.let_end.set()
    await _in_state(follower, run, "done")
    lines = (await _get(follower, f"/runs/{run}/log?limit=2000")).json()
    for agent, output in zip(agents, held, strict=True):
        said = [r.text for r in output.records if isinstance(r, Log)]
        stored = [line["text"] for line in lines if line["node"] == agent.name]
        assert stored == said, agent.name
    events = (await _get(follower, f"/runs/{run}/events")).json()
    assert "console.restarted" in [event["name"] for event in events]
    series = (await _get(follower, f"/runs/{run}/series")).json()["items"]
    assert [item["total_rows"] for item in series] == [5, 5]
    await until(lambda: not any(agent.held for agent in agents), "agents may forget")
    for agent in agents:
        await agent.stop()
    await leader.start()
    return seconds


async def test_a_webhook_is_delivered_by_the_next_leader(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    """The leader is killed while it waits for the receiver's answer."""
    async with (
        running_receiver() as receiver,
        consoles(tmp_path, postgres.new_database()) as both,
        httpx.AsyncClient(timeout=WATCHDOG_S) as client,
    ):
        leader = await leader_of(both)
        (follower,) = [console for console in both if console is not leader]
        webhooks = f"{follower.url}/api/v1/webhooks"
        asked = {"name": "ci", "url": receiver.url, "events": ["run.ended"]}
        assert (await client.post(webhooks, json=asked)).status_code == 201
        receiver.gate.clear()
        assert (await client.post(f"{webhooks}/ci/test")).status_code == 202
        await until(lambda: len(receiver.received) == 1, "the leader sends it")
        leader.kill()
        receiver.gate.set()
        await until(lambda: len(receiver.received) == 2, "the next leader sends it", 120)
        assert len({request.id for request in receiver.received}) == 1
        assert await follower.leads()


async def _calls_reach_no_stranger(follower: ConsoleProcess) -> None:
    """Joined to the leader's address, these targets name another host; it would get what only
    consoles may know.
    """
    heard: list[bytes] = []

    async def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(4096))
        writer.close()

    async with await asyncio.start_server(note, "127.0.0.1", 0) as stranger:
        port = stranger.sockets[0].getsockname()[1]
        upgrade = (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        )
        address = urlsplit(follower.url)
        for target, more in (
            (f"%2Fapi@127.0.0.1:{port}/x", ""),
            (f"@127.0.0.1:{port}/api/v1/stream", upgrade),
        ):
            trusted = ssl.create_default_context()
            reader, writer = await asyncio.open_connection(
                address.hostname, address.port, ssl=trusted
            )
            head = f"GET {target} HTTP/1.1\r\nHost: {address.netloc}\r\n{more}\r\n"
            writer.write(head.encode())
            assert (await reader.readline()).split()[1] == b"400", target
            writer.close()
    assert heard == []


async def test_any_console_takes_any_call(
    tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is over TLS: callers, agents, what consoles pass on, and the database."""
    made = local_certificate(tmp_path / "tls", ["127.0.0.1"])
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    certificate = ServerCertificate(made.certificate, made.key)
    store = postgres.over_tls(postgres.new_database())
    async with consoles(tmp_path, store, certificate=certificate) as both:
        leader = await leader_of(both)
        (follower,) = [console for console in both if console is not leader]
        await until(follower.answers, "the other console has found the leader")
        health = await follower.health()
        assert health is not None
        assert health["leader"] == leader.url
        assert leader.url.startswith("https://")
        agents = [ScriptedAgent(leader.ws, "a"), ScriptedAgent(follower.ws, "b")]
        for agent in agents:
            await dial(agent, both[0] if agent.url == both[0].ws else both[1])
        async with websockets.connect(f"{follower.ws}/api/v1/stream") as viewer:
            await viewer.send('{"kind": "subscribe", "topic": "runs", "after": null}')
            told = [json.loads(await viewer.recv()) for _ in range(2)]
            assert [message["kind"] for message in told] == ["subscribed", "message"]
            run = await _launch(follower)
            changed = json.loads(await viewer.recv())
            assert changed["data"]["run"]["id"] == run
        await _in_state(follower, run, "done")
        for path in ("/runs", f"/runs/{run}", f"/runs/{run}/series", "/nodes", "/suites"):
            here, there = await _get(follower, path), await _get(leader, path)
            assert (here.status_code, here.json()) == (there.status_code, there.json()), path
        async with httpx.AsyncClient(base_url=f"{follower.url}/api/v1") as client:
            assert (await client.patch(f"/runs/{run}", json={"name": "new"})).status_code == 200
            assert (await client.get("/runs/77")).status_code == 404
            refused = await client.post("/runs", json={"preset": "none"})
            assert refused.status_code == 404
            assert refused.headers["content-type"] == "application/problem+json"
        assert (await _get(leader, f"/runs/{run}")).json()["summary"]["name"] == "new"
        await _calls_reach_no_stranger(follower)
        for agent in agents:
            await agent.stop()


async def test_a_leader_that_ends_in_order_hands_over(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    async with consoles(tmp_path, postgres.new_database(), 3) as three:
        leader = await leader_of(three)
        others = [console for console in three if console is not leader]
        agents = [ScriptedAgent(others[0].ws, name) for name in "ab"]
        for agent in agents:
            await dial(agent, others[0])
        run = await _launch(others[1])
        await _in_state(others[1], run, "done")
        await leader.end()
        # What is stored is answered meanwhile.
        for console in others:
            assert (await _get(console, f"/runs/{run}")).json()["summary"]["state"] == "done"
            assert (await _get(console, f"/runs/{run}/series")).status_code == 200
        new = await leader_of(others)
        assert [console for console in others if await console.leads()] == [new]
        for agent in agents:
            await agent.stop()


async def test_a_run_goes_on_while_the_database_is_away(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    async with consoles(tmp_path, postgres.new_database(), 1) as (console,):
        agents = [ScriptedAgent(console.ws, name, hold_after_begin=True) for name in "ab"]
        for agent in agents:
            await dial(agent, console)
        run = await _launch(console)
        await _in_state(console, run, "running")
        held = [agent.output_of() for agent in agents]
        await until(lambda: all(o.acked == len(o.records) for o in held), "all is acknowledged")
        postgres.kill()
        try:
            before = [output.acked for output in held]
            for agent in agents:
                await _say(agent, 50)
            answer = await _get(console, "/health")
            assert answer.status_code == 503
            assert "database server" in answer.json()["detail"]
            # What a cluster looks at before it restarts a console.
            async with httpx.AsyncClient() as client:
                assert (await client.get(console.url)).status_code == 200
            for agent in agents:
                agent.let_end.set()
            await until(lambda: not any(output.active for output in held), "the workers end")
            assert [output.acked for output in held] == before
        finally:
            postgres.start()
        await _in_state(console, run, "done")
        lines = (await _get(console, f"/runs/{run}/log?limit=500")).json()
        assert len(lines) == sum(isinstance(r, Log) for output in held for r in output.records)
        # Health keeps its answer for a second.
        await until(console.leads, "it leads")
        assert console.said.count("this console leads runs") == 1
        for agent in agents:
            await agent.stop()
