"""Measure the load of one console: many agents, many viewers, a run that streams at 10 Hz.

    scripts/console_load.py [--agents 1000] [--viewers 200] [--nodes 8] [--hz 10] [--seconds 15]

The console runs in its own process, as shipped; agents and viewers run in other processes. The
agents are scripted, but their links, records and frames are real. The script prints one JSON
document: the share of a core and the memory that the console used; how many agents it took for
lost; its answer times, also for consecutive requests on a kept connection without other load; the
age of frames when viewers received them; and the number of frames that slow viewers missed. Times
are in milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx
import websockets
from backend_testing.agent import Held, ScriptedAgent
from backend_testing.facts import window_frame, worker_result
from backend_testing.stream import frames_of
from orrery_contracts.binary_records import STREAM_RECORD_HEADER_BYTES, TELEMETRY_HEADER_BYTES
from orrery_contracts.worker import Result, Running
from websockets.asyncio.client import ClientConnection

_HEADER_BYTES = STREAM_RECORD_HEADER_BYTES + TELEMETRY_HEADER_BYTES
_VIEWER_PROCESSES = 2
_KEPT_REQUESTS = 200
_FLEET_READS = 10
_ENDED = ("done", "failed", "cancelled")


@dataclass(eq=False)
class LoadAgent(ScriptedAgent):
    """Its worker sends a window frame `hz` times a second. The frame's step is the sending time."""

    hz: float = 10.0
    seconds: float = 10.0
    beat_s: float = 1.0

    async def _run(self, held: Held) -> None:
        plan = held.plan
        await self.record(held, Running())
        begun = time.monotonic()
        count = int(self.hz * self.seconds)
        for number in range(1, count + 1):
            await asyncio.sleep(max(0.0, begun + number / self.hz - time.monotonic()))
            frame = window_frame(plan.node_index, plan.repeat, number, number, 1000.0)
            sent = (time.time_ns()).to_bytes(8, "little")
            # The first column of the window is the step; here it contains the wall clock.
            head = frame[:TELEMETRY_HEADER_BYTES]
            await self.record(held, head + sent + frame[len(head) + len(sent) :])
        result = worker_result(master=plan.node_index == 0)
        await self.record(held, Result(result=result))
        await self.exit(held, 0)


async def _serve_agents(ws: str, options: argparse.Namespace) -> None:
    agents = [
        LoadAgent(ws, f"load-{n:04d}", instance=f"i{n}", hz=options.hz, seconds=options.seconds)
        for n in range(options.agents)
    ]
    for start in range(0, len(agents), 50):
        await asyncio.gather(*(_connect(agent) for agent in agents[start : start + 50]))
    await asyncio.Event().wait()


async def _connect(agent: LoadAgent) -> None:
    """Connects like an agent: tries again if a busy machine did not answer in time."""
    while True:
        with suppress(TimeoutError):
            await agent.connect()
            return


def _agents(ws: str, options: argparse.Namespace) -> None:
    _many_files()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve_agents(ws, options))


@dataclass
class Seen:
    """The frames that the viewers of one process received."""

    ages_ms: list[float] = field(default_factory=list)
    dropped: int = 0


async def _view(ws: str, at_fleet: asyncio.Semaphore, run: asyncio.Future[str], seen: Seen) -> None:
    """Follows the fleet, until all viewers do, then the run."""
    # A busy machine may answer late: a viewer that gave up would leave all others waiting.
    stream = f"{ws}/api/v1/stream"
    async with websockets.connect(stream, max_size=None, open_timeout=None) as link:
        await link.send(json.dumps({"kind": "subscribe", "topic": "fleet"}))
        while "fleet" not in str(await link.recv())[:200]:
            pass
        at_fleet.release()
        follow = asyncio.create_task(_follow(link, run))
        async for message in link:
            if isinstance(message, bytes):
                now = time.time_ns()
                for frame in frames_of(message):
                    sent = int.from_bytes(frame[_HEADER_BYTES : _HEADER_BYTES + 8], "little")
                    seen.ages_ms.append((now - sent) / 1e6)
            elif message.startswith('{"kind":"dropped"'):
                seen.dropped += int(json.loads(message)["frames"])
        await follow


async def _follow(link: ClientConnection, run: asyncio.Future[str]) -> None:
    topic = f"run/{await run}"
    await link.send(json.dumps({"kind": "subscribe", "topic": topic}))


async def _watch(ws: str, viewers: int, orders: Connection) -> None:
    seen = Seen()
    at_fleet = asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, orders.recv)
    run: asyncio.Future[str] = loop.create_future()
    watching = [asyncio.create_task(_view(ws, at_fleet, run, seen)) for _ in range(viewers)]
    for _ in watching:
        await at_fleet.acquire()
    orders.send("ready")
    run.set_result(await loop.run_in_executor(None, orders.recv))
    await loop.run_in_executor(None, orders.recv)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    orders.send(seen)


def _viewers(ws: str, viewers: int, orders: Connection) -> None:
    _many_files()
    with suppress(KeyboardInterrupt):
        asyncio.run(_watch(ws, viewers, orders))


async def _answers(client: httpx.AsyncClient, times_ms: list[float]) -> None:
    while True:
        begun = time.monotonic()
        (await client.get("/runs")).raise_for_status()
        times_ms.append((time.monotonic() - begun) * 1e3)
        await asyncio.sleep(0.05)


async def _kept_connection(client: httpx.AsyncClient) -> list[float]:
    """Times in ms of consecutive requests on one connection without other load."""
    times_ms: list[float] = []
    for _ in range(_KEPT_REQUESTS):
        begun = time.monotonic()
        (await client.get("/health")).raise_for_status()
        times_ms.append((time.monotonic() - begun) * 1e3)
    return times_ms


async def _fleet_page(client: httpx.AsyncClient) -> list[float]:
    """Times in ms of the request that the Fleet page makes when it opens."""
    times_ms: list[float] = []
    for _ in range(_FLEET_READS):
        begun = time.monotonic()
        (await client.get("/nodes")).raise_for_status()
        times_ms.append((time.monotonic() - begun) * 1e3)
    return times_ms


async def _measure(
    port: int,
    console: int,
    agents: list[BaseProcess],
    watchers: list[Connection],
    log: Path,
    options: argparse.Namespace,
) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60) as client:
        kept_ms = await _kept_connection(client)
        for other in agents:
            other.start()
        begun = time.monotonic()
        await _until(client, "/health", lambda health: health["nodes_online"] >= options.agents)
        joined_s = time.monotonic() - begun
        joined_cpu_s = _cpu_s(console)
        for watcher in watchers:
            watcher.send("watch")
        for watcher in watchers:
            await asyncio.to_thread(watcher.recv)
        changes = [
            f"placement.count={options.nodes}",
            f"workload.entities={options.nodes}",
            "repeats=1",
            # A busy machine sends later than planned; the usual limit ends a run after 900 s.
            f"limits.run_timeout_s={max(900, int(2 * options.seconds))}",
        ]
        response = await client.post("/runs", json={"preset": "smoke", "set": changes})
        response.raise_for_status()
        run = response.json()["summary"]["id"]
        for watcher in watchers:
            watcher.send(run)
        used, at = _cpu_s(console), time.monotonic()
        answers_ms: list[float] = []
        asking = asyncio.create_task(_answers(client, answers_ms))
        await asyncio.sleep(options.seconds * 0.8)
        share = (_cpu_s(console) - used) / (time.monotonic() - at)
        asking.cancel()
        ended = await _until(
            client, f"/runs/{run}", lambda document: document["summary"]["state"] in _ENDED
        )
        fleet_ms = await _fleet_page(client)
        await asyncio.sleep(1.0)
    for watcher in watchers:
        watcher.send("end")
    seen: list[Seen] = [watcher.recv() for watcher in watchers]
    ages = sorted(age for one in seen for age in one.ages_ms)
    expected = options.nodes * int(options.hz * options.seconds) * options.viewers
    print(
        json.dumps(
            {
                "agents": options.agents,
                "viewers": options.viewers,
                "nodes_of_the_run": options.nodes,
                "hz": options.hz,
                "joined_s": round(joined_s, 1),
                "joined_cpu_s": round(joined_cpu_s, 1),
                "agents_lost": await asyncio.to_thread(_lost, log),
                "run": ended["summary"]["state"],
                "console_cores": round(share, 3),
                "console_mib": round(_memory_mib(console), 1),
                "kept_connection_ms": _spread(kept_ms),
                "answer_ms": _spread(answers_ms),
                "fleet_ms": _spread(fleet_ms),
                "frame_age_ms": _spread(ages),
                "frames_seen_share": round(len(ages) / expected, 4),
                "frames_dropped": sum(one.dropped for one in seen),
            },
            indent=2,
        )
    )


async def _until(
    client: httpx.AsyncClient, path: str, holds: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    while True:
        document: dict[str, Any] = (await client.get(path)).json()
        if holds(document):
            return document
        await asyncio.sleep(0.2)


def _lost(log: Path) -> int:
    return log.read_text().count("node offline")


def _cpu_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mib(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _spread(values: list[float]) -> dict[str, float]:
    if len(values) < 2:
        return {}
    cuts = statistics.quantiles(values, n=100)
    return {"p50": round(cuts[49], 2), "p99": round(cuts[98], 2), "most": round(max(values), 2)}


def _many_files() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    """Returns 0 if the run ended and was measured."""
    parser = argparse.ArgumentParser(description="Load one console with agents and viewers.")
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=8)
    parser.add_argument("--hz", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    options = parser.parse_args()
    _many_files()
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        log = (Path(folder) / "console.log").open("w")
        console = subprocess.Popen(
            [sys.executable, "-m", "orrery_backend", "--port", str(port), "--data", folder],
            stdout=log,
            stderr=log,
        )
        ws = f"ws://127.0.0.1:{port}"
        spawn = multiprocessing.get_context("spawn")
        others: list[BaseProcess] = [spawn.Process(target=_agents, args=(ws, options))]
        watchers: list[Connection] = []
        for _ in range(_VIEWER_PROCESSES):
            ours, theirs = spawn.Pipe()
            watchers.append(ours)
            share = options.viewers // _VIEWER_PROCESSES
            others.append(spawn.Process(target=_viewers, args=(ws, share, theirs)))
        try:
            _await_answer(port)
            asyncio.run(_measure(port, console.pid, others, watchers, Path(log.name), options))
        finally:
            for other in others:
                if other.is_alive():
                    other.kill()
            console.terminate()
            console.wait()
            log.close()
    return 0


def _await_answer(port: int) -> None:
    for _ in range(300):
        with suppress(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/api/v1/health").raise_for_status()
            return
        time.sleep(0.1)
    raise SystemExit("the console did not answer within 30 s")


if __name__ == "__main__":
    sys.exit(main())
