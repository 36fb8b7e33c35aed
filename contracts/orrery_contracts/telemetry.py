"""Telemetry schemas: a frame's columns, described once as JSON; frames themselves are binary
(docs/formats/telemetry.md)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Label, Slug


class ColumnType(StrEnum):
    """How a column's values are stored, little-endian."""

    U32 = "u32"
    U64 = "u64"
    F32 = "f32"
    F64 = "f64"


class FrameKind(StrEnum):
    """`window`: one row that sums up an interval. `samples`: full-resolution rows. `entities`: what
    the entities of a node are at a moment, a row for each; of many, a sample."""

    WINDOW = "window"
    SAMPLES = "samples"
    ENTITIES = "entities"


class ColumnRole(StrEnum):
    """What a column is for, so that a page can draw it without knowing the workload."""

    INDEX = "index"
    TIME = "time"
    DURATION = "duration"
    ACTIVITY = "activity"
    MESSAGES = "messages"
    BYTES = "bytes"
    GAUGE = "gauge"
    COUNTER = "counter"
    PATH = "path"
    RECEIVER = "receiver"
    POSITION = "position"


class Column(Contract):
    """One column of a frame."""

    name: Slug
    title: Label
    type: ColumnType
    unit: Label
    role: ColumnRole
    series: Slug
    """Groups columns: `step_time` has `step_time.mean`, `step_time.p99`; an activity or a
    message kind names itself."""


class FrameSchema(Contract):
    """The columns of one kind of frame, in order."""

    schema_id: Annotated[int, Field(ge=1, le=65535)]
    kind: FrameKind
    columns: Annotated[list[Column], Field(min_length=1, max_length=256)]
