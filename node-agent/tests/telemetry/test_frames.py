"""Frames are whole however the bytes are split; invalid frames are refused."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_agent.telemetry import BadFrameError, Frame, FrameSplitter

NODE, REPEAT = 3, 2


def frame(number: int, *, body: int = 16, **changes: int) -> bytes:
    """A frame; `changes` replace header fields by name."""
    fields = {
        "magic": 0x4D54524F, "version": 1, "schema_id": 1, "kind": 1, "node_index": NODE,
        "repeat": REPEAT, "rows": 1, "sequence": number, "done": 10 * number, "time_ns": 99,
        "body_bytes": body, "dropped": 0, "reserved": 0,
    }  # fmt: skip
    fields.update(changes)
    return struct.pack("<IHHIIIIQQQIIQ", *fields.values()) + b"b" * body


@given(
    bodies=st.lists(st.integers(0, 200), max_size=8),
    cuts=st.lists(st.integers(0, 3000), max_size=9),
)
def test_frames_come_out_whole(bodies: list[int], cuts: list[int]) -> None:
    frames = [
        frame(sequence, body=body, kind=1 + (body % 3), rows=1)
        for sequence, body in enumerate(bodies, 1)
    ]
    data = b"".join(frames)
    places = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    splitter = FrameSplitter(NODE, REPEAT)
    found: list[Frame] = []
    for begin, end in pairwise(places):
        found += splitter.feed(data[begin:end])
    splitter.finish()
    assert [each.data for each in found] == frames
    assert [each.samples for each in found] == [body % 3 == 1 for body in bodies]
    assert [each.momentary for each in found] == [body % 3 == 2 for body in bodies]
    assert [each.done for each in found] == [10 * n for n in range(1, len(bodies) + 1)]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("magic", 1), ("version", 2), ("schema_id", 0), ("kind", 4), ("kind", 0), ("rows", 0),
        ("rows", 2), ("node_index", 1), ("repeat", 0), ("sequence", 1), ("sequence", 3),
        ("reserved", 1), ("body_bytes", (1 << 20) - 63), ("body_bytes", 0xFFFFFFFF),
    ],
)  # fmt: skip
def test_a_header_that_breaks_the_format_is_refused(field: str, value: int) -> None:
    splitter = FrameSplitter(NODE, REPEAT)
    assert len(list(splitter.feed(frame(1)))) == 1
    words = "larger than 1048576" if field == "body_bytes" else rf"\b{value}\b"
    with pytest.raises(BadFrameError, match=words):
        list(splitter.feed(frame(2, **{field: value})))


def test_the_largest_frame_is_taken() -> None:
    (found,) = FrameSplitter(NODE, REPEAT).feed(frame(1, body=(1 << 20) - 64))
    assert len(found.data) == 1 << 20


@given(st.binary(min_size=64, max_size=300))
def test_garbage_is_refused(data: bytes) -> None:
    with pytest.raises(BadFrameError):
        list(FrameSplitter(NODE, REPEAT).feed(b"x" + data))


def test_a_frame_that_is_cut_off_is_told() -> None:
    splitter = FrameSplitter(NODE, REPEAT)
    assert list(splitter.feed(frame(1)[:70])) == []
    with pytest.raises(BadFrameError, match="70 bytes"):
        splitter.finish()
