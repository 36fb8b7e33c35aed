"""Telemetry frames as a viewer gets them (docs/formats/live-stream.md and telemetry.md)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from orrery_contracts.binary import BinaryError
from orrery_contracts.binary_records import (
    STREAM_RECORD_HEADER_BYTES,
    TELEMETRY_HEADER_BYTES,
    StreamRecordHeader,
    TelemetryHeader,
    column_bytes,
)
from orrery_contracts.telemetry import ColumnType, FrameSchema

_FORMATS = {
    ColumnType.U32: "I",
    ColumnType.U64: "Q",
    ColumnType.F32: "f",
    ColumnType.F64: "d",
}


class FrameError(ValueError):
    """Bytes that are not a frame of this version."""


@dataclass(frozen=True, slots=True)
class FrameColumn:
    """The values of one column, oldest first, in the unit that the schema gives."""

    name: str
    unit: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One node's measurements over an interval. `done` counts measured steps since the begin."""

    channel: int
    sequence: int
    """Sequence of the topic's log. A stream resumes after it."""
    schema_id: int
    node_index: int
    repeat: int
    rows: int
    done: int
    time_ns: int
    dropped: int
    body: bytes

    @classmethod
    def parse_all(cls, message: bytes) -> list[Frame]:
        """Reads a binary message, which holds one or more frames. Raises `FrameError`."""
        frames: list[Frame] = []
        rest = memoryview(message)
        while rest or not frames:
            try:
                place = StreamRecordHeader.read(rest)
                header = TelemetryHeader.read(rest, STREAM_RECORD_HEADER_BYTES)
            except BinaryError as error:
                raise FrameError(str(error)) from error
            size = STREAM_RECORD_HEADER_BYTES + place.frame_bytes
            body = bytes(rest[STREAM_RECORD_HEADER_BYTES + TELEMETRY_HEADER_BYTES : size])
            if len(body) != header.body_bytes:
                raise FrameError(f"body has {len(body)} bytes and not {header.body_bytes}")
            frames.append(cls._of(place, header, body))
            rest = rest[size:]
        return frames

    @classmethod
    def _of(cls, place: StreamRecordHeader, header: TelemetryHeader, body: bytes) -> Frame:
        return cls(
            place.channel,
            place.sequence,
            header.schema_id,
            header.node_index,
            header.repeat,
            header.rows,
            header.done,
            header.time_ns,
            header.dropped,
            body,
        )

    def columns(self, schema: FrameSchema) -> list[FrameColumn]:
        """Decodes the body. `schema` must have this frame's `schema_id`. Raises `FrameError`."""
        if schema.schema_id != self.schema_id:
            raise FrameError(f"schema {schema.schema_id} is not the frame's, {self.schema_id}")
        columns: list[FrameColumn] = []
        offset = 0
        for column in schema.columns:
            layout = struct.Struct(f"<{self.rows}{_FORMATS[column.type]}")
            if offset + layout.size > len(self.body):
                raise FrameError(f"column {column.name} ends after the body")
            values = layout.unpack_from(self.body, offset)
            columns.append(FrameColumn(column.name, column.unit, values))
            offset += column_bytes(column.type, self.rows)
        if offset != len(self.body):
            raise FrameError(f"{len(self.body) - offset} bytes follow the last column")
        return columns
