"""Positions of entities: bounded however long a repeat lasts, and even over it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, in_state, launch, read
from backend_testing.console import RunningConsole, running_console, until
from backend_testing.facts import entities_frame, schemas
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.frames import read_header
from orrery_backend.results.gathering import Gathering
from orrery_backend.results.positions import (
    MOST_ENTITIES,
    MOST_MOMENTS,
    Key,
    PositionFrame,
    PositionThinning,
    moments_of,
    slot_ns,
    unpack,
)
from orrery_contracts.api import Positions, RunState

pytestmark = pytest.mark.both_stores

_SCHEMA = schemas()[2]
_STEPS_A_SLOT = 100_000


class _Store:
    """What the store holds after each batch."""

    def __init__(self, entities: int = 0) -> None:
        self.thinning = PositionThinning(entities)
        self.frames: dict[Key, PositionFrame] = {}

    def add(self, node: int, done: int, places: list[float], repeat: int = 0) -> None:
        frame = entities_frame(node, repeat, 1, places, done)
        columns = [np.arange(len(places)).astype("<u4"), *2 * [np.array(places, "<f4")]]
        self.thinning.add(read_header(frame), _SCHEMA, columns)

    def store(self) -> None:
        new, dropped = self.thinning.take()
        for key in dropped:
            del self.frames[key]
        for frame in new:
            assert frame.key not in self.frames
            self.frames[frame.key] = frame

    @property
    def times(self) -> list[int]:
        return sorted({key[2] for key in self.frames})


def test_frames_of_a_long_repeat_are_bounded_and_even() -> None:
    store = _Store()
    for number in range(5000):
        for node in (0, 1):
            store.add(node, 2 * number * _STEPS_A_SLOT, [0.5])
        if number % 7 == 0:
            store.store()
            assert len(store.times) <= MOST_MOMENTS
    store.store()
    assert MOST_MOMENTS / 2 <= len(store.times) <= MOST_MOMENTS
    apart = set(np.diff(store.times).tolist())
    assert len(apart) == 1
    assert store.times[0] == 0
    assert store.times[-1] + apart.pop() > 4999 * 2 * _STEPS_A_SLOT * 1000
    assert len(store.frames) == 2 * len(store.times)
    assert not store.thinning.take()[0]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=60), st.data())
def test_a_restart_between_changes_nothing(steps: list[int], data: st.DataObject) -> None:
    steps.sort()
    cut = data.draw(st.integers(0, len(steps)))
    whole, parts = _Store(), _Store()
    for index, done in enumerate(steps):
        if index == cut:
            parts.store()
            parts.thinning = PositionThinning()
            parts.thinning.restore(0, parts.frames)
        whole.add(0, done, [0.5])
        parts.add(0, done, [0.5])
    whole.store()
    parts.store()
    assert parts.frames == whole.frames


def test_of_many_entities_the_same_sample_is_kept() -> None:
    store = _Store(entities=5000)
    rows = [0.001 * (row % 1000) for row in range(5000)]
    store.add(0, 0, rows)
    store.store()
    (frame,) = store.frames.values()
    found = unpack(frame)
    assert found.entities == list(range(0, 5000, 3))
    assert found.x == pytest.approx([rows[row] for row in found.entities], abs=2e-5)
    unknown = _Store()
    unknown.add(0, 0, rows)
    unknown.store()
    assert [frame.rows for frame in unknown.frames.values()] == [MOST_ENTITIES]


def test_values_that_are_no_places_are_left_out() -> None:
    store = _Store()
    store.add(0, 0, [0.25, float("nan"), float("inf"), 1.25])
    store.store()
    found = unpack(next(iter(store.frames.values())))
    assert found.entities == [0, 3]
    assert found.x == found.y == pytest.approx([0.25, 0.25], abs=2e-5)


def test_a_repeat_that_begins_anew_has_none_of_the_frames_before() -> None:
    gathering = Gathering({s.schema_id: s for s in schemas()})
    for repeat, sequence in ((0, 1), (1, 1)):
        frame = entities_frame(1, repeat, sequence, [0.5])
        gathering.add(1, read_header(frame), frame)
    gathering.forget(1)
    new, dropped = gathering.positions.take()
    assert ([frame.key for frame in new], dropped) == ([(0, 1, 1000)], [])
    frame = entities_frame(1, 1, 1, [0.5])
    gathering.add(1, read_header(frame), frame)
    assert [f.key for f in gathering.positions.take()[0]] == [(1, 1, 1000)]


def test_a_moment_has_the_newest_frame_of_each_node() -> None:
    keys: list[tuple[Key, int]] = [((0, 0, 0), 0), ((0, 1, 10), 1), ((0, 0, 250_000_000), 9)]
    first, second = moments_of(keys)
    assert (first.done, first.keys) == (1, ((0, 0, 0), (0, 1, 10)))
    assert (second.time_ns, second.done) == (250_000_000, 9)
    assert second.keys == ((0, 0, 250_000_000), (0, 1, 10))
    assert slot_ns(MOST_MOMENTS * 100_000_000) == 200_000_000
    assert moments_of([]) == []


@pytest.mark.parametrize(
    "change",
    [{"rows": 3}, {"rows": MOST_ENTITIES + 1}, {"rows": -1}, {"data": b""}, {"data": b"x" * 40}],
)
def test_damaged_frames_are_refused(change: dict[str, object]) -> None:
    store = _Store()
    store.add(0, 0, [0.5, 0.25])
    store.store()
    with pytest.raises(ValueError, match=r"positions|entities"):
        unpack(replace(next(iter(store.frames.values())), **change))  # type: ignore[arg-type]


def _moving(console: RunningConsole) -> list[ScriptedAgent]:
    agents = [ScriptedAgent(console.ws, name) for name in "ab"]
    for agent in agents:
        agent.moments = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
        agent.steps_between_moments = 2 * _STEPS_A_SLOT
    return agents


async def _positions(console: RunningConsole, run: str, query: str = "") -> Positions:
    answer = await console.client.get(f"/runs/{run}/positions{query}")
    assert answer.status_code == 200, answer.text
    return Positions.model_validate_json(answer.content)


async def test_positions_are_served_by_repeat_and_go_with_their_run(tmp_path: Path) -> None:
    async with running_console(tmp_path) as console:
        agents = _moving(console)
        for agent in agents:
            await agent.connect()
        spec = {"preset": "universe-two-nodes", "set": ["repeats=2"]}
        run = (await ended(console, (await launch(console, spec)).summary.id)).summary.id
        for repeat in (0, 1):
            found = await _positions(console, run, f"?repeat={repeat}")
            assert (found.repeat, found.first) == (repeat, 0)
            assert found.steps == [1, 200_001, 400_001]
            assert found.times_ns == [step * 1000 for step in found.steps]
            assert [len(item.nodes) for item in found.items] == [2, 2, 2]
            assert found.items[2].nodes[1].entities == [0, 1]
            assert found.items[2].nodes[1].x == pytest.approx([0.5, 0.6], abs=2e-5)
        part = await _positions(console, run, "?first=1&count=1")
        assert (part.first, len(part.items), len(part.times_ns)) == (1, 1, 3)
        assert part.items[0].nodes[0].x == pytest.approx([0.3, 0.4], abs=2e-5)
        assert (await _positions(console, run, "?repeat=7")).times_ns == []
        refused = await console.client.get(f"/runs/{run}/positions?first=3")
        assert refused.status_code == 422
        (error,) = refused.json()["errors"]
        assert error["field"] == "first"
        assert "3 moments" in error["message"]
        assert "0 to 2" in error["remedy"]
        await until(lambda: not console.console.engine.active(), "the run is let go")
        assert (await console.client.delete(f"/runs/{run}")).status_code == 204
        async with console.console.database.read() as connection:
            assert await console.console.results.position_keys(connection, run, 0) == []
        for agent in agents:
            await agent.stop()


async def test_positions_go_on_after_a_restart_of_the_console(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        agents = _moving(first)
        for agent in agents:
            agent.hold_after_begin = True
            await agent.connect()
        run = (await launch(first)).summary.id
        await in_state(first, run, RunState.RUNNING)
    for agent in agents:
        agent.let_end.set()
    async with running_console(tmp_path) as second:
        for agent in agents:
            await agent.drop_link()
            agent.url = second.ws
            await agent.connect()
        await ended(second, run)
        assert (await read(second, run)).summary.state is RunState.DONE
        assert len((await _positions(second, run)).times_ns) == 3
        for agent in agents:
            await agent.stop()
