"""Webhooks and their deliveries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("name", sa.String(63), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("secret", sa.String(120), nullable=False),
        sa.Column("enabled", sa.Boolean, nullable=False),
        sa.Column("disabled_reason", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("created_by", sa.String(120), nullable=False),
    )
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("webhook", sa.String(63), nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("event", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(120), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("tried_ms", sa.BigInteger),
        sa.Column("next_ms", sa.BigInteger),
        sa.UniqueConstraint("webhook", "source", name="uq_webhook_deliveries_webhook_source"),
    )
    op.create_index(
        "ix_webhook_deliveries_webhook_state_next_ms",
        "webhook_deliveries",
        ["webhook", "state", "next_ms"],
    )
    op.create_table(
        "webhook_run_ends",
        sa.Column("run_id", sa.String(26), primary_key=True),
        sa.Column("group_id", sa.String(26)),
        sa.Column("ended_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "webhook_nodes",
        sa.Column("name", sa.String(63), primary_key=True),
        sa.Column("online", sa.Boolean, nullable=False),
    )
