"""Notes on runs and on steps of runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "run_annotations",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column(
            "run_id", sa.String(26), sa.ForeignKey("runs.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("author", sa.String(120), nullable=False),
        sa.Column("repeat", sa.Integer),
        sa.Column("step", sa.BigInteger),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_run_annotations_run_id", "run_annotations", ["run_id"])
