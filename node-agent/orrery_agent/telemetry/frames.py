"""Finds telemetry frames in the bytes of a worker's pipe (docs/formats/telemetry.md)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

HEADER: Final = struct.Struct("<IHHIIIIQQQIIQ")
MAGIC: Final = 0x4D54524F
VERSION: Final = 1
MAX_FRAME: Final = 1 << 20
_WINDOW: Final = 1
_SAMPLES: Final = 2
_ENTITIES: Final = 3


class BadFrameError(ValueError):
    """The pipe's content is no sequence of frames of this worker; the place of the next is lost."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame, and what its header says that an agent needs."""

    samples: bool
    momentary: bool
    """Of worth while it is new: what entities are at a moment."""
    rows: int
    done: int
    data: bytes
    """Header and body."""


class FrameSplitter:
    """Cuts a stream of bytes into frames of one worker and repeat; checks that none is missing."""

    def __init__(self, node_index: int, repeat: int) -> None:
        self._node_index = node_index
        self._repeat = repeat
        self._sequence = 0
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Take bytes in, give out the frames that they complete. Raises `BadFrameError`."""
        buffer = self._buffer
        buffer += data
        start = 0
        try:
            while len(buffer) - start >= HEADER.size:
                kind, rows, done, size = self._header(start)
                if len(buffer) - start < size:
                    break
                frame = bytes(memoryview(buffer)[start : start + size])
                start += size
                self._sequence += 1
                yield Frame(kind == _SAMPLES, kind == _ENTITIES, rows, done, frame)
        finally:
            del buffer[:start]

    def finish(self) -> None:
        """The pipe has ended; `BadFrameError` if a frame is cut off."""
        if self._buffer:
            raise BadFrameError(f"telemetry ends {len(self._buffer)} bytes into a frame")

    def _header(self, start: int) -> tuple[int, int, int, int]:
        (
            magic,
            version,
            schema_id,
            kind,
            node_index,
            repeat,
            rows,
            sequence,
            done,
            _time_ns,
            body_bytes,
            _dropped,
            reserved,
        ) = HEADER.unpack_from(self._buffer, start)
        found = (magic, version, node_index, repeat, sequence, reserved)
        expected = (MAGIC, VERSION, self._node_index, self._repeat, self._sequence + 1, 0)
        names = ("magic", "version", "node_index", "repeat", "sequence", "reserved")
        for name, is_, should in zip(names, found, expected, strict=True):
            if is_ != should:
                raise BadFrameError(f"a telemetry frame's {name} is {is_}, expected {should}")
        if kind not in {_WINDOW, _SAMPLES, _ENTITIES} or schema_id == 0:
            raise BadFrameError(f"a telemetry frame is of kind {kind}, schema {schema_id}")
        if rows == 0 or (kind == _WINDOW and rows != 1):
            raise BadFrameError(f"a telemetry frame of kind {kind} has {rows} rows")
        size = HEADER.size + body_bytes
        if size > MAX_FRAME:
            raise BadFrameError(f"a telemetry frame of {size} bytes is larger than {MAX_FRAME}")
        return kind, rows, done, size
