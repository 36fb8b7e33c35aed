"""Positions of entities over repeats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "position_frames",
        sa.Column(
            "run_id", sa.String(26), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("repeat", sa.Integer, primary_key=True),
        sa.Column("node_index", sa.Integer, primary_key=True),
        sa.Column("time_ns", sa.BigInteger, primary_key=True),
        sa.Column("done", sa.BigInteger, nullable=False),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
