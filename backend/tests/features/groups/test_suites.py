"""Every suite that ships can be planned: its presets, settings and axes make valid runs."""

from __future__ import annotations

import json

from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole
from orrery_contracts.suites import load_suites
from orrery_contracts.sweep import SweepCheck


async def test_every_variant_of_every_suite_can_be_planned(console: RunningConsole) -> None:
    agents = [ScriptedAgent(console.ws, name) for name in "abcdefgh"]
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
            assert max(len(cell.nodes) for cell in check.cells) >= variant.nodes
    for agent in agents:
        await agent.stop()


async def test_a_suite_runs_over_as_many_nodes_as_are_online(console: RunningConsole) -> None:
    agents = []
    for names, placed in (("a", {1}), ("bc", {2}), ("defgh", {2, 4, 8})):
        for name in names:
            agent = ScriptedAgent(console.ws, name)
            agents.append(agent)
            await agent.connect()
        response = await console.client.post("/suites/rti-s/check", json={})
        assert response.status_code == 200, response.text
        check = SweepCheck.model_validate_json(response.content)
        assert {len(cell.nodes) for cell in check.cells} == placed
    for agent in agents:
        await agent.stop()
