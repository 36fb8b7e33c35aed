"""Who asks for much and then reads nothing holds nothing that others need."""

from __future__ import annotations

import asyncio

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import RunningConsole
from orrery_backend.features.runs.export import run_as_json

pytestmark = pytest.mark.both_stores

_READERS = 12  # more than a store has connections for reading


async def test_readers_that_stop_hold_no_connection_of_the_store(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    document = await ended(console, (await launch(console)).summary.id)
    await console.console.runs.run_id(document.summary.id)  # as the route does: all is stored then
    exports = [run_as_json(document, [], console.console.results) for _ in range(_READERS)]
    for export in exports:
        parts = [await anext(export) for _ in range(3)]
        assert '"columns"' in parts[-1], "in the middle of its series"
    async with asyncio.timeout(10):
        assert (await console.client.get("/runs")).status_code == 200
        assert (await console.client.get(f"/runs/{document.summary.number}/series")).is_success
    for export in exports:
        assert [part async for part in export][-1] == "]}"
