"""A store in a PostgreSQL database that others run.

The password never is part of the address: it comes from a file or from what PostgreSQL's own
programs read (PGPASSWORD, ~/.pgpass).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import asyncpg
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

SCHEMES = ("postgresql", "postgres")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_READERS = 8
_CONNECT_S = 5.0
_COMMAND_S = 60.0
#: SQLSTATE classes of values that the database will never take.
_REFUSALS = frozenset({"0A", "21", "22", "23", "42", "54"})
#: A value that the driver cannot encode: no SQLSTATE, and the connection is good.
_UNENCODABLE = (asyncpg.exceptions.DataError, UnicodeEncodeError, OverflowError)
#: Seconds until a lost host is noticed on a connection that waits.
_KEEPALIVE = {
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
# `remote_write` and the like promise more than `on` does here; only what promises less is raised.
_DURABLE = text(
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local')"
)


class BadAddressError(ValueError):
    """The address of a database cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """Where the database is. `url` has no password."""

    url: str
    password: str | None = field(default=None, repr=False)
    """None: PGPASSWORD, or the user's password file."""

    @classmethod
    def parse(cls, address: str, password: str | None = None) -> PostgresAddress:
        """Raises `BadAddressError`; its text repeats neither user nor password."""
        shown = without_secrets(address)
        try:
            parts = urlsplit(address)
            given = parts.password, dict(parse_qsl(parts.query)).get("password")
            _ = parts.port
        except ValueError:
            # The text of the error may have a part of the password.
            raise BadAddressError(
                f"The address of the store is not valid: {shown!r}. Write"
                " postgresql://USER@HOST:5432/DATABASE, the port a number up to 65535."
            ) from None
        if parts.scheme not in SCHEMES:
            raise BadAddressError(
                f"A store begins with postgresql://; {shown!r} does not."
                " Write postgresql://USER@HOST:5432/DATABASE."
            )
        if any(password is not None for password in given):
            raise BadAddressError(
                f"The address of the store, {shown!r}, has a password, which every user of this"
                " machine could read. Leave it out, and give it with --store-password-file FILE,"
                " PGPASSWORD or ~/.pgpass."
            )
        if not parts.path.strip("/"):
            raise BadAddressError(
                f"The address of the store, {shown!r}, names no database. Write"
                " postgresql://USER@HOST:5432/DATABASE."
            )
        return cls(address, password)

    def __str__(self) -> str:
        return self.url

    async def connect(self) -> Any:
        """A connection of the driver. Raises `ConnectionError`, or an error of PostgreSQL."""
        try:
            return await asyncpg.connect(
                self.url,
                password=self.password,
                timeout=_CONNECT_S,
                command_timeout=_COMMAND_S,
                server_settings={"application_name": "orrery", **_KEEPALIVE},
            )
        except TimeoutError:
            raise ConnectionError(f"it does not answer within {_CONNECT_S:.0f} s") from None
        except (OSError, ValueError) as error:
            raise ConnectionError(f"it cannot be reached: {error}") from error

    def engine(self, size: int, isolation: str, **execution: Any) -> AsyncEngine:
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._durable,
            poolclass=AsyncAdaptedQueuePool,
            pool_size=size,
            max_overflow=0,
            # The server may have ended since the connection was used last.
            pool_pre_ping=True,
            isolation_level=isolation,
            execution_options=execution,
        )

        @event.listens_for(engine.sync_engine, "before_cursor_execute", retval=True)
        def clean(
            _connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, many: bool
        ) -> tuple[str, Any]:
            return statement, [_storable(row) for row in values] if many else _storable(values)

        return engine

    async def _durable(self) -> Any:
        connection = await self.connect()
        await connection.execute(str(_DURABLE))
        return connection


def without_secrets(address: str) -> str:
    """An address without what stands before an `@` and without its query."""
    before, at, rest = address.rpartition("@")
    rest = rest.partition("?")[0]
    if "?" in before:
        # Part of a password or of a query: no rule tells which.
        rest = "…"
    scheme = _SCHEME.match(before)
    return f"{scheme[0] if scheme else ''}{'…@' if at else ''}{rest}"[:80]


def password_in(file: Path | None) -> str | None:
    """None without a file. Raises `BadAddressError`."""
    if file is None:
        return None
    try:
        password = Path(file).read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadAddressError(
            f"--store-password-file {file} cannot be read: {error}. Check its name and permissions."
        ) from error
    if not password:
        raise BadAddressError(
            f"--store-password-file {file} is empty. Write the database's password into it."
        )
    return password


class PostgresStore:
    """A `StoreKind`."""

    remedy = "Check that the database server runs, can be reached and has space."

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address

    def reader(self) -> AsyncEngine:
        return self._address.engine(_READERS, "REPEATABLE READ", postgresql_readonly=True)

    def writer(self) -> AsyncEngine:
        return self._address.engine(1, "READ COMMITTED")

    def trouble(self, error: BaseException) -> str:
        return postgres_trouble(error)

    async def try_write(self, connection: AsyncConnection) -> None:
        # A transaction with a number of its own is written to the log of the database.
        await connection.execute(text("SELECT txid_current()"))


def _storable(row: Any) -> Any:
    """PostgreSQL has no character of code 0 in texts; its picture is stored instead."""
    if not any(isinstance(value, str) and "\0" in value for value in row):
        return row
    return tuple(
        value.replace("\0", "\u2400") if isinstance(value, str) else value for value in row
    )


def postgres_trouble(error: BaseException) -> str:
    """Why the database cannot be used now; empty if it refused a value."""
    if isinstance(error, DBAPIError):
        cause = error.orig.__cause__ if error.orig is not None else None
        state = str(getattr(cause, "sqlstate", None) or "")
        if not error.connection_invalidated and (
            state[:2] in _REFUSALS or isinstance(cause, _UNENCODABLE)
        ):
            return ""
        return _words(cause or error.orig or error)
    if isinstance(error, asyncpg.PostgresError | asyncpg.InterfaceError | ConnectionError):
        return _words(error)
    if isinstance(error, TimeoutError):
        return "the database does not answer in time"
    return ""


def _words(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
