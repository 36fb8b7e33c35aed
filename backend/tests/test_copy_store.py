"""A whole store goes from file to database and back, and every row with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch, nodes_are_free
from backend_testing.console import running_console
from backend_testing.postgres import PostgresServer
from backend_testing.stores import dump, query, store_of, stores_in
from orrery_backend.kit.db import store_file
from orrery_backend.migrations.copies import check


def _copy(*arguments: object) -> tuple[int, str]:
    command = [sys.executable, "-m", "orrery_backend.store_tool", *map(str, arguments)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.returncode, done.stdout + done.stderr


async def _fill(folder: Path) -> None:
    async with running_console(folder) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        for _ in range(2):
            await ended(console, (await launch(console)).summary.id)
            await nodes_are_free(console)
        await console.client.patch("/runs/1", json={"name": "kept", "tags": ["t"]})
        await console.client.delete("/runs/2")
        for agent in agents:
            await agent.stop()
    query(folder, "UPDATE runs SET note = ?", "nul \0 and é")


async def test_there_and_back(tmp_path: Path, postgres: PostgresServer) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    await _fill(first)
    before = dump(first)
    address = postgres.new_database()
    status, said = _copy("copy", first, address)
    assert status == 0, said
    assert "runs                        1 rows" in said
    status, said = _copy("copy", address, second)
    assert status == 0, said
    assert check(store_file(second)) == []
    assert dump(second).replace("\u2400", "\\x00") == before
    with stores_in(postgres):
        again = store_of(tmp_path / "third")
        assert again is not None
    status, said = _copy("copy", second, again)
    assert status == 0, said
    with stores_in(postgres):
        async with running_console(tmp_path / "third") as console:
            run = (await console.client.get("/runs/1")).json()
            assert run["summary"]["name"] == "kept"
            agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
            # Numbers that were given are not given again, and the audit log goes on.
            assert (await launch(console)).summary.number == 3
            numbers = [row[0] for row in query(tmp_path / "third", "SELECT number FROM audit")]
            assert len(set(numbers)) == len(numbers) > 2
            for agent in agents:
                await agent.stop()


async def test_what_cannot_be_copied_says_why_and_changes_nothing(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    first = tmp_path / "first"
    await _fill(first)
    address = postgres.new_database()
    refusals = {
        (tmp_path / "none", address): "There is no store",
        (first, first): "two stores are one",
        (first, "mysql://h/db"): "is no store",
        (first, postgres.address("absent")): "does not exist",
        (first, "postgresql://u:hunter2@h/db"): "has a password",
    }
    for (source, target), says in refusals.items():
        status, said = _copy("copy", source, target)
        assert (status, says in said) == (2, True), said
        assert "Traceback" not in said
        assert "hunter2" not in said
    assert not (tmp_path / "none").exists()
    assert _copy("copy", first, address)[0] == 0
    status, said = _copy("copy", first, address)
    assert status == 2
    assert "holds something already" in said
    async with running_console(first):
        status, said = _copy("copy", first, postgres.new_database())
    # A console of this process has no lock of its folder; one over a database has its own.
    assert status in (0, 2), said
    query(first, "UPDATE alembic_version SET version_num = '0010'")
    status, said = _copy("copy", first, postgres.new_database())
    assert status == 2
    assert "revision 0010" in said


@pytest.mark.parametrize("command", ["backup", "restore", "check"])
def test_a_database_is_backed_up_by_its_own_tools(tmp_path: Path, command: str) -> None:
    status, said = _copy(
        command, "--data", tmp_path, "--store", "postgresql://u@h/db", tmp_path / "file"
    )
    assert status == 2
    tool = {"backup": "pg_dump", "restore": "pg_restore", "check": "pg_amcheck"}[command]
    assert tool in said
    assert "postgresql://u@h/db" in said
