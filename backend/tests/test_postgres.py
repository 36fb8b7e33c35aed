"""A PostgreSQL database as a store: what it takes, what it says when it cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from backend_testing.postgres import PostgresServer
from backend_testing.stores import database_of, query
from orrery_backend import migrations
from orrery_backend.certificates import local_certificate
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.record import RunRecord, StoredEvent, StoredLine
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.postgres import BadAddressError, PostgresAddress
from orrery_backend.migrations.catalogue import metadata
from orrery_backend.migrations.preparing import UnusableStoreError
from orrery_backend.migrations.preparing_database import exposure, prepare_database
from orrery_contracts.spec import RunSpec
from orrery_contracts.worker import LogLevel
from sqlalchemy import inspect, text

SECRET = "hunter2"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    made = database_of(tmp_path)
    await migrations.upgrade(made)
    yield made
    await made.close()


def _record(number: int) -> RunRecord:
    return RunRecord(new_ulid(number), number, RunSpec(), 0, "run", "", [])


@pytest.mark.both_stores
async def test_values_beyond_what_columns_declare_are_stored(database: Database) -> None:
    """SQLite bounds neither texts nor integers; what it takes, every store takes."""
    record = _record(1)
    line = StoredLine(2**40, 2**50, 2**33, "n" * 200, LogLevel.INFO, "é\U0001f600" * 2000)
    event = StoredEvent(2**40, 5, 0, "n" * 200, "e" * 200, "text", "9" * 60)
    async with database.write() as connection:
        await repository.add(connection, record)
        await repository.add_lines(connection, record.id, [line])
        await repository.add_events(connection, record.id, [event])
    async with database.read() as connection:
        assert await repository.load_lines(connection, record.id, 10) == [line]
        assert await repository.load_events(connection, record.id) == [event]


@pytest.mark.both_stores
async def test_a_character_of_code_0_fails_no_run(database: Database) -> None:
    record = _record(1)
    line = StoredLine(1, 0, 0, "a", LogLevel.INFO, "before\0after")
    async with database.write() as connection:
        await repository.add(connection, record)
        await repository.add_lines(connection, record.id, [line])
    async with database.read() as connection:
        (found,) = await repository.load_lines(connection, record.id, 10)
    assert found.text.replace("\u2400", "\0") == line.text


@pytest.mark.both_stores
async def test_the_schema_is_that_of_the_features(database: Database) -> None:
    async with database.read() as connection:
        found = await connection.run_sync(
            lambda sync: {
                table: {column["name"] for column in inspect(sync).get_columns(table)}
                for table in inspect(sync).get_table_names()
            }
        )
    del found["alembic_version"]
    assert found == {name: set(table.columns.keys()) for name, table in metadata.tables.items()}


@pytest.mark.both_stores
async def test_a_refused_value_is_told_from_a_store_that_fails(database: Database) -> None:
    async with database.write() as connection:
        await repository.add(connection, _record(1))
    with pytest.raises(Exception, match=r"(?i)unique") as refused:
        async with database.write() as connection:
            await repository.add(connection, _record(1))
    assert not isinstance(refused.value, StoreUnavailableError)
    assert database.trouble(refused.value) == ""


async def test_a_server_that_ends_is_no_refusal(postgres: PostgresServer) -> None:
    database = Database.at(Path(), postgres.new_database())
    await migrations.upgrade(database)

    async def cut_off() -> None:
        async with database.write() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    for _ in range(2):
        with pytest.raises(StoreUnavailableError) as failed:
            await cut_off()
        assert "terminat" in failed.value.words or "closed" in failed.value.words
        assert "database server" in failed.value.remedy
    # The next transaction has a connection of its own.
    async with database.write() as connection:
        await repository.add(connection, _record(1))
    assert await database.write_problem() == ""
    postgres.kill()
    try:
        assert await database.write_problem() != ""
        with pytest.raises(StoreUnavailableError):
            async with database.read():
                pass
    finally:
        postgres.start()
    assert await database.write_problem() == ""
    await database.close()


async def test_all_connections_of_a_store_use_tls(postgres: PostgresServer, tmp_path: Path) -> None:
    plain = postgres.new_database()
    address = postgres.over_tls(plain)
    await prepare_database(address)
    database = Database.at(Path(), address)
    encrypted = text("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
    async with database.read() as reader, database.write() as writer:
        for connection in (reader, writer):
            assert (await connection.execute(encrypted)).scalar_one() is True
    await database.close()
    other = local_certificate(tmp_path, [postgres.host]).authority
    for wrong, says in (
        (address.url.replace(str(postgres.authority), str(other)), "certificate verify failed"),
        (address.url.replace("verify-full", "disable"), "no encryption"),
    ):
        with pytest.raises(UnusableStoreError, match=says):
            await prepare_database(PostgresAddress.parse(wrong))


@pytest.mark.parametrize(
    ("mode", "is_local", "is_encrypted", "says"),
    [
        ("verify-full", False, True, ""),
        ("prefer", True, False, ""),
        ("prefer", False, False, "not encrypted"),
        ("prefer", False, True, "not checked"),
        ("require", False, True, "not checked"),
        ("verify-ca", False, True, ""),
    ],
)
def test_a_database_that_others_can_listen_to_is_warned_of(
    mode: str, is_local: bool, is_encrypted: bool, says: str
) -> None:
    warning = exposure(f"postgresql://u@h/db?sslmode={mode}", is_local, is_encrypted)
    assert says in warning
    assert bool(warning) == bool(says)


async def test_commits_are_synced_whatever_the_database_says(postgres: PostgresServer) -> None:
    address = postgres.new_database()
    name = address.url.rpartition("/")[0] and address.url.split("@/")[1].partition("?")[0]
    for setting, expected in (("off", "on"), ("local", "on"), ("remote_apply", "remote_apply")):
        postgres.ask("postgres", f"ALTER DATABASE {name} SET synchronous_commit = {setting}")
        database = Database.at(Path(), address)
        async with database.write() as connection:
            found = await connection.execute(text("SHOW synchronous_commit"))
            assert found.scalar_one() == expected
        await database.close()


@pytest.mark.parametrize(
    ("address", "says", "shown"),
    [
        (f"postgresql://u:{SECRET}@h/db", "password", "'postgresql://…@h/db'"),
        (f"postgresql://u@h/db?password={SECRET}", "password", "'postgresql://…@h/db'"),
        (f"postgresql://h/db?password={SECRET}", "password", "'postgresql://h/db'"),
        (f"postgresql://h/db?password=a@{SECRET}", "password", "'postgresql://…@…'"),
        (f"postgresql://u:{SECRET}/a@h/db", "not valid", "'postgresql://…@h/db'"),
        (f"postgresql://u:a@{SECRET}@h", "password", "'postgresql://…@h'"),
        (f"{SECRET}:a@h/db", "begins with postgresql://", "'…@h/db'"),
        (f"u:{SECRET}@h/db", "begins with postgresql://", "'…@h/db'"),
        ("mysql://u@h/db", "begins with postgresql://", "'mysql://…@h/db'"),
        ("runs.sqlite", "begins with postgresql://", "'runs.sqlite'"),
        ("postgresql://u@h", "no database", "'postgresql://…@h'"),
        ("postgresql://u@h:x/db", "not valid", "'postgresql://…@h:x/db'"),
        ("", "begins with postgresql://", "''"),
    ],
)
def test_a_bad_address_is_named_without_its_secrets(address: str, says: str, shown: str) -> None:
    with pytest.raises(BadAddressError) as refused:
        PostgresAddress.parse(address)
    assert says in str(refused.value)
    assert shown in str(refused.value)
    assert SECRET not in str(refused.value)
    assert refused.value.__cause__ is None
    assert SECRET not in repr(PostgresAddress.parse("postgresql://u@h/db", SECRET))


def _start(folder: Path, *more: str, **environment: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "orrery_backend", "--data", str(folder), "--port", "0", *more]
    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )
    return ended.returncode, ended.stderr


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("postgresql://u@127.0.0.1:1/db", "cannot be reached"),
        ("postgresql://u@/db?host=/nowhere", "cannot be reached"),
        (f"postgresql://u:{SECRET}@h/db", "--store-password-file"),
    ],
)
def test_a_console_without_its_database_says_why(tmp_path: Path, address: str, says: str) -> None:
    status, said = _start(tmp_path, "--store", address)
    assert status == 2
    assert says in said
    assert "Traceback" not in said
    assert SECRET not in said


async def test_a_database_that_cannot_be_a_store_says_why(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    async def refused(address: PostgresAddress) -> str:
        with pytest.raises(UnusableStoreError) as why:
            await prepare_database(address)
        return str(why.value)

    assert 'database "none" does not exist' in await refused(postgres.address("none"))
    postgres.ask("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    assert "encoding LATIN1" in await refused(postgres.address("latin"))
    newer = postgres.new_database("newer")
    database = Database.at(tmp_path, newer)
    await migrations.upgrade(database)
    await database.close()
    postgres.ask("newer", "UPDATE alembic_version SET version_num = '9999'")
    assert "revision '9999'" in await refused(newer)
    postgres.ask("postgres", "CREATE ROLE poor LOGIN")
    poor = PostgresAddress.parse(
        postgres.new_database("bare").url.replace("orrery@", "poor@"), SECRET
    )
    assert "may not make tables" in await refused(poor)


@pytest.mark.both_stores
async def test_query_of_the_tests_sees_what_is_stored(database: Database, tmp_path: Path) -> None:
    async with database.write() as connection:
        await repository.add(connection, _record(1))
    assert query(tmp_path, "SELECT number FROM runs WHERE name = ?", "run") == [(1,)]
