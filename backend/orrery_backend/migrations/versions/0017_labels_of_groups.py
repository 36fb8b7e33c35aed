"""Notes and tags of sweeps and suites, and how often they were changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for column in (
        sa.Column("note", sa.Text, nullable=False, server_default=""),
        sa.Column("tags", sa.Text, nullable=False, server_default="[]"),
        sa.Column("revision", sa.Integer, nullable=False, server_default="1"),
    ):
        op.add_column("run_groups", column)
