"""Sessions of browsers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table

from orrery_backend.kit.schema import metadata

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("expires_s", BigInteger, nullable=False),
    Column("tokens", String(64), nullable=False),
)
