"""A leak fails: every test ends with the processes and descriptors with which it began."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from agent_testing.console import Console
from agent_testing.running import children, open_files


@pytest.fixture(autouse=True)
def no_leaks() -> Iterator[None]:
    # Collects only the test's own objects: other tests may have left many in this process.
    gc.freeze()
    processes, files = children(os.getpid()), open_files()
    yield
    gc.collect()
    gc.unfreeze()
    assert children(os.getpid()) == processes
    assert {each for each in open_files() - files if "pytest" not in each} == set()


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Agents that tests start keep their ratings apart from those of the user's agents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
async def console() -> AsyncIterator[Console]:
    async with Console() as started:
        yield started


@pytest.fixture
def spool(tmp_path: Path) -> Path:
    return tmp_path / "spool"
