"""Writes a store as this version of Orrery makes it, with a run of each preset, as SQL text:

    python -m backend_testing.released_store backend/tests/stores/VERSION.sql

Done once for each release. The tests open every such store for ever.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, launch, nodes_are_free
from backend_testing.console import RunningConsole, running_console


async def _fill(console: RunningConsole) -> None:
    agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
    await ended(console, (await launch(console)).summary.id)
    await nodes_are_free(console)
    for agent in agents:
        agent.hold_after_begin = True
    await launch(console)
    for preset in (await console.client.get("/presets")).json()["items"]:
        answer = await console.client.post("/runs", json={"preset": preset["name"]})
        # A preset for more nodes, or for software that no node has, is refused.
        if answer.status_code == 201:
            await console.client.post(f"/runs/{answer.json()['summary']['id']}/cancel")
    axis = {"kind": "range", "path": "seed", "min": 1, "max": 2, "step": 1}
    sweep = {"name": "Two seeds", "base": TWO_NODES, "axes": [axis]}
    answer = await console.client.post("/sweeps", json=sweep)
    assert answer.status_code == 201, answer.text
    for run in (await console.client.get("/runs?limit=200")).json()["items"]:
        await console.client.post(f"/runs/{run['id']}/cancel")
        await ended(console, run["id"])
    for agent in agents:
        await agent.stop()


async def _make(folder: Path) -> None:
    async with running_console(folder) as console:
        await _fill(console)


def write(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_make(Path(folder)))
        with closing(sqlite3.connect(Path(folder) / "orrery.sqlite")) as store:
            target.write_text("\n".join(store.iterdump()) + "\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
