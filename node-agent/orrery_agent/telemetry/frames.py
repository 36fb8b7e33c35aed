"""Finds telemetry frames in the bytes of a worker's pipe (docs/formats/telemetry.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from orrery_contracts.binary import BinaryError
from orrery_contracts.binary_records import (
    MAX_FRAME_BYTES,
    TELEMETRY_HEADER_BYTES,
    TelemetryHeader,
)
from orrery_contracts.telemetry import FrameKind


class BadFrameError(ValueError):
    """The bytes are not a sequence of this worker's frames. The next frame cannot be found."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame, and the fields of its header that the agent uses."""

    samples: bool
    momentary: bool
    """Only the newest such frame is useful: the entities at one moment."""
    rows: int
    done: int
    data: bytes
    """Header and body."""


class FrameSplitter:
    """Splits a byte stream into frames of one worker and repeat. Detects missing frames."""

    def __init__(self, node_index: int, repeat: int) -> None:
        self._node_index = node_index
        self._repeat = repeat
        self._sequence = 0
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yields the frames that these bytes complete. Raises `BadFrameError`."""
        buffer = self._buffer
        buffer += data
        start = 0
        try:
            while len(buffer) - start >= TELEMETRY_HEADER_BYTES:
                header = self._header(start)
                size = TELEMETRY_HEADER_BYTES + header.body_bytes
                if len(buffer) - start < size:
                    break
                frame = bytes(memoryview(buffer)[start : start + size])
                start += size
                self._sequence += 1
                yield Frame(
                    header.frame_kind is FrameKind.SAMPLES,
                    header.frame_kind is FrameKind.ENTITIES,
                    header.rows,
                    header.done,
                    frame,
                )
        finally:
            del buffer[:start]

    def finish(self) -> None:
        """Call it at the end of the pipe. Raises `BadFrameError` after an incomplete frame."""
        if self._buffer:
            raise BadFrameError(f"telemetry ends {len(self._buffer)} bytes into a frame")

    def _header(self, start: int) -> TelemetryHeader:
        """Reads and checks the header at `start`. Raises `BadFrameError`."""
        try:
            header = TelemetryHeader.read(self._buffer, start)
        except BinaryError as error:
            raise BadFrameError(str(error)) from error
        expected = {
            "node_index": self._node_index,
            "repeat": self._repeat,
            "sequence": self._sequence + 1,
        }
        for name, value in expected.items():
            if (found := getattr(header, name)) != value:
                raise BadFrameError(f"a telemetry frame's {name} is {found}, expected {value}")
        kind, rows = header.frame_kind, header.rows
        if kind is None or header.schema_id == 0:
            raise BadFrameError(
                f"a telemetry frame is of kind {header.kind}, schema {header.schema_id}"
            )
        if rows == 0 or (kind is FrameKind.WINDOW and rows != 1):
            raise BadFrameError(f"a telemetry frame of kind {header.kind} has {rows} rows")
        size = TELEMETRY_HEADER_BYTES + header.body_bytes
        if size > MAX_FRAME_BYTES:
            raise BadFrameError(
                f"a telemetry frame of {size} bytes is larger than {MAX_FRAME_BYTES}"
            )
        return header
