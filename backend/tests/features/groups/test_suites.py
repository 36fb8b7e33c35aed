"""Every suite that ships can be planned: its presets, settings and axes make valid runs."""

from __future__ import annotations

import json

from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole
from orrery_contracts.suites import load_suites
from orrery_contracts.sweep import SweepCheck


async def test_every_variant_of_every_suite_can_be_planned(console: RunningConsole) -> None:
    agents = [ScriptedAgent(console.ws, name) for name in "abc"]
    for agent in agents:
        offers = {"cores": 4, "cpu_limit": 4.0, "rti_peers": ["helics"]}
        agent.facts = agent.facts.model_copy(update=offers)
        await agent.connect()
    for suite in load_suites():
        for variant in suite.variants:
            asked = {"variant": variant.name}
            response = await console.client.post(f"/suites/{suite.name}/check", json=asked)
            assert response.status_code == 200, (suite.name, variant.name, response.text)
            check = SweepCheck.model_validate_json(response.content)
            cells = {json.dumps([cell.item, cell.values]) for cell in check.cells}
            assert len(cells) == check.runs
    for agent in agents:
        await agent.stop()
