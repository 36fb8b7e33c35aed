"""Baselines by name: copies of what sweeps and suites measured."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table, Text

from orrery_backend.kit.schema import metadata

baselines = Table(
    "baselines",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("set_ms", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
)
