"""Groups of runs: sweeps and suites; which place a run has in one, and what its repeats took."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "run_groups",
        sa.Column("id", sa.String(26), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(63)),
        sa.Column("version", sa.Integer),
        sa.Column("variant", sa.String(63)),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("interleaved", sa.Boolean, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("shapes_hold", sa.Boolean),
        sa.Column("idempotency_key", sa.String(200), unique=True),
        sa.Column("body_digest", sa.String(64)),
    )
    for column in (
        sa.Column("group_id", sa.String(26)),
        sa.Column("group_cell", sa.Integer),
        sa.Column("group_ref", sa.Text),
        sa.Column("interleaved", sa.Boolean),
        sa.Column("busy_ms", sa.BigInteger),
    ):
        op.add_column("runs", column)
    op.create_index("ix_runs_group_id_number", "runs", ["group_id", "number"])
