"""Whatever one agent sends, only its own run can fail of it, and the run ends in a true state."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import websockets
from backend_testing.agent import Held, ScriptedAgent
from backend_testing.calls import ended, in_state, launch, nodes_are_free
from backend_testing.console import RunningConsole, running_console, until
from backend_testing.facts import SAMPLES, WINDOW, node_facts, schemas, window_frame
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from orrery_backend.kit.frames import pack_frame, pack_record
from orrery_contracts.agent import Peers
from orrery_contracts.api import RunDocument, RunState
from orrery_contracts.binary_records import FRAME_KIND_NUMBERS, TelemetryHeader
from orrery_contracts.telemetry import FrameKind
from orrery_contracts.worker import Prepared

LARGEST = 2**53 - 1
EDGES = (0, 1, 3, 2**31, 2**32 - 1, LARGEST, 2**53, 2**63 - 1, 2**63, 2**64 - 1)
U64 = st.one_of(st.sampled_from(EDGES), st.integers(0, 2**64 - 1))
U32 = st.one_of(st.sampled_from((0, 1, 2**31, 2**32 - 1)), st.integers(0, 2**32 - 1))
TEXTS = st.text(max_size=40) | st.sampled_from(["\x00", "\ud800", "x" * 2001])


def _on(node: str) -> dict[str, object]:
    return {
        "preset": "universe-two-nodes",
        "set": ["repeats=1", "placement=named", f"placement.names={node}"],
    }


@dataclass
class Bench:
    console: RunningConsole
    hostile: ScriptedAgent
    good: ScriptedAgent

    async def against(self, pieces: Sequence[bytes | str]) -> RunDocument:
        """The hostile agent's run after both runs have ended. `pieces` are sent as they are in it,
        frames as the next record.
        """
        hostile_run = (await launch(self.console, _on("hostile"))).summary.id
        good_run = (await launch(self.console, _on("good"))).summary.id
        await in_state(self.console, hostile_run, RunState.RUNNING)
        held = self.hostile.output_of()
        for piece in pieces:
            if isinstance(piece, bytes) and piece.startswith(b"ORTM"):
                await self.hostile.record(held, piece)
                continue
            with suppress(websockets.ConnectionClosed):
                assert self.hostile.socket is not None
                await self.hostile.socket.send(_on_stream(piece, held))
        self.hostile.let_end.set()
        found = await ended(self.console, hostile_run)
        other = await ended(self.console, good_run)
        assert other.summary.state is RunState.DONE, other.summary.failure
        for path in (
            "/runs",
            f"/runs/{hostile_run}",
            f"/runs/{hostile_run}/series?frame=window",
            f"/runs/{hostile_run}/series?frame=samples",
            f"/runs/{hostile_run}/log",
        ):
            answer = await self.console.client.get(path)
            assert answer.status_code == 200, f"{path}: {answer.text}"
        await self._come_back()
        await nodes_are_free(self.console)
        return found

    async def _come_back(self) -> None:
        self.hostile.let_end.clear()
        self.hostile.held.clear()
        if self.hostile.closed:
            await self.hostile.stop()
            await self.hostile.connect()


def _on_stream(piece: bytes | str, held: Held) -> bytes | str:
    """With the number of the stream that is open."""
    if isinstance(piece, bytes):
        return piece[:6] + held.stream.to_bytes(2, "little") + piece[8:]
    return piece.replace('"STREAM"', str(held.stream))


@asynccontextmanager
async def _bench(folder: Path) -> AsyncIterator[Bench]:
    async with running_console(folder) as console:
        hostile = ScriptedAgent(console.ws, "hostile", hold_after_begin=True, frames=0)
        good = ScriptedAgent(console.ws, "good")
        for agent in (hostile, good):
            await agent.connect()
        yield Bench(console, hostile, good)
        for agent in (hostile, good):
            await agent.stop()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[tuple[Bench, asyncio.Runner]]:
    with asyncio.Runner() as runner:
        context = _bench(tmp_path)
        made = runner.run(context.__aenter__())
        yield made, runner
        runner.run(context.__aexit__(None, None, None))


FIRST = 4
"""Number of the next record: prepared, ready and running came before."""


def _output(seq: int, says: dict[str, object]) -> str:
    return json.dumps(
        {"kind": "output", "stream": "STREAM", "seq": seq, "at_ns": "5", "says": says}
    )


@pytest.mark.parametrize("seq", [2**53 - 1, 2**53, 2**63, 2**64 - 1])
def test_a_number_out_of_range_fails_its_run_only(
    bench: tuple[Bench, asyncio.Runner], seq: int
) -> None:
    made, runner = bench
    frame = pack_record(0, seq, 0, window_frame(0, 0, 1, 1, 1.0))
    text = _output(seq, {"kind": "log", "level": "info", "text": "x"})
    for piece in (frame, text):
        run = runner.run(made.against([piece, piece]))
        assert run.summary.state is RunState.FAILED
        assert run.summary.failure is not None
        assert run.summary.failure.code == "bad_output"
        assert run.summary.failure.node == "hostile"
        assert "hostile" not in (run.summary.failure.message + run.summary.failure.remedy)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1.7e308])
def test_series_of_any_values_can_be_read(
    bench: tuple[Bench, asyncio.Runner], value: float
) -> None:
    made, runner = bench
    frames = [window_frame(0, 0, number, 1, value) for number in (1, 2, 3)]
    run = runner.run(made.against(frames))
    assert run.summary.state is RunState.DONE
    for points in (1, 2, 10):
        path = f"/runs/{run.summary.id}/series?max_points={points}"
        answer = runner.run(made.console.client.get(path))
        assert answer.status_code == 200, answer.text


def test_a_run_whose_figures_cannot_be_computed_with_fails(
    bench: tuple[Bench, asyncio.Runner],
) -> None:
    made, runner = bench
    metric = {"name": "m", "title": "m", "unit": "ns", "better": "lower", "value": 1.5e308}
    result = {
        "schema_version": 1, "metrics": [metric], "run_metrics": [metric], "checks": [],
        "messages": [], "run_messages": [], "state_checksum": "1", "run_state_checksum": "1",
        "processes": [], "elapsed_ns": "1", "samples_dropped": 0, "sample_stride": 1,
    }  # fmt: skip
    run = runner.run(made.against([_output(FIRST, {"kind": "result", "result": result})]))
    assert run.summary.state is RunState.FAILED


@pytest.mark.parametrize(
    "endpoint", ["10.0.0.1", "tcp:", "tcp:\n1", "TCP:1", "tcp:" + "x" * 2000, "\x00", "tcp:é"]
)
async def test_an_endpoint_is_checked_before_others_get_it(
    console: RunningConsole, agents: list[ScriptedAgent], endpoint: str
) -> None:
    agents[0].obedient = False
    run = (await launch(console)).summary.id
    await until(lambda: bool(agents[0].held), "the plan is there")
    said = Prepared(endpoint=endpoint, schemas=schemas(), total_steps="100")
    await agents[0].record(agents[0].output_of(), said)
    failed = await ended(console, run)
    assert failed.summary.failure is not None
    assert failed.summary.failure.code == "bad_output"
    assert not any(isinstance(message, Peers) for message in agents[1].received)


@st.composite
def _frames(draw: st.DrawFn) -> bytes:
    kind, schema = draw(st.sampled_from([(FrameKind.WINDOW, WINDOW), (FrameKind.SAMPLES, SAMPLES)]))
    rows = 1 if kind is FrameKind.WINDOW else draw(st.integers(0, 3))
    header = TelemetryHeader(
        schema_id=draw(st.sampled_from([schema, 0, 65535])),
        kind=FRAME_KIND_NUMBERS[kind],
        node_index=draw(st.sampled_from([0, 1, 2**32 - 1])),
        repeat=draw(st.sampled_from([0, 1, 2**32 - 1])),
        rows=draw(st.sampled_from([rows, 0, 2**32 - 1])),
        sequence=draw(U64),
        done=draw(U64),
        time_ns=draw(U64),
        body_bytes=0,
        dropped=draw(U32),
    )
    columns = [
        np.frombuffer(draw(st.binary(min_size=size, max_size=size)), f"<{letter}{size // rows}")
        if rows
        else np.zeros(0)
        for column in schemas()[schema - 1].columns
        for letter in (column.type.value[0],)
        for size in (rows * int(column.type.value[1:]) // 8,)
    ]
    frame = pack_frame(header, columns)
    return frame[: draw(st.sampled_from([len(frame), 10, 64, len(frame) - 1]))]


SAYS = st.one_of(
    st.builds(lambda text: {"kind": "log", "level": "info", "text": text}, TEXTS),
    st.builds(
        lambda text, step: {"kind": "event", "name": "e", "text": text, "step": str(step)},
        TEXTS,
        U64,
    ),
    st.builds(
        lambda endpoint, steps: {
            "kind": "prepared",
            "endpoint": endpoint,
            "schemas": [],
            "total_steps": str(steps),
        },
        TEXTS,
        U64,
    ),
    st.just({"kind": "ready"}),
    st.just({"kind": "running"}),
    st.dictionaries(TEXTS, TEXTS, max_size=2),
)
NUMBERS = st.one_of(st.just(FIRST), st.just(FIRST + 1), U64)
PIECES = st.one_of(
    st.builds(
        lambda seq, at, frame: pack_record(0, seq, at, frame),
        NUMBERS,
        st.integers(-(2**63), 2**63 - 1),
        _frames(),
    ),
    st.builds(_output, NUMBERS, SAYS),
    st.builds(
        lambda seq, status, at: json.dumps(
            {
                "kind": "worker_exited", "stream": "STREAM", "seq": seq, "at_ns": str(at),
                "status": status, "phase": "running", "last_output": ["\x00"],
            }
        ),
        NUMBERS,
        st.integers(-(2**64), 2**64),
        U64,
    ),
    st.builds(
        lambda reply, at: json.dumps({"kind": "clock_reply", "id": reply, "agent_ns": str(at)}),
        U64,
        U64,
    ),
    st.builds(
        lambda stream, node: json.dumps(
            {
                "kind": "output_opened", "stream": stream, "run_id": "0" * 26, "repeat": node,
                "node_index": node,
            }
        ),
        st.integers(-1, 70000),
        st.integers(-1, 70000),
    ),
    st.binary(max_size=200),
    st.text(max_size=50),
)  # fmt: skip


def test_whatever_an_agent_sends_the_others_go_on(bench: tuple[Bench, asyncio.Runner]) -> None:
    made, runner = bench

    @settings(
        max_examples=20,
        phases=[Phase.explicit, Phase.generate],
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(st.lists(PIECES, min_size=1, max_size=4))
    def send(pieces: list[bytes | str]) -> None:
        run = runner.run(made.against(pieces))
        assert run.summary.state in (RunState.DONE, RunState.FAILED)

    send()


@pytest.mark.parametrize(
    "facts",
    [
        {"rating": 0.0},
        {"rating": -1.0},
        {"rating": 1.7e308},
        {"cpu_limit": 0.0, "cores": 0},
        {"memory_bytes": 0},
        {"transports": []},
        {"address": "\x00"},
    ],
)
async def test_facts_of_a_node_stop_no_other_run(
    console: RunningConsole, agents: list[ScriptedAgent], facts: dict[str, object]
) -> None:
    odd = ScriptedAgent(console.ws, "odd", facts=node_facts().model_copy(update=facts))
    await odd.connect()
    await console.client.post("/runs", json=_on("odd"))
    run = (await launch(console, _on("a"))).summary.id
    assert (await ended(console, run)).summary.state is RunState.DONE
    await odd.stop()
