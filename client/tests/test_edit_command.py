"""`orrery edit` against a console of this process."""

from __future__ import annotations

import asyncio
from pathlib import Path

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch, read
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_client import ProblemError
from typer.testing import CliRunner, Result


async def _edit(console: RunningConsole, *arguments: str) -> Result:
    """The console answers in this thread, so the command gets one of its own."""
    command = ["edit", *arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def test_name_note_and_tags_change_and_the_rest_stays(tmp_path: Path) -> None:
    async with running_console(tmp_path / "data") as console:
        run = await _ended_run(console)
        first = await _edit(console, "1", "--name", "Before [x]", "--tag", "quiet", "--tag", "ci")
        assert first.exit_code == 0, first.exception
        assert "run 1 is 'Before [x]' with the tags" in first.output
        second = await _edit(console, "1", "--note", "Kernel 6.18", "--untag", "ci")
        assert second.exit_code == 0, second.exception
        changed = await read(console, run)
        assert changed.summary.name == "Before [x]"
        assert changed.spec.note == "Kernel 6.18"
        assert "quiet" in changed.summary.tags
        assert "ci" not in changed.summary.tags
        bad = await _edit(console, "1", "--tag", "Not a tag")
        assert isinstance(bad.exception, CommandError)
        assert bad.exception.field == "--tag"
        none = await _edit(console, "1")
        assert isinstance(none.exception, CommandError)


async def test_a_sweep_is_edited(tmp_path: Path) -> None:
    async with running_console(tmp_path / "data") as console:
        agents = [ScriptedAgent(console.ws, name) for name in ("a", "b")]
        for agent in agents:
            await agent.connect()
        axis = {"kind": "list", "path": "seed", "values": ["7", "8"]}
        base = {"preset": "universe-two-nodes"}
        await console.client.post("/sweeps", json={"name": "Seeds", "base": base, "axes": [axis]})
        first = await _edit(console, "1", "--group", "--name", "Seeds [x]", "--tag", "paper")
        assert first.exit_code == 0, first.exception
        assert "sweep 1 is 'Seeds [x]' with the tags paper" in first.output
        second = await _edit(console, "1", "--group", "--note", "Kernel 6.18", "--archive")
        assert second.exit_code == 0, second.exception
        summary = (await console.client.get("/groups/1")).json()["summary"]
        assert (summary["title"], summary["note"]) == ("Seeds [x]", "Kernel 6.18")
        runs = (await console.client.get("/runs?archived=true&tag=paper")).json()
        assert runs["total"] == 2
        listed = await asyncio.to_thread(
            CliRunner().invoke, main.app, ["groups", "--url", console.url]
        )
        assert "[paper]" in listed.output
        bad = await _edit(console, "1", "--group", "--tag", "Not a tag")
        assert isinstance(bad.exception, CommandError)
        assert bad.exception.field == "--tag"
        missing = await _edit(console, "9", "--group", "--note", "x")
        assert isinstance(missing.exception, ProblemError)
        for agent in agents:
            await agent.stop()


async def _ended_run(console: RunningConsole) -> str:
    agents = [ScriptedAgent(console.ws, name) for name in ("a", "b")]
    for agent in agents:
        await agent.connect()
    run = await ended(console, (await launch(console)).summary.id)
    for agent in agents:
        await agent.stop()
    return run.summary.id
