"""Tables of results: repeats, what each node measured, series as compressed chunks, and positions
of entities."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from orrery_backend.kit.schema import metadata


def _run_id() -> Column[str]:
    return Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True)


repeats = Table(
    "repeats",
    metadata,
    _run_id(),
    Column("repeat", Integer, primary_key=True),
    Column("state", String(16), nullable=False),
    Column("started_ms", BigInteger),
    Column("ended_ms", BigInteger),
    Column("replaces", Integer),
)

outputs = Table(
    "outputs",
    metadata,
    _run_id(),
    Column("repeat", Integer, primary_key=True),
    Column("node_index", Integer, primary_key=True),
    Column("stored_seq", BigInteger, nullable=False),
    Column("total_steps", String(20)),
    Column("result", Text),
    Column("exit_status", Integer),
    Column("surroundings", Text),
)

frame_schemas = Table(
    "frame_schemas",
    metadata,
    _run_id(),
    Column("schema_id", Integer, primary_key=True),
    Column("document", Text, nullable=False),
)

chunks = Table(
    "chunks",
    metadata,
    _run_id(),
    Column("repeat", Integer, primary_key=True),
    Column("node_index", Integer, primary_key=True),
    Column("schema_id", Integer, primary_key=True),
    Column("first_row", BigInteger, primary_key=True),
    Column("rows", Integer, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

position_frames = Table(
    "position_frames",
    metadata,
    _run_id(),
    Column("repeat", Integer, primary_key=True),
    Column("node_index", Integer, primary_key=True),
    Column("time_ns", BigInteger, primary_key=True),
    Column("done", BigInteger, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)
