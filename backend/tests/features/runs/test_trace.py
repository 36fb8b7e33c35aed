"""Traces for Perfetto: nothing measured is lost, and slices do not overlap."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.runs import trace
from orrery_backend.features.runs.trace import StepTimes, Window
from orrery_backend.results.service import ResultService, SeriesQuery
from orrery_contracts.api import (
    RunDocument,
    RunEvent,
    Series,
    SeriesColumn,
    SeriesFrame,
    SeriesList,
)

pytestmark = pytest.mark.both_stores


async def _trace(console: RunningConsole, run: RunDocument) -> list[dict[str, Any]]:
    answer = await console.client.get(f"/runs/{run.summary.id}/export?format=trace")
    assert answer.status_code == 200
    assert 'filename="orrery-run-1.trace.json"' in answer.headers["content-disposition"]
    events: list[dict[str, Any]] = json.loads(answer.text)["traceEvents"]
    return events


class _Stored(ResultService):
    """Each node has two windows and 30,000 steps; every second step is recorded."""

    def __init__(self) -> None:
        """Without a store."""

    async def series(self, run_id: str, wanted: SeriesQuery) -> SeriesList:
        assert wanted.repeat is not None
        assert wanted.node_index is not None
        columns: dict[str, list[float | None]]
        if wanted.frame is SeriesFrame.WINDOW:
            columns = {"first_step": [0, 10_000], "window_ns": [10**7, 10**8], "steps": [1e4, 2e4]}
            columns["step_time.mean"] = [900 + wanted.node_index, 4000]
        else:
            steps = [float(2 * row) for row in range(15_000)][wanted.from_row : wanted.to_row]
            columns = {"step": [*steps], "step_time": [500.0] * len(steps)}
        part = Series(
            repeat=wanted.repeat,
            node_index=wanted.node_index,
            frame=wanted.frame,
            points=len(columns["step_time" if "step" in columns else "steps"]),
            total_rows=2 if wanted.frame is SeriesFrame.WINDOW else 15_000,
            thinned=False,
            columns=[SeriesColumn(name=n, unit="ns", values=v) for n, v in columns.items()],
        )
        return SeriesList(items=[part])


async def test_a_trace_has_every_recorded_step_and_window(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace, "_ROWS_AT_ONCE", 4000)
    run = await ended(console, (await launch(console)).summary.id)
    text = "".join([part async for part in trace.run_as_trace(run, _Stored())])
    events = json.loads(text)["traceEvents"]
    names = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    assert list(names.values()) == [f"repeat 1: {node.name}" for node in run.nodes]
    for node, pid in enumerate(names):
        slices = [e for e in events if e["pid"] == pid and e["ph"] == "X"]
        assert [e["args"]["step"] for e in slices] == list(range(0, 30_000, 2))
        assert {e["dur"] for e in slices} == {0.5}
        # Half of the steps are not recorded: a gap of their window's mean, 1 us and 5 us.
        assert [slices[i]["ts"] for i in (0, 1, 5000, 5001)] == [0, 1.5, 10_000, 10_005.5]
        means = [e for e in events if e["pid"] == pid and e["name"] == "step_time.mean, ns"]
        assert [(e["ph"], e["ts"], e["args"]["value"]) for e in means] == [
            ("C", 0, 900 + node),
            ("C", 10_000, 4000),
        ]


async def test_a_trace_has_the_notes_on_steps(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await ended(console, (await launch(console)).summary.id)
    for fields in ({}, {"repeat": 0}, {"repeat": 0, "step": 50}):
        text = {"text": f'a "quoted" note {len(fields)}'}
        answer = await console.client.post(
            f"/runs/{run.summary.id}/annotations", json=text | fields
        )
        assert answer.status_code == 201
    events = await _trace(console, run)
    (note,) = [e for e in events if e["name"] == "note"]
    assert note["args"] == {"step": 50, "author": "", "text": 'a "quoted" note 2'}


async def test_a_trace_has_the_events_of_each_repeat(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await ended(console, (await launch(console)).summary.id)
    begun = datetime.fromisoformat("2026-03-03T12:00:00Z")

    def event(name: str, after_ms: int, **fields: Any) -> RunEvent:
        at = (begun + timedelta(milliseconds=after_ms)).isoformat()
        said: dict[str, Any] = {"sequence": 1, "repeat": 0, "node": "", "text": "", "step": None}
        return RunEvent(**said | fields, name=name, at=at)

    other = run.nodes[1].name
    told = [
        event("state.queued", 0, repeat=None),
        event("state.preparing", 0),
        event("node.lost", 2050, node=other, text="no sign of life"),
        event("slow_start", 0, step="10000"),
        # The windows last 110 ms.
        event("state.collecting", 2110),
        event("state.running", 0, repeat=1),
    ]
    changed = run.model_copy(update={"events": told})
    text = "".join([part async for part in trace.run_as_trace(changed, _Stored())])
    found = [e for e in json.loads(text)["traceEvents"] if e["ph"] == "i"]
    assert [(e["pid"], e["name"], e["ts"]) for e in found] == [
        (1, "state.preparing", 0),
        (1, "slow_start", 10_000),
        (1, "state.collecting", 110_000),
        (2, "node.lost", 50_000),
    ]
    assert found[3]["args"]["text"] == "no sign of life"


@given(
    lengths=st.lists(st.tuples(st.integers(1, 20), st.integers(0, 10**6)), max_size=6),
    recorded=st.lists(st.tuples(st.integers(0, 150), st.integers(0, 10**5)), max_size=60),
)
def test_slices_never_overlap_nor_begin_before_their_window(
    lengths: list[tuple[int, int]], recorded: list[tuple[int, int]]
) -> None:
    windows: list[Window] = []
    first, start = 0, 0
    for steps, length in lengths:
        windows.append(Window(first, start, length, steps))
        first, start = first + steps, start + length
    times = StepTimes(windows)
    rows = sorted(dict(recorded).items())
    laid = [(times.lay(step, duration), duration) for step, duration in rows]
    for (begun, duration), (following, _) in pairwise(laid):
        assert begun + duration <= following * (1 + 1e-9)
    for (step, _), (begun, _) in zip(rows, laid, strict=True):
        within = [w for w in windows if w.first <= step < w.first + w.steps]
        assert all(begun >= w.start_ns for w in within)


def test_steps_that_are_not_recorded_leave_a_gap_of_the_mean() -> None:
    times = StepTimes([Window(0, 0, 1000, 10), Window(10, 1000, 4000, 10)])
    assert [times.lay(step, 80) for step in (0, 2, 10, 13)] == [0, 180, 1000, 1880]
    assert [times.at(step) for step in (0, 5, 10, 15)] == [0, 500, 1000, 3000]
