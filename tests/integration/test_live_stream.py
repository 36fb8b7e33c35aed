"""The live stream of a real console: snapshot, frames, resumption without a gap, a new epoch."""

from __future__ import annotations

from collections import deque
from contextlib import ExitStack

import pytest
from orrery_client.frames import Frame
from orrery_contracts.api import NodeState, RunState
from orrery_contracts.stream import (
    FleetSnapshot,
    FromViewer,
    Message,
    NodeChanged,
    Ping,
    Pong,
    Refusal,
    RunChanged,
    RunSnapshot,
    RunsSnapshot,
    StreamPosition,
    Subscribe,
    Subscribed,
    ToViewer,
    Unsubscribe,
)
from orrery_testing.console import ENDED, Console
from orrery_testing.waiting import WATCHDOG_S
from pydantic import TypeAdapter
from websockets.sync.client import connect
from websockets.typing import Origin

pytestmark = pytest.mark.integration

TO_VIEWER: TypeAdapter[ToViewer] = TypeAdapter(ToViewer)


class Viewer:
    """A WebSocket like that of the page."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._stack = ExitStack()
        self._frames: deque[Frame] = deque()

    def __enter__(self) -> Viewer:
        url = self._console.url
        address = f"{url.replace('http://', 'ws://')}/api/v1/stream"
        self._socket = self._stack.enter_context(
            connect(address, origin=Origin(url), max_size=1 << 24, open_timeout=60)
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def say(self, message: FromViewer) -> None:
        self._socket.send(message.model_dump_json())

    def hear(self) -> ToViewer | Frame:
        """Returns the next message; the frames of one message one by one."""
        if not self._frames:
            data = self._socket.recv(timeout=WATCHDOG_S)
            if isinstance(data, str):
                return TO_VIEWER.validate_json(data)
            self._frames.extend(Frame.parse_all(data))
        return self._frames.popleft()

    def subscribe(self, topic: str, after: StreamPosition | None = None) -> Subscribed:
        self.say(Subscribe(topic=topic, after=after))
        while True:
            said = self.hear()
            if isinstance(said, Subscribed) and said.topic == topic:
                return said


def test_each_topic_begins_with_what_is(two_nodes: Console) -> None:
    run = two_nodes.done("smoke").summary.id
    with Viewer(two_nodes) as viewer:
        for topic, kind in (
            ("fleet", FleetSnapshot),
            ("runs", RunsSnapshot),
            (f"run/{run}", RunSnapshot),
        ):
            subscribed = viewer.subscribe(topic)
            assert not subscribed.resumed
            said = viewer.hear()
            assert isinstance(said, Message)
            assert said.topic == topic
            assert isinstance(said.data, kind)
            viewer.say(Unsubscribe(topic=topic))


def test_a_run_is_watched_from_its_queue_to_its_end(two_nodes: Console) -> None:
    run = two_nodes.launch("smoke", "workload.update_cost_us=200", "workload.steps=2000")
    topic = f"run/{run}"
    states: list[RunState] = []
    frames: list[Frame] = []
    with Viewer(two_nodes) as viewer:
        subscribed = viewer.subscribe(topic)
        while not states or states[-1] not in ENDED:
            said = viewer.hear()
            if isinstance(said, Frame):
                assert said.channel == subscribed.channel
                frames.append(said)
            elif isinstance(said, Message) and isinstance(said.data, RunSnapshot):
                states.append(said.data.run.summary.state)
            elif isinstance(said, Message) and isinstance(said.data, RunChanged):
                states.append(said.data.run.state)
    assert states[-1] is RunState.DONE
    assert RunState.RUNNING in states
    assert {frame.node_index for frame in frames} == {0, 1}
    for node in (0, 1):
        done = [frame.done for frame in frames if frame.node_index == node]
        assert done == sorted(done)
        assert done[-1] == 2000
    document = two_nodes.client.run(run)
    schemas = {schema.schema_id: schema for schema in document.schemas}
    for frame in frames:
        names = {column.name for column in frame.columns(schemas[frame.schema_id])}
        assert {"step_time.mean", "steps"} <= names


def test_a_viewer_that_comes_back_misses_nothing(two_nodes: Console) -> None:
    run = two_nodes.launch_long()
    topic = f"run/{run}"

    def some(viewer: Viewer, count: int) -> list[int]:
        heard: list[int] = []
        while len(heard) < count:
            said = viewer.hear()
            if isinstance(said, Frame | Message):
                heard.append(said.sequence)
        return heard

    with Viewer(two_nodes) as viewer:
        subscribed = viewer.subscribe(topic)
        snapshot = viewer.hear()
        assert isinstance(snapshot, Message)
        first = some(viewer, 30)
    position = StreamPosition(epoch=subscribed.epoch, sequence=max(first))
    with Viewer(two_nodes) as viewer:
        again = viewer.subscribe(topic, position)
        assert again.resumed
        assert again.epoch == subscribed.epoch
        second = some(viewer, 10)
    assert second == list(range(position.sequence + 1, position.sequence + 11))
    with Viewer(two_nodes) as viewer:
        elsewhere = StreamPosition(epoch="another", sequence=position.sequence)
        assert not viewer.subscribe(topic, elsewhere).resumed
        assert isinstance(viewer.hear(), Message)
    two_nodes.client.cancel_run(run)
    two_nodes.wait_for_state(run, RunState.CANCELLED)


def test_who_asks_for_what_is_not_there_is_told(two_nodes: Console) -> None:
    with Viewer(two_nodes) as viewer:
        viewer.say(Subscribe(topic="nothing"))
        said = viewer.hear()
        assert isinstance(said, Refusal)
        assert said.topic == "nothing"
        assert said.message
        viewer.say(Ping(id=7))
        assert viewer.hear() == Pong(id=7)


def test_a_console_that_was_restarted_has_a_new_epoch_and_a_fleet(console: Console) -> None:
    console.start("a")
    with Viewer(console) as viewer:
        before = viewer.subscribe("fleet")
    console.backend.kill()
    console.start_backend()
    with Viewer(console) as viewer:
        after = viewer.subscribe(
            "fleet", StreamPosition(epoch=before.epoch, sequence=before.sequence)
        )
        assert after.epoch != before.epoch
        assert not after.resumed
        online: set[str] = set()
        while "a" not in online:
            said = viewer.hear()
            assert isinstance(said, Message)
            match said.data:
                case FleetSnapshot(fleet=fleet):
                    nodes = fleet.items
                case NodeChanged(node=node):
                    nodes = [node]
                case _:
                    nodes = []
            online |= {node.name for node in nodes if node.state is NodeState.ONLINE}
