"""What else a node's machine did while a repeat was measured."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outputs", sa.Column("surroundings", sa.Text))
