"""What a viewer gets, taken apart."""

from __future__ import annotations

PLACE_BYTES = 16


def frames_of(message: bytes) -> list[bytes]:
    """The frames of a binary message, each with its place before it."""
    frames: list[bytes] = []
    while message:
        size = PLACE_BYTES + int.from_bytes(message[4:8], "little")
        frames.append(message[:size])
        message = message[size:]
    return frames
