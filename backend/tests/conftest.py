"""A console and scripted agents for tests; tasks that a test leaves behind fail it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console


@pytest.fixture
async def no_left_tasks() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    current = asyncio.current_task()
    left = {task for task in asyncio.all_tasks() - before if task is not current}
    assert not left, f"tasks left behind: {[task.get_coro() for task in left]}"


@pytest.fixture
async def console(tmp_path: Path, no_left_tasks: None) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path) as running:
        yield running


@pytest.fixture
async def agents(console: RunningConsole) -> AsyncIterator[list[ScriptedAgent]]:
    """Two obedient agents, `a` the better rated."""
    both = [ScriptedAgent(console.ws, "a"), ScriptedAgent(console.ws, "b")]
    both[0].facts = both[0].facts.model_copy(update={"rating": 2000.0})
    for agent in both:
        await agent.connect()
    yield both
    for agent in both:
        await agent.stop()
