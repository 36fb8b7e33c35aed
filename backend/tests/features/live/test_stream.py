"""The stream over the real socket: a run is followed from launch to end, also across a break."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import websockets
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch
from backend_testing.console import WATCHDOG_S, RunningConsole, until
from backend_testing.stream import frames_of
from orrery_backend.kit.frames import read_header
from orrery_contracts.api import RunState
from orrery_contracts.stream import DecodedFrame, ToViewer
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection

_TO_VIEWER: TypeAdapter[ToViewer] = TypeAdapter(ToViewer)
Payload = dict[str, Any]


async def _subscribe(
    socket: ClientConnection, topic: str, after: tuple[str, int] | None = None
) -> None:
    asked: Payload = {"kind": "subscribe", "topic": topic}
    if after is not None:
        asked["after"] = {"epoch": after[0], "sequence": after[1]}
    await socket.send(json.dumps(asked))


async def _read_until(
    socket: ClientConnection, enough: Callable[[list[str | bytes]], bool]
) -> list[str | bytes]:
    taken: list[str | bytes] = []
    async with asyncio.timeout(WATCHDOG_S):
        while not enough(taken):
            message = await socket.recv()
            taken += [message] if isinstance(message, str) else frames_of(message)
    return taken


def _texts(taken: list[str | bytes]) -> list[Payload]:
    """Every text is a message of the contract."""
    texts = [each for each in taken if isinstance(each, str)]
    for text in texts:
        _TO_VIEWER.validate_json(text)
    return [json.loads(text) for text in texts]


def _data(taken: list[str | bytes]) -> list[Payload]:
    return [text["data"] for text in _texts(taken) if text["kind"] == "message"]


def _is_done(taken: list[str | bytes]) -> bool:
    return any(
        data["kind"] == "run_updated" and data["run"]["summary"]["state"] == "done"
        for data in _data(taken)
    )


async def test_a_run_is_followed_from_launch_to_end(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        run = (await launch(console)).summary.id
        await _subscribe(socket, f"run/{run}")
        await in_state(console, run, RunState.RUNNING)
        for agent in agents:
            agent.let_end.set()
        taken = await _read_until(socket, _is_done)
    texts = _texts(taken)
    assert (texts[0]["kind"], texts[0]["resumed"]) == ("subscribed", False)
    assert texts[1]["data"]["kind"] == "run"
    sequences = [text["sequence"] for text in texts[2:] if text["kind"] == "message"]
    assert sequences == sorted(set(sequences))
    frames = [each for each in taken if isinstance(each, bytes)]
    assert {int.from_bytes(frame[:2], "little") for frame in frames} == {texts[0]["channel"]}
    headers = [read_header(frame[16:]) for frame in frames]
    for node in (0, 1):
        assert [h.done for h in headers if h.node_index == node] == [20, 40, 60, 80, 100]
    kinds = {data["kind"] for data in _data(taken)}
    assert kinds >= {"run", "run_changed", "event_added", "log_added"}
    # A frame never comes before its schema.
    first_frame = next(i for i, each in enumerate(taken) if isinstance(each, bytes))
    before = json.dumps(_data(taken[:first_frame]))
    assert '"schema_id": 1' in before


async def test_each_state_of_a_repeat_is_told_with_its_repeat(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    assert agents
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, "runs")
        run = (await launch(console, {**TWO_NODES, "set": ["repeats=2"]})).summary.id
        await ended(console, run)

        def seen(taken: list[str | bytes]) -> list[tuple[int, str]]:
            changed = [d["run"] for d in _data(taken) if d["kind"] == "run_changed"]
            return [(summary["repeat"], summary["state"]) for summary in changed]

        taken = await _read_until(socket, lambda taken: (1, "done") in seen(taken))
    told = list(dict.fromkeys(seen(taken)))
    course = ["preparing", "ready", "running", "collecting"]
    in_repeats = [(repeat, state) for repeat, state in told if state in course]
    assert in_repeats == [(repeat, state) for repeat in (0, 1) for state in course]


async def test_a_viewer_that_comes_late_sees_the_recent_frames(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    await until(lambda: console.console.live.frames_published == 10, "all frames are there")
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, f"run/{run}")
        taken = await _read_until(socket, lambda t: sum(isinstance(e, bytes) for e in t) == 10)
    snapshot = _texts(taken)[1]["data"]
    assert snapshot["kind"] == "run"
    assert [schema["schema_id"] for schema in snapshot["run"]["schemas"]] == [1, 2, 3]
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)


async def test_a_break_is_resumed_without_a_gap(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, f"run/{run}")
        first = _texts(await _read_until(socket, lambda taken: len(taken) >= 2))
    after = (first[0]["epoch"], first[0]["sequence"])
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, f"run/{run}", after)
        taken = await _read_until(socket, _is_done)
    texts = _texts(taken)
    assert texts[0]["resumed"] is True
    sequences = [int.from_bytes(e[8:16], "little") for e in taken if isinstance(e, bytes)]
    sequences += [text["sequence"] for text in texts if text["kind"] == "message"]
    assert sorted(sequences) == list(range(after[1] + 1, after[1] + 1 + len(sequences)))


async def test_the_fleet_and_the_runs_are_followed(console: RunningConsole) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, "fleet")
        await _subscribe(socket, "runs")
        both = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        run = (await launch(console)).summary.id
        await ended(console, run)

        def seen(taken: list[str | bytes]) -> bool:
            data = _data(taken)
            nodes = {d["node"]["name"] for d in data if d["kind"] == "node_changed"}
            states = [d["run"]["state"] for d in data if d["kind"] == "run_changed"]
            return nodes == {"a", "b"} and "done" in states

        await _read_until(socket, seen)
        for agent in both:
            await agent.stop()


async def test_viewers_hear_that_a_node_is_forgotten(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, "fleet")
        await agents[0].stop()

        async def forgotten() -> bool:
            answer = await console.client.post("/nodes/a/forget")
            return answer.status_code == 204

        await until(forgotten, "a is offline and forgotten")

        def seen(taken: list[str | bytes]) -> bool:
            fleets = [d["fleet"]["items"] for d in _data(taken) if d["kind"] == "fleet"]
            return bool(fleets) and [node["name"] for node in fleets[-1]] == ["b"]

        await _read_until(socket, seen)


async def test_frames_in_words_for_debugging(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    await until(lambda: console.console.live.frames_published == 10, "all frames are there")
    async with websockets.connect(f"{console.ws}/api/v1/stream?format=json") as socket:
        await _subscribe(socket, f"run/{run}")
        taken = await _read_until(socket, lambda t: len(t) == 12)
    frames = [DecodedFrame.model_validate_json(each) for each in taken[2:]]
    assert frames[0].columns[1].name == "step_time.mean"
    assert frames[0].columns[1].values == [1000.0]
    await console.client.post(f"/runs/{run}/cancel")


async def test_ping_and_unsubscribe(console: RunningConsole) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await _subscribe(socket, "fleet")
        await socket.send('{"kind":"unsubscribe","topic":"fleet"}')
        await socket.send('{"kind":"ping","id":7}')
        taken = _texts(await _read_until(socket, lambda t: len(t) == 3))
        assert taken[2] == {"kind": "pong", "id": 7}
        assert console.console.live.viewers == 0


@pytest.mark.parametrize(
    "message",
    ["nonsense", '{"kind":"subscribe"}', b"\x00", "x" * 100_000],
    ids=["garbage", "no topic", "binary", "long"],
)
async def test_a_bad_message_ends_the_stream(console: RunningConsole, message: str | bytes) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        await socket.send(message)
        await socket.wait_closed()
        assert socket.close_code == 4400


async def test_a_viewer_that_sends_without_end_is_cut_off(console: RunningConsole) -> None:
    async with websockets.connect(f"{console.ws}/api/v1/stream") as socket:
        with suppress(websockets.ConnectionClosed):
            for number in range(2_000):
                await socket.send(json.dumps({"kind": "ping", "id": number}))
        await socket.wait_closed()
        assert socket.close_code == 4429


async def test_gone_viewers_are_seen_without_sending_to_them(console: RunningConsole) -> None:
    sockets = [await websockets.connect(f"{console.ws}/api/v1/stream") for _ in range(20)]
    for socket in sockets:
        await _subscribe(socket, "fleet")
    await until(lambda: console.console.live.viewers == 20, "all are there")
    for socket in sockets:
        socket.transport.abort()
    await until(lambda: console.console.live.viewers == 0, "all are gone")
