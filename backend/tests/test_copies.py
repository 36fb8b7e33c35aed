"""Backup of a store in use, restore, and the check of a store."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import running_console
from orrery_backend.migrations.copies import back_up, check, restore
from orrery_backend.migrations.preparing import UnusableStoreError
from orrery_backend.store_tool import main
from sqlalchemy import text

_OPEN = (
    "import fcntl, os, sys; descriptor = os.open(sys.argv[1], os.O_RDONLY);"
    "fcntl.flock(descriptor, fcntl.LOCK_EX); print('locked', flush=True); sys.stdin.read()"
)


async def _runs(folder: Path, count: int) -> list[int]:
    """Makes runs in a console of its own; the numbers that they got."""
    numbers = []
    async with running_console(folder) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        for _ in range(count):
            run = await ended(console, (await launch(console)).summary.id)
            numbers.append(run.summary.number)
        for agent in agents:
            await agent.stop()
    return numbers


async def _stored(folder: Path) -> list[int]:
    async with running_console(folder) as console:
        page = (await console.client.get("/runs")).json()
    return sorted(item["number"] for item in page["items"])


async def test_a_backup_is_restored_and_no_number_is_given_again(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    assert await _runs(data, 2) == [1, 2]
    assert main(["backup", "--data", str(data), str(copy)]) == 0
    assert copy.stat().st_mode & 0o777 == 0o600
    assert await _runs(data, 1) == [3]
    assert main(["restore", "--data", str(data), str(copy)]) == 0
    assert await _stored(data) == [1, 2]
    assert await _runs(data, 1) == [4]
    kept = data / "orrery.sqlite.before-restore-1"
    with closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM runs").fetchone() == (3,)


async def test_a_backup_while_it_is_written_to_is_of_one_moment(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running_console(data) as console:
        database = console.console.database

        async def write() -> None:
            # Both rows or none of each transaction.
            number = 0
            while True:
                number += 1
                async with database.write() as connection:
                    for half in "ab":
                        await connection.execute(
                            text(
                                "INSERT INTO nodes (name, colour, facts, since_ms)"
                                " VALUES (:name, 1, :facts, 0)"
                            ),
                            {"name": f"{number}{half}", "facts": "x" * 3000},
                        )

        writing = asyncio.create_task(write())
        store = data / "orrery.sqlite"
        rows = 0
        for number in range(5):
            copy = tmp_path / f"copy-{number}"
            await asyncio.sleep(0.05)
            await asyncio.to_thread(back_up, store, copy)
            assert check(copy) == []
            with closing(sqlite3.connect(copy)) as opened:
                (rows,) = opened.execute("SELECT count(*) FROM nodes").fetchone()
            assert rows % 2 == 0
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        async with database.write() as connection:
            await connection.execute(text("DELETE FROM nodes"))
    assert rows > 0


def test_a_store_in_use_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    asyncio.run(_runs(data, 1))
    back_up(data / "orrery.sqlite", copy)
    with subprocess.Popen(
        [sys.executable, "-c", _OPEN, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        assert main(["restore", "--data", str(data), str(copy)]) == 2
        other.communicate()
    said = capsys.readouterr().err
    assert "Another console" in said
    assert "--data-dir" in said, "the option by which the command line names the folder"
    assert asyncio.run(_stored(data)) == [1]


async def test_a_damaged_store_is_found_and_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    await _runs(data, 1)
    store = data / "orrery.sqlite"
    assert main(["check", "--data", str(data)]) == 0
    back_up(store, copy)
    with store.open("r+b") as file:
        for page in range(3, store.stat().st_size // 4096, 2):
            file.seek(page * 4096)
            file.write(b"\xff" * 200)
    damaged = store.read_bytes()
    assert main(["check", "--data", str(data)]) == 1
    assert main(["backup", "--data", str(data), str(tmp_path / "bad")]) == 2
    assert not (tmp_path / "bad").exists()
    assert main(["restore", "--data", str(data), str(copy)]) == 0
    assert await _stored(data) == [1]
    assert (data / "orrery.sqlite.before-restore-1").read_bytes() == damaged
    assert "Traceback" not in capsys.readouterr().err


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, bad = tmp_path / "data", tmp_path / "bad"
    data.mkdir()
    bad.write_bytes(b"no store" * 1000)
    songs = tmp_path / "songs"
    with closing(sqlite3.connect(songs)) as other:
        other.execute("CREATE TABLE songs (name)")
        other.commit()
    for file in (bad, songs, tmp_path / "missing"):
        with pytest.raises(UnusableStoreError):
            restore(file, data / "orrery.sqlite")
    assert list(data.iterdir()) == []
    assert main(["backup", "--data", str(data), str(tmp_path / "copy")]) == 2
    assert main(["check", "--data", str(data)]) == 2
    (data / "orrery.sqlite").write_bytes(b"")
    assert main(["backup", "--data", str(data), str(bad)]) == 2
    assert "exists already" in capsys.readouterr().err
