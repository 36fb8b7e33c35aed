"""Frames as text (`?format=json`), for a person who looks at the stream with a plain client."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from orrery_contracts.api import SeriesColumn
from orrery_contracts.stream import DecodedFrame
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.features.live.topic import Entry
from orrery_backend.kit.frames import read_columns, read_header


def decode_frame(topic: str, entry: Entry, schemas: Mapping[int, FrameSchema]) -> str:
    """Without its schema a frame is shown by its header alone."""
    header = read_header(entry.body)
    schema = schemas.get(header.schema_id)
    columns: list[SeriesColumn] = []
    if schema is not None:
        for column, values in zip(
            schema.columns, read_columns(header, entry.body, schema), strict=True
        ):
            plain = [v if np.isfinite(v) else None for v in values.astype(np.float64).tolist()]
            columns.append(SeriesColumn(name=column.name, unit=column.unit, values=plain))
    return DecodedFrame(
        topic=topic,
        sequence=entry.sequence,
        node_index=header.node_index,
        repeat=header.repeat,
        done=header.done,
        time_ns=header.time_ns,
        dropped=header.dropped,
        columns=columns,
    ).model_dump_json()
