"""Messages in memory and output records on disk that are to be sent on the link.

The queue in memory holds only a few messages about the present. Records are read from the spool one
by one as the link accepts them, so that a slow console costs no memory.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from orrery_contracts.agent import OutputOpened
from orrery_contracts.binary_records import AgentRecordHeader

from orrery_agent.core import Record, RecordKind, RunKey
from orrery_agent.spool import SpoolReader

MAX_MESSAGES: Final = 256


@dataclass(slots=True)
class _Stream:
    number: int
    opened: str
    """The announcement of the stream; empty after it was sent."""
    reader: SpoolReader
    unacknowledged: deque[tuple[int, int]] = field(default_factory=deque)
    """Number and bytes of each record that was sent and is not acknowledged."""
    unacknowledged_bytes: int = 0


class Outbox:
    """The queue between the agent, which fills it, and the link. Use it in one event loop."""

    def __init__(self, on_damage: Callable[[RunKey, str], None]) -> None:
        """`on_damage` is called when a run's records cannot be read back; its stream is closed."""
        self._on_damage = on_damage
        self.window_bytes = 0
        """A stream pauses while at least this many of its bytes are unacknowledged. 0: no bound."""
        self._messages: deque[str] = deque()
        self._streams: dict[RunKey, _Stream] = {}
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()

    def put(self, text: str) -> bool:
        """Queues a message before all records. Returns False if the queue is full."""
        if len(self._messages) >= MAX_MESSAGES:
            return False
        self._messages.append(text)
        self._filled.set()
        return True

    def open(self, key: RunKey, opened: OutputOpened, reader: SpoolReader) -> None:
        """Starts a stream of a run's records from `reader` on. Owns the reader."""
        self.close(key)
        self._streams[key] = _Stream(opened.stream, opened.model_dump_json(), reader)
        self._filled.set()

    def close(self, key: RunKey) -> None:
        """Stops sending a run's records."""
        if (stream := self._streams.pop(key, None)) is not None:
            stream.reader.close()

    def acknowledged(self, key: RunKey, seq: int) -> None:
        """The console has stored a run's records up to `seq`."""
        stream = self._streams.get(key)
        if stream is None:
            return
        while stream.unacknowledged and stream.unacknowledged[0][0] <= seq:
            stream.unacknowledged_bytes -= stream.unacknowledged.popleft()[1]
        self._filled.set()

    def wake(self) -> None:
        """New records have been appended."""
        self._filled.set()

    def clear(self) -> None:
        """Drops all messages and streams: the link is lost, and the next one begins anew."""
        self._messages.clear()
        for key in list(self._streams):
            self.close(key)
        self._filled.clear()

    def take(self) -> str | bytes | None:
        """Returns the next item to send; None if there is none."""
        if self._messages:
            return self._messages.popleft()
        for key, stream in list(self._streams.items()):
            if stream.opened:
                opened, stream.opened = stream.opened, ""
                return opened
            if 0 < self.window_bytes <= stream.unacknowledged_bytes:
                continue
            try:
                record = stream.reader.next()
            except OSError as error:
                self.close(key)
                self._on_damage(key, f"its output cannot be read back: {error}")
                continue
            if record is not None:
                stream.unacknowledged.append((record.seq, len(record.data)))
                stream.unacknowledged_bytes += len(record.data)
                return encode(stream.number, record)
        return None

    async def next(self) -> str | bytes:
        """Waits for the next item to send and returns it."""
        while (item := self.take()) is None:
            self._filled.clear()
            self._drained.set()
            await self._filled.wait()
        self._drained.clear()
        return item

    async def drained(self) -> None:
        """Waits until no item waits to be sent."""
        if self._messages or any(
            stream.opened or stream.reader.behind for stream in self._streams.values()
        ):
            self._drained.clear()
            await self._drained.wait()


def encode(stream: int, record: Record) -> str | bytes:
    """A record in the form of the link: JSON text, or a binary header and a frame."""
    if record.kind is RecordKind.FRAME:
        head = AgentRecordHeader(stream=stream, seq=record.seq, at_ns=record.at_ns)
        return head.write() + record.data
    text = record.data.decode()
    place = f'"stream":{stream},"seq":{record.seq},"at_ns":"{record.at_ns}"'
    if record.kind is RecordKind.SAYS:
        return f'{{"kind":"output",{place},"says":{text}}}'
    if record.kind is RecordKind.SURROUNDED:
        return f'{{"kind":"surrounded",{place},"surroundings":{text}}}'
    return f'{{"kind":"worker_exited",{place},{text[1:]}'
