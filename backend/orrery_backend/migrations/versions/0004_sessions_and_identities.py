"""Sessions of browsers, keys of nodes, and numbers of runs that are never given twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("expires_s", sa.BigInteger, nullable=False),
        sa.Column("tokens", sa.String(64), nullable=False),
    )
    op.add_column("nodes", sa.Column("key_digest", sa.String(64)))
    op.create_table("run_numbers", sa.Column("last", sa.Integer, primary_key=True))
    op.execute("INSERT INTO run_numbers (last) SELECT coalesce(max(number), 0) FROM runs")
