"""Runs an agent in a test, and lists the processes and files that it leaves."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from random import Random

import structlog
from orrery_agent.agent import Agent
from orrery_agent.config import AgentConfig
from orrery_agent.core import Limits, RunKey
from orrery_agent.facts import calibrate, look_at_machine, node_facts
from orrery_agent.link import parse_joins
from orrery_agent.processes import Worker, WorkerProcess
from orrery_agent.spool import SpoolStore

FAKE_WORKER = Path(__file__).with_name("fake_worker.py")
WATCHDOG_S = 60.0


def config(
    url: str, spool: Path, *, worker: Path = FAKE_WORKER, limits: Limits | None = None
) -> AgentConfig:
    """An agent named node-1."""
    return AgentConfig(
        join=parse_joins(url),
        name="node-1",
        worker=worker,
        spool=spool,
        token="secret-token",  # noqa: S106 (for tests)
        limits=limits or Limits(),
    )


@contextlib.asynccontextmanager
async def running(given: AgentConfig) -> AsyncIterator[Agent]:
    """An agent in this process. It is shut down and awaited at the end."""
    calibration = calibrate(given.worker)
    machine = look_at_machine()
    store = SpoolStore(given.spool)
    agent = Agent(
        given,
        lambda address: node_facts(machine, calibration, address, None),
        store,
        store.recover(),
        Random(1),
        structlog.wrap_logger(structlog.PrintLogger()),
    )
    task = asyncio.create_task(agent.run())
    try:
        yield agent
    finally:
        agent.shut_down()
        await asyncio.wait_for(task, WATCHDOG_S)


def only_worker(workers: Mapping[RunKey, WorkerProcess]) -> Worker:
    """Returns the one worker of an agent. It is a process of this machine."""
    (worker,) = workers.values()
    assert isinstance(worker, Worker)
    return worker


#: PF_EXITING (include/linux/sched.h): the process has begun to exit. It closes its files, for which
#: the agent waits, before it becomes a zombie.
_EXITING = 0x4


def processes_of(pid: int) -> list[int]:
    """Living processes of a worker's session, without processes that exit and zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                living = fields[0] not in "ZX" and not int(fields[6]) & _EXITING
                if living and int(fields[3]) == pid:
                    found.append(int(entry.name))
    return found


def children(pid: int) -> list[int]:
    """Living children of a process with one thread."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(text) for text in path.read_text().split()]


def open_files() -> set[str]:
    """This process's file descriptors and their targets."""
    found = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            found.add(f"{entry.name} {entry.readlink()}")
    return found
