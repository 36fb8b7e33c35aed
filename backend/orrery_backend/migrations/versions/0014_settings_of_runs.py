"""Digests of the settings of runs, so that the store groups runs of the same settings."""

from __future__ import annotations

import json
from hashlib import blake2b

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_LABELS = {"schema_version", "name", "note", "tags", "repeats", "settling"}
#: Runs whose specs are in memory at a time.
_BATCH = 500


def upgrade() -> None:
    op.add_column("runs", sa.Column("settings", sa.String(24)))
    _fill()
    op.create_index(
        "ix_runs_settings",
        "runs",
        ["archived", "state", "settings", "workload", "preset", "ended_ms", "number"],
    )


def _fill() -> None:
    connection = op.get_bind()
    runs = sa.table("runs", sa.column("number"), sa.column("spec"), sa.column("settings"))
    batch = sa.select(runs.c.number, runs.c.spec).order_by(runs.c.number).limit(_BATCH)
    change = (
        sa.update(runs)
        .where(runs.c.number == sa.bindparam("run", type_=sa.BigInteger))
        .values(settings=sa.bindparam("digest", type_=sa.String))
    )
    last = -1
    while rows := connection.execute(batch.where(runs.c.number > last)).all():
        last = rows[-1].number
        connection.execute(
            change, [{"run": row.number, "digest": _digest(row.spec)} for row in rows]
        )


def _digest(stored_spec: str) -> str | None:
    """None for a spec that is not readable."""
    try:
        spec = json.loads(stored_spec)
        settings = {key: value for key, value in spec.items() if key not in _LABELS}
    except (ValueError, AttributeError):
        return None
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=12).hexdigest()
