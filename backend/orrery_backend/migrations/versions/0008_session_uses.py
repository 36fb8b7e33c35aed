"""Sessions say from where and when they were opened and last used; those from before end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("sessions")
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("address", sa.String(120), nullable=False),
        sa.Column("opened_s", sa.BigInteger, nullable=False),
        sa.Column("used_s", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("scope", sa.String(16)),
    )
