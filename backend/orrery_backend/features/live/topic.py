"""A topic: a log of numbered messages with a bounded memory, so that a viewer who was away resumes
without a gap.

Everything is encoded once, however many follow. Not thread-safe; lives in the event loop.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from orrery_contracts.binary_records import StreamRecordHeader
from orrery_contracts.stream import Message, StreamData

_MAX_CHANNEL = 65535


@dataclass(slots=True, eq=False)
class Entry:
    """One message of a log. A frame may be left out for a slow viewer; an event may not."""

    sequence: int
    body: bytes
    """A frame's bytes; empty for an event."""
    text: str = ""
    """An event as it is sent, the same for every viewer."""
    moment_of: int | None = None
    """A frame that takes the place of an older one with the same number."""

    @property
    def is_frame(self) -> bool:
        return not self.text


@dataclass(slots=True)
class Topic:
    """`ring` holds what may still be asked again."""

    name: str
    max_entries: int
    max_bytes: int
    sequence: int = 0
    ring: deque[Entry] = field(default_factory=deque)
    _bytes: int = 0

    def add(self, data: StreamData) -> Entry:
        told = Message(topic=self.name, sequence=self.sequence + 1, data=data)
        return self._keep(Entry(self.sequence + 1, b"", told.model_dump_json()))

    def add_frame(self, frame: bytes) -> Entry:
        return self._keep(Entry(self.sequence + 1, frame))

    def _keep(self, entry: Entry) -> Entry:
        self.sequence = entry.sequence
        self.ring.append(entry)
        self._bytes += _size(entry)
        while len(self.ring) > self.max_entries or self._bytes > self.max_bytes:
            self._bytes -= _size(self.ring.popleft())
        return entry

    def since(self, sequence: int) -> list[Entry] | None:
        """What follows `sequence`; None if part of it is forgotten, or it never was."""
        if sequence > self.sequence:
            return None
        if sequence == self.sequence:
            return []
        if not self.ring or self.ring[0].sequence > sequence + 1:
            return None
        return [entry for entry in self.ring if entry.sequence > sequence]


def _size(entry: Entry) -> int:
    return len(entry.body) + len(entry.text)


def binary_message(channel: int, entry: Entry) -> bytes:
    """One frame of a binary message, which holds one or more."""
    head = StreamRecordHeader(channel=channel, frame_bytes=len(entry.body), sequence=entry.sequence)
    return head.write() + entry.body


def next_channel(channel: int) -> int:
    return 1 if channel >= _MAX_CHANNEL else channel + 1
