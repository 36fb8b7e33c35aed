"""What a viewer gets, taken apart."""

from __future__ import annotations

from orrery_contracts.binary_records import STREAM_RECORD_HEADER_BYTES, StreamRecordHeader


def frames_of(message: bytes) -> list[bytes]:
    """The frames of a binary message, each with its place before it."""
    frames: list[bytes] = []
    while message:
        size = STREAM_RECORD_HEADER_BYTES + StreamRecordHeader.read(message).frame_bytes
        frames.append(message[:size])
        message = message[size:]
    return frames
