"""A viewer's queue: bounded, events kept, frames latest-wins.

When frames pile up the oldest is left out and counted. When events pile up the viewer is beyond
help and is told to go: it returns and resumes. Frames that wait together go together: sending one
costs as much as sending fifty. Not thread-safe; lives in the event loop.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from orrery_contracts.stream import Dropped

from orrery_backend.features.live.topic import Entry, binary_message

FrameAsText = Callable[[str, Entry], str]

MAX_EVENTS = 5_000
MAX_FRAMES = 600
#: A message of frames is not made longer than this.
_BUNDLE_BYTES = 256 << 10


@dataclass(slots=True)
class Subscription:
    """A viewer's place in a topic."""

    topic: str
    channel: int
    held: list[Entry] | None = None
    """While a snapshot is being made: what came meanwhile."""
    dropped: int = 0


@dataclass(slots=True, eq=False)
class _Item:
    payload: str | bytes | None
    """None: left out."""
    subscription: Subscription | None
    moment_of: int | None = None


@dataclass(slots=True)
class Viewer:
    """Messages wait here until the socket takes them."""

    frame_as_text: FrameAsText | None = None
    """For debugging: frames are told as text instead of sent as they are."""
    subscriptions: dict[str, Subscription] = field(default_factory=dict)
    next_channel: int = 1
    too_slow: bool = False
    dropped: int = 0
    """Frames left out, all in all."""
    _items: deque[_Item] = field(default_factory=deque)
    _frames: deque[_Item] = field(default_factory=deque)
    _events: int = 0
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _spoken: asyncio.Event = field(default_factory=asyncio.Event)

    def say(self, text: str) -> None:
        """An event: never left out."""
        self._events += 1
        if self._events > MAX_EVENTS:
            self.too_slow = True
        else:
            self._items.append(_Item(text, None))
        self._spoken.set()
        self._wake.set()

    def put(self, subscription: Subscription, entry: Entry) -> None:
        if subscription.held is not None:
            subscription.held.append(entry)
        elif entry.is_frame:
            self._put_frame(subscription, entry)
        else:
            self.say(entry.text)

    def put_all(self, subscription: Subscription, entries: Sequence[Entry]) -> None:
        """A snapshot's own frames: they go before what is held. None is left out: no viewer is slow
        that has only begun, and there are no more of them than the topic keeps.
        """
        for entry in entries:
            self._add_frame(subscription, entry)

    def release(self, subscription: Subscription, after: int) -> None:
        """The snapshot is on its way: go on with what came since."""
        held, subscription.held = subscription.held or [], None
        for entry in held:
            if entry.sequence > after:
                self.put(subscription, entry)

    def forget(self, topic: str) -> None:
        self.subscriptions.pop(topic, None)

    async def next(self) -> str | bytes:
        """The next message to send: an event, or frames. Waits for one."""
        while True:
            while self._items:
                item = self._items.popleft()
                if item.subscription is None:
                    self._events -= 1
                elif item.payload is not None:
                    self._frames.popleft()
                if isinstance(item.payload, bytes):
                    return self._bundle(item.payload)
                if item.payload is not None:
                    return item.payload
            self._report_drops()
            if self._items:
                continue
            self._wake.clear()
            self._spoken.clear()
            await self._wake.wait()

    async def gather(self, seconds: float) -> None:
        """Lets frames come together for so long; an event ends it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._spoken.wait()

    def _bundle(self, first: bytes) -> bytes:
        parts, size = [first], len(first)
        while self._items and self._items[0].subscription is not None and size < _BUNDLE_BYTES:
            payload = self._items.popleft().payload
            if isinstance(payload, bytes):
                self._frames.popleft()
                parts.append(payload)
                size += len(payload)
        return b"".join(parts)

    def _put_frame(self, subscription: Subscription, entry: Entry) -> None:
        if entry.moment_of is not None:
            for item in self._frames:
                if item.subscription is subscription and item.moment_of == entry.moment_of:
                    item.payload = self._payload(subscription, entry)
                    return
        if len(self._frames) >= MAX_FRAMES:
            oldest = self._frames.popleft()
            oldest.payload = None
            self.dropped += 1
            if oldest.subscription is not None:
                oldest.subscription.dropped += 1
        self._add_frame(subscription, entry)

    def _payload(self, subscription: Subscription, entry: Entry) -> str | bytes:
        if self.frame_as_text is not None:
            return self.frame_as_text(subscription.topic, entry)
        return binary_message(subscription.channel, entry)

    def _add_frame(self, subscription: Subscription, entry: Entry) -> None:
        item = _Item(self._payload(subscription, entry), subscription, entry.moment_of)
        self._items.append(item)
        self._frames.append(item)
        self._wake.set()

    def _report_drops(self) -> None:
        for subscription in self.subscriptions.values():
            if subscription.dropped:
                told = Dropped(topic=subscription.topic, frames=subscription.dropped)
                subscription.dropped = 0
                self.say(told.model_dump_json())
