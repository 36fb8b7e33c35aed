"""A run as a trace for Perfetto: a slice for each recorded step, a counter for each figure of the
windows, an instant for each migration, each event of the run and each note on a step.

The format is JSON of the Trace Event Format. A node of a repeat is a process of the trace. Its time
begins with its first window: nodes' clocks are not aligned.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from orrery_contracts.annotation import Annotation
from orrery_contracts.api import RepeatView, RunDocument, RunEvent, Series, SeriesFrame
from orrery_contracts.results import Migration

from orrery_backend.results.service import ResultService, SeriesQuery

_ALL_ROWS = 2**31
_ROWS_AT_ONCE = 20_000
#: Columns of windows that say where a window lies.
_FIRST, _LENGTH, _STEPS = "first_step", "window_ns", "steps"
_STEP, _DURATION = "step", "step_time"
#: Process ids of a repeat; more than a run may have nodes.
_PIDS_OF_REPEAT = 1 << 16

Event = dict[str, Any]


async def run_as_trace(run: RunDocument, results: ResultService) -> AsyncIterator[str]:
    """In parts: a run's samples may be large."""
    yield '{"displayTimeUnit":"ns","traceEvents":['
    separator = ""
    for repeat in run.repeats:
        for node in run.nodes:
            async for part in _events(run, repeat, node.index, results):
                if part:
                    yield separator + part
                    separator = ",\n"
    yield "]}"


async def _events(
    run: RunDocument, repeat: RepeatView, node: int, results: ResultService
) -> AsyncIterator[str]:
    pid = repeat.repeat * _PIDS_OF_REPEAT + node + 1
    yield _text(_process(pid, f"repeat {repeat.repeat + 1}: {run.nodes[node].name}"))
    asked = SeriesQuery(SeriesFrame.WINDOW, repeat.repeat, node, (), _ALL_ROWS)
    times = StepTimes([])
    for windows in (await results.series(run.summary.id, asked)).items:
        columns = {column.name: column.values for column in windows.columns}
        times = StepTimes(_windows(columns))
        yield await asyncio.to_thread(_text, _counters(pid, windows, times.windows))
    row = 0
    while True:
        to_row = row + _ROWS_AT_ONCE
        asked = SeriesQuery(
            SeriesFrame.SAMPLES, repeat.repeat, node, (), _ROWS_AT_ONCE, row, to_row
        )
        samples = (await results.series(run.summary.id, asked)).items
        for part in samples:
            yield await asyncio.to_thread(_text, _slices(pid, part, times))
        row = to_row
        if all(row >= part.total_rows for part in samples):
            break
    here = [each for each in repeat.migrations if each.from_node == node]
    yield _text(_migration(pid, each, run, times) for each in here)
    told = [each for each in run.events if _is_of(each, repeat, run.nodes[node].name, node)]
    yield _text(_event(pid, each, _event_ns(each, run, repeat, times)) for each in told)
    if node == 0:
        yield _text(
            _note(pid, each, times.at(each.step))
            for each in run.annotations
            if each.repeat == repeat.repeat and each.step is not None
        )


@dataclass(frozen=True, slots=True)
class Window:
    first: float
    """Its first step, from 0."""
    start_ns: float
    length_ns: float
    steps: float

    def at(self, step: float) -> float:
        """Start of a step, if all steps of the window take the same time."""
        share = (step - self.first) / self.steps if self.steps else 0.0
        return self.start_ns + share * self.length_ns


class StepTimes:
    """When the steps of a node began, in nanoseconds from its first window."""

    def __init__(self, windows: Sequence[Window]) -> None:
        self.windows = windows
        self._firsts = [window.first for window in windows]
        self._window = -1
        self._free_ns = 0.0
        self._next = 0.0

    @property
    def end_ns(self) -> float:
        """End of the last window; 0 without windows."""
        last = self.windows[-1] if self.windows else None
        return 0.0 if last is None else last.start_ns + last.length_ns

    def at(self, step: float) -> float:
        index = bisect_right(self._firsts, step) - 1
        return self.windows[index].at(step) if index >= 0 else 0.0

    def lay(self, step: float, duration_ns: float) -> float:
        """The start of a recorded step that follows those of earlier calls.

        Steps of a window follow each other without a pause. A step that was not recorded leaves a
        gap of its window's mean. Slices never overlap.
        """
        index = bisect_right(self._firsts, step) - 1
        if index >= 0:
            window = self.windows[index]
            if index != self._window:
                self._window = index
                self._free_ns = max(self._free_ns, window.start_ns)
                self._next = window.first
            self._free_ns += (step - self._next) * (window.at(1.0) - window.at(0.0))
        start = self._free_ns
        self._free_ns += duration_ns
        self._next = step + 1
        return start


def _windows(columns: Mapping[str, Sequence[float | None]]) -> list[Window]:
    """Empty for a series that does not say how long its windows were."""
    lengths = columns.get(_LENGTH, ())
    unknown = [0.0] * len(lengths)
    start = 0.0
    found: list[Window] = []
    for first, length, steps in zip(
        columns.get(_FIRST, unknown), lengths, columns.get(_STEPS, unknown), strict=False
    ):
        found.append(Window(first or 0.0, start, length or 0.0, steps or 0.0))
        start += length or 0.0
    return found


def _process(pid: int, name: str) -> Iterator[Event]:
    named = {"ph": "M", "pid": pid, "tid": 0}
    yield {**named, "name": "process_name", "args": {"name": name}}
    yield {**named, "name": "process_sort_index", "args": {"sort_index": pid}}


def _counters(pid: int, series: Series, windows: Sequence[Window]) -> Iterator[Event]:
    for column in series.columns:
        if column.name in (_FIRST, _LENGTH):
            continue
        name = f"{column.name}, {column.unit}"
        for window, value in zip(windows, column.values, strict=False):
            if value is not None:
                yield _at(window.start_ns, "C", pid, name, {"value": value})


def _slices(pid: int, series: Series, times: StepTimes) -> Iterator[Event]:
    columns = {column.name: column.values for column in series.columns}
    units = {column.name: column.unit for column in series.columns}
    if _STEP not in columns or _DURATION not in columns:
        return
    others = [name for name in columns if name not in (_STEP, _DURATION)]
    for row, (step, duration) in enumerate(zip(columns[_STEP], columns[_DURATION], strict=True)):
        if step is None or duration is None:
            continue
        said: dict[str, float | None] = {"step": step}
        said |= {f"{name}, {units[name]}": columns[name][row] for name in others}
        start = times.lay(step, duration)
        yield {**_at(start, "X", pid, "step", said), "dur": _us(duration)}


def _migration(pid: int, moved: Migration, run: RunDocument, times: StepTimes) -> Event:
    said = {
        "step": moved.step,
        "cause": moved.cause,
        "state, B": moved.state_bytes,
        "pause, ns": moved.pause_ns,
    }
    name = f"entity {moved.entity} to {run.nodes[moved.to_node].name}"
    return {**_at(times.at(moved.step), "i", pid, name, said), "s": "p"}


def _is_of(event: RunEvent, repeat: RepeatView, name: str, node: int) -> bool:
    """Events of the run as a whole are at its first node. Migrations of a repeat that has not ended
    are known from events alone.
    """
    if event.repeat != repeat.repeat or (event.migration and repeat.migrations):
        return False
    return event.node == name or (event.node == "" and node == 0)


def _event_ns(event: RunEvent, run: RunDocument, repeat: RepeatView, times: StepTimes) -> float:
    """By its step; else by the console's clock, on which the last window ends when the repeat's
    state becomes `collecting`, or else the first one begins with `running`. Never before 0.
    """
    if event.step is not None:
        return times.at(float(event.step))
    at_ns = {each.name: _clock_ns(each) for each in run.events if each.repeat == repeat.repeat}
    if "state.collecting" in at_ns:
        return max(0.0, _clock_ns(event) - at_ns["state.collecting"] + times.end_ns)
    if "state.running" in at_ns:
        return max(0.0, _clock_ns(event) - at_ns["state.running"])
    return 0.0


def _clock_ns(event: RunEvent) -> int:
    """Since 1970; the console's clock counts milliseconds."""
    return round(datetime.fromisoformat(event.at).timestamp() * 1000) * 10**6


def _event(pid: int, event: RunEvent, at_ns: float) -> Event:
    said = {"at": event.at, "text": event.text, "step": event.step}
    return {**_at(at_ns, "i", pid, event.name, said), "s": "p"}


def _note(pid: int, note: Annotation, at_ns: float) -> Event:
    said = {"step": note.step, "author": note.author, "text": note.text}
    return {**_at(at_ns, "i", pid, "note", said), "s": "p"}


def _at(ns: float, kind: str, pid: int, name: str, said: Mapping[str, object]) -> Event:
    return {"ph": kind, "pid": pid, "tid": 1, "ts": _us(ns), "name": name, "args": said}


def _us(ns: float) -> float:
    return round(ns / 1000, 3)


def _text(events: Iterator[Event]) -> str:
    return ",\n".join(json.dumps(event, separators=(",", ":")) for event in events)
