"""`orrery note` against a console of this process."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from typer.testing import CliRunner, Result


async def _note(console: RunningConsole, *arguments: str) -> Result:
    """The console answers in this thread, so the command gets one of its own."""
    command = ["note", *arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def test_notes_are_written_listed_and_deleted(tmp_path: Path) -> None:
    async with running_console(tmp_path / "data") as console:
        agents = [ScriptedAgent(console.ws, name) for name in ("a", "b")]
        for agent in agents:
            await agent.connect()
        await ended(console, (await launch(console)).summary.id)
        assert "no notes" in (await _note(console, "1")).stdout
        first = await _note(console, "1", "Kernel [red]")
        assert first.exit_code == 0, first.exception
        second = await _note(console, "1", "Backup", "--repeat", "1", "--step", "7", "--json")
        notes = json.loads(second.stdout)
        assert [(note["repeat"], note["step"]) for note in notes] == [(None, None), (0, 7)]
        listed = (await _note(console, "1")).stdout
        assert "Kernel [red]" in listed
        assert "repeat 1, step 7" in listed
        left = await _note(console, "1", "--delete", notes[0]["id"], "--json")
        assert [note["text"] for note in json.loads(left.stdout)] == ["Backup"]
        # Blanks at the ends do not count.
        assert (await _note(console, "1", "x" * 2000 + "\n")).exit_code == 0
        for arguments in (("1", "x", "--step", "7"), ("1", "--repeat", "1"), ("1", " ")):
            assert isinstance((await _note(console, *arguments)).exception, CommandError)
        wrong = (await _note(console, "1", "x", "--repeat", "99")).exception
        assert isinstance(wrong, CommandError)
        assert (wrong.field, wrong.value, wrong.remedy) == ("--repeat", "99", "give 1 to 1")
        for agent in agents:
            await agent.stop()
