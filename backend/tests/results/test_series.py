"""Series at rest and thinned: nothing is lost, extremes stay."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from backend_testing.facts import SAMPLES, entities_frame, samples_frame, schemas
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.frames import FrameError, read_header
from orrery_backend.results.chunks import (
    FULL_ROWS,
    Chunk,
    decode_column,
    decode_summary,
    encode,
)
from orrery_backend.results.gathering import Gathering
from orrery_backend.results.series import make_series
from orrery_backend.results.service import join_chunks

pytestmark = pytest.mark.both_stores

_SCHEMA = schemas()[1]
_STEP_TIME = _SCHEMA.columns[1]


def _chunks(values: list[float], rows: int) -> list[Chunk]:
    chunks = []
    for first in range(0, len(values), rows):
        part = np.array(values[first : first + rows], "<f4")
        steps = np.arange(first, first + len(part)).astype("<u4")
        summary, data = encode([steps, part])
        chunks.append(Chunk(0, 1, SAMPLES, first, len(part), summary, data))
    return chunks


_VALUES = st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=300)


@given(_VALUES, st.integers(1, 70))
def test_columns_come_back_exactly(values: list[float], rows: int) -> None:
    chunks = _chunks(values, rows)
    assert np.concatenate([decode_column(c, _SCHEMA, 1) for c in chunks]).tolist() == values
    low, high, total = decode_summary(chunks[0])
    assert (low[1], high[1]) == (min(values[:rows]), max(values[:rows]))
    assert total[1] == pytest.approx(sum(values[:rows]), rel=1e-6, abs=1e-3)


@given(_VALUES, st.integers(1, 70))
def test_joined_chunks_hold_the_same_rows(values: list[float], rows: int) -> None:
    joined = join_chunks(_chunks(values, rows), _SCHEMA)
    assert [c.first_row for c in joined] == list(range(0, len(values), FULL_ROWS))
    assert np.concatenate([decode_column(c, _SCHEMA, 1) for c in joined]).tolist() == values


@given(_VALUES, st.integers(1, 70), st.integers(1, 400))
def test_thinning_keeps_extremes_and_the_mean(
    values: list[float], rows: int, max_points: int
) -> None:
    series = make_series(
        _chunks(values, rows),
        _SCHEMA,
        [_STEP_TIME],
        (0, len(values)),
        max_points,
        len(values),
        None,
    )
    assert series.points <= max_points
    columns = {column.name: column.values for column in series.columns}
    if not series.thinned:
        assert columns["step_time"] == values
        return
    lows = [v for v in columns["step_time.min"] if v is not None]
    highs = [v for v in columns["step_time.max"] if v is not None]
    assert (min(lows), max(highs)) == (min(values), max(values))
    for low, mean, high in zip(lows, columns["step_time"], highs, strict=True):
        assert mean is not None
        assert low - 1e-3 <= mean <= high + 1e-3


def test_a_part_of_a_series_is_just_that_part() -> None:
    values = [float(v) for v in range(100)]
    chunks = [c for c in _chunks(values, 30) if c.first_row < 50 and c.first_row + c.rows > 25]
    series = make_series(chunks, _SCHEMA, [_STEP_TIME], (25, 50), 1000, 100, 3000)
    assert series.columns[0].values == values[25:50]
    assert (series.total_rows, series.total_steps) == (100, 3000)


def test_values_that_are_no_numbers_are_absent() -> None:
    series = make_series(
        _chunks([1.0, float("nan"), float("inf")], 3), _SCHEMA, [_STEP_TIME], (0, 3), 10, 3, None
    )
    assert series.columns[0].values == [1.0, None, None]


def test_gathered_frames_leave_as_chunks_in_order() -> None:
    gathering = Gathering({s.schema_id: s for s in schemas()})
    for number, first in enumerate((0, 3)):
        frame = samples_frame(1, 0, number + 1, first, first, [1.0, 2.0, 3.0])
        gathering.add(1, read_header(frame), frame)
    (chunk,) = gathering.take()
    assert (chunk.first_row, chunk.rows) == (0, 6)
    assert decode_column(chunk, _SCHEMA, 0).tolist() == [0, 1, 2, 3, 4, 5]
    frame = samples_frame(1, 0, 3, 6, 6, [4.0])
    gathering.add(1, read_header(frame), frame)
    assert [c.first_row for c in gathering.take()] == [6]
    assert gathering.take() == []


def test_frames_of_any_number_of_rows_keep_their_values_and_their_order() -> None:
    gathering = Gathering({s.schema_id: s for s in schemas()})
    step = 0
    for number, rows in enumerate((1, 1, 3, 3, 3, 2, 1), start=1):
        values = [float(step + row) for row in range(rows)]
        frame = samples_frame(1, 0, number, step, step, values)
        gathering.add(1, read_header(frame), frame)
        step += rows
    (chunk,) = gathering.take()
    assert chunk.rows == step
    for index in (0, 1):
        assert decode_column(chunk, _SCHEMA, index).tolist() == list(range(step))


def test_positions_of_entities_are_checked_and_no_series() -> None:
    gathering = Gathering({schema.schema_id: schema for schema in schemas()})
    frame = entities_frame(1, 0, 1, [0.5, 0.25])
    gathering.add(1, read_header(frame), frame)
    assert gathering.take() == []
    with pytest.raises(FrameError):
        gathering.add(1, replace(read_header(frame), rows=5), frame)


def test_a_frame_without_schema_is_refused() -> None:
    frame = samples_frame(1, 0, 1, 0, 0, [1.0])
    with pytest.raises(FrameError):
        Gathering().add(1, read_header(frame), frame)
