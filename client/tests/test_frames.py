"""Telemetry frames as the stream carries them."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_client import Frame, FrameError
from orrery_contracts.telemetry import Column, ColumnRole, ColumnType, FrameKind, FrameSchema


def column(name: str, kind: ColumnType) -> Column:
    return Column(
        name=name, title=name, type=kind, unit="ns", role=ColumnRole.GAUGE, series="series"
    )


SCHEMA = FrameSchema(
    schema_id=7,
    kind=FrameKind.SAMPLES,
    columns=[column("steps", ColumnType.U32), column("time", ColumnType.F64)],
)


def message(steps: list[int], times: list[float], *, magic: int = 0x4D54524F) -> bytes:
    rows = len(steps)
    padded = struct.pack(f"<{rows}I", *steps)
    padded += bytes(-len(padded) % 8)
    body = padded + struct.pack(f"<{rows}d", *times)
    header = struct.pack("<IHHIIIIQQQIIQ", magic, 1, 7, 2, 1, 0, rows, 5, 40, 1000, len(body), 3, 0)
    return struct.pack("<HHIQ", 9, 2, len(header) + len(body), 77) + header + body


@given(
    st.lists(
        st.tuples(st.integers(0, 2**32 - 1), st.floats(allow_nan=False)), min_size=0, max_size=20
    )
)
def test_columns_come_back_as_they_were_written(rows: list[tuple[int, float]]) -> None:
    steps, times = [row[0] for row in rows], [row[1] for row in rows]
    [frame] = Frame.parse_all(message(steps, times))
    assert (frame.channel, frame.sequence, frame.node_index) == (9, 77, 1)
    assert (frame.done, frame.time_ns, frame.dropped) == (40, 1000, 3)
    first, second = frame.columns(SCHEMA)
    assert (list(first.values), list(second.values)) == (steps, times)


@pytest.mark.parametrize(
    "broken",
    [b"", message([1], [2.0])[:-1], message([1], [2.0], magic=1), message([1], [2.0]) + b"x"],
)
def test_what_is_no_frame_is_refused(broken: bytes) -> None:
    with pytest.raises(FrameError):
        Frame.parse_all(broken)


def test_a_message_holds_several_frames() -> None:
    together = message([1], [2.0]) + message([], []) + message([3, 4], [5.0, 6.0])
    assert [frame.rows for frame in Frame.parse_all(together)] == [1, 0, 2]
    with pytest.raises(FrameError):
        Frame.parse_all(together[:-1])


def test_a_frame_of_another_schema_is_refused() -> None:
    [frame] = Frame.parse_all(message([1], [2.0]))
    with pytest.raises(FrameError, match="schema 8"):
        frame.columns(SCHEMA.model_copy(update={"schema_id": 8}))
    with pytest.raises(FrameError, match="follow"):
        frame.columns(SCHEMA.model_copy(update={"columns": SCHEMA.columns[:1]}))
