"""The repeat that a repeat was made to replace."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("repeats", sa.Column("replaces", sa.Integer))
