"""The run that scripts/long_run.py adds can be read as any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch
from backend_testing.console import running_console, until
from orrery_contracts.api import Positions, RunDocument, SeriesList

_SCRIPT = Path(__file__).parents[2] / "scripts" / "long_run.py"


async def test_a_long_run_has_series_migrations_events_and_positions(tmp_path: Path) -> None:
    async with running_console(tmp_path) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        await ended(console, (await launch(console)).summary.id)
        await until(lambda: not console.console.engine.active(), "the run is let go")
        for agent in agents:
            await agent.stop()
    command = [sys.executable, str(_SCRIPT), str(tmp_path), "1000", "3"]
    made = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: ASYNC221
    number = int(made.stdout)
    async with running_console(tmp_path) as console:
        answer = await console.client.get(f"/runs/{number}")
        run = RunDocument.model_validate_json(answer.content)
        assert len(run.nodes) == 3
        assert len(run.repeats[0].migrations) == 200
        assert "state.collecting" in [event.name for event in run.events]
        answer = await console.client.get(f"/runs/{number}/series?frame=samples")
        series = SeriesList.model_validate_json(answer.content).items
        assert [item.total_rows for item in series] == [1000] * 3
        answer = await console.client.get(f"/runs/{number}/positions")
        assert len(Positions.model_validate_json(answer.content).times_ns) == 10
