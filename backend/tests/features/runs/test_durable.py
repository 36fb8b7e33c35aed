"""What an agent may forget is on the disk: nothing that was only written counts."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import backend_testing
import pytest
from orrery_backend.kit.db import Database
from sqlalchemy import text

_FULL = 2


def _process(folder: Path, lines: int, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "backend_testing.acknowledging", str(folder), str(lines)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )


def _stored(folder: Path) -> tuple[int, int]:
    """The record up to which the store says it has everything, and the lines that it has."""
    store = sqlite3.connect(folder / "orrery.sqlite")
    try:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (sequence,) = store.execute("SELECT max(stored_seq) FROM outputs").fetchone()
        (lines,) = store.execute("SELECT count(*) FROM run_log").fetchone()
        return sequence, lines
    finally:
        store.close()


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_what_is_acknowledged_survives_a_power_failure(tmp_path: Path) -> None:
    shim = tmp_path / "synced_only.so"
    source = Path(backend_testing.__file__).with_name("synced_only.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", shim, source], check=True)
    disk = tmp_path / "disk"
    disk.mkdir()
    process = _process(tmp_path / "written", 5, LD_PRELOAD=str(shim), SYNCED=str(disk))
    said, _ = process.communicate(timeout=60)
    acknowledged = [int(line) for line in said.split()]
    assert acknowledged == [1, 2, 3, 4, 5]
    assert _stored(disk) == (5, 5)


def test_what_is_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    process = _process(tmp_path, 100_000)
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline()) for _ in range(20)]
    process.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in process.communicate(timeout=60)[0].split()]
    sequence, lines = _stored(tmp_path)
    assert sequence >= acknowledged[-1]
    assert lines == sequence


async def test_each_connection_waits_for_the_disk(tmp_path: Path) -> None:
    database = Database.at(tmp_path)
    async with database.write() as connection:
        level = (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
    await database.close()
    assert level == _FULL
