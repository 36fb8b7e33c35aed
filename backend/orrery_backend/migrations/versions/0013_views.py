"""Saved views of the list of runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "views",
        sa.Column("name", sa.String(63), primary_key=True),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("author", sa.String(120), nullable=False),
        sa.Column("saved_ms", sa.BigInteger, nullable=False),
    )
