"""Users and API tokens. Sessions name what they were signed in with; those from before end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("name", sa.String(63), primary_key=True),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("password_hash", sa.String(200), nullable=False),
        sa.Column("disabled", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("last_sign_in_ms", sa.BigInteger),
    )
    op.create_table(
        "tokens",
        sa.Column("name", sa.String(63), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("node", sa.String(63)),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("created_by", sa.String(120), nullable=False),
        sa.Column("expires_s", sa.BigInteger),
        sa.Column("last_used_s", sa.BigInteger),
        sa.Column("revoked_ms", sa.BigInteger),
    )
    op.drop_table("sessions")
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("expires_s", sa.BigInteger, nullable=False),
    )
