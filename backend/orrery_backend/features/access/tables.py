"""Users, API tokens, sessions of browsers, and the audit log."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table

from orrery_backend.kit.schema import metadata

users = Table(
    "users",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("scope", String(16), nullable=False),
    Column("password_hash", String(200), nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("last_sign_in_ms", BigInteger),
)

tokens = Table(
    "tokens",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("scope", String(16), nullable=False),
    Column("node", String(63)),
    Column("created_ms", BigInteger, nullable=False),
    Column("created_by", String(120), nullable=False),
    Column("expires_s", BigInteger),
    Column("last_used_s", BigInteger),
    Column("revoked_ms", BigInteger),
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("source", String(80), nullable=False),
    Column("address", String(120), nullable=False),
    Column("opened_s", BigInteger, nullable=False),
    Column("used_s", BigInteger, nullable=False),
    Column("name", String(120), nullable=False),
    Column("scope", String(16)),
)

audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("who", String(120), nullable=False),
    Column("address", String(120), nullable=False),
    Column("action", String(120), nullable=False),
    Column("target", String(2000), nullable=False),
    Column("status", Integer, nullable=False),
)
