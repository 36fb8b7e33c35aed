"""A console and scripted agents for tests. Tasks and connections that tests leave behind fail them.
Tests of what is stored run over both kinds of stores.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console
from backend_testing.postgres import PostgresServer, running_postgres
from backend_testing.stores import POSTGRES, SQLITE, stores_in
from orrery_backend.features.access import passwords


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "both_stores" in marks:
        metafunc.parametrize("store_kind", [SQLITE, POSTGRES], indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with running_postgres() as server:
        yield server


@pytest.fixture(autouse=True)
def store_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """SQLite, unless the test is one of many stores."""
    kind = getattr(request, "param", SQLITE)
    server = request.getfixturevalue("postgres") if kind == POSTGRES else None
    with stores_in(server):
        yield kind


@pytest.fixture(autouse=True, scope="session")
def quick_hashes() -> Iterator[None]:
    """A hash of a password takes 2 ms of processor time instead of 270 ms."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=1024, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "PasswordHasher", quick)
        yield


@pytest.fixture(autouse=True, scope="module")
def no_open_connections() -> Iterator[None]:
    """A connection to an SQLite file has a thread of its own, which ends when it is closed."""
    before = set(threading.enumerate())
    yield
    threads = [thread for thread in threading.enumerate() if thread not in before]
    connections = [thread for thread in threads if "_connection_worker_thread" in thread.name]
    for thread in connections:
        thread.join(5)
    left = [thread.name for thread in connections if thread.is_alive()]
    assert not left, f"connections left open: {left}"


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
