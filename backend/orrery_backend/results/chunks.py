"""Series at rest: a chunk holds some rows of one schema, each column for itself, with a summary for
zooming.

Data: u32 number of columns, its highest bit set if columns are compressed (zstd); u32 size of each
column; then the columns' values. A column is read without the others. Chunks of a few rows, as a
running repeat leaves them, are not worth compressing.
Summary: three f64 arrays over columns: minimum, maximum, sum.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import zstandard
from numpy.typing import NDArray
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.kit.frames import column_dtype

#: Rows of a full chunk: small enough to read a part of a series, large enough to compress.
FULL_ROWS = 4096
_PLAIN_ROWS = 32
_MOST_ROWS = 1 << 20
_COMPRESSED = 1 << 31

Columns = list[NDArray[np.generic]]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored piece of a series."""

    repeat: int
    node_index: int
    schema_id: int
    first_row: int
    rows: int
    summary: bytes
    data: bytes


def encode(columns: Columns) -> tuple[bytes, bytes]:
    """Summary and data. All columns have the same number of rows."""
    rows = len(columns[0])
    parts = [column.tobytes() for column in columns]
    count = len(parts)
    if rows > _PLAIN_ROWS:
        compressor = zstandard.ZstdCompressor(level=3)
        parts = [compressor.compress(part) for part in parts]
        count |= _COMPRESSED
    head = struct.pack(f"<I{len(parts)}I", count, *map(len, parts))
    return _summary(columns, rows), head + b"".join(parts)


def _summary(columns: Columns, rows: int) -> bytes:
    table = np.empty((len(columns), rows))
    for index, column in enumerate(columns):
        table[index] = column
    # A worker may measure anything: a sum that overflows is infinite, one with a NaN is NaN.
    with np.errstate(over="ignore", invalid="ignore"):
        summary = np.array([table.min(axis=1), table.max(axis=1), table.sum(axis=1)], dtype="<f8")
    return summary.tobytes()


def decode_column(chunk: Chunk, schema: FrameSchema, index: int) -> NDArray[np.generic]:
    """One column's values as recorded. Raises ValueError if the chunk does not fit the schema."""
    (marked,) = struct.unpack_from("<I", chunk.data)
    count = marked & ~_COMPRESSED
    if count != len(schema.columns):
        raise ValueError(f"a chunk of {count} columns does not fit schema {schema.schema_id}")
    sizes = struct.unpack_from(f"<{count}I", chunk.data, 4)
    start = 4 + 4 * count + sum(sizes[:index])
    dtype = column_dtype(schema.columns[index].type)
    raw = chunk.data[start : start + sizes[index]]
    if marked & _COMPRESSED:
        raw = zstandard.ZstdDecompressor().decompress(
            raw, max_output_size=chunk.rows * dtype.itemsize
        )
    return np.frombuffer(raw, dtype)


def check_chunks(chunks: Sequence[Chunk], schema: FrameSchema) -> None:
    """Raises ValueError unless every value of a series can be read, in the memory that its rows
    need. For chunks that others have written.
    """
    row = 0
    for chunk in chunks:
        where = f"rows from {chunk.first_row} of schema {schema.schema_id}"
        if chunk.first_row != row or not 0 < chunk.rows <= _MOST_ROWS:
            raise ValueError(f"{where} do not follow {row}")
        row += chunk.rows
        try:
            _check_columns(chunk, schema)
            decode_summary(chunk)
        except (struct.error, zstandard.ZstdError, TypeError) as error:
            raise ValueError(f"{where}: {error}") from error
        if len(chunk.summary) != 3 * 8 * len(schema.columns):
            raise ValueError(f"{where} have no summary")


def _check_columns(chunk: Chunk, schema: FrameSchema) -> None:
    (marked,) = struct.unpack_from("<I", chunk.data)
    count = len(schema.columns)
    sizes = struct.unpack_from(f"<{count}I", chunk.data, 4)
    start = 4 + 4 * count
    for index, size in enumerate(sizes):
        expected = chunk.rows * column_dtype(schema.columns[index].type).itemsize
        part = chunk.data[start : start + size]
        start += size
        says = zstandard.frame_content_size(part) if marked & _COMPRESSED else len(part)
        if says != expected or len(decode_column(chunk, schema, index)) != chunk.rows:
            raise ValueError(f"a column of {says} bytes, not {expected}")


def decode_summary(chunk: Chunk) -> tuple[Floats, Floats, Floats]:
    """Minimum, maximum and sum by column."""
    table = np.frombuffer(chunk.summary, "<f8").reshape(3, -1)
    return table[0], table[1], table[2]
