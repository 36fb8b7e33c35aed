"""Agents that return with output that they hold: what they may delete, and what counts."""

from __future__ import annotations

import asyncio

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, in_state, launch, read
from backend_testing.console import WATCHDOG_S, RunningConsole, until
from backend_testing.facts import window_frame
from orrery_backend.features.runs.store.reviving import revive
from orrery_contracts.agent import (
    Begin,
    Cancel,
    HeldOutput,
    Keep,
    Output,
    OutputOpened,
    Peers,
    Prepare,
    ToAgent,
)
from orrery_contracts.api import RepeatView, RunState
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.stream import Message, RunUpdated, Subscribe, ToViewer
from orrery_contracts.worker import Log, LogLevel
from pydantic import TypeAdapter
from websockets.asyncio.client import connect

pytestmark = pytest.mark.both_stores

_TO_VIEWER: TypeAdapter[ToViewer] = TypeAdapter(ToViewer)

_TWICE = {"preset": "universe-one-node", "set": ["repeats=2"]}


def _returned(
    console: RunningConsole, node: str, run: str, repeat: int, last: int, launch: str = ""
) -> Keep:
    held = HeldOutput(run_id=run, repeat=repeat, last_seq=last, active=True, launch=launch)
    (keep,) = console.console.fleet.listener.agent_returned(node, [held])
    return keep


async def _in_second_repeat(console: RunningConsole, agent: ScriptedAgent) -> str:
    async def hold_second(plan: WorkerPlan) -> None:
        if plan.repeat == 1:
            agent.let_end.clear()

    agent.prepare_gate = hold_second
    agent.hold_after_begin = True
    agent.let_end.set()
    run = (await launch(console, _TWICE)).summary.id
    await until(lambda: (run, 0) in agent.released, "the first repeat is stored")

    async def second() -> bool:
        summary = (await read(console, run)).summary
        return summary.repeat == 1 and summary.state is RunState.RUNNING

    await until(second, "the second repeat is running")
    return run


async def test_output_of_an_earlier_repeat_that_is_stored_may_go(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    """Its release is not repeated: an agent that missed it would keep the output. So would one that
    ended before its worker left, and wrote the worker's exit when it started again.
    """
    agent = agents[0]
    run = await _in_second_repeat(console, agent)
    active = console.console.engine.find(run)
    assert active is not None
    output = active.outputs[(0, 0)]
    stored = output.committed
    assert output.seen == stored
    assert not _returned(console, agent.name, run, 0, stored).wanted
    assert not _returned(console, agent.name, run, 0, stored + 1).wanted
    output.committed = stored - 1
    assert _returned(console, agent.name, run, 0, stored).wanted, (
        "the last record is not stored yet"
    )
    output.committed = stored
    agent.let_end.set()
    await ended(console, run)


async def test_output_of_a_launch_before_the_present_one_may_go(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    """A console that died before it had stored a launch makes it anew: the plan is not delivered
    to an agent that still runs the first worker and is told to go on.
    """
    agent = agents[0]
    run = await _in_second_repeat(console, agent)
    active = console.console.engine.find(run)
    assert active is not None
    assert _returned(console, agent.name, run, 1, 1).wanted
    active.undelivered.add(0)
    assert not _returned(console, agent.name, run, 1, 1).wanted
    active.undelivered.clear()
    agent.let_end.set()
    await ended(console, run)


async def test_output_of_another_launch_is_never_taken_for_the_present_one(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    """Neither when an agent returns with it nor when it sends it: whatever else is the case."""
    agent = agents[0]
    run = await _in_second_repeat(console, agent)
    active = console.console.engine.find(run)
    assert active is not None
    assert active.launch
    assert _returned(console, agent.name, run, 1, 1, active.launch).wanted
    assert not _returned(console, agent.name, run, 1, 1, "1-1790000000000").wanted
    seen = active.outputs[(1, 0)].seen
    opened = OutputOpened(stream=0, run_id=run, repeat=1, node_index=0, launch="1-1790000000000")
    record = Output(stream=0, seq=seen + 1, at_ns="1", says=Log(level=LogLevel.INFO, text="old"))
    console.console.fleet.listener.output(agent.name, opened, record)
    assert active.outputs[(1, 0)].seen == seen
    agent.let_end.set()
    await ended(console, run)


async def test_a_console_that_starts_again_knows_the_launch_that_goes_on(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agent = agents[0]
    run = await _in_second_repeat(console, agent)
    active = console.console.engine.find(run)
    assert active is not None
    async with console.console.database.read() as connection:
        revived = await revive(connection, console.console.results, active.record)
    assert revived.launch == active.launch != ""
    agent.let_end.set()
    await ended(console, run)


async def _stay(_message: Cancel) -> None:
    """The worker takes its time to leave."""


async def test_progress_of_a_run_that_has_ended_stays(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = agents[0]
    agent.hold_after_begin = True
    agent.frames = 0

    monkeypatch.setattr(agent, "_cancel", _stay)
    run = (await launch(console, _TWICE)).summary.id
    await in_state(console, run, RunState.RUNNING)
    held = agent.output_of()
    await agent.record(held, window_frame(0, 0, 1, 20, 1000.0))

    async def seen() -> bool:
        return (await read(console, run)).summary.progress > 0

    await until(seen, "the run makes progress")
    cancelled = await console.client.post(f"/runs/{run}/cancel")
    assert cancelled.status_code == 200, cancelled.text
    await agent.record(held, window_frame(0, 0, 2, 80, 1000.0))
    await agent.exit(held, 3)
    active = console.console.engine.find(run)
    if active is not None:
        await until(active.let_go.is_set, "the run is let go")
        assert active.record.progress == cancelled.json()["summary"]["progress"]
    assert (await read(console, run)).summary.progress == cancelled.json()["summary"]["progress"]


async def test_viewers_are_told_of_a_result_that_comes_after_the_end(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = agents[0]
    agent.hold_after_begin = True

    monkeypatch.setattr(agent, "_cancel", _stay)
    run = (await launch(console, _TWICE)).summary.id
    await in_state(console, run, RunState.RUNNING)
    async with connect(f"{console.ws}/api/v1/stream") as socket:
        await socket.send(Subscribe(topic=f"run/{run}").model_dump_json())
        cancelled = await console.client.post(f"/runs/{run}/cancel")
        assert cancelled.status_code == 200, cancelled.text
        agent.let_end.set()
        shown: list[RepeatView] = []
        while not (shown and shown[0].nodes):
            text = await asyncio.wait_for(socket.recv(), WATCHDOG_S)
            said = _TO_VIEWER.validate_json(text) if isinstance(text, str) else None
            if isinstance(said, Message) and isinstance(said.data, RunUpdated):
                shown = said.data.run.repeats
    assert (await read(console, run)).repeats == shown


@pytest.mark.parametrize("kind", [Prepare, Peers, Begin])
async def test_what_was_lost_with_a_link_is_said_again(
    console: RunningConsole, agents: list[ScriptedAgent], kind: type[ToAgent]
) -> None:
    agent = agents[1]
    agent.loses = kind
    run = (await launch(console, {"preset": "universe-two-nodes", "set": ["repeats=1"]})).summary.id
    await asyncio.wait_for(agent.lost.wait(), WATCHDOG_S)
    await agent.drop_link()
    await agent.connect()
    assert (await ended(console, run)).summary.state is RunState.DONE


async def test_a_cancel_that_was_lost_with_a_link_is_said_again(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agent = agents[0]
    agent.hold_after_begin = True
    agent.loses = Cancel
    run = (await launch(console, _TWICE)).summary.id
    await in_state(console, run, RunState.RUNNING)
    cancelled = await console.client.post(f"/runs/{run}/cancel")
    assert cancelled.status_code == 200, cancelled.text
    await asyncio.wait_for(agent.lost.wait(), WATCHDOG_S)
    await agent.drop_link()
    await agent.connect()
    # After its time of grace the run is let go: then the agent may drop worker and output at once.
    dropped = (run, 0) not in agent.held
    await until(lambda: dropped or agent.output_of().cancelled, "the worker is told to end")
