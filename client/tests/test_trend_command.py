"""`orrery trend` against a console of this process."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_cli.trend_command import trend_view
from orrery_contracts.trend import MetricTrend, TrendAxis
from orrery_contracts_generator.fixture_files import valid
from rich.console import Console
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
        no_run = await _trend(console, "--axis", "dates")
        assert isinstance(no_run.exception, CommandError)
        assert "an axis needs a run" in str(no_run.exception)
        for agent in agents:
            await agent.stop()


def _along(axis: TrendAxis, *runs: tuple[int, str, str]) -> str:
    """What the command prints of runs with number, end and commit; the third one changed."""
    [text] = [f.text for f in valid() if (f.document, f.name) == ("MetricTrend", "plain")]
    trend = MetricTrend.model_validate_json(text)
    [point], [change] = trend.points, trend.changes
    points = [
        point.model_copy(update={"run": run, "at": at, "commit": commit})
        for run, at, commit in runs
    ]
    changed = {"points": points, "axis": axis}
    changed |= {"changes": [change.model_copy(update={"run": runs[2][0], "sentence": "Changed."})]}
    console = Console(file=StringIO(), width=160)
    trend_view(trend.model_copy(update=changed), console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _row(shown: str, run: int) -> list[str]:
    [row] = [line.split() for line in shown.splitlines() if str(run) in line.split()]
    return row


def test_dates_say_how_much_later_each_run_ended() -> None:
    at = [f"2026-11-{day}T12:00:00.000Z" for day in ("01", "02", "11")]
    shown = _along(TrendAxis.DATES, *((1001 + i, at[i], f"c{i}") for i in range(3)))
    assert "later by" in shown
    assert " 9 d " in " ".join(_row(shown, 1003))
    assert _row(shown, 1003)[-1] == "Changed."


def test_commits_have_their_runs_together() -> None:
    at = [f"2026-11-{day}T12:00:00.000Z" for day in ("01", "05", "02")]
    runs = ((1001, at[0], "abc"), (1007, at[1], "abc"), (1002, at[2], "def"))
    shown = _along(TrendAxis.COMMITS, *runs)
    assert _row(shown, 1001)[0] == "abc"
    # The commit is named once.
    assert _row(shown, 1007)[0] == "1007"
    assert (_row(shown, 1002)[0], _row(shown, 1002)[-1]) == ("def", "Changed.")
