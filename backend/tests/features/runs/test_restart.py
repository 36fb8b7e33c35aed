"""The console is killed and started again: what runs is resumed, what had not begun is queued."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch, nodes_are_free, read
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.features.runs.store.flusher import Flusher
from orrery_contracts.agent import ToAgent
from orrery_contracts.api import RunState

pytestmark = pytest.mark.both_stores


@asynccontextmanager
async def _agents(console: RunningConsole) -> AsyncIterator[list[ScriptedAgent]]:
    both = [ScriptedAgent(console.ws, name) for name in "ab"]
    for agent in both:
        await agent.connect()
    try:
        yield both
    finally:
        for agent in both:
            await agent.stop()


async def _return(agents: list[ScriptedAgent], console: RunningConsole) -> None:
    for agent in agents:
        await agent.drop_link()
        agent.url = console.ws
        await agent.connect()


async def test_a_running_run_is_resumed_and_complete(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        agents = [await ScriptedAgent(first.ws, name).connect() for name in "ab"]
        for agent in agents:
            agent.hold_after_begin = True
        run = (await launch(first, {**TWO_NODES, "set": ["repeats=2"]})).summary.id
        await in_state(first, run, RunState.RUNNING)
    # The console is gone; the workers end meanwhile.
    for agent in agents:
        agent.let_end.set()
    await until(lambda: not any(a.output_of().active for a in agents), "workers end")
    async with running_console(tmp_path) as second:
        assert (await read(second, run)).summary.state is RunState.RUNNING
        await _return(agents, second)
        document = await ended(second, run)
        assert document.summary.state is RunState.DONE
        assert [len(repeat.nodes) for repeat in document.repeats] == [2, 2]
        assert "console.restarted" in [event.name for event in document.events]
        series = (await second.client.get(f"/runs/{run}/series")).json()["items"]
        assert [item["total_rows"] for item in series] == [5, 5, 5, 5]
        await until(lambda: not any(a.held for a in agents), "agents may forget")
        await nodes_are_free(second)
        for agent in agents:
            await agent.stop()


async def test_what_was_acted_on_but_not_stored_is_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between receiving and storing: nothing was acknowledged, so nothing is lost."""
    async with running_console(tmp_path) as first:
        agents = [await ScriptedAgent(first.ws, name).connect() for name in "ab"]
        for agent in agents:
            agent.hold_after_begin = True
        run = (await launch(first)).summary.id
        await in_state(first, run, RunState.RUNNING)
        held = agents[0].output_of()
        await until(lambda: held.acked == len(held.records), "all is acknowledged so far")

        async def lost(_self: Flusher) -> None:
            """The machine is gone before anything else is written."""

        monkeypatch.setattr(Flusher, "flush", lost)
        for agent in agents:
            agent.let_end.set()
        await until(lambda: not any(a.output_of().active for a in agents), "workers end")
        engine = first.console.engine
        await until(
            lambda: engine.find(run) is None or engine.active()[0].life.ended, "all was received"
        )
        assert held.acked < len(held.records)
    monkeypatch.undo()
    async with running_console(tmp_path) as second:
        await _return(agents, second)
        document = await ended(second, run)
        assert document.summary.state is RunState.DONE
        assert len(document.repeats[0].nodes) == 2
        for agent in agents:
            await agent.stop()


async def test_a_run_that_had_not_begun_is_queued_again(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        agents = [await ScriptedAgent(first.ws, name).connect() for name in "ab"]
        agents[0].obedient = False
        preparing = (await launch(first)).summary.id
        waiting = (await launch(first)).summary.id
        await until(lambda: all(a.held for a in agents), "plans have come")
        await in_state(first, preparing, RunState.PREPARING)
    async with running_console(tmp_path) as second:
        document = await read(second, preparing)
        assert document.summary.state is RunState.QUEUED
        assert document.summary.queue_position == 1
        assert "requeued" in [event.name for event in document.events]
        assert (await read(second, waiting)).summary.queue_position == 2
        agents[0].obedient = True
        await _return(agents, second)
        assert (await ended(second, preparing)).summary.state is RunState.DONE
        assert (await ended(second, waiting)).summary.state is RunState.DONE
        for agent in agents:
            await agent.stop()


@pytest.mark.parametrize("restarts", [0, 1])
async def test_nothing_of_an_earlier_launch_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, restarts: int
) -> None:
    """Least of all to other nodes, which have said nothing."""
    async with running_console(tmp_path) as first:
        agents = [await ScriptedAgent(first.ws, name).connect() for name in "ab"]
        agents[0].obedient = False
        run = (await launch(first)).summary.id
        await in_state(first, run, RunState.PREPARING)
        await until(lambda: bool(agents[1].held), "one of the plans has come")
        said = agents[1].output_of()
        await until(lambda: said.acked > 0, "what it brought is acknowledged")
    for agent in agents:
        await agent.stop()
    for _ in range(restarts):
        async with running_console(tmp_path) as between:
            assert (await read(between, run)).summary.state is RunState.QUEUED
    async with running_console(tmp_path) as second:
        fleet = second.console.fleet
        send = fleet.send
        sent: list[tuple[str, str]] = []

        def watched(node: str, message: ToAgent) -> bool:
            sent.append((node, message.kind))
            return send(node, message)

        monkeypatch.setattr(fleet, "send", watched)
        others = [await ScriptedAgent(second.ws, name).connect() for name in "cd"]
        assert (await ended(second, run)).summary.state is RunState.DONE
        for name in "cd":
            kinds = [kind for node, kind in sent if node == name]
            assert "ack" not in kinds[: kinds.index("prepare")], kinds
        for agent in others:
            await agent.stop()


async def test_agents_that_do_not_return_fail_the_run(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        agents = [await ScriptedAgent(first.ws, name).connect() for name in "ab"]
        for agent in agents:
            agent.hold_after_begin = True
        run = (await launch(first)).summary.id
        await in_state(first, run, RunState.RUNNING)
    async with running_console(tmp_path) as second:
        agents[0].url = second.ws
        await agents[0].drop_link()
        await agents[0].connect()
        document = await ended(second, run)
        assert document.summary.failure is not None
        assert (document.summary.failure.node, document.summary.failure.code) == ("b", "node_lost")
        await nodes_are_free(second)
        for agent in agents:
            await agent.stop()


async def test_a_finished_run_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first, _agents(first):
        run = (await launch(first)).summary.id
        before = await ended(first, run)
    async with running_console(tmp_path) as second:
        after = await read(second, run)
        assert after == before
        log = (await second.client.get(f"/runs/{run}/log")).json()
        assert {line["text"] for line in log} == {"checks done"}
        nodes = (await second.client.get("/nodes")).json()["items"]
        assert [(n["name"], n["state"], n["colour"]) for n in nodes] == [
            ("a", "offline", 1),
            ("b", "offline", 2),
        ]
