"""Tables of the fleet."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text

from orrery_backend.kit.schema import metadata

nodes = Table(
    "nodes",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("colour", Integer, nullable=False),
    Column("facts", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("key_digest", String(64)),
)
