"""Runs that another version of Orrery stored: the console starts, and says what they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, launch, nodes_are_free, read
from backend_testing.console import RunningConsole, running_console
from backend_testing.stores import query
from orrery_contracts.api import RunState

pytestmark = pytest.mark.both_stores

Change = Callable[[dict[str, Any]], None]


def _unknown_field(spec: dict[str, Any]) -> None:
    spec["workload"]["newer"] = {"a": [1]}
    spec["other"] = 1


def _unknown_workload(spec: dict[str, Any]) -> None:
    spec["workload"] = {"kind": "of_the_future"}


async def _two_runs(folder: Path) -> None:
    """Number 1 is done, 2 waits for nodes that are gone."""
    async with running_console(folder) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        await ended(console, (await launch(console)).summary.id)
        await nodes_are_free(console)
        agents[0].hold_after_begin = agents[1].hold_after_begin = True
        await launch(console)
        waiting = await launch(console)
        assert waiting.summary.number == 3
        for agent in agents:
            await agent.stop()


def _change(folder: Path, number: int, change: Change) -> None:
    ((text,),) = query(folder, "SELECT spec FROM runs WHERE number = ?", number)
    spec = json.loads(text)
    change(spec)
    query(folder, "UPDATE runs SET spec = ? WHERE number = ?", json.dumps(spec), number)
    facts = json.loads(query(folder, "SELECT facts FROM nodes")[0][0])
    query(folder, "UPDATE nodes SET facts = ?", json.dumps({**facts, "newer": 1}))


async def _status(console: RunningConsole, method: str, path: str, **given: Any) -> int:
    return (await console.client.request(method, path, **given)).status_code


async def test_a_run_with_unknown_fields_is_shown_and_not_repeated(tmp_path: Path) -> None:
    await _two_runs(tmp_path)
    _change(tmp_path, 1, _unknown_field)
    async with running_console(tmp_path) as console:
        run = await read(console, "1")
        assert run.summary.state is RunState.DONE
        assert run.metrics
        (said,) = [line for line in run.versions if "another version" in line]
        assert "workload.newer" in said
        assert "other" in said
        names = [node["name"] for node in (await console.client.get("/nodes")).json()["items"]]
        assert names == ["a", "b"]
        assert await _status(console, "GET", "/runs") == 200
        assert await _status(console, "PATCH", "/runs/1", json={"name": "kept"}) == 200
        assert await _status(console, "POST", "/runs/1/retry") == 409
        assert await _status(console, "GET", "/compare?runs=1,2") in (200, 409, 422)
        assert await _status(console, "GET", "/runs/1/export") == 200
    (kept,) = query(tmp_path, "SELECT spec, name FROM runs WHERE number = 1")
    assert "newer" in kept[0]
    assert kept[1] == "kept"
    async with running_console(tmp_path) as console:
        assert await _status(console, "DELETE", "/runs/1") == 204


@pytest.mark.parametrize("change", [_unknown_field, _unknown_workload])
async def test_a_waiting_run_of_another_version_ends_and_others_go_on(
    tmp_path: Path, change: Change
) -> None:
    await _two_runs(tmp_path)
    _change(tmp_path, 3, change)
    async with running_console(tmp_path) as console:
        listed = {run["number"]: run for run in (await console.client.get("/runs")).json()["items"]}
        assert listed[3]["state"] == "failed"
        assert listed[3]["failure"]["code"] == "other_version"
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        fresh = await ended(console, (await launch(console, TWO_NODES)).summary.id)
        assert fresh.summary.state is RunState.DONE
        for agent in agents:
            await agent.stop()
        assert await _status(console, "DELETE", "/runs/3") == 204


async def test_a_run_that_cannot_be_read_is_a_conflict(tmp_path: Path) -> None:
    await _two_runs(tmp_path)
    _change(tmp_path, 1, _unknown_workload)
    async with running_console(tmp_path) as console:
        for method, path in (
            ("GET", "/runs/1"),
            ("GET", "/runs/1/series"),
            ("POST", "/runs/1/retry"),
            ("GET", "/compare?runs=1,2"),
        ):
            answer = await console.client.request(method, path)
            assert answer.status_code == 409, (path, answer.text)
            assert "another version" in answer.json()["detail"]
        assert await _status(console, "PATCH", "/runs/1", json={"name": "n"}) == 409
        assert await _status(console, "POST", "/specs/check", json=TWO_NODES) in (200, 422)
        assert await _status(console, "GET", "/runs") == 200
        assert await _status(console, "DELETE", "/runs/1") == 204
