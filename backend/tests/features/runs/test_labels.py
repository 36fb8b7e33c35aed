"""Names, notes and tags of runs that are on: what is shown is stored."""

from __future__ import annotations

import sqlite3

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch, read
from backend_testing.console import RunningConsole


async def test_a_new_name_is_shown_once_it_is_stored(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    shown: list[str] = []

    async def failing(_connection: object, _record: object) -> None:
        shown.append((await read(console, run)).summary.name)
        raise sqlite3.OperationalError("database or disk is full")

    before = (await read(console, run)).summary.name
    monkeypatch.setattr("orrery_backend.features.runs.store.repository.save_labels", failing)
    refused = await console.client.patch(f"/runs/{run}", json={"name": "new"})
    assert refused.status_code >= 500
    assert shown == [before]
    assert (await read(console, run)).summary.name == before
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)
