"""Named baselines; numbers of groups that are never given again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "baselines",
        sa.Column("name", sa.String(63), primary_key=True),
        sa.Column("set_ms", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_table("group_numbers", sa.Column("last", sa.Integer, primary_key=True))
    op.execute("INSERT INTO group_numbers (last) SELECT coalesce(max(number), 0) FROM run_groups")
