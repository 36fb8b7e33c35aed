"""A part of a series as a page draws it: thinned to at most so many points, extremes kept. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from orrery_contracts.api import Series, SeriesColumn, SeriesFrame
from orrery_contracts.telemetry import Column, FrameSchema

from orrery_backend.results.chunks import Chunk, decode_column, decode_summary

Floats = NDArray[np.float64]


def make_series(
    chunks: Sequence[Chunk],
    schema: FrameSchema,
    columns: Sequence[Column],
    rows: tuple[int, int],
    max_points: int,
    total_rows: int,
    total_steps: int | None,
) -> Series:
    """`chunks`: in order, all of one series, covering the rows (from, to). At least one."""
    first = chunks[0]
    drawn: list[SeriesColumn] = []
    points = 0
    thinned = False
    for column in columns:
        index = schema.columns.index(column)
        low, mean, high = _thin(chunks, schema, index, rows, max_points)
        points = len(mean)
        thinned = low is not None
        drawn.append(_column(column.name, column.unit, mean))
        if low is not None and high is not None:
            drawn.append(_column(f"{column.name}.min", column.unit, low))
            drawn.append(_column(f"{column.name}.max", column.unit, high))
    return Series(
        repeat=first.repeat,
        node_index=first.node_index,
        frame=SeriesFrame(schema.kind.value),
        points=points,
        total_rows=total_rows,
        total_steps=total_steps,
        thinned=thinned,
        columns=drawn,
    )


def _thin(
    chunks: Sequence[Chunk],
    schema: FrameSchema,
    index: int,
    rows: tuple[int, int],
    max_points: int,
) -> tuple[Floats | None, Floats, Floats | None]:
    """Minimum, mean and maximum of each point; no extremes where each point is a row."""
    if len(chunks) > max(8, max_points // 2):
        # Each chunk is finer than what will be drawn: its summary says enough.
        return _of_buckets(*_from_summaries(chunks, index), max_points)
    values = np.concatenate(
        [_part(chunk, schema, index, rows).astype(np.float64) for chunk in chunks]
    )
    if len(values) <= max_points:
        return None, values, None
    return _of_buckets(values, values, values, np.ones(len(values)), max_points)


def _part(
    chunk: Chunk, schema: FrameSchema, index: int, rows: tuple[int, int]
) -> NDArray[np.generic]:
    start = max(0, rows[0] - chunk.first_row)
    return decode_column(chunk, schema, index)[start : max(start, rows[1] - chunk.first_row)]


def _from_summaries(chunks: Sequence[Chunk], index: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Minimum, sum, maximum and rows of each chunk."""
    summaries = [decode_summary(chunk) for chunk in chunks]
    return (
        np.array([low[index] for low, _, _ in summaries]),
        np.array([total[index] for _, _, total in summaries]),
        np.array([high[index] for _, high, _ in summaries]),
        np.array([float(chunk.rows) for chunk in chunks]),
    )


def _of_buckets(
    low: Floats, total: Floats, high: Floats, weights: Floats, max_points: int
) -> tuple[Floats, Floats, Floats]:
    count = len(total)
    width = -(-count // max_points)
    starts = np.arange(0, count, width)
    with np.errstate(over="ignore", invalid="ignore"):
        mean = np.add.reduceat(total, starts) / np.add.reduceat(weights, starts)
    return np.minimum.reduceat(low, starts), mean, np.maximum.reduceat(high, starts)


def _column(name: str, unit: str, values: Floats) -> SeriesColumn:
    finite = np.isfinite(values)
    plain: list[float | None] = values.tolist()
    if not bool(finite.all()):
        plain = [value if ok else None for value, ok in zip(plain, finite.tolist(), strict=True)]
    return SeriesColumn(name=name, unit=unit, values=plain)
