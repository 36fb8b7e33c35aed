"""Fixtures of all tests that involve several parts.

Each test has a mark in its environment; a process that has the mark after the test is a leak.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from orrery_testing.console import ENDED, Console
from orrery_testing.leftovers import MARK, marked
from orrery_testing.paths import WORKER
from orrery_testing.waiting import NeverHappened, eventually


@pytest.fixture(scope="session")
def worker_executable() -> Path:
    """The built worker. The test fails if it is missing, and is never skipped."""
    assert WORKER.exists(), f"{WORKER} has not been built; remedy: make build"
    return WORKER


@contextmanager
def nothing_left_behind() -> Iterator[Mapping[str, str]]:
    """An environment with a mark. Fails if a process with the mark lives afterwards."""
    mark = secrets.token_hex(8)
    yield {**os.environ, MARK: mark}
    try:
        eventually(lambda: not marked(mark), "every process of the test has ended", watchdog_s=20)
    except NeverHappened:
        left = marked(mark)
        for process in left:
            process.kill()
        pytest.fail(f"processes left behind: {[f'{p.pid} {p.command}' for p in left]}")


@pytest.fixture
def environment() -> Iterator[Mapping[str, str]]:
    """The environment for all processes that a test starts. None may live afterwards."""
    with nothing_left_behind() as made:
        yield made


@pytest.fixture
def console(
    tmp_path: Path, environment: Mapping[str, str], worker_executable: Path
) -> Iterator[Console]:
    """A console that is not started yet. The fixture ends it and its agents."""
    with Console(tmp_path, environment) as made:
        yield made


@pytest.fixture(scope="module")
def module_console(
    tmp_path_factory: pytest.TempPathFactory, worker_executable: Path
) -> Iterator[Console]:
    """A console with the nodes a and b, for tests that do not harm its parts."""
    folder = tmp_path_factory.mktemp("console")
    with nothing_left_behind() as environment, Console(folder, environment) as made:
        made.start("a", "b")
        yield made


@pytest.fixture
def two_nodes(module_console: Console) -> Iterator[Console]:
    """The console of the module. Fails if a node has a run after the test."""
    yield module_console
    try:
        eventually(
            lambda: all(node.current_run is None for node in module_console.nodes()),
            "the nodes are free after the test",
            watchdog_s=20,
        )
    except NeverHappened:
        for run in module_console.client.runs().items:
            if run.state not in ENDED:
                module_console.client.cancel_run(run.id)
        raise
