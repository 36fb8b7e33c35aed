"""The link is lost and comes back; the agent ends and restarts: no output is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest
from agent_testing.console import Console
from agent_testing.plans import plan
from agent_testing.running import FAKE_WORKER, children, config, only_worker, processes_of, running
from orrery_agent.core import Limits
from orrery_contracts import agent as wire
from orrery_contracts.worker import Phase

SHORT = Limits(stop_s=0.2, term_s=0.2, linger_s=0.2)
WATCHDOG_S = 60.0


@pytest.fixture(autouse=True)
def script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=100 pause=0.01")


async def test_a_link_that_breaks_loses_nothing_and_resends_what_is_not_acknowledged(
    console: Console, spool: Path
) -> None:
    given = plan()
    async with running(config(console.url, spool)):
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: records.complete_to > 20)
        console.keeps = lambda _held: 10
        await console.cut()
        hello = await console.joined(2)
        (held,) = hello.held
        assert held.active
        assert held.last_seq >= 20
        exited = await console.exited(given)
    assert exited.status == 0
    assert records.said().count("frame") == 100
    # The agent resumed at exactly the record that the console named.
    again = records.arrivals.index(11, records.arrivals.index(20))
    assert records.arrivals[again:] == list(range(11, records.complete_to + 1))
    assert console.hellos[0].instance == console.hellos[1].instance


async def test_an_agent_of_several_consoles_dials_the_next(console: Console, spool: Path) -> None:
    """The first is gone, the second breaks a link once, then the whole run arrives."""
    given = plan()
    gone = "http://127.0.0.1:1"
    async with running(config(f"{gone},{console.url},{gone}", spool)):
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: records.complete_to > 10)
        await console.cut()
        await console.joined(2)
        assert (await console.exited(given)).status == 0
    assert records.said().count("frame") == 100


async def test_a_console_that_restarts_gets_the_whole_run(console: Console, spool: Path) -> None:
    given = plan()
    async with running(config(console.url, spool)):
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: records.complete_to > 10)
        await console.stop()
        await asyncio.sleep(0.5)
        await console.start()
        assert (await console.exited(given)).status == 0
    assert records.said().count("frame") == 100


async def test_a_console_that_no_longer_wants_a_run_ends_it(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "hang=run deaf child")
    given = plan()
    async with running(config(console.url, spool, limits=SHORT)) as agent:
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: "running" in records.said())
        worker = only_worker(agent._workers)
        console.wanted = lambda _held: False
        await console.cut()
        await console.joined(2)
        await console.until(lambda: not agent._workers)
        assert processes_of(worker.pid) == []
        assert not (spool / f"{given.run_id}.0").exists()
        # The node accepts the next run.
        monkeypatch.setenv("FAKE_WORKER", "frames=1")
        await console.prepare(plan(2))
        assert (await console.exited(plan(2))).status == 0


async def test_nothing_is_sent_before_welcome(console: Console, spool: Path) -> None:
    console.answer_hello = False
    async with running(config(console.url, spool)):
        await console.until(lambda: console.hellos)
        await asyncio.sleep(0.5)
        assert console.messages == []


async def test_a_console_that_does_not_read_costs_no_memory(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=200 samples=1000000")
    given = plan()
    async with running(config(console.url, spool)) as agent:
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: "running" in records.said())
        console.pause()
        before = _memory()
        directory = spool / f"{given.run_id}.0"
        async with asyncio.timeout(WATCHDOG_S):
            while agent._workers:  # noqa: ASYNC110 (a worker has no event of its own)
                await asyncio.sleep(0.05)
        on_disk = sum(path.stat().st_size for path in directory.iterdir())
        assert on_disk > 150_000_000
        assert _memory() - before < 60_000_000
        console.resume()
        assert (await console.exited(given)).status == 0
    assert records.said().count("frame") == 400


def _memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def test_an_agent_that_ends_says_so_and_leaves_nothing(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "hang=run deaf child")
    given = plan()
    async with running(config(console.url, spool)) as agent:
        await console.joined()
        records = await console.prepare(given)
        await console.until(lambda: "running" in records.said())
        worker = only_worker(agent._workers)
    assert processes_of(worker.pid) == []
    assert (await console.exited(given)).status == -9


async def start_agent(console: Console, spool: Path, **more: str) -> asyncio.subprocess.Process:
    """Starts an agent in its own process."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "orrery_agent"),
        *("--join", console.url, "--name", "node-1", "--worker", str(FAKE_WORKER)),
        *("--spool", str(spool)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more},
        stderr=asyncio.subprocess.PIPE,
    )


async def ended(agent: asyncio.subprocess.Process) -> str:
    """Wait for an agent's end; its log."""
    async with asyncio.timeout(WATCHDOG_S):
        _, log = await agent.communicate()
    return log.decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_signals_end_an_agent_in_order(
    number: signal.Signals, console: Console, spool: Path
) -> None:
    agent = await start_agent(console, spool, FAKE_WORKER="hang=run")
    await console.joined()
    records = await console.prepare(plan())
    await console.until(lambda: "running" in records.said())
    agent.send_signal(number)
    log = await ended(agent)
    assert agent.returncode == 0, log
    assert (await console.exited(plan())).status in {3, -15}
    assert "joined" in log
    assert "Traceback" not in log


async def test_a_signal_while_it_dials_ends_it(spool: Path) -> None:
    nowhere = Console()
    nowhere.port = 1
    agent = await start_agent(nowhere, spool)
    assert agent.stderr is not None
    async with asyncio.timeout(WATCHDOG_S):
        while b"no link" not in await agent.stderr.readline():
            pass
    agent.send_signal(signal.SIGTERM)
    await ended(agent)
    assert agent.returncode == 0


async def test_killing_the_agent_ends_its_worker_and_its_successor_tells_the_end(
    console: Console, spool: Path
) -> None:
    given = plan()
    agent = await start_agent(console, spool, FAKE_WORKER="frames=1000 pause=0.01 deaf")
    await console.joined()
    console.ack = False
    records = await console.prepare(given)
    await console.until(lambda: records.complete_to > 10)
    (worker,) = children(agent.pid)
    agent.kill()
    await ended(agent)
    async with asyncio.timeout(WATCHDOG_S):
        while processes_of(worker):  # noqa: ASYNC110 (no event tells the end of a stranger)
            await asyncio.sleep(0.01)
    console.keeps = lambda _held: 5
    successor = await start_agent(console, spool)
    hello = await console.joined(2)
    (held,) = hello.held
    assert not held.active
    assert hello.instance != console.hellos[0].instance
    exited = await console.exited(given)
    assert exited.status == -9
    assert exited.phase is Phase.RUNNING
    assert "agent ended" in exited.last_output[0]
    assert records.complete_to == held.last_seq
    await console.send(wire.Release(run_id=given.run_id, repeat=0))
    await console.send(wire.ClockProbe(id=1))
    await console.message(wire.ClockReply)
    assert not (spool / f"{given.run_id}.0").exists()
    successor.terminate()
    await ended(successor)
    assert successor.returncode == 0


async def test_two_agents_do_not_share_a_spool(console: Console, spool: Path) -> None:
    first = await start_agent(console, spool)
    await console.joined()
    second = await start_agent(console, spool)
    log = await ended(second)
    assert second.returncode == 1
    assert "--spool" in log
    first.terminate()
    await ended(first)


@pytest.mark.parametrize(
    ("words", "worker", "expected"),
    [
        ("calibrate=7", str(FAKE_WORKER), "status 7: no clock here"),
        ("", "/nowhere/orrery-worker", "make build"),
        ("", "/etc", "may not be executed"),
        ("", "/bin/true", "does not fit this agent"),
    ],
)
async def test_a_worker_that_cannot_be_used_is_told_at_once(
    words: str, worker: str, expected: str, console: Console, spool: Path
) -> None:
    agent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "orrery_agent", "--join", console.url, "--name", "node-1"),
        *("--worker", worker, "--spool", str(spool)),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "FAKE_WORKER": words},
        stderr=asyncio.subprocess.PIPE,
    )
    log = await ended(agent)
    assert agent.returncode == 1
    assert expected in log
    assert "Traceback" not in log
