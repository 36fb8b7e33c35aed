"""Telemetry frames as a viewer gets them (docs/formats/live-stream.md and telemetry.md)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from orrery_contracts.telemetry import ColumnType, FrameSchema

_ENVELOPE = struct.Struct("<HHIQ")
_HEADER = struct.Struct("<IHHIIIIQQQIIQ")
_MAGIC = 0x4D54524F
_VERSION = 1
_ENVELOPE_VERSION = 2
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
    """Of the topic's log, by which a stream resumes."""
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
        """Read a binary message of the stream, which holds one or more; raises FrameError."""
        frames: list[Frame] = []
        rest = memoryview(message)
        while rest or not frames:
            if len(rest) < _ENVELOPE.size + _HEADER.size:
                raise FrameError(f"{len(rest)} bytes are too few for a frame")
            size = _ENVELOPE.size + _ENVELOPE.unpack_from(rest)[2]
            frames.append(cls._parse(rest[:size]))
            rest = rest[size:]
        return frames

    @classmethod
    def _parse(cls, message: memoryview) -> Frame:
        if len(message) < _ENVELOPE.size + _HEADER.size:
            raise FrameError(f"{len(message)} bytes are too few for a frame")
        channel, envelope_version, _frame_bytes, sequence = _ENVELOPE.unpack_from(message)
        (
            magic, version, schema_id, _kind, node_index, repeat, rows,
            _own_sequence, done, time_ns, body_bytes, dropped, _reserved64,
        ) = _HEADER.unpack_from(message, _ENVELOPE.size)  # fmt: skip
        if magic != _MAGIC or version != _VERSION or envelope_version != _ENVELOPE_VERSION:
            raise FrameError(f"magic {magic:#x}, versions {envelope_version} and {version}")
        body = bytes(message[_ENVELOPE.size + _HEADER.size :])
        if len(body) != body_bytes:
            raise FrameError(f"body has {len(body)} bytes and not {body_bytes}")
        return cls(
            channel, sequence, schema_id, node_index, repeat, rows, done, time_ns, dropped, body
        )

    def columns(self, schema: FrameSchema) -> list[FrameColumn]:
        """The body by the schema with this frame's `schema_id`; raises FrameError."""
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
            offset += (layout.size + 7) // 8 * 8
        if offset != len(self.body):
            raise FrameError(f"{len(self.body) - offset} bytes follow the last column")
        return columns
