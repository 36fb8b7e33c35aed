"""Frames: whatever the bytes, a value or FrameError."""

from __future__ import annotations

import struct
from contextlib import suppress

import numpy as np
import pytest
from backend_testing.facts import samples_frame, schemas, window_frame
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.frames import (
    FrameError,
    pack_record,
    read_columns,
    read_header,
    read_record,
)
from orrery_contracts.binary_records import TELEMETRY_HEADER_BYTES
from orrery_contracts.telemetry import FrameKind


def test_header_is_at_the_documented_offsets() -> None:
    frame = bytearray(TELEMETRY_HEADER_BYTES)
    struct.pack_into("<IHH", frame, 0, 0x4D54524F, 1, 7)
    struct.pack_into("<IIII", frame, 8, 2, 3, 4, 0)
    struct.pack_into("<QQQ", frame, 24, 9, 120, 1_000_000)
    struct.pack_into("<IIQ", frame, 48, 0, 5, 0)
    header = read_header(bytes(frame))
    assert header.schema_id == 7
    assert header.frame_kind is FrameKind.SAMPLES
    assert (header.node_index, header.repeat, header.rows) == (3, 4, 0)
    assert (header.sequence, header.done, header.time_ns) == (9, 120, 1_000_000)
    assert (header.body_bytes, header.dropped) == (0, 5)


def test_columns_come_back_as_they_were() -> None:
    frame = samples_frame(1, 2, 3, 100, 40, [1.5, 2.5, 3.5])
    header = read_header(frame)
    step, step_time = read_columns(header, frame, schemas()[1])
    assert step.tolist() == [40, 41, 42]
    assert step_time.tolist() == [1.5, 2.5, 3.5]
    # Three u32 are twelve bytes, padded to sixteen; so are three f32.
    assert header.body_bytes == 32


def test_record_carries_the_frame_as_it_is() -> None:
    frame = window_frame(0, 0, 1, 10, 5.0)
    record = read_record(pack_record(3, 17, -5, frame))
    assert (record.stream, record.seq, record.at_ns, record.frame) == (3, 17, -5, frame)


@pytest.mark.parametrize(
    ("offset", "value"),
    [(0, b"XXXX"), (4, b"\x02\x00"), (8, b"\x07\x00\x00\x00"), (48, b"\xff\xff\xff\x7f")],
    ids=["magic", "version", "kind", "body size"],
)
def test_a_damaged_header_is_refused(offset: int, value: bytes) -> None:
    frame = bytearray(window_frame(0, 0, 1, 10, 5.0))
    frame[offset : offset + len(value)] = value
    with pytest.raises(FrameError):
        read_header(bytes(frame))


def test_rows_that_do_not_fit_the_body_are_refused() -> None:
    frame = bytearray(window_frame(0, 0, 1, 10, 5.0))
    struct.pack_into("<I", frame, 20, 2**31)
    header = read_header(bytes(frame))
    with pytest.raises(FrameError):
        read_columns(header, bytes(frame), schemas()[0])


@given(st.binary(max_size=400))
def test_garbage_never_breaks_the_decoder(garbage: bytes) -> None:
    for read in (read_header, read_record):
        with suppress(FrameError):
            read(garbage)


@given(st.integers(0, 23 + 64), st.binary(min_size=1, max_size=8))
def test_a_frame_damaged_anywhere_is_read_or_refused(offset: int, damage: bytes) -> None:
    frame = bytearray(samples_frame(0, 0, 1, 10, 0, [1.0, 2.0]))
    frame[offset : offset + len(damage)] = damage
    try:
        header = read_header(bytes(frame))
        columns = read_columns(header, bytes(frame), schemas()[1])
    except FrameError:
        return
    assert all(isinstance(column, np.ndarray) for column in columns)
