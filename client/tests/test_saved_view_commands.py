"""`orrery views` and `orrery runs --view` against a console of this process."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole, running_console
from orrery_cli import main
from orrery_cli.failure import CommandError
from orrery_client import ProblemError
from orrery_client.views import view_filters
from orrery_contracts.api import RunState
from typer.testing import CliRunner, Result


async def _command(console: RunningConsole, *arguments: str) -> Result:
    """The console answers in this thread, so the command gets one of its own."""
    command = [*arguments, "--url", console.url]
    return await asyncio.to_thread(CliRunner().invoke, main.app, command)


async def _done(console: RunningConsole, *arguments: str) -> str:
    result = await _command(console, *arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


async def _listed(console: RunningConsole, *options: str) -> list[int]:
    found = json.loads(await _done(console, "runs", "--json", *options))
    return [run["number"] for run in found["items"]]


async def test_views_are_saved_listed_renamed_and_deleted(tmp_path: Path) -> None:
    async with running_console(tmp_path) as console:
        assert "no views" in await _done(console, "views")
        await _done(console, "views", "save", "slow", "?state=done&sort=-duration")
        await _done(console, "views", "save", "paper", "tag=paper")
        await _done(console, "views", "rename", "paper", "article")
        found = json.loads(await _done(console, "views", "--json"))["items"]
        assert [(view["name"], view["query"]) for view in found] == [
            ("article", "tag=paper"),
            ("slow", "state=done&sort=-duration"),
        ]
        assert "state=done" in await _done(console, "views")
        await _done(console, "views", "delete", "slow")
        missing = await _command(console, "views", "delete", "slow")
        assert isinstance(missing.exception, ProblemError)
        bad = await _command(console, "views", "save", "bad", "tag=<b>")
        assert isinstance(bad.exception, CommandError)
        assert "copy it from the address" in bad.exception.remedy


async def test_a_view_filters_the_list_of_runs(tmp_path: Path) -> None:
    async with running_console(tmp_path) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        for _ in range(3):
            await ended(console, (await launch(console)).summary.id)
        await console.client.patch("/runs/1", json={"tags": ["paper"]})
        await console.client.patch("/runs/2", json={"tags": ["paper"], "archived": True})
        await console.client.patch("/runs/3", json={"name": "An odd one"})
        await _done(console, "views", "save", "paper", "tag=paper&state=done&columns=name")
        await _done(console, "views", "save", "old", "archived=yes")
        await _done(console, "views", "save", "odd", "q=odd+one&preset=universe-two-nodes")
        assert await _listed(console, "--view", "paper") == [1]
        assert await _listed(console, "--view", "old") == [2]
        assert await _listed(console, "--view", "odd") == [3]
        assert await _listed(console, "--view", "paper", "--state", "failed") == []
        await _done(console, "views", "save", "some", "set=workload.entities%3D40%3Bseed%3D1")
        assert await _listed(console, "--view", "some") == await _listed(
            console, "--set", "workload.entities=40", "--set", "seed=1"
        )
        assert await _listed(console, "--set", "workload.entities=40") == [3, 1]
        assert await _listed(console, "--set", "workload.entities=41") == []
        assert await _listed(console, "--workload", "universe_steps", "--since", "2020-01-01")
        assert await _listed(console, "--until", "2020-01-01") == []
        assert await _listed(console, "--commit", "0000ffff") == []
        refused = await _command(console, "runs", "--set", "workload.entitys=41")
        assert isinstance(refused.exception, ProblemError)
        assert "No workload has the setting workload.entitys." in str(refused.exception)
        missing = await _command(console, "runs", "--view", "none-such")
        assert isinstance(missing.exception, CommandError)
        assert "no view none-such" in missing.exception.message
        for agent in agents:
            await agent.stop()


@pytest.mark.parametrize(
    ("query", "filters"),
    [
        ("", {"archived": False}),
        ("sort=-duration&columns=name%2Cstate&state=exploded", {"archived": False}),
        (
            "q=a%20b&state=failed&node=n&group=g&archived=yes",
            {
                "query": "a b",
                "state": RunState.FAILED,
                "node": "n",
                "group": "g",
                "archived": True,
            },
        ),
        (
            "workload=w&since=2026-03-03&until=2026-03-04&commit=51dc&set=a%3D1%3Bb.c%3D2",
            {
                "archived": False,
                "workload": "w",
                "since": "2026-03-03",
                "until": "2026-03-04",
                "commit": "51dc",
                "settings": ["a=1", "b.c=2"],
            },
        ),
    ],
)
def test_filters_of_a_query(query: str, filters: dict[str, object]) -> None:
    assert view_filters(query) == filters
