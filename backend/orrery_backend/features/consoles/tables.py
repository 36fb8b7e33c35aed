"""The console that leads. A store in a file has one console, and no row here."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table

from orrery_backend.kit.schema import metadata

console_leader = Table(
    "console_leader",
    metadata,
    # One row, of number 1.
    Column("id", Integer, primary_key=True, autoincrement=False),
    # Counts the leaders that there were.
    Column("term", BigInteger, nullable=False),
    # Where other consoles reach the leader.
    Column("address", String(255), nullable=False),
    # By which the leader knows calls that other consoles pass on. New with each term.
    Column("secret", String(64), nullable=False),
    Column("since_ms", BigInteger, nullable=False),
)
