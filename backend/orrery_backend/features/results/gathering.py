"""Frames of a running repeat on their way to the store: they wait by node and schema as the worker
wrote them, and leave as chunks of rows. Only their headers are read when they come.

Not thread-safe; lives in the event loop. `take` hands over what is to be stored and begins anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from orrery_contracts.binary_records import TelemetryHeader
from orrery_contracts.telemetry import FrameKind, FrameSchema

from orrery_backend.features.results.chunks import Chunk, encode
from orrery_backend.kit.frames import FrameError, check_columns, join_columns

Key = tuple[int, int, int]
"""Repeat, node, schema."""


@dataclass(slots=True)
class Gathering:
    """Of one run. `next_row` is where each series goes on."""

    schemas: dict[int, FrameSchema] = field(default_factory=dict)
    next_row: dict[Key, int] = field(default_factory=dict)
    _waiting: dict[Key, list[tuple[int, bytes]]] = field(default_factory=dict)
    """Frames with their numbers of rows."""

    def add(self, node_index: int, header: TelemetryHeader, frame: bytes) -> None:
        """Raises FrameError if the frame does not fit its schema."""
        schema = self.schemas.get(header.schema_id)
        if schema is None:
            raise FrameError(f"schema {header.schema_id} was not announced")
        check_columns(header, schema)
        # What entities are at a moment is shown, not stored: rows of many moments are no series.
        if header.rows and header.frame_kind is not FrameKind.ENTITIES:
            key = (header.repeat, node_index, header.schema_id)
            self._waiting.setdefault(key, []).append((header.rows, frame))

    def take(self) -> list[Chunk]:
        taken, self._waiting = self._waiting, {}
        chunks: list[Chunk] = []
        for key, frames in taken.items():
            columns = _columns(frames, self.schemas[key[2]])
            rows = len(columns[0])
            first_row = self.next_row.get(key, 0)
            self.next_row[key] = first_row + rows
            summary, data = encode(columns)
            chunks.append(Chunk(*key, first_row, rows, summary, data))
        return chunks

    def forget(self, repeat: int) -> None:
        """The repeat begins anew."""
        for known in (self.next_row, self._waiting):
            for key in [key for key in known if key[0] == repeat]:
                del known[key]


def _columns(frames: list[tuple[int, bytes]], schema: FrameSchema) -> list[NDArray[np.generic]]:
    """The rows of all frames. Neighbours with the same number of rows are read at once."""
    parts = [
        join_columns([frame for _, frame in alike], rows, schema)
        for rows, alike in groupby(frames, key=lambda each: each[0])
    ]
    return [np.concatenate(values) for values in zip(*parts, strict=True)]
