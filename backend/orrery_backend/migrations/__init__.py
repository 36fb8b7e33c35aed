"""The store's schema, step by step. `upgrade` brings a store to the newest; it is called at every
start.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from orrery_backend.kit.db import Database


async def upgrade(database: Database) -> None:
    """In one transaction: a store is at one version or at another, never between."""
    async with database.write() as connection:
        await connection.run_sync(_upgrade)


def revision_of(connection: Connection) -> str | None:
    """None: there are no tables of Orrery."""
    return MigrationContext.configure(connection).get_current_revision()


@cache
def newest_revision() -> str | None:
    return ScriptDirectory(str(Path(__file__).parent)).get_current_head()


def _upgrade(connection: Connection) -> None:
    if revision_of(connection) == newest_revision():
        return
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
