"""Where imported runs were measured; which runs somebody has asked to cancel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("cancel_asked_ms", sa.BigInteger))
    op.add_column("runs", sa.Column("origin", sa.Text))
    op.add_column("runs", sa.Column("imported_ms", sa.BigInteger))
