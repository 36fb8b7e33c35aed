"""Alembic's entry. The connection is given by `upgrade`; there is no other way in."""

from __future__ import annotations

from alembic import context

from orrery_backend.migrations.catalogue import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
