"""A store that cannot be used ends the start with one message; nothing is begun over it."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from backend_testing.facts import node_facts
from backend_testing.stores import open_connections
from orrery_backend import migrations
from orrery_backend.config import BackendConfig
from orrery_backend.console import Console
from orrery_backend.kit.db import Database
from orrery_backend.migrations.preparing import prepare_store
from sqlalchemy import Connection, text


def _start(folder: Path, prepare: Callable[[], None] | None = None) -> tuple[int, str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "orrery_backend", "--data", str(folder), "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=prepare,  # noqa: PLW1509
    )
    said: list[str] = []
    with process:
        assert process.stderr is not None
        for line in process.stderr:
            said.append(line)
            if "console answers" in line:
                process.terminate()
    return process.returncode, "".join(said)


async def _store(folder: Path) -> Path:
    database = Database.at(folder)
    await migrations.upgrade(database)
    async with database.write() as connection:
        for number in range(200):
            values = {"name": f"n{number}", "facts": "x" * 1000}
            await connection.execute(
                text("INSERT INTO nodes (name, colour, facts, since_ms) VALUES (:name,1,:facts,0)"),
                values,
            )
    await database.close()
    return folder / "orrery.sqlite"


def _garbage(store: Path) -> None:
    store.write_bytes(os.urandom(8192))


def _empty(store: Path) -> None:
    store.write_bytes(b"")


def _truncated(store: Path) -> None:
    os.truncate(store, store.stat().st_size // 2)


def _header_only(store: Path) -> None:
    os.truncate(store, 100)


def _unknown_revision(store: Path) -> None:
    with closing(sqlite3.connect(store)) as opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
        opened.commit()


def _of_another_program(store: Path) -> None:
    store.unlink()
    with closing(sqlite3.connect(store)) as opened:
        opened.execute("CREATE TABLE songs (name)")
        opened.commit()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (_garbage, "damaged or is no store"),
        (_empty, "is empty"),
        (_truncated, "damaged or is no store"),
        (_header_only, "damaged or is no store"),
        (_unknown_revision, "9999"),
        (_of_another_program, "damaged or is no store"),
    ],
)
async def test_a_store_that_cannot_be_used_is_said_in_one_line(
    tmp_path: Path, damage: Callable[[Path], None], words: str
) -> None:
    store = await _store(tmp_path)
    damage(store)
    before = store.read_bytes()
    status, said = _start(tmp_path)
    assert status == 2
    assert words in said
    assert said.count("\n") == 1, said
    assert store.read_bytes() == before


async def test_a_full_disk_is_said_in_one_line(tmp_path: Path) -> None:
    store = await _store(tmp_path)
    size = store.stat().st_size

    def nothing_can_grow() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))

    status, said = _start(tmp_path, nothing_can_grow)
    assert status == 2
    assert "cannot be used" in said
    assert "space" in said
    assert said.count("\n") == 1, said
    assert store.stat().st_size == size


def test_a_deleted_lock_lets_no_second_console_in(tmp_path: Path) -> None:
    first = subprocess.Popen(
        [sys.executable, "-m", "orrery_backend", "--data", str(tmp_path), "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert first.stderr is not None
    assert "console answers" in first.stderr.readline()
    (tmp_path / "lock").unlink()
    status, said = _start(tmp_path)
    first.terminate()
    first.communicate(timeout=60)
    assert status == 2
    assert "Another console" in said


def _to_0003(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "0003")


async def test_a_copy_is_kept_of_a_store_that_is_upgraded(tmp_path: Path) -> None:
    database = Database.at(tmp_path)
    async with database.write() as connection:
        await connection.run_sync(_to_0003)
        await connection.execute(
            text("INSERT INTO nodes (name, colour, facts, since_ms) VALUES ('a', 1, :facts, 0)"),
            {"facts": node_facts().model_dump_json()},
        )
    await database.close()
    status, said = _start(tmp_path)
    assert status == 0, said
    (copy,) = [path for path in os.scandir(tmp_path) if ".before-" in path.name]
    assert copy.name in said
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)
        assert kept.execute("SELECT name FROM nodes").fetchall() == [("a",)]
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert prepare_store(tmp_path / "orrery.sqlite") is None


@pytest.mark.parametrize("part", ["access", "fleet", "runs", "groups"])
async def test_a_console_that_cannot_start_closes_its_store(
    tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch, no_left_tasks: None
) -> None:
    console = Console(BackendConfig(tmp_path))
    pools = [engine.pool for engine in (console.database._reader, console.database._writer)]

    async def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(getattr(console, part), "load", fail)
    with pytest.raises(ZeroDivisionError):
        async with console.running():
            pytest.fail("the console runs")
    assert [open_connections(pool) for pool in pools] == [0, 0]
