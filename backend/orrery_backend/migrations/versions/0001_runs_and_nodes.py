"""Runs, nodes, results.

Frozen: it is the schema as it was first shipped, whatever the features' tables become.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _text(length: int) -> sa.String:
    return sa.String(length)


def _run_id() -> sa.Column[str]:
    return sa.Column(
        "run_id", _text(26), sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    _nodes_and_runs()
    _account()
    _results()


def _nodes_and_runs() -> None:
    op.create_table(
        "nodes",
        sa.Column("name", _text(63), primary_key=True),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "runs",
        sa.Column("id", _text(26), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False, unique=True),
        sa.Column("name", _text(120), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("tags", sa.Text, nullable=False),
        sa.Column("state", _text(16), nullable=False),
        sa.Column("workload", _text(63), nullable=False),
        sa.Column("preset", _text(63)),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
        sa.Column("repeat", sa.Integer, nullable=False),
        sa.Column("repeats", sa.Integer, nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("nodes", sa.Text, nullable=False),
        sa.Column("node_names", sa.Text, nullable=False),
        sa.Column("headline", sa.Text, nullable=False),
        sa.Column("checks_hold", sa.Boolean),
        sa.Column("failure", sa.Text),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_index("ix_runs_state_number", "runs", ["state", "number"])
    op.create_index("ix_runs_archived_number", "runs", ["archived", "number"])
    op.create_index("ix_runs_workload_number", "runs", ["workload", "number"])
    op.create_table(
        "run_nodes",
        _run_id(),
        sa.Column("node_index", sa.Integer, primary_key=True),
        sa.Column("name", _text(63), nullable=False),
    )
    op.create_index("ix_run_nodes_name_run_id", "run_nodes", ["name", "run_id"])
    op.create_table("run_tags", _run_id(), sa.Column("tag", _text(63), primary_key=True))
    op.create_index("ix_run_tags_tag_run_id", "run_tags", ["tag", "run_id"])
    op.create_table(
        "idempotency",
        sa.Column("key", _text(200), primary_key=True),
        sa.Column(
            "run_id", _text(26), sa.ForeignKey("runs.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("body_digest", _text(64), nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_idempotency_run_id", "idempotency", ["run_id"])


def _account() -> None:
    op.create_table(
        "run_events",
        _run_id(),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("repeat", sa.Integer),
        sa.Column("node", _text(63), nullable=False),
        sa.Column("name", _text(63), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("step", _text(20)),
    )
    op.create_table(
        "run_log",
        _run_id(),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("repeat", sa.Integer),
        sa.Column("node", _text(63), nullable=False),
        sa.Column("level", _text(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def _results() -> None:
    op.create_table(
        "repeats",
        _run_id(),
        sa.Column("repeat", sa.Integer, primary_key=True),
        sa.Column("state", _text(16), nullable=False),
        sa.Column("started_ms", sa.BigInteger),
        sa.Column("ended_ms", sa.BigInteger),
    )
    op.create_table(
        "outputs",
        _run_id(),
        sa.Column("repeat", sa.Integer, primary_key=True),
        sa.Column("node_index", sa.Integer, primary_key=True),
        sa.Column("stored_seq", sa.BigInteger, nullable=False),
        sa.Column("total_steps", _text(20)),
        sa.Column("result", sa.Text),
        sa.Column("exit_status", sa.Integer),
    )
    op.create_table(
        "frame_schemas",
        _run_id(),
        sa.Column("schema_id", sa.Integer, primary_key=True),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_table(
        "chunks",
        _run_id(),
        sa.Column("repeat", sa.Integer, primary_key=True),
        sa.Column("node_index", sa.Integer, primary_key=True),
        sa.Column("schema_id", sa.Integer, primary_key=True),
        sa.Column("first_row", sa.BigInteger, primary_key=True),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
