"""Saved views by name."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table, Text

from orrery_backend.kit.schema import metadata

views = Table(
    "views",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("query", Text, nullable=False),
    Column("author", String(120), nullable=False),
    Column("saved_ms", BigInteger, nullable=False),
)
