"""The binary records that cross borders: telemetry frames, and what carries them over the agent
link and the live stream (docs/formats/telemetry.md, agent-link.md, live-stream.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from orrery_contracts.binary import I64, U16, U32, U64, BinaryHeader, size_of
from orrery_contracts.telemetry import ColumnType, FrameKind

#: Largest telemetry frame, header included.
MAX_FRAME_BYTES = 1 << 20

#: `TelemetryHeader.kind` of each kind of frame.
FRAME_KIND_NUMBERS = {FrameKind.WINDOW: 1, FrameKind.SAMPLES: 2, FrameKind.ENTITIES: 3}

_FRAME_KINDS = {number: kind for kind, number in FRAME_KIND_NUMBERS.items()}

#: Bytes of one value of a column. A column is padded to a multiple of `COLUMN_ALIGNMENT` bytes.
COLUMN_TYPE_BYTES = {
    ColumnType.U32: 4,
    ColumnType.U64: 8,
    ColumnType.F32: 4,
    ColumnType.F64: 8,
}
COLUMN_ALIGNMENT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetryHeader(BinaryHeader):
    """Header of a telemetry frame. The columns follow, in the schema's order."""

    TITLE: ClassVar[str] = "a telemetry frame"

    magic: Annotated[U32, "The bytes `ORTM`."] = 0x4D54524F
    version: U16 = 1
    schema_id: Annotated[U16, "Which `FrameSchema` the body follows."]
    kind: Annotated[U32, "Number of the frame's kind."]
    node_index: Annotated[U32, "Of the worker in the run."]
    repeat: Annotated[U32, "Of the run."]
    rows: Annotated[U32, "1 for a window."]
    sequence: Annotated[U64, "From 1, of all frames of a worker and repeat."]
    done: Annotated[U64, "Steps done of the measured part."]
    time_ns: Annotated[U64, "Time since the measured part began, in ns."]
    body_bytes: Annotated[U32, "Bytes that follow the header."]
    dropped: Annotated[U32, "Records lost since the last frame because the ring was full."]
    reserved: U64 = 0

    @property
    def frame_kind(self) -> FrameKind | None:
        """None: a kind that this version does not know."""
        return _FRAME_KINDS.get(self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRecordHeader(BinaryHeader):
    """Header of an output record of the agent link that carries a telemetry frame."""

    TITLE: ClassVar[str] = "an output record"

    magic: Annotated[U32, "The bytes `ORAF`."] = 0x4641524F
    version: U16 = 1
    stream: Annotated[U16, "Announced by `output_opened` on the link."]
    seq: Annotated[U64, "Number of the record in its output, from 1."]
    at_ns: Annotated[I64, "The agent's wall clock, in ns since 1970."]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRecordHeader(BinaryHeader):
    """Header of a telemetry frame in a binary message of the live stream."""

    TITLE: ClassVar[str] = "a message of the live stream"

    channel: Annotated[U16, "Names the topic, by `subscribed.channel`."]
    version: U16 = 2
    frame_bytes: Annotated[U32, "Bytes of the frame that follows."]
    sequence: Annotated[U64, "Of the topic's log."]


TELEMETRY_HEADER_BYTES = size_of(TelemetryHeader)
AGENT_RECORD_HEADER_BYTES = size_of(AgentRecordHeader)
STREAM_RECORD_HEADER_BYTES = size_of(StreamRecordHeader)


def column_bytes(kind: ColumnType, rows: int) -> int:
    """Bytes of a column in a body, padding included."""
    used = rows * COLUMN_TYPE_BYTES[kind]
    return -(-used // COLUMN_ALIGNMENT) * COLUMN_ALIGNMENT
