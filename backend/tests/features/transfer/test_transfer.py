"""Runs that go from console to console as a file."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pyarrow.parquet as pq
import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.migrations.run_files import _digest
from orrery_contracts.api import RunState, SeriesFrame
from orrery_contracts.workloads.registry import WORKLOADS

pytestmark = pytest.mark.both_stores

_SPEC = {"preset": "universe-two-nodes", "set": ["repeats=2"]}


async def _measured(console: RunningConsole) -> list[str]:
    """Runs of a console of its own: two, and a sweep of two."""
    agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
    for agent in agents:
        agent.moments = [[0.1, 0.2], [0.3, 0.4]]
    ids = [(await ended(console, (await launch(console, _SPEC)).summary.id)).summary.id]
    labels = {"name": "Näme", "note": "a note", "tags": ["kept"]}
    assert (await console.client.patch(f"/runs/{ids[0]}", json=labels)).status_code == 200
    axis = {"kind": "list", "path": "seed", "values": ["7", "8"]}
    sweep = {"name": "seeds", "base": _SPEC, "axes": [axis]}
    made = (await console.client.post("/sweeps", json=sweep)).json()
    for cell in made["cells"]:
        ids.append((await ended(console, cell["run"]["id"])).summary.id)
    await until(lambda: not console.console.engine.active(), "all runs are let go")
    for agent in agents:
        await agent.stop()
    return ids


async def _everything(console: RunningConsole, run: str) -> dict[str, Any]:
    """All that REST says of a run."""

    async def read(path: str) -> Any:
        answer = await console.client.get(f"/runs/{run}{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    return {
        "run": await read(""),
        "log": await read("/log?limit=20000"),
        "events": await read("/events"),
        "export": await read("/export"),
        "positions": [await read(f"/positions?repeat={repeat}") for repeat in (0, 1)],
        "series": [await read(f"/series?frame={f.value}&max_points=20000") for f in SeriesFrame],
    }


def _without_place(found: dict[str, Any]) -> dict[str, Any]:
    """Without what says on which console the run is."""
    for document in (found["run"], found["export"]["run"]):
        summary = document["summary"]
        for key in ("number", "origin"):
            del summary[key]
        if summary["group"] is not None:
            del summary["group"]["number"]
    return found


_kept: list[bytes] = []


async def _two_runs(folder: Path) -> bytes:
    """A file of two runs, one of them of a sweep; made once for all tests."""
    if not _kept:
        async with running_console(folder) as console:
            await _measured(console)
            _kept.append(await _export(console, "run=1&run=2"))
    return _kept[0]


async def _export(console: RunningConsole, query: str) -> bytes:
    answer = await console.client.get(f"/exports?{query}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/vnd.sqlite3"
    assert int(answer.headers["content-length"]) == len(answer.content)
    return answer.content


async def _import(console: RunningConsole, file: bytes) -> list[dict[str, Any]]:
    answer = await console.client.post("/imports", content=file)
    assert answer.status_code == 201, answer.text
    items: list[dict[str, Any]] = answer.json()["runs"]
    return items


async def test_everything_that_is_measured_is_the_same_elsewhere(tmp_path: Path) -> None:
    async with running_console(tmp_path / "first") as console:
        ids = await _measured(console)
        before = [await _everything(console, run) for run in ids]
        group = before[1]["run"]["summary"]["group"]
        cells = (await console.client.get(f"/groups/{group['id']}")).json()["cells"]
        file = await _export(console, f"run=1&run={ids[0]}&group={group['number']}")
        _kept.append(await _export(console, "run=1&run=2"))
        assert list((tmp_path / "first" / "transfers").iterdir()) == []
    assert all(part["items"] for part in before[0]["series"][:2])
    assert all(part["items"] for part in before[0]["positions"])
    async with running_console(tmp_path / "second") as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        own = (await ended(console, (await launch(console)).summary.id)).summary.number
        for agent in agents:
            await agent.stop()
        taken = await _import(console, file)
        assert [item["id"] for item in taken] == ids
        assert [item["number"] for item in taken] == [own + 1, own + 2, own + 3]
        assert [item["origin"]["number"] for item in taken] == [1, 2, 3]
        assert all(item["is_new"] for item in taken)
        after = [await _everything(console, run) for run in ids]
        assert after[0]["run"]["summary"]["origin"] == taken[0]["origin"]
        listed = (await console.client.get("/runs")).json()["items"]
        assert [item["origin"] for item in listed] == [
            *(item["origin"] for item in reversed(taken)),
            None,
        ]
        found = (await console.client.get(f"/groups/{group['id']}")).json()
        assert [cell["metrics"] for cell in found["cells"]] == [cell["metrics"] for cell in cells]
        assert (await console.client.get("/runs?tag=kept&node=a")).json()["total"] == 1
        assert list((tmp_path / "second" / "transfers").iterdir()) == []
        again = await _import(console, file)
        assert [item["is_new"] for item in again] == [False] * 3
        assert [item["number"] for item in again] == [item["number"] for item in taken]
        onward = await _export(console, f"run={own + 1}")
    for there, here in zip(before, after, strict=True):
        assert _without_place(there) == _without_place(here)
    async with running_console(tmp_path / "third") as console:
        (last,) = await _import(console, onward)
        assert last["origin"] == taken[0]["origin"], "the console that measured it"
        assert last["number"] == 1


@pytest.mark.parametrize("workload", [record.kind for record in WORKLOADS])
async def test_parquet_tables_bring_the_same_runs_of_each_workload(
    tmp_path: Path, workload: str
) -> None:
    preset = next(each for each in WORKLOADS if each.kind == workload).presets[0]
    async with running_console(tmp_path / "first") as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "abcd"]
        asked = {"preset": preset, "set": ["repeats=2", "note=a note"]}
        run = (await ended(console, (await launch(console, asked)).summary.id)).summary
        assert run.state is RunState.DONE
        await until(lambda: not console.console.engine.active(), "the run is let go")
        before = await _everything(console, run.id)
        exported = await console.client.get("/exports?run=1&format=parquet")
        assert exported.status_code == 200, exported.text
        assert list((tmp_path / "first" / "transfers").iterdir()) == []
        for agent in agents:
            await agent.stop()
    async with running_console(tmp_path / "second") as console:
        (taken,) = await _import(console, exported.content)
        assert (taken["id"], taken["is_new"]) == (run.id, True)
        after = await _everything(console, run.id)
        assert list((tmp_path / "second" / "transfers").iterdir()) == []
        again = await console.client.get("/exports?run=1&format=parquet")
        assert _tables(again.content) == _tables(exported.content)
    assert _without_place(after) == _without_place(before)


def _tables(content: bytes) -> dict[str, Any]:
    with ZipFile(io.BytesIO(content)) as archive:
        return {
            name: pq.read_table(io.BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name.endswith(".parquet")
        }


async def test_archives_without_whole_runs_are_refused(tmp_path: Path) -> None:
    good = await _two_runs(tmp_path / "first")

    def archive(entry: str, content: bytes) -> bytes:
        made = io.BytesIO()
        with ZipFile(made, "w", ZIP_DEFLATED) as opened:
            opened.writestr(entry, content)
        return made.getvalue()

    whole = archive("runs.sqlite", good)
    bad = {
        "has no runs.sqlite": archive("runs.parquet", b"PAR1"),
        "ZIP is damaged": whole[: len(whole) // 2],
        "no file of runs": archive("runs.sqlite", b"a text" * 999),
        "larger than": archive("runs.sqlite", bytes(3 << 20)),
    }
    async with running_console(tmp_path / "second") as console:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("orrery_backend.features.transfer.service.MOST_BYTES", 2 << 20)
            for words, content in bad.items():
                answer = await console.client.post("/imports", content=content)
                assert answer.status_code == 422, (words, answer.text)
                assert words in answer.json()["detail"], answer.text
                assert "Export the runs again" in answer.json()["errors"][0]["remedy"]
        assert list((tmp_path / "second" / "transfers").iterdir()) == []
        assert (await console.client.get("/runs")).json()["total"] == 0
        assert len(await _import(console, whole)) == 2


async def test_runs_that_go_on_or_are_not_there_are_not_exported(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console, _SPEC)).summary.number
    for query, status in ((f"run={run}", 409), ("run=77", 404), ("", 422), ("group=5", 404)):
        answer = await console.client.get(f"/exports?{query}")
        assert answer.status_code == status, (query, answer.text)
    for agent in agents:
        agent.let_end.set()


def _sql(*statements: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as opened:
            for statement in statements:
                opened.execute(statement)
            opened.commit()

    return change


def _flipped(file: Path) -> None:
    data = file.read_bytes()
    assert b"a note" in data
    file.write_bytes(data.replace(b"a note", b"a nkte"))


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5000])


def _of(content: bytes) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        file.write_bytes(content)

    return change


_BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty": (_of(b""), "no file of runs"),
    "text": (_of(b"a text" * 999), "no file of runs"),
    "cut off": (_cut, "damaged"),
    "a byte changed": (_flipped, "damaged"),
    "a row changed": (_sql("UPDATE runs SET name = 'x'"), "digest"),
    "a run of another run": (_sql("DELETE FROM runs WHERE number = 1"), "not in it"),
    "a trigger": (_sql("CREATE TRIGGER t AFTER INSERT ON runs BEGIN SELECT 1; END"), "trigger"),
    "a view": (_sql("CREATE VIEW v AS SELECT 1"), "view"),
    "another table": (_sql("CREATE TABLE t (a)"), "table"),
    "a user": (_sql("INSERT INTO users VALUES ('eve', 'admin', 'x', 0, 0, 0)"), "users"),
    "no seal": (_sql("DROP TABLE run_file_seal"), "whole store"),
    "two seals": (_sql("INSERT INTO run_file_seal VALUES (1, 'x')"), "damaged"),
    "a later format": (_sql("UPDATE run_file_seal SET format = 2"), "format"),
    "a later version": (_sql("UPDATE alembic_version SET version_num = '9999'"), "version"),
}


async def test_bad_files_are_refused_and_nothing_of_them_is_taken(tmp_path: Path) -> None:
    good = await _two_runs(tmp_path / "first")
    async with running_console(tmp_path / "second") as console:
        for name, (damage, words) in _BAD.items():
            file = tmp_path / "file"
            file.write_bytes(good)
            damage(file)
            answer = await console.client.post("/imports", content=file.read_bytes())
            assert answer.status_code == 422, (name, answer.text)
            assert words in answer.json()["detail"], (name, answer.text)
        assert (await console.client.get("/runs")).json()["total"] == 0
        assert len(await _import(console, good)) == 2


_FORGED = {
    "an unknown state": "UPDATE runs SET state = 'odd'",
    "not ended": "UPDATE runs SET state = 'running'",
    "no origin": "UPDATE runs SET origin = NULL",
    "a bad origin": "UPDATE runs SET origin = '{}'",
    "a repeat that replaces itself": "UPDATE repeats SET replaces = repeat",
    "a repeat that replaces none": "UPDATE repeats SET replaces = -1",
    "a spec that is none": "UPDATE runs SET spec = '{}'",
    "a spec with an unknown field": (
        "UPDATE runs SET spec = json_set(spec, '$.seed_of_everything', 1)"
    ),
    "a long name": "UPDATE runs SET name = printf('%.9999c', 'x')",
    "a bad id": "UPDATE runs SET id = upper(id);"
    + "".join(
        f"UPDATE {table} SET run_id = upper(run_id);"
        for table in (
            "chunks",
            "frame_schemas",
            "outputs",
            "position_frames",
            "repeats",
            "run_events",
            "run_log",
            "run_nodes",
            "run_tags",
        )
    ),
    "a huge time": "UPDATE runs SET started_ms = 9223372036854775807",
    "a bad tag": """UPDATE runs SET tags = '["no tag!"]'""",
    "tags that are none": "UPDATE runs SET tags = '7'",
    "a bad result": "UPDATE outputs SET result = '{}'",
    "a bad event": "UPDATE run_events SET at_ms = 'now'",
    "a bad level": "UPDATE run_log SET level = 'loud'",
    "a bad schema": "UPDATE frame_schemas SET document = '[]'",
    "a chunk of zeros": "UPDATE chunks SET data = zeroblob(100)",
    "a chunk of no rows": "UPDATE chunks SET rows = 0",
    "a chunk of too many rows": "UPDATE chunks SET rows = 1 << 40",
    "a chunk elsewhere": "UPDATE chunks SET first_row = first_row + 1000000",
    "a chunk of no node": "UPDATE chunks SET node_index = node_index + 70",
    "positions of zeros": "UPDATE position_frames SET data = zeroblob(100)",
    "positions of too many entities": "UPDATE position_frames SET rows = 1 << 40",
    "positions of no node": "UPDATE position_frames SET node_index = node_index + 70",
    "a group that is none": "UPDATE run_groups SET document = '7'",
    "a group that is missing": "DELETE FROM run_groups",
    "columns that are missing": "ALTER TABLE run_log DROP COLUMN text",
    "no runs": "PRAGMA foreign_keys = ON; DELETE FROM runs",
}


@pytest.fixture
async def forged(tmp_path: Path) -> Callable[[str], Any]:
    """Files with a seal that fits, as a person could make them."""
    good = await _two_runs(tmp_path / "first")

    def forge(statement: str) -> bytes:
        file = tmp_path / "file"
        file.write_bytes(good)
        with closing(sqlite3.connect(file)) as opened:
            opened.executescript(statement)
            opened.execute("UPDATE run_file_seal SET digest = ?", (_digest(opened),))
            opened.commit()
        return file.read_bytes()

    return forge


async def test_forged_files_are_refused(tmp_path: Path, forged: Callable[[str], Any]) -> None:
    async with running_console(tmp_path / "second") as console:
        for name, statement in _FORGED.items():
            answer = await console.client.post("/imports", content=forged(statement))
            assert answer.status_code == 422, (name, answer.text)
            assert answer.json()["errors"][0]["field"] == "file", name
        assert (await console.client.get("/runs")).json()["total"] == 0
        assert (await console.client.get("/groups")).json()["total"] == 0


async def test_files_of_runs_are_bounded(
    console: RunningConsole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orrery_backend.features.transfer.router.MOST_BYTES", 3 << 20)
    answer = await console.client.post("/imports", content=bytes(4 << 20))
    assert answer.status_code == 413, answer.text
    too_many = "&".join(f"run={number}" for number in range(1, 1002))
    assert (await console.client.get(f"/exports?{too_many}")).status_code == 422
