"""Whether a PostgreSQL database can be used as a store, before a console opens it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import asyncpg
import structlog
from alembic.script import ScriptDirectory

from orrery_backend.kit.postgres import PostgresAddress, postgres_trouble
from orrery_backend.migrations.preparing import UnusableStoreError

_OLDEST = 13
_ADMIN = "SELECT EXISTS (SELECT 1 FROM users WHERE scope = 'admin' AND NOT disabled)"
#: Whether the server is on this machine, and whether the connection is encrypted.
_TRAFFIC = """
    SELECT coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true),
           coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)
"""
_VERIFIED = frozenset({"verify-ca", "verify-full"})
_log = structlog.get_logger()


async def prepare_database(address: PostgresAddress) -> bool:
    """Whether a user in it can sign in as administrator. Raises `UnusableStoreError`."""
    try:
        connection = await address.connect()
        try:
            await _check(address, connection)
            return await _has_admin(connection)
        finally:
            await connection.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        raise UnusableStoreError(
            f"The store {address} cannot be used: {postgres_trouble(error) or error}. Check the"
            " address, that the database server runs, and the password (--store-password-file,"
            " PGPASSWORD or ~/.pgpass)."
        ) from error


async def _check(address: PostgresAddress, connection: Any) -> None:
    version = connection.get_server_version()
    if version.major < _OLDEST:
        raise UnusableStoreError(
            f"The store {address} is of PostgreSQL {version.major}; Orrery needs {_OLDEST} or"
            " later."
        )
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise UnusableStoreError(
            f"The store {address} has the encoding {encoding}. Make a database with UTF8:"
            " createdb --encoding=UTF8 --template=template0 NAME."
        )
    if await connection.fetchval("SELECT pg_is_in_recovery()"):
        raise UnusableStoreError(
            f"The store {address} is a standby, which cannot be written. Give the primary's"
            " address; with several hosts in it, add ?target_session_attrs=read-write."
        )
    local, encrypted = await connection.fetchrow(_TRAFFIC)
    if warning := exposure(address.url, local, encrypted):
        _log.warning(warning)
    if await connection.fetchval("SHOW fsync") == "off":
        _log.warning("the database server has fsync off: a power failure loses results")
    revision = await _revision(connection)
    known = {script.revision for script in _scripts().walk_revisions()}
    if revision is None:
        allowed = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
        if not await connection.fetchval(allowed):
            raise UnusableStoreError(
                f"The store {address} is empty, and its user may not make tables in it. Let the"
                " user own the database: createdb --owner=USER NAME."
            )
    elif revision not in known:
        raise UnusableStoreError(
            f"The store {address} is of revision {revision!r}, which this version of Orrery does"
            f" not know (it knows up to {max(known)}). Start it with the version that made it."
        )
    elif revision != _scripts().get_current_head():
        _log.warning("the store is upgraded by the console that leads", of_revision=revision)


def exposure(url: str, is_local: bool, is_encrypted: bool) -> str:
    """Returns why others on the network could read or change the traffic with the database, with
    the remedy. Returns an empty text if they cannot.
    """
    mode = dict(parse_qsl(urlsplit(url).query)).get("sslmode") or os.environ.get("PGSSLMODE", "")
    if is_local or (is_encrypted and mode in _VERIFIED):
        return ""
    if is_encrypted:
        reason = "the certificate of the database server is not checked"
    else:
        reason = "the traffic with the database server is not encrypted"
    return f"{reason}: add ?sslmode=verify-full&sslrootcert=FILE to the store's address"


async def _revision(connection: Any) -> str | None:
    """None: the database has no tables of Orrery."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    found: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return found


async def _has_admin(connection: Any) -> bool:
    if await connection.fetchval("SELECT to_regclass('users')") is None:
        return False
    return bool(await connection.fetchval(_ADMIN))


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(Path(__file__).parent))
