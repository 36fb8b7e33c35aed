"""Series at rest: a chunk holds some rows of one schema, each column compressed for itself, with a
summary for zooming.

Data: u32 number of columns, u32 size of each, then each column's values, zstd. A column is read
without the others. Summary: three f64 arrays over columns: minimum, maximum, sum.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import numpy as np
import zstandard
from numpy.typing import NDArray
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.kit.frames import column_dtype

#: Rows of a full chunk: small enough to read a part of a series, large enough to compress.
FULL_ROWS = 4096

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
    """Summary and data."""
    compressor = zstandard.ZstdCompressor(level=3)
    parts = [compressor.compress(np.ascontiguousarray(column).tobytes()) for column in columns]
    head = struct.pack(f"<I{len(parts)}I", len(parts), *map(len, parts))
    as_floats = [column.astype(np.float64) for column in columns]
    summary = np.array(
        [
            [values.min() if values.size else 0.0 for values in as_floats],
            [values.max() if values.size else 0.0 for values in as_floats],
            [values.sum() for values in as_floats],
        ],
        dtype="<f8",
    )
    return summary.tobytes(), head + b"".join(parts)


def decode_column(chunk: Chunk, schema: FrameSchema, index: int) -> NDArray[np.generic]:
    """One column's values as they were recorded. Raises ValueError if the chunk does not fit the
    schema.
    """
    (count,) = struct.unpack_from("<I", chunk.data)
    if count != len(schema.columns):
        raise ValueError(f"a chunk of {count} columns does not fit schema {schema.schema_id}")
    sizes = struct.unpack_from(f"<{count}I", chunk.data, 4)
    start = 4 + 4 * count + sum(sizes[:index])
    dtype = column_dtype(schema.columns[index].type)
    raw = zstandard.ZstdDecompressor().decompress(
        chunk.data[start : start + sizes[index]], max_output_size=chunk.rows * dtype.itemsize
    )
    return np.frombuffer(raw, dtype)


def decode_summary(chunk: Chunk) -> tuple[Floats, Floats, Floats]:
    """Minimum, maximum and sum by column."""
    table = np.frombuffer(chunk.summary, "<f8").reshape(3, -1)
    return table[0], table[1], table[2]
