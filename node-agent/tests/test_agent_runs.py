"""Runs from plan to release: agent and worker processes are real, worker and console scripted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from agent_testing.console import Console
from agent_testing.plans import plan
from agent_testing.running import FAKE_WORKER, config, only_worker, processes_of, running
from orrery_agent.core import Limits
from orrery_contracts import agent as wire
from orrery_contracts.worker import Failure, Log, Phase

SHORT = Limits(stop_s=0.2, term_s=0.2, linger_s=0.2)


@pytest.fixture(autouse=True)
def script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=5")


async def test_hello_says_who_and_what(console: Console, spool: Path) -> None:
    async with running(config(console.url, spool)):
        hello = await console.joined()
        beat = await console.message(wire.Heartbeat)
        await console.send(wire.ClockProbe(id=42))
        reply = await console.message(wire.ClockReply)
    assert hello.name == "node-1"
    assert hello.held == []
    assert hello.facts.rating == 123.0
    assert hello.facts.address == "127.0.0.1"
    assert hello.facts.cores >= 1
    assert 0 < hello.facts.cpu_limit <= hello.facts.cores
    assert console.headers[0]["Authorization"] == "Bearer secret-token"
    assert 0 <= beat.busy_share <= 1
    assert beat.memory_available_bytes > 0
    assert reply.id == 42
    assert int(reply.agent_ns) > 10**18


async def test_a_run_is_led_from_plan_to_release(console: Console, spool: Path) -> None:
    given = plan(node_index=1)
    async with running(config(console.url, spool)):
        await console.joined()
        records = await console.prepare(given)
        exited = await console.exited(given)
        assert exited.status == 0
        assert exited.phase is Phase.COLLECTING
        assert exited.last_output == ["the worker begins"]
        said = records.said()
        assert sorted(said) == sorted(
            ["prepared", "ready", "running", "event", "surrounded", "result", "worker_exited"]
            + 5 * ["frame"]
        )
        assert [kind for kind in said if kind != "frame"] == [
            "prepared", "ready", "running", "event", "surrounded", "result", "worker_exited"
        ]  # fmt: skip
        frames = [item for item in records.items.values() if isinstance(item, bytes)]
        assert [int.from_bytes(frame[24:32], "little") for frame in frames] == [1, 2, 3, 4, 5]
        assert console.nodes[given.run_id, 0] == 1
        assert (spool / f"{given.run_id}.0").is_dir()
        await console.send(wire.Release(run_id=given.run_id, repeat=0))
        await console.send(wire.ClockProbe(id=1))
        await console.message(wire.ClockReply)
        assert not (spool / f"{given.run_id}.0").exists()


async def test_the_console_is_told_how_busy_the_node_is_after_a_worker(
    console: Console, spool: Path
) -> None:
    async with running(config(console.url, spool)):
        await console.joined()
        assert (await console.message(wire.Heartbeat)).after is None
        given = plan(repeat=1)
        await console.prepare(given)
        await console.exited(given)
        while (beat := await console.message(wire.Heartbeat)).after is None:
            pass
    assert beat.after == wire.LastWorker(run_id=given.run_id, repeat=1)


async def test_repeats_follow_each_other(console: Console, spool: Path) -> None:
    async with running(config(console.url, spool)):
        await console.joined()
        for repeat in range(3):
            given = plan(repeat=repeat)
            await console.prepare(given)
            assert (await console.exited(given)).status == 0


async def test_a_plan_that_comes_before_the_last_worker_has_ended_waits(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=2 linger")
    first, second = plan(1), plan(2)
    async with running(config(console.url, spool)):
        await console.joined()
        records = await console.prepare(first)
        await console.until(lambda: "result" in records.said())
        await console.prepare(second)
        # The first run has no end of its own: a cancel ends it, then the second begins.
        await console.send(wire.Cancel(run_id=first.run_id, repeat=0, reason="enough"))
        assert (await console.exited(first)).status == 3
        await console.until(lambda: "running" in console.of(second).said())


@pytest.mark.parametrize(
    ("words", "status"), [("", 3), ("deaf", -9), ("deaf child", -9), ("child", 3)]
)
@pytest.mark.parametrize("where", ["prepare", "run"])
async def test_cancel_ends_a_worker_and_its_processes(
    words: str,
    status: int,
    where: str,
    console: Console,
    spool: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FAKE_WORKER", f"hang={where} {words}")
    given = plan()
    async with running(config(console.url, spool, limits=SHORT)) as agent:
        await console.joined()
        records = await console.prepare(given)
        if where == "run":
            await console.until(lambda: "running" in records.said())
        await console.until(lambda: agent._workers)
        worker = only_worker(agent._workers)
        await console.send(wire.Cancel(run_id=given.run_id, repeat=0, reason="enough"))
        exited = await console.exited(given)
        assert processes_of(worker.pid) == []
    # A worker that has just started may get SIGTERM before it ignores the signal.
    assert exited.status == status or (where == "prepare" and exited.status in {-15, 3})
    assert exited.phase is (Phase.RUNNING if where == "run" else Phase.PREPARING)


async def test_a_worker_that_dies_is_told_with_its_last_output(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=3 die=11 child chatter=80")
    given = plan()
    async with running(config(console.url, spool)) as agent:
        await console.joined()
        await console.prepare(given)
        await console.until(lambda: agent._workers)
        worker = only_worker(agent._workers)
        exited = await console.exited(given)
        assert processes_of(worker.pid) == []
    assert exited.status == -11
    assert exited.phase in {Phase.RUNNING, Phase.COLLECTING}
    assert exited.last_output == [f"chatter {n}" for n in range(31, 80)] + ["about to die"]
    assert console.of(given).said().count("frame") == 3


async def test_a_worker_that_does_not_end_after_its_last_word_is_ended(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "linger deaf")
    given = plan()
    async with running(config(console.url, spool, limits=SHORT)):
        await console.joined()
        await console.prepare(given)
        exited = await console.exited(given)
    assert exited.status == -9
    assert "result" in console.of(given).said()


@pytest.mark.parametrize("garble", ["line", "frame", "long"])
async def test_output_that_breaks_the_contract_fails_the_run(
    garble: str, console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", f"frames=1 garble={garble}")
    given = plan()
    async with running(config(console.url, spool, limits=SHORT)):
        await console.joined()
        records = await console.prepare(given)
        await console.exited(given)
    (failure,) = [item for item in records.items.values() if isinstance(item, Failure)]
    assert failure.code == "bad_output"
    assert "make build" in failure.remedy


async def test_a_run_that_is_begun_anew_replaces_its_output(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "hang=prepare")
    given = plan()
    async with running(config(console.url, spool, limits=SHORT)) as agent:
        await console.joined()
        await console.prepare(given)
        await console.until(lambda: agent._workers)
        first = only_worker(agent._workers)
        monkeypatch.setenv("FAKE_WORKER", "frames=3")
        await console.send(wire.Cancel(run_id=given.run_id, repeat=0, reason="begun anew"))
        console.records.clear()
        await console.prepare(given)
        await console.until(lambda: "result" in console.of(given).said())
        assert (await console.exited(given)).status == 0
        assert processes_of(first.pid) == []
    assert [kind for kind in console.of(given).said() if kind != "frame"][:2] == [
        "prepared",
        "ready",
    ]


async def test_telemetry_beyond_the_room_is_dropped_and_counted(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=40 samples=80000")
    console.ack = False
    given = plan()
    limits = Limits(samples_bytes=1_000_000, output_bytes=2_000_000)
    async with running(config(console.url, spool, limits=limits)):
        await console.joined()
        records = await console.prepare(given)
        assert (await console.exited(given)).status == 0
    frames = [item for item in records.items.values() if isinstance(item, bytes)]
    windows = [frame for frame in frames if frame[8] == 1]
    samples = [frame for frame in frames if frame[8] == 2]
    logs = [item.text for item in records.items.values() if isinstance(item, Log)]
    assert len(windows) == 40
    assert 0 < len(samples) < 13
    dropped = 40 - len(samples)
    assert "telemetry is being dropped" in logs[0]
    assert f"{dropped} telemetry frames, {dropped * 10_000} samples" in logs[-1]


async def test_room_is_freed_by_acknowledgement(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "frames=60 samples=800000 pause=0.005")
    given = plan()
    async with running(config(console.url, spool)):
        await console.joined()
        records = await console.prepare(given)
        await console.exited(given)
        await console.send(wire.ClockProbe(id=1))
        await console.message(wire.ClockReply)
        left = sum(path.stat().st_size for path in (spool / f"{given.run_id}.0").iterdir())
    assert sum(len(item) for item in records.items.values() if isinstance(item, bytes)) > 40_000_000
    assert left < 10_000_000


async def refusal(console: Console, text: str) -> wire.Refused:
    await console.send_text(text)
    refused: wire.Refused = await console.message(wire.Refused)
    assert refused.remedy
    return refused


async def test_plans_that_cannot_be_run_are_refused_with_the_remedy(
    console: Console, spool: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_WORKER", "hang=run")
    async with running(config(console.url, spool, limits=SHORT)):
        await console.joined()
        good = json.loads(wire.Prepare(plan=plan()).model_dump_json())
        for change, code in (
            ({"schema_version": 2}, "schema_version"),
            ({"seed": 7}, "bad_plan"),
            ({"surprise": 1}, "bad_plan"),
            ({"node_index": 5}, "bad_plan"),
        ):
            changed = {"kind": "prepare", "plan": good["plan"] | change}
            refused = await refusal(console, json.dumps(changed))
            assert refused.code == code, change
            assert refused.run_id == plan().run_id
        elsewhere = wire.Prepare(plan=plan(name="node-2")).model_dump_json()
        assert (await refusal(console, elsewhere)).code == "wrong_node"
        # A message that is not a plan gets no answer and has no effect.
        for nonsense in ("{", "[]", '{"kind":"begin"}', '{"kind":"prepare","plan":{"run_id":3}}'):
            await console.send_text(nonsense)
        records = await console.prepare(plan())
        await console.until(lambda: "running" in records.said())
        other = wire.Prepare(plan=plan(2)).model_dump_json()
        assert (await refusal(console, other)).code == "busy"
        assert (await refusal(console, json.dumps(good))).code == "duplicate"


async def test_a_worker_that_cannot_be_started_is_told(
    console: Console, spool: Path, tmp_path: Path
) -> None:
    worker = tmp_path / "worker"
    worker.write_bytes(FAKE_WORKER.read_bytes())
    worker.chmod(0o755)
    async with running(config(console.url, spool, worker=worker)):
        await console.joined()
        worker.unlink()
        refused = await refusal(console, wire.Prepare(plan=plan()).model_dump_json())
    assert refused.code == "launch_failed"
    assert "make build" in refused.remedy
    assert not (spool / f"{plan().run_id}.0").exists()
