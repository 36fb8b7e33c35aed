"""Tables of runs: what was asked, where it ran, how it went. Times are milliseconds since 1970;
documents are JSON text.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
)

from orrery_backend.kit.schema import metadata

runs = Table(
    "runs",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("name", String(120), nullable=False),
    Column("note", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("workload", String(63), nullable=False),
    Column("preset", String(63)),
    Column("created_ms", BigInteger, nullable=False),
    Column("started_ms", BigInteger),
    Column("ended_ms", BigInteger),
    Column("repeat", Integer, nullable=False),
    Column("repeats", Integer, nullable=False),
    Column("progress", Float, nullable=False),
    Column("spec", Text, nullable=False),
    Column("nodes", Text, nullable=False),
    Column("node_names", Text, nullable=False),
    Column("headline", Text, nullable=False),
    Column("checks_hold", Boolean),
    Column("failure", Text),
    Column("archived", Boolean, nullable=False),
    Column("versions", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("group_id", String(26)),
    Column("group_cell", Integer),
    Column("group_ref", Text),
    Column("interleaved", Boolean),
    Column("busy_ms", BigInteger),
    Column("cancel_asked_ms", BigInteger),
    # JSON: the console that measured the run, and its number there; null if it was this console.
    Column("origin", Text),
    Column("imported_ms", BigInteger),
    # Digest of the spec without labels, equal for runs of the same settings; null if the spec is
    # not readable.
    Column("settings", String(24)),
    Index("ix_runs_group_id_number", "group_id", "number"),
    Index("ix_runs_state_number", "state", "number"),
    Index("ix_runs_archived_number", "archived", "number"),
    Index("ix_runs_workload_number", "workload", "number"),
    # Covers the query that lists all trends.
    Index(
        "ix_runs_settings",
        "archived",
        "state",
        "settings",
        "workload",
        "preset",
        "ended_ms",
        "number",
    ),
)

run_numbers = Table(
    "run_numbers",
    metadata,
    # One row: the last number given, also if its run was deleted.
    Column("last", Integer, primary_key=True),
)

run_nodes = Table(
    "run_nodes",
    metadata,
    Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("node_index", Integer, primary_key=True),
    Column("name", String(63), nullable=False),
    Index("ix_run_nodes_name_run_id", "name", "run_id"),
)

run_tags = Table(
    "run_tags",
    metadata,
    Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("tag", String(63), primary_key=True),
    Index("ix_run_tags_tag_run_id", "tag", "run_id"),
)

run_events = Table(
    "run_events",
    metadata,
    Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("repeat", Integer),
    Column("node", String(63), nullable=False),
    Column("name", String(63), nullable=False),
    Column("text", Text, nullable=False),
    Column("step", String(20)),
    Column("migration", Text),
)

run_log = Table(
    "run_log",
    metadata,
    Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("repeat", Integer),
    Column("node", String(63), nullable=False),
    Column("level", String(8), nullable=False),
    Column("text", Text, nullable=False),
)

run_annotations = Table(
    "run_annotations",
    metadata,
    Column("id", String(26), primary_key=True),
    Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("author", String(120), nullable=False),
    Column("repeat", Integer),
    Column("step", BigInteger),
    Column("text", Text, nullable=False),
    Index("ix_run_annotations_run_id", "run_id"),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("key", String(200), primary_key=True),
    Column("run_id", String(26), ForeignKey("runs.id", ondelete="CASCADE"), nullable=False),
    Column("body_digest", String(64), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index("ix_idempotency_run_id", "run_id"),
)
