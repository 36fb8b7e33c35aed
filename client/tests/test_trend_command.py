"""`orrery trend` against a console of this process."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_contracts.trend import MetricTrend
from typer.testing import CliRunner, Result


async def _trend(console: RunningConsole, *arguments: str) -> Result:
    """The console answers in this thread, so the command gets one of its own."""
    command = ["trend", *arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def _shown(console: RunningConsole, *arguments: str) -> list[int]:
    result = await _trend(console, "1", "--json", *arguments)
    assert result.exit_code == 0, result.exception
    return [point.run for point in MetricTrend.model_validate_json(result.stdout).points]


async def test_the_first_and_the_last_day_are_in_the_range(tmp_path: Path) -> None:
    async with running_console(tmp_path / "data") as console:
        agents = [ScriptedAgent(console.ws, name) for name in ("a", "b")]
        for agent in agents:
            await agent.connect()
        run = await ended(console, (await launch(console)).summary.id)
        assert run.summary.ended_at is not None
        today = datetime.fromisoformat(run.summary.ended_at).astimezone().date()
        before, after = today - timedelta(days=1), today + timedelta(days=1)
        assert await _shown(console, "--from", f"{today}", "--to", f"{today}") == [1]
        assert await _shown(console, "--to", f"{before}") == []
        assert await _shown(console, "--from", f"{after}") == []
        # One repeat has no interval.
        shown = (await _trend(console, "1")).stdout
        assert run.metrics
        assert " to " not in shown.splitlines()[-2]
        refused = await _trend(console, "--to", f"{today}")
        assert isinstance(refused.exception, CommandError)
        assert "a range of days needs a run" in str(refused.exception)
        for agent in agents:
            await agent.stop()
