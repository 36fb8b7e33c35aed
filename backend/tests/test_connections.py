"""Slow peers take neither agents' nor the store's descriptors, and never fill the log."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import httpx
import httpx2
import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.kit.connections import Connections, ConnectionTimes, Phase
from orrery_backend.server import ServerConfig
from orrery_contracts.api import RunDocument, RunState
from starlette.applications import Starlette

_LIMIT = 256
_SLOW = 400
_HEAD = b"POST /api/v1/runs HTTP/1.1\r\nHost: localhost\r\n"
_UPGRADE = (
    b"GET /api/v1/agents/link HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@contextmanager
def _console(folder: Path, descriptors: int) -> Iterator[tuple[int, Path]]:
    """A console in a process of its own: its port, and the file of what it logs."""
    log = folder / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "orrery_backend", "--data", str(folder / "d"), "--port", "0"],
            stderr=output,
            stdout=output,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            preexec_fn=lambda: resource.setrlimit(  # noqa: PLW1509
                resource.RLIMIT_NOFILE, (64, descriptors)
            ),
        )
        try:
            while not (found := re.search(r"127\.0\.0\.1:(\d+)", log.read_text())):
                assert process.poll() is None, log.read_text()
            yield int(found[1]), log
        finally:
            process.terminate()
            assert process.wait(60) == 0, log.read_text()


def _slow(port: int, sent: bytes, sockets: ExitStack) -> socket.socket:
    """A connection that sends no more than this. What it is answered is not read."""
    slow = sockets.enter_context(socket.socket())
    slow.settimeout(30)
    slow.connect(("127.0.0.1", port))
    with suppress(OSError):  # it may have been ended already
        slow.sendall(sent)
    return slow


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        _HEAD,
        _HEAD + b"Content-Length: 1000\r\n\r\n{",
        _UPGRADE,
        b"rubbish\r\n\r\n",
    ],
    ids=["silent", "headers", "body", "agent without hello", "rubbish"],
)
async def test_slow_connections_take_no_descriptors_of_others(tmp_path: Path, sent: bytes) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, _SLOW + 200)), hard))
    with _console(tmp_path, _LIMIT) as (port, log), ExitStack() as sockets:
        url = f"http://127.0.0.1:{port}/api/v1"
        ws = f"ws://127.0.0.1:{port}"
        agents = [ScriptedAgent(ws, name, hold_after_begin=True) for name in "ab"]
        for agent in agents:
            await agent.connect()
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            answer = await client.post("/runs", json=TWO_NODES)
            assert answer.status_code == 201, answer.text
            run = RunDocument.model_validate_json(answer.text).summary.id
            for number in range(_SLOW):
                await asyncio.to_thread(_slow, port, sent, sockets)
                if number % 50 == 0:
                    async with httpx.AsyncClient(base_url=url, timeout=30) as fresh:
                        assert (await fresh.get("/health")).status_code == 200
            late = await ScriptedAgent(ws, "late").connect()
            assert late.welcome is not None
            for agent in agents:
                agent.let_end.set()

            async def done() -> bool:
                document = RunDocument.model_validate_json((await client.get(f"/runs/{run}")).text)
                return document.summary.state is RunState.DONE

            await until(done, "the run ends")
        for agent in (*agents, late):
            await agent.stop()
        said = log.read_text()
        assert len(said.splitlines()) < 30, said[:4000]


@asynccontextmanager
async def _bounded(
    folder: Path, connections: Connections
) -> AsyncIterator[tuple[RunningConsole, int]]:
    async with running_console(folder, connections=connections) as console:
        yield console, int(console.url.rpartition(":")[2])


def _lowest_free_descriptor() -> int:
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.close(descriptor)
    return descriptor


_IMPATIENT = ConnectionTimes(headers_s=0.1, body_s=0.1, handshake_s=0.1, blocked_s=0.1, idle_s=0.1)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b"408"),
        (_HEAD, b"408"),
        (_HEAD + b"Content-Length: 1000\r\n\r\n{", b"408"),
        (b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\nGET", b"200"),
        (b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n", b"200"),
    ],
    ids=["silent", "headers", "body", "second request", "idle"],
)
async def test_a_peer_that_keeps_the_console_waiting_is_ended(
    tmp_path: Path, sent: bytes, answer: bytes
) -> None:
    async with _bounded(tmp_path, Connections(100, _IMPATIENT)) as (_, port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        async with asyncio.timeout(30):
            got = await reader.read()
        assert got.startswith(b"HTTP/1.1 " + answer)
        writer.close()


def test_clients_end_idle_connections_before_the_console_does() -> None:
    expiry = httpx2.Limits().keepalive_expiry
    config = ServerConfig(Starlette(), Connections(1))
    assert expiry is not None
    assert expiry < ConnectionTimes().idle_s < config.timeout_keep_alive


async def test_a_reader_that_stops_is_ended(tmp_path: Path) -> None:
    connections = Connections(100, _IMPATIENT)
    async with _bounded(tmp_path, connections) as (_, port):
        stuck = socket.socket()
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.setblocking(False)
        with stuck:
            loop = asyncio.get_running_loop()
            await loop.sock_connect(stuck, ("127.0.0.1", port))
            request = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            await loop.sock_sendall(stuck, request * 40)
            await until(lambda: connections.count(Phase.BLOCKED) == 1, "its answers pile up")
            await until(lambda: len(connections) == 0, "its connection is ended")


async def test_agents_and_viewers_are_not_ended_for_new_connections(tmp_path: Path) -> None:
    connections = Connections(20)
    async with _bounded(tmp_path, connections) as (console, port):
        agent = await ScriptedAgent(console.ws, "a", hold_after_begin=True).connect()
        async with websockets.connect(f"{console.ws}/api/v1/stream") as viewer:
            await until(lambda: connections.count(Phase.BUSY) == 1, "the viewer is there")
            with ExitStack() as sockets:
                for _ in range(60):
                    await asyncio.to_thread(_slow, port, _HEAD, sockets)
                    assert len(connections) <= 20
            assert (await console.client.get("/health")).status_code == 200
            await viewer.send('{"kind": "ping", "id": 1}')
            assert "pong" in str(await viewer.recv())
        assert connections.count(Phase.KEPT) == 1
        await agent.stop()
        await until(lambda: connections.count(Phase.KEPT) == 0, "the agent's place is free")


async def test_viewers_leave_connections_for_agents(tmp_path: Path) -> None:
    async with _bounded(tmp_path, Connections(20)) as (console, _):
        viewers = []
        refused = 0
        for _ in range(40):
            try:
                viewer = await websockets.connect(f"{console.ws}/api/v1/stream")
                viewers.append(viewer)
                await viewer.send('{"kind": "ping", "id": 1}')
                await viewer.recv()
            except (websockets.ConnectionClosed, websockets.InvalidMessage, OSError):
                refused += 1
            except websockets.InvalidStatus as error:
                assert error.response.status_code == 503  # noqa: PT017
                refused += 1
        assert refused >= 20
        agent = await ScriptedAgent(console.ws, "a").connect()
        assert agent.welcome is not None
        await agent.stop()
        for viewer in viewers:
            await viewer.close()


async def test_without_descriptors_accepting_goes_on_later(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with running_console(tmp_path) as console:
        port = int(console.url.rpartition(":")[2])
        assert (await console.client.get("/health")).status_code == 200
        client = socket.socket()
        with client:
            client.setblocking(False)
            resource.setrlimit(resource.RLIMIT_NOFILE, (_lowest_free_descriptor(), hard))
            try:
                loop = asyncio.get_running_loop()
                await loop.sock_connect(client, ("127.0.0.1", port))
                await until(lambda: "no descriptor" in capsys.readouterr().out, "it is said")
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            await loop.sock_sendall(
                client, b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            )
            async with asyncio.timeout(30):
                assert b"200 OK" in await loop.sock_recv(client, 4096)
