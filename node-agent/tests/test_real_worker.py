"""The agent with the real worker; only the console is scripted."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from agent_testing.console import Console, Records
from agent_testing.plans import plan
from agent_testing.running import children, config, only_worker, processes_of, running
from orrery_contracts import agent as wire
from orrery_contracts import worker as control
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.worker import Phase
from orrery_contracts.workloads.universe_steps import ProcessModel

BUILT = Path(__file__).resolve().parents[2] / "build/release/bin/orrery-worker"
WORKER = Path(os.environ.get("ORRERY_WORKER", BUILT))
WATCHDOG_S = 60.0

pytestmark = pytest.mark.integration


@pytest.fixture(autouse=True)
def built() -> None:
    # A failure, not a skip: without the worker this suite would test nothing.
    assert WORKER.exists(), f"{WORKER} has not been built: run make core"


def endless(number: int = 1) -> WorkerPlan:
    """A plan that outlasts any test."""
    return plan(number, steps=50_000_000, process_model=ProcessModel.PROCESS, update_cost_us=20)


def failures(records: Records) -> list[control.Failure]:
    return [item for item in records.items.values() if isinstance(item, control.Failure)]


@pytest.mark.parametrize("model", list(ProcessModel))
async def test_a_run_comes_through_whole(
    model: ProcessModel, console: Console, spool: Path
) -> None:
    given = plan(steps=3000, process_model=model)
    async with running(config(console.url, spool, worker=WORKER)):
        hello = await console.joined()
        assert hello.facts.rating > 0
        assert "shm" in hello.facts.transports
        records = await console.prepare(given)
        exited = await console.exited(given)
    assert failures(records) == []
    assert (exited.status, exited.phase) == (0, Phase.COLLECTING)
    (result,) = [item for item in records.items.values() if isinstance(item, control.Result)]
    assert all(check.holds for check in result.result.checks), result.result.checks
    windows = [item for item in records.items.values() if isinstance(item, bytes) and item[8] == 1]
    # The last window ends at the last step, and no window is missing.
    assert int.from_bytes(windows[-1][32:40], "little") == 3000


async def test_a_cancelled_run_leaves_no_process(console: Console, spool: Path) -> None:
    given = endless()
    async with running(config(console.url, spool, worker=WORKER)) as agent:
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: "frame" in records.said())
        worker = only_worker(agent._workers)
        assert len(processes_of(worker.pid)) > 1
        await console.send(wire.Cancel(run_id=given.run_id, repeat=0, reason="enough"))
        exited = await console.exited(given)
        assert processes_of(worker.pid) == []
        assert exited.status == 3
        # The node accepts the next run.
        after = plan(2, steps=100, process_model=ProcessModel.POOLED)
        await console.prepare(after)
        assert (await console.exited(after)).status == 0


async def test_a_killed_worker_takes_its_processes_along(console: Console, spool: Path) -> None:
    given = endless()
    async with running(config(console.url, spool, worker=WORKER)) as agent:
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: "running" in records.said())
        worker = only_worker(agent._workers)
        os.kill(worker.pid, signal.SIGKILL)
        exited = await console.exited(given)
        assert processes_of(worker.pid) == []
    assert (exited.status, exited.phase) == (-9, Phase.RUNNING)


async def test_a_killed_entity_is_named(console: Console, spool: Path) -> None:
    given = endless()
    async with running(config(console.url, spool, worker=WORKER)) as agent:
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: "frame" in records.said())
        worker = only_worker(agent._workers)
        entity = max(processes_of(worker.pid))
        os.kill(entity, signal.SIGKILL)
        exited = await console.exited(given)
        assert processes_of(worker.pid) == []
    (failure,) = failures(records)
    assert failure.process.split()[0] in {"entity", "manager"}
    assert exited.status == 1


async def test_killing_the_agent_leaves_no_process_of_the_run(
    console: Console, spool: Path
) -> None:
    given = endless()
    agent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "orrery_agent", "--join", console.url, "--name", "node-1"),
        *("--worker", str(WORKER), "--spool", str(spool)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    await console.joined()
    records = await console.prepare(given)
    await console.until(lambda: "frame" in records.said())
    (worker,) = children(agent.pid)
    assert len(processes_of(worker)) > 1
    agent.kill()
    await agent.wait()
    async with asyncio.timeout(WATCHDOG_S):
        while processes_of(worker):  # noqa: ASYNC110 (no event tells the end of a stranger)
            await asyncio.sleep(0.01)
    async with running(config(console.url, spool, worker=WORKER)):
        (held,) = (await console.joined(2)).held
        assert not held.active
        exited = await console.exited(given)
    assert (exited.status, exited.phase) == (-9, Phase.RUNNING)
    assert records.complete_to == held.last_seq
