"""The binary format of a spool's segment: fixed headers, lengths and checksums."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from orrery_contracts.worker import Phase

from orrery_agent.core import Record, RecordKind

SEGMENT_HEADER: Final = struct.Struct("<4sHHQ")
RECORD_HEADER: Final = struct.Struct("<IIQqBB6x")
MAGIC: Final = b"ORSP"
VERSION: Final = 1
MAX_PAYLOAD: Final = 16 << 20
_CHECKED_FROM: Final = 8
"""Offset in a record at which the checksum begins: it covers all but the length and itself."""
_PHASES: Final = tuple(Phase)


class DamagedError(OSError):
    """The file's content does not match its checksums or its format."""


def segment_header(node_index: int, first_seq: int) -> bytes:
    """The first bytes of a segment file."""
    return SEGMENT_HEADER.pack(MAGIC, VERSION, node_index, first_seq)


def read_segment_header(data: bytes) -> tuple[int, int]:
    """Returns node index and first sequence number. Raises `DamagedError` if this is no segment."""
    if len(data) < SEGMENT_HEADER.size:
        raise DamagedError("the segment's header is cut off")
    magic, version, node_index, first_seq = SEGMENT_HEADER.unpack_from(data)
    if magic != MAGIC or version != VERSION:
        raise DamagedError(f"not a spool segment of version {VERSION}")
    return node_index, first_seq


def pack(record: Record) -> bytes:
    """Encodes a record. Raises `ValueError` if its data is too large."""
    length = len(record.data)
    if length > MAX_PAYLOAD:
        raise ValueError(f"a record of {length} bytes is larger than {MAX_PAYLOAD}")
    phase = _PHASES.index(record.phase)
    head = RECORD_HEADER.pack(length, 0, record.seq, record.at_ns, record.kind, phase)[8:]
    crc = zlib.crc32(record.data, zlib.crc32(head))
    return struct.pack("<II", length, crc) + head + record.data


def payload_length(header: bytes) -> int:
    """Returns the bytes of data after a record's header. Raises `DamagedError` if invalid."""
    if len(header) < RECORD_HEADER.size:
        raise DamagedError("a record's header is cut off")
    length = int.from_bytes(header[:4], "little")
    if length > MAX_PAYLOAD:
        raise DamagedError(f"a record says it has {length} bytes")
    return length


def unpack(header: bytes, payload: bytes) -> Record:
    """Decodes a record. Raises `DamagedError` if it is incomplete or invalid."""
    length, crc, seq, at_ns, kind, phase = RECORD_HEADER.unpack(header)
    if len(payload) < length or zlib.crc32(payload, zlib.crc32(header[_CHECKED_FROM:])) != crc:
        raise DamagedError("a record's checksum does not match")
    if phase >= len(_PHASES):
        raise DamagedError(f"a record has the unknown phase {phase}")
    try:
        return Record(seq, at_ns, RecordKind(kind), _PHASES[phase], payload)
    except ValueError as unknown:
        raise DamagedError(f"a record is of the unknown kind {kind}") from unknown
