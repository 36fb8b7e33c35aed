"""Telemetry frames (docs/formats/telemetry.md): header, columns by schema, and the record that
carries one over the agent link.

Whatever the bytes, decoding either returns a value or raises `FrameError`; it never allocates more
than the frame's own size.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from orrery_contracts.telemetry import ColumnType, FrameKind, FrameSchema

MAX_FRAME_BYTES = 1 << 20
HEADER_BYTES = 64
RECORD_BYTES = 24

_FRAME_MAGIC = 0x4D54524F
_RECORD_MAGIC = 0x4641524F
_HEADER = struct.Struct("<IHHIIIIQQQIIQ")
_RECORD = struct.Struct("<IHHQq")
_KINDS = {1: FrameKind.WINDOW, 2: FrameKind.SAMPLES, 3: FrameKind.ENTITIES}
_NUMBERS = {kind: number for number, kind in _KINDS.items()}
_TYPES: dict[ColumnType, str] = {
    ColumnType.U32: "<u4",
    ColumnType.U64: "<u8",
    ColumnType.F32: "<f4",
    ColumnType.F64: "<f8",
}


class FrameError(ValueError):
    """The bytes are not a frame, or do not fit the schema."""


@dataclass(frozen=True, slots=True)
class FrameHeader:
    """The first 64 bytes of a frame."""

    schema_id: int
    kind: FrameKind
    node_index: int
    repeat: int
    rows: int
    sequence: int
    done: int
    time_ns: int
    body_bytes: int
    dropped: int


@dataclass(frozen=True, slots=True)
class FrameRecord:
    """A frame as an output record of the agent link."""

    stream: int
    seq: int
    at_ns: int
    frame: bytes
    """As the worker wrote it; not looked at yet."""


def read_header(frame: bytes) -> FrameHeader:
    if len(frame) < HEADER_BYTES:
        raise FrameError(f"{len(frame)} bytes are less than a frame's header")
    if len(frame) > MAX_FRAME_BYTES:
        raise FrameError(f"{len(frame)} bytes are more than a frame may have")
    fields = _HEADER.unpack_from(frame)
    magic, version, schema_id, kind_number, node_index, repeat, rows = fields[:7]
    sequence, done, time_ns, body_bytes, dropped = fields[7:12]
    if magic != _FRAME_MAGIC:
        raise FrameError("not a frame: its magic number is wrong")
    if version != 1:
        raise FrameError(f"frame version {version} is unknown")
    kind = _KINDS.get(kind_number)
    if kind is None:
        raise FrameError(f"frame kind {kind_number} is unknown")
    if body_bytes != len(frame) - HEADER_BYTES:
        raise FrameError(
            f"the header says {body_bytes} bytes of body, {len(frame) - HEADER_BYTES} came"
        )
    return FrameHeader(
        schema_id, kind, node_index, repeat, rows, sequence, done, time_ns, body_bytes, dropped
    )


def read_record(message: bytes) -> FrameRecord:
    if len(message) < RECORD_BYTES:
        raise FrameError(f"{len(message)} bytes are less than a record's header")
    magic, version, stream, seq, at_ns = _RECORD.unpack_from(message)
    if magic != _RECORD_MAGIC:
        raise FrameError("not an output record: its magic number is wrong")
    if version != 1:
        raise FrameError(f"record version {version} is unknown")
    return FrameRecord(stream, seq, at_ns, message[RECORD_BYTES:])


def column_bytes(kind: ColumnType, rows: int) -> int:
    """Size of a column in a body, padding included."""
    width = np.dtype(_TYPES[kind]).itemsize
    return (rows * width + 7) // 8 * 8


def read_columns(
    header: FrameHeader, frame: bytes, schema: FrameSchema
) -> list[NDArray[np.generic]]:
    """Columns in schema order; they look into `frame` and live as long as it."""
    if schema.schema_id != header.schema_id or schema.kind != header.kind:
        raise FrameError(f"schema {schema.schema_id} does not describe this frame")
    expected = sum(column_bytes(column.type, header.rows) for column in schema.columns)
    if expected != header.body_bytes:
        raise FrameError(
            f"{header.rows} rows of schema {schema.schema_id} are {expected} bytes, not "
            f"{header.body_bytes}"
        )
    columns: list[NDArray[np.generic]] = []
    offset = HEADER_BYTES
    for column in schema.columns:
        columns.append(np.frombuffer(frame, _TYPES[column.type], header.rows, offset))
        offset += column_bytes(column.type, header.rows)
    return columns


def column_dtype(kind: ColumnType) -> np.dtype[np.generic]:
    return np.dtype(_TYPES[kind])


def pack_frame(header: FrameHeader, columns: list[NDArray[np.generic]]) -> bytes:
    """A frame from its columns; the inverse of `read_columns`."""
    body = bytearray()
    for column in columns:
        raw = column.tobytes()
        body += raw + bytes(-len(raw) % 8)
    head = _HEADER.pack(
        _FRAME_MAGIC,
        1,
        header.schema_id,
        _NUMBERS[header.kind],
        header.node_index,
        header.repeat,
        header.rows,
        header.sequence,
        header.done,
        header.time_ns,
        len(body),
        header.dropped,
        0,
    )
    return head + bytes(body)


def pack_record(stream: int, seq: int, at_ns: int, frame: bytes) -> bytes:
    return _RECORD.pack(_RECORD_MAGIC, 1, stream, seq, at_ns) + frame
