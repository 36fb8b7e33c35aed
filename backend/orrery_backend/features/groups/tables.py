"""Groups: what was asked for. Which runs are in a group is said by the runs."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table, Text

from orrery_backend.kit.schema import metadata

run_groups = Table(
    "run_groups",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(63)),
    Column("version", Integer),
    Column("variant", String(63)),
    Column("title", String(120), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("interleaved", Boolean, nullable=False),
    Column("document", Text, nullable=False),
    Column("shapes_hold", Boolean),
    Column("idempotency_key", String(200), unique=True),
    Column("body_digest", String(64)),
    Column("note", Text, nullable=False, server_default=""),
    # JSON list.
    Column("tags", Text, nullable=False, server_default="[]"),
    # Grows with each change of title, note and tags: the ETag's source.
    Column("revision", Integer, nullable=False, server_default="1"),
)

group_numbers = Table(
    "group_numbers",
    metadata,
    # One row: the last number given, also if its group was deleted.
    Column("last", Integer, primary_key=True),
)
