"""Commands that borrow nodes for their runs leave no run queued that cannot start."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole, running_console, until
from orrery_cli import lent_nodes, lent_runs, on_option
from orrery_cli.interrupt import Interrupted
from orrery_cli.lender import Authorise, JobState, Loan, Phase
from orrery_cli.main import app
from orrery_client import Orrery
from typer.testing import CliRunner, Result

_SWEEP = ("sweep", "universe-two-nodes", "--axis", "workload.steps=10,20,30", "--repeats", "1")
_RUN = ("run", "universe-two-nodes")


class FakeLender:
    """A workload manager with one job. A test sets the job's `state`."""

    manager = "slurm"
    title = "Slurm job"
    overview = "sinfo"

    def __init__(self) -> None:
        self.state = JobState(Phase.RUNS)
        self.released: list[str] = []

    def submit(self, loan: Loan, authorise: Authorise | None = None) -> str:
        return "7"

    def state_of(self, job: str) -> JobState:
        return self.state

    def log_of(self, job: str) -> str:
        return ""

    def last_lines(self, job: str, count: int) -> tuple[str, ...]:
        return ()

    def token_name(self, job: str) -> str:
        return ""

    def ended(self) -> tuple[str, ...]:
        return ()

    def release(self, job: str) -> None:
        self.released.append(job)


@pytest.fixture
async def console(tmp_path: Path) -> AsyncIterator[RunningConsole]:
    async with running_console(tmp_path / "data") as running:
        yield running


@pytest.fixture
def lender(monkeypatch: pytest.MonkeyPatch) -> FakeLender:
    made = FakeLender()
    monkeypatch.setattr(on_option, "SlurmLender", lambda *_: made)
    # Only the main thread may set signal handlers; here the command runs in another thread.
    for module in (lent_nodes, lent_runs):
        monkeypatch.setattr(module, "undisturbed", nullcontext)
    monkeypatch.setattr(lent_runs, "_LOOK_EVERY_S", 0.0)
    monkeypatch.setattr(lent_runs, "_STANDSTILL_S", 0.1)
    return made


@pytest.fixture
async def agents(console: RunningConsole) -> AsyncIterator[list[ScriptedAgent]]:
    """Two agents. Their workers run until they are stopped."""
    names = ("slurm-7-a", "slurm-7-b")
    made = [ScriptedAgent(console.ws, name, hold_after_begin=True) for name in names]
    for agent in made:
        await agent.connect()
    yield made
    for agent in made:
        await agent.stop()


def _started(
    console: RunningConsole, command: tuple[str, ...], again: int = 0
) -> asyncio.Task[Result]:
    on = f"slurm:2,join=http://192.0.2.1:8000,again={again}"
    options = ("--on", on, "--url", console.url)
    runner = CliRunner()
    return asyncio.create_task(asyncio.to_thread(runner.invoke, app, [*command, *options]))


async def _states(console: RunningConsole) -> list[str]:
    def read() -> list[str]:
        with Orrery(console.url) as client:
            return sorted(run.state.value for run in client.runs().items)

    return await asyncio.to_thread(read)


async def _running(console: RunningConsole, command: asyncio.Task[Result]) -> None:
    async def one_runs() -> bool:
        assert not command.done(), command.result().output
        return "running" in await _states(console)

    await until(one_runs, "a run goes on")


async def test_runs_of_a_job_that_ended_are_not_left_queued(
    console: RunningConsole, lender: FakeLender, agents: list[ScriptedAgent]
) -> None:
    command = _started(console, _SWEEP)
    await _running(console, command)
    lender.state = JobState(Phase.ENDED, "CANCELLED")
    for agent in agents:
        await agent.stop()
    done = await command
    assert done.exit_code == 1
    assert "Slurm job 7 has ended (CANCELLED)" in str(done.exception or done.output)
    assert await _states(console) == ["cancelled", "cancelled", "failed"]
    assert lender.released == ["7"]


async def test_runs_that_wait_for_a_lost_node_are_not_left_queued(
    console: RunningConsole, lender: FakeLender, agents: list[ScriptedAgent]
) -> None:
    command = _started(console, _SWEEP)
    await _running(console, command)
    await agents[1].stop()
    done = await command
    assert "Slurm job 7 has lost slurm-7-b" in str(done.exception or done.output)
    assert await _states(console) == ["cancelled", "cancelled", "failed"]


@pytest.mark.parametrize("what", [_SWEEP, _RUN])
async def test_a_command_that_is_interrupted_leaves_nothing_queued(
    console: RunningConsole,
    lender: FakeLender,
    agents: list[ScriptedAgent],
    what: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(_runs: lent_runs.LentRuns) -> None:
        raise Interrupted(signal.SIGINT)

    command = _started(console, what)
    await _running(console, command)
    monkeypatch.setattr(lent_runs.LentRuns, "look", interrupt)
    with pytest.raises(Interrupted):
        await command
    assert set(await _states(console)) == {"cancelled"}
    assert lender.released == ["7"]


async def test_nodes_of_a_run_that_ended_are_given_back(
    console: RunningConsole, lender: FakeLender, agents: list[ScriptedAgent]
) -> None:
    command = _started(console, _RUN)
    await _running(console, command)
    for agent in agents:
        agent.let_end.set()
    done = await command
    assert done.exit_code == 0, done.output
    assert await _states(console) == ["done"]
    assert lender.released == ["7"]


async def test_a_run_begins_again_if_its_worker_was_killed_with_its_node(
    console: RunningConsole, lender: FakeLender, agents: list[ScriptedAgent]
) -> None:
    command = _started(console, _RUN, again=1)
    await _running(console, command)
    await agents[1].exit(agents[1].output_of(), -9)
    await agents[1].drop_link()

    async def is_given_back() -> bool:
        assert not command.done(), command.result().output
        return lender.released == ["7"]

    await until(is_given_back, "the nodes of the first run are given back")
    assert await _states(console) == ["failed"]
    for agent in agents:
        agent.let_end.set()
    await agents[1].connect()
    done = await command
    assert done.exit_code == 0, done.output
    assert await _states(console) == ["done", "failed"]


async def test_a_run_does_not_begin_again_if_the_node_of_its_killed_worker_stays(
    console: RunningConsole,
    lender: FakeLender,
    agents: list[ScriptedAgent],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lent_runs, "_UNTIL_OFFLINE_S", 0.5)
    command = _started(console, _RUN, again=1)
    await _running(console, command)
    await agents[1].exit(agents[1].output_of(), -9)
    done = await command
    assert done.exit_code == 1
    assert await _states(console) == ["failed"]
