"""Webhooks, their deliveries, and what is still to be told."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from orrery_backend.kit.schema import metadata

webhooks = Table(
    "webhooks",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("url", Text, nullable=False),
    # JSON: a list of names.
    Column("events", Text, nullable=False),
    # Signatures need the secret itself, not a digest.
    Column("secret", String(120), nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("disabled_reason", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("created_by", String(120), nullable=False),
)

deliveries = Table(
    "webhook_deliveries",
    metadata,
    # The header webhook-id.
    Column("id", String(40), primary_key=True),
    Column("webhook", String(63), nullable=False),
    # Names what happened, so that it is delivered once.
    Column("source", String(200), nullable=False),
    Column("event", String(40), nullable=False),
    Column("subject", String(120), nullable=False),
    Column("body", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("status", Integer),
    Column("error", Text, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("tried_ms", BigInteger),
    Column("next_ms", BigInteger),
    UniqueConstraint("webhook", "source"),
    Index("ix_webhook_deliveries_webhook_state_next_ms", "webhook", "state", "next_ms"),
)

#: Runs whose end is stored and not yet turned into deliveries.
run_ends = Table(
    "webhook_run_ends",
    metadata,
    Column("run_id", String(26), primary_key=True),
    Column("group_id", String(26)),
    Column("ended_ms", BigInteger, nullable=False),
)

#: State of each node as it was told last.
node_states = Table(
    "webhook_nodes",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("online", Boolean, nullable=False),
)
