"""Topics and who follows them: `fleet`, `runs`, `run/<id>`, `group/<id>`.

Other features publish here and need not know whether anyone looks. A topic's snapshot is made by
the feature that owns what it shows; the composition root says which (`Snapshots`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from orrery_contracts.stream import (
    FleetSnapshot,
    GroupSnapshot,
    Message,
    Refusal,
    RunSnapshot,
    RunsSnapshot,
    StreamData,
    StreamPosition,
    Subscribe,
    Subscribed,
)
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.features.live.debugging import decode_frame
from orrery_backend.features.live.topic import Entry, Topic, next_channel
from orrery_backend.features.live.viewer import Subscription, Viewer

FLEET = "fleet"
RUNS = "runs"
RUN_PREFIX = "run/"
GROUP_PREFIX = "group/"

_TOPICS = "fleet, runs, run/<id> and group/<id>"

_LIST_ENTRIES = 2_000
_RUN_ENTRIES = 10_000
_LIST_BYTES = 4 << 20
_RUN_BYTES = 8 << 20
_MAX_RUN_TOPICS = 64
_MAX_SUBSCRIPTIONS = 100


@dataclass(frozen=True, slots=True)
class TopicSnapshot:
    """What a topic shows."""

    data: FleetSnapshot | RunsSnapshot | RunSnapshot | GroupSnapshot
    frames: Sequence[bytes] = ()
    current: bool = False
    """Made without waiting: it holds everything published so far, and nothing need be said again
    after it.
    """


class Snapshots(Protocol):
    """Who makes snapshots."""

    def fleet(self) -> TopicSnapshot: ...

    async def runs(self) -> TopicSnapshot: ...

    async def run(self, run_id: str) -> TopicSnapshot | None:
        """The run and its recent window frames; None if there is no such run."""

    async def group(self, group_id: str) -> TopicSnapshot | None:
        """None if there is no such group."""

    def schemas(self, run_id: str) -> Mapping[int, FrameSchema]:
        """Of a run that is active; empty otherwise."""


def run_topic(run_id: str) -> str:
    return RUN_PREFIX + run_id


def group_topic(group_id: str) -> str:
    return GROUP_PREFIX + group_id


class LiveService:
    """Every topic and every viewer of one console process; `epoch` is new for each start."""

    def __init__(self, epoch: str) -> None:
        self.epoch = epoch
        self._topics: dict[str, Topic] = {
            FLEET: Topic(FLEET, _LIST_ENTRIES, _LIST_BYTES),
            RUNS: Topic(RUNS, _LIST_ENTRIES, _LIST_BYTES),
        }
        self._followers: dict[str, dict[int, tuple[Viewer, Subscription]]] = {}
        self._snapshots: Snapshots | None = None
        self.frames_published = 0
        self._dropped_before = 0

    def serve_snapshots_of(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots

    @property
    def frames_dropped(self) -> int:
        """For slow viewers, gone ones included."""
        here = {key: viewer for f in self._followers.values() for key, (viewer, _) in f.items()}
        return self._dropped_before + sum(viewer.dropped for viewer in here.values())

    @property
    def viewers(self) -> int:
        return len({key for followers in self._followers.values() for key in followers})

    # Publishing.

    def publish(self, name: str, data: StreamData) -> None:
        topic = self._topic(name)
        self._spread(topic, topic.add(data))

    def publish_frame(self, name: str, frame: bytes) -> None:
        topic = self._topic(name)
        self.frames_published += 1
        self._spread(topic, topic.add_frame(frame))

    def publish_moment(self, name: str, key: int, frame: bytes) -> None:
        """What is true now and nothing later: nobody who was away asks for it again, and a viewer
        gets the newest of each `key` alone.
        """
        topic = self._topic(name)
        self.frames_published += 1
        self._spread(topic, Entry(topic.sequence, frame, moment_of=key))

    def _spread(self, topic: Topic, entry: Entry) -> None:
        for viewer, subscription in self._followers.get(topic.name, {}).values():
            viewer.put(subscription, entry)

    def _topic(self, name: str) -> Topic:
        topic = self._topics.get(name)
        if topic is None:
            topic = self._topics[name] = Topic(name, _RUN_ENTRIES, _RUN_BYTES)
            self._forget_oldest()
        return topic

    def _forget_oldest(self) -> None:
        """Topics of runs and groups are bounded in number; a viewer of a forgotten one gets a
        snapshot when it returns.
        """
        names = [name for name in self._topics if name not in (FLEET, RUNS)]
        for name in names[: max(0, len(names) - _MAX_RUN_TOPICS)]:
            if not self._followers.get(name):
                del self._topics[name]

    def frame_as_text(self, topic: str, entry: Entry) -> str:
        """A frame in words, for viewers who debug."""
        snapshots = self._snapshots
        schemas = snapshots.schemas(topic.removeprefix(RUN_PREFIX)) if snapshots else {}
        return decode_frame(topic, entry, schemas)

    # Following.

    async def subscribe(self, viewer: Viewer, asked: Subscribe) -> None:
        name = asked.topic
        if len(viewer.subscriptions) >= _MAX_SUBSCRIPTIONS:
            viewer.say(_refusal(name, "too many topics are followed; unsubscribe from some"))
            return
        self.unsubscribe(viewer, name)
        if asked.after is not None and self._resume(viewer, name, asked.after):
            return
        await self._begin(viewer, name)

    def _resume(self, viewer: Viewer, name: str, after: StreamPosition) -> bool:
        topic = self._topics.get(name)
        if topic is None or after.epoch != self.epoch:
            return False
        missed = topic.since(after.sequence)
        if missed is None:
            return False
        subscription = self._follow(viewer, name)
        self._confirm(viewer, subscription, topic.sequence, resumed=True)
        for entry in missed:
            viewer.put(subscription, entry)
        return True

    async def _begin(self, viewer: Viewer, name: str) -> None:
        # Follow first and take the snapshot then: what happens meanwhile is held back and sent
        # after it.
        subscription = self._follow(viewer, name)
        subscription.held = []
        at = self._sequence_of(name)
        try:
            snapshot = await self._snapshot(name)
        except BaseException:
            self.unsubscribe(viewer, name)
            raise
        if snapshot is None:
            self.unsubscribe(viewer, name)
            viewer.say(_refusal(name, f"there is no such topic; topics are {_TOPICS}"))
            return
        if viewer.subscriptions.get(name) is not subscription:
            return
        if snapshot.current:
            at = self._sequence_of(name)
        self._confirm(viewer, subscription, at, resumed=False)
        viewer.say(Message(topic=name, sequence=at, data=snapshot.data).model_dump_json())
        viewer.put_all(subscription, [Entry(at, frame) for frame in snapshot.frames])
        viewer.release(subscription, at)

    def _sequence_of(self, name: str) -> int:
        topic = self._topics.get(name)
        return topic.sequence if topic else 0

    async def _snapshot(self, name: str) -> TopicSnapshot | None:
        if self._snapshots is None:
            raise RuntimeError("nobody makes snapshots")
        if name == FLEET:
            return self._snapshots.fleet()
        if name == RUNS:
            return await self._snapshots.runs()
        if name.startswith(RUN_PREFIX):
            return await self._snapshots.run(name.removeprefix(RUN_PREFIX))
        if name.startswith(GROUP_PREFIX):
            return await self._snapshots.group(name.removeprefix(GROUP_PREFIX))
        return None

    def _follow(self, viewer: Viewer, name: str) -> Subscription:
        subscription = Subscription(name, viewer.next_channel)
        viewer.next_channel = next_channel(viewer.next_channel)
        viewer.subscriptions[name] = subscription
        self._followers.setdefault(name, {})[id(viewer)] = (viewer, subscription)
        return subscription

    def _confirm(self, viewer: Viewer, to: Subscription, sequence: int, *, resumed: bool) -> None:
        told = Subscribed(
            topic=to.topic,
            channel=to.channel,
            epoch=self.epoch,
            sequence=sequence,
            resumed=resumed,
        )
        viewer.say(told.model_dump_json())

    def unsubscribe(self, viewer: Viewer, name: str) -> None:
        viewer.forget(name)
        followers = self._followers.get(name)
        if followers is not None:
            followers.pop(id(viewer), None)
            if not followers:
                del self._followers[name]

    def leave(self, viewer: Viewer) -> None:
        self._dropped_before += viewer.dropped
        for name in list(viewer.subscriptions):
            self.unsubscribe(viewer, name)


def _refusal(topic: str, message: str) -> str:
    return Refusal(topic=topic[:120], message=message).model_dump_json()
