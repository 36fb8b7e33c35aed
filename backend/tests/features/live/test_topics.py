"""Topics and viewers: resume without a gap, frames latest-wins, events kept."""

from __future__ import annotations

import asyncio
import json

from backend_testing.facts import schemas, window_frame
from backend_testing.stream import frames_of
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.live.service import FLEET, LiveService, TopicSnapshot
from orrery_backend.features.live.topic import Entry, Topic
from orrery_backend.features.live.viewer import MAX_EVENTS, MAX_FRAMES, Subscription, Viewer
from orrery_contracts.api import NodeList
from orrery_contracts.stream import (
    FleetSnapshot,
    SchemaAdded,
    StreamPosition,
    Subscribe,
)
from orrery_contracts.telemetry import FrameSchema


@given(st.integers(0, 50), st.integers(1, 20), st.integers(0, 60))
def test_since_gives_all_that_follows_or_nothing(count: int, kept: int, after: int) -> None:
    topic = Topic("t", kept, 1 << 20)
    for number in range(count):
        topic.add_frame(bytes([number]))
    missed = topic.since(after)
    if after > count or count - after > kept:
        assert missed is None
    else:
        assert missed is not None
        assert [entry.sequence for entry in missed] == list(range(after + 1, count + 1))


def test_the_ring_is_bounded_in_bytes() -> None:
    topic = Topic("t", 1000, 100)
    for _ in range(50):
        topic.add_frame(bytes(30))
    assert sum(len(entry.body) for entry in topic.ring) <= 100


async def _take(viewer: Viewer) -> list[str | bytes]:
    taken: list[str | bytes] = []
    try:
        while True:
            async with asyncio.timeout(0.05):
                taken.append(await viewer.next())
    except TimeoutError:
        return taken


async def test_frames_that_wait_together_go_together_and_in_order() -> None:
    viewer = Viewer()
    subscription = viewer.subscriptions["t"] = Subscription("t", 1)
    event = Entry(3, b"", '{"kind":"message"}')
    for entry in (Entry(1, b"one"), Entry(2, b"other"), event, Entry(4, b"last")):
        viewer.put(subscription, entry)
    taken = await _take(viewer)
    assert [part[16:] for each in taken if isinstance(each, bytes) for part in frames_of(each)] == [
        b"one",
        b"other",
        b"last",
    ]
    assert [isinstance(each, bytes) for each in taken] == [True, False, True]


async def test_of_moments_a_viewer_gets_the_newest_alone() -> None:
    service = LiveService("e")
    viewer = Viewer()
    viewer.subscriptions["t"] = Subscription("t", 1)
    service._followers["t"] = {0: (viewer, viewer.subscriptions["t"])}
    service.publish_frame("t", b"window")
    for text in (b"old", b"newer", b"newest"):
        service.publish_moment("t", 0, text)
    service.publish_moment("t", 1, b"another node's")
    (taken,) = await _take(viewer)
    assert isinstance(taken, bytes)
    assert [part[16:] for part in frames_of(taken)] == [b"window", b"newest", b"another node's"]
    assert viewer.dropped == 0
    assert [entry.body for entry in service._topics["t"].ring] == [b"window"]


async def test_an_event_does_not_wait_for_frames_to_gather() -> None:
    viewer = Viewer()
    gathering = asyncio.create_task(viewer.gather(3600))
    await asyncio.sleep(0)
    viewer.say("{}")
    await gathering


async def test_frames_beyond_the_bound_are_left_out_and_counted() -> None:
    viewer = Viewer()
    subscription = viewer.subscriptions["t"] = Subscription("t", 1)
    for number in range(1, MAX_FRAMES + 11):
        viewer.put(subscription, Entry(number, b"frame"))
    viewer.put(subscription, Entry(0, b"", '{"kind":"message"}'))
    taken = await _take(viewer)
    frames = [frame for each in taken if isinstance(each, bytes) for frame in frames_of(each)]
    texts = [json.loads(each) for each in taken if isinstance(each, str)]
    assert len(frames) == MAX_FRAMES
    # The newest are kept.
    assert int.from_bytes(frames[-1][8:16], "little") == MAX_FRAMES + 10
    assert int.from_bytes(frames[0][8:16], "little") == 11
    assert [text["kind"] for text in texts] == ["message", "dropped"]
    assert texts[1]["frames"] == 10


async def test_a_viewer_that_takes_no_events_is_told_to_go() -> None:
    viewer = Viewer()
    for _ in range(MAX_EVENTS):
        viewer.say("{}")
    assert not viewer.too_slow
    viewer.say("{}")
    assert viewer.too_slow


class _Snapshots:
    """A fleet without nodes; `during` happens while the snapshot is made."""

    def __init__(self) -> None:
        self.during = asyncio.Event()

    def fleet(self) -> TopicSnapshot:
        empty = NodeList(items=[], join_command="")
        return TopicSnapshot(FleetSnapshot(fleet=empty), current=True)

    async def runs(self) -> TopicSnapshot:
        await self.during.wait()
        return TopicSnapshot(self.fleet().data)

    async def run(self, run_id: str) -> TopicSnapshot | None:
        if run_id != "known":
            return None
        return TopicSnapshot(self.fleet().data, [window_frame(0, 0, 1, 1, 1.0)], current=True)

    async def group(self, group_id: str) -> TopicSnapshot | None:
        return None

    def schemas(self, run_id: str) -> dict[int, FrameSchema]:
        return {}


def _live() -> tuple[LiveService, _Snapshots]:
    live, snapshots = LiveService("e1"), _Snapshots()
    live.serve_snapshots_of(snapshots)
    return live, snapshots


def _event() -> SchemaAdded:
    return SchemaAdded(frame_schema=schemas()[0])


def _kinds(taken: list[str | bytes]) -> list[str]:
    return [json.loads(t)["kind"] if isinstance(t, str) else "frame" for t in taken]


async def test_a_fresh_viewer_gets_a_snapshot_and_what_follows() -> None:
    live, _ = _live()
    viewer = Viewer()
    live.publish("run/known", _event())
    await live.subscribe(viewer, Subscribe(topic="run/known"))
    live.publish("run/known", _event())
    live.publish_frame("run/known", window_frame(0, 0, 2, 2, 1.0))
    taken = await _take(viewer)
    assert _kinds(taken) == ["subscribed", "message", "frame", "message", "frame"]
    sequences = [json.loads(t)["sequence"] for t in taken if isinstance(t, str)]
    assert sequences == [1, 1, 2]


async def test_a_viewer_that_returns_goes_on_without_a_gap() -> None:
    live, _ = _live()
    for _ in range(5):
        live.publish(FLEET, _event())
    viewer = Viewer()
    after = StreamPosition(epoch="e1", sequence=3)
    await live.subscribe(viewer, Subscribe(topic=FLEET, after=after))
    taken = [json.loads(t) for t in await _take(viewer)]
    assert taken[0]["resumed"] is True
    assert [t["sequence"] for t in taken[1:]] == [4, 5]


async def test_another_epoch_is_a_fresh_start() -> None:
    live, _ = _live()
    viewer = Viewer()
    after = StreamPosition(epoch="before", sequence=0)
    await live.subscribe(viewer, Subscribe(topic=FLEET, after=after))
    assert json.loads((await _take(viewer))[0])["resumed"] is False


async def test_what_happens_while_a_snapshot_is_made_comes_after_it() -> None:
    live, snapshots = _live()
    viewer = Viewer()
    task = asyncio.create_task(live.subscribe(viewer, Subscribe(topic="runs")))
    await asyncio.sleep(0)
    live.publish("runs", _event())
    snapshots.during.set()
    await task
    taken = [json.loads(t) for t in await _take(viewer)]
    assert [t["kind"] for t in taken] == ["subscribed", "message", "message"]
    assert [t["sequence"] for t in taken] == [0, 0, 1]


async def test_an_unknown_topic_is_refused() -> None:
    live, _ = _live()
    viewer = Viewer()
    for topic in ("run/unknown", "nonsense"):
        await live.subscribe(viewer, Subscribe(topic=topic))
    assert _kinds(await _take(viewer)) == ["refusal", "refusal"]
    assert live.viewers == 0


async def test_a_viewer_that_left_gets_nothing() -> None:
    live, _ = _live()
    viewer = Viewer()
    await live.subscribe(viewer, Subscribe(topic=FLEET))
    live.leave(viewer)
    live.publish(FLEET, _event())
    assert _kinds(await _take(viewer)) == ["subscribed", "message"]
