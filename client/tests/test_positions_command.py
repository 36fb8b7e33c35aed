"""`orrery runs positions` against a console of this process."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_client.client import Orrery
from typer.testing import CliRunner, Result


async def _positions(console: RunningConsole, *arguments: str) -> Result:
    """The console answers in this thread, so the command gets one of its own."""
    command = ["runs", "positions", *arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def test_positions_become_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "positions.csv"
    asked = Orrery.positions

    def one_by_one(client: Orrery, run: str, **part: int) -> object:
        return asked(client, run, **{**part, "count": 1})

    monkeypatch.setattr(Orrery, "positions", one_by_one)
    async with running_console(tmp_path / "data") as console:
        agents = [ScriptedAgent(console.ws, name) for name in ("a", "b")]
        for agent in agents:
            agent.moments = [[0.25, 0.5], [0.75, 0.5]]
            agent.steps_between_moments = 200_000
            await agent.connect()
        await ended(console, (await launch(console)).summary.id)
        result = await _positions(console, "1", "--out", str(file))
        assert result.exit_code == 0, result.exception
        rows = list(csv.reader(file.read_text().splitlines()))
        assert rows[0] == ["time_ns", "steps", "node_index", "entity", "x", "y"]
        assert [row[:4] for row in rows[1:4]] == [
            ["1000", "1", "0", "0"],
            ["1000", "1", "0", "1"],
            ["1000", "1", "1", "0"],
        ]
        assert len(rows) == 1 + 2 * 2 * 2
        assert float(rows[-1][4]) == pytest.approx(0.5, abs=2e-5)
        there = await _positions(console, "1", "--out", str(file))
        assert "exists already" in str(there.exception)
        none = await _positions(console, "1", "--repeat", "9", "--out", str(tmp_path / "other"))
        assert isinstance(none.exception, CommandError)
        assert "repeat 9 of run 1 has no positions" in str(none.exception)
        assert not (tmp_path / "other").exists()
        for agent in agents:
            await agent.stop()
