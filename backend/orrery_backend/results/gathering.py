"""Frames of a running repeat on their way to the store: rows pile up by node and schema and leave
as chunks, frames of entities as thinned positions.

Not thread-safe; lives in the event loop. `take` hands over what is to be stored and begins anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from orrery_contracts.binary_records import TelemetryHeader
from orrery_contracts.telemetry import FrameKind, FrameSchema

from orrery_backend.kit.frames import FrameError, read_columns
from orrery_backend.results.chunks import Chunk, encode
from orrery_backend.results.positions import PositionThinning

Key = tuple[int, int, int]
"""Repeat, node, schema."""


@dataclass(slots=True)
class Gathering:
    """Of one run. `next_row` is where each series goes on."""

    schemas: dict[int, FrameSchema] = field(default_factory=dict)
    next_row: dict[Key, int] = field(default_factory=dict)
    positions: PositionThinning = field(default_factory=PositionThinning)
    _waiting: dict[Key, list[list[NDArray[np.generic]]]] = field(default_factory=dict)

    def add(self, node_index: int, header: TelemetryHeader, frame: bytes) -> None:
        """Raises FrameError if the frame does not fit its schema."""
        schema = self.schemas.get(header.schema_id)
        if schema is None:
            raise FrameError(f"schema {header.schema_id} was not announced")
        columns = read_columns(header, frame, schema)
        if header.frame_kind is FrameKind.ENTITIES:
            self.positions.add(header, schema, columns)
        elif header.rows:
            key = (header.repeat, node_index, header.schema_id)
            self._waiting.setdefault(key, []).append(columns)

    def take(self) -> list[Chunk]:
        taken, self._waiting = self._waiting, {}
        chunks: list[Chunk] = []
        for key, parts in taken.items():
            columns = [np.concatenate(values) for values in zip(*parts, strict=True)]
            rows = len(columns[0])
            first_row = self.next_row.get(key, 0)
            self.next_row[key] = first_row + rows
            summary, data = encode(columns)
            chunks.append(Chunk(*key, first_row, rows, summary, data))
        return chunks

    def forget(self, repeat: int) -> None:
        """Forgets what the repeat has brought: it begins again."""
        self.positions.forget(repeat)
        for known in (self.next_row, self._waiting):
            for key in [key for key in known if key[0] == repeat]:
                del known[key]
