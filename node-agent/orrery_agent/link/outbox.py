"""What is to be sent on the link: a few messages in memory, output records from disk.

Only messages about the present are queued here, and few; records are read from the spool one by
one as the link takes them, so that a slow console costs no memory.
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
    """Empty when it has been sent."""
    reader: SpoolReader
    unacknowledged: deque[tuple[int, int]] = field(default_factory=deque)
    """Number and size of each record that was sent and not acknowledged."""
    unacknowledged_bytes: int = 0


class Outbox:
    """Filled by the agent, emptied by the link, in one event loop."""

    def __init__(self, on_damage: Callable[[RunKey, str], None]) -> None:
        """`on_damage` is called when a run's records cannot be read back; its stream is closed."""
        self._on_damage = on_damage
        self.window_bytes = 0
        """Records of a stream wait while this much of it is not acknowledged. 0: no bound."""
        self._messages: deque[str] = deque()
        self._streams: dict[RunKey, _Stream] = {}
        self._filled = asyncio.Event()
        self._drained = asyncio.Event()

    def put(self, text: str) -> bool:
        """Queue a message, ahead of all records. False if the link does not take them any more."""
        if len(self._messages) >= MAX_MESSAGES:
            return False
        self._messages.append(text)
        self._filled.set()
        return True

    def open(self, key: RunKey, opened: OutputOpened, reader: SpoolReader) -> None:
        """Send a run's records from the reader on, as a stream. Owns the reader."""
        self.close(key)
        self._streams[key] = _Stream(opened.stream, opened.model_dump_json(), reader)
        self._filled.set()

    def close(self, key: RunKey) -> None:
        """Send no more of a run."""
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
        """There are new records."""
        self._filled.set()

    def clear(self) -> None:
        """The link has gone: nothing of what waits is for the next one."""
        self._messages.clear()
        for key in list(self._streams):
            self.close(key)
        self._filled.clear()

    def take(self) -> str | bytes | None:
        """What to send next; None if there is nothing."""
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
        """What to send next, as soon as there is something."""
        while (item := self.take()) is None:
            self._filled.clear()
            self._drained.set()
            await self._filled.wait()
        self._drained.clear()
        return item

    async def drained(self) -> None:
        """Wait until nothing waits to be sent."""
        if self._messages or any(
            stream.opened or stream.reader.behind for stream in self._streams.values()
        ):
            self._drained.clear()
            await self._drained.wait()


def encode(stream: int, record: Record) -> str | bytes:
    """A record as the link carries it."""
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
