"""Telemetry frames (docs/formats/telemetry.md): header, columns by schema, and the record that
carries one over the agent link.

Whatever the bytes, decoding either returns a value or raises `FrameError`; it never allocates more
than the frame's own size.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from orrery_contracts.binary import BinaryError
from orrery_contracts.binary_records import (
    AGENT_RECORD_HEADER_BYTES,
    MAX_FRAME_BYTES,
    TELEMETRY_HEADER_BYTES,
    AgentRecordHeader,
    TelemetryHeader,
    column_bytes,
)
from orrery_contracts.telemetry import ColumnType, FrameSchema

_TYPES: dict[ColumnType, str] = {
    ColumnType.U32: "<u4",
    ColumnType.U64: "<u8",
    ColumnType.F32: "<f4",
    ColumnType.F64: "<f8",
}


class FrameError(ValueError):
    """The bytes are not a frame, or do not fit the schema."""


@dataclass(frozen=True, slots=True)
class FrameRecord:
    """A frame as an output record of the agent link."""

    stream: int
    seq: int
    at_ns: int
    frame: bytes
    """As the worker wrote it; not looked at yet."""


def read_header(frame: bytes) -> TelemetryHeader:
    """The header of a whole frame; raises `FrameError`."""
    if len(frame) > MAX_FRAME_BYTES:
        raise FrameError(f"{len(frame)} bytes are more than a frame may have")
    try:
        header = TelemetryHeader.read(frame)
    except BinaryError as error:
        raise FrameError(str(error)) from error
    if header.frame_kind is None:
        raise FrameError(f"frame kind {header.kind} is unknown")
    if header.body_bytes != len(frame) - TELEMETRY_HEADER_BYTES:
        raise FrameError(
            f"the header says {header.body_bytes} bytes of body, "
            f"{len(frame) - TELEMETRY_HEADER_BYTES} came"
        )
    return header


def read_record(message: bytes) -> FrameRecord:
    """A binary message of the agent link; raises `FrameError`."""
    try:
        header = AgentRecordHeader.read(message)
    except BinaryError as error:
        raise FrameError(str(error)) from error
    frame = message[AGENT_RECORD_HEADER_BYTES:]
    return FrameRecord(header.stream, header.seq, header.at_ns, frame)


def read_columns(
    header: TelemetryHeader, frame: bytes, schema: FrameSchema
) -> list[NDArray[np.generic]]:
    """Columns in schema order; they look into `frame` and live as long as it."""
    if schema.schema_id != header.schema_id or schema.kind != header.frame_kind:
        raise FrameError(f"schema {schema.schema_id} does not describe this frame")
    expected = sum(column_bytes(column.type, header.rows) for column in schema.columns)
    if expected != header.body_bytes:
        raise FrameError(
            f"{header.rows} rows of schema {schema.schema_id} are {expected} bytes, not "
            f"{header.body_bytes}"
        )
    columns: list[NDArray[np.generic]] = []
    offset = TELEMETRY_HEADER_BYTES
    for column in schema.columns:
        columns.append(np.frombuffer(frame, _TYPES[column.type], header.rows, offset))
        offset += column_bytes(column.type, header.rows)
    return columns


def column_dtype(kind: ColumnType) -> np.dtype[np.generic]:
    return np.dtype(_TYPES[kind])


def pack_frame(header: TelemetryHeader, columns: list[NDArray[np.generic]]) -> bytes:
    """A frame from its columns; the inverse of `read_columns`. Sets the size of the body."""
    body = bytearray()
    for column in columns:
        raw = column.tobytes()
        body += raw + bytes(-len(raw) % 8)
    return replace(header, body_bytes=len(body)).write() + bytes(body)


def pack_record(stream: int, seq: int, at_ns: int, frame: bytes) -> bytes:
    """A frame as a binary message of the agent link."""
    return AgentRecordHeader(stream=stream, seq=seq, at_ns=at_ns).write() + frame
