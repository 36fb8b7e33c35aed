"""Every suite that ships can be planned: its presets, settings and axes make valid runs."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.console import RunningConsole
from orrery_backend.features.analysis.simulations import simulated_by
from orrery_backend.features.groups.axes import dumped
from orrery_backend.features.groups.expansion import expand
from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import settings
from orrery_contracts.api import RunState
from orrery_contracts.documents import read_value
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.presets import find_preset, load_presets
from orrery_contracts.shape_checks import ChecksumsEqualCheck
from orrery_contracts.spec import RunSpec
from orrery_contracts.suite import Suite, SuiteVariant
from orrery_contracts.suites import items_of, load_suites
from orrery_contracts.sweep import SweepCheck

VARIANTS = [(suite, variant) for suite in load_suites() for variant in suite.variants]


def _cells(suite: Suite, variant: SuiteVariant) -> Iterator[CellFacts]:
    """The runs of a variant, before they are placed."""
    presets = load_presets()
    for item in items_of(suite, variant.name):
        base = find_preset(item.sweep.base.preset or "", presets).spec.model_dump(mode="json")
        changed = apply_overrides(base, [*variant.set, *item.sweep.base.set], RunSpec)
        for cell in expand(item.sweep, read_value(RunSpec, changed)):
            spec = dumped(cell.spec)
            yield CellFacts(item.name, "", spec, RunState.DONE, {}, None, (), frozenset())


@pytest.mark.parametrize(("suite", "variant"), VARIANTS, ids=lambda named: named.name)
def test_runs_that_shall_end_in_one_state_simulate_the_same(
    suite: Suite, variant: SuiteVariant
) -> None:
    cells = list(_cells(suite, variant))
    for check in suite.shape_checks:
        if not isinstance(check, ChecksumsEqualCheck):
            continue
        about = [
            cell
            for cell in cells
            if (not check.items or cell.item in check.items) and cell.fits(check.where)
        ]
        for setting in settings(about, check.each):
            simulated = {simulated_by(read_value(RunSpec, c.spec)) for c in setting.cells}
            assert len(simulated) == 1, f"{check.title}: {setting.label}"


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
    for names, placed in (("a", {1}), ("bc", {2}), ("defgh", {2, 4, 5, 8})):
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


async def _checked(console: RunningConsole, suite: str, asked: dict[str, object]) -> SweepCheck:
    response = await console.client.post(f"/suites/{suite}/check", json=asked)
    assert response.status_code == 200, response.text
    return SweepCheck.model_validate_json(response.content)


async def test_each_node_runs_an_item_that_puts_nodes_side_by_side(
    console: RunningConsole,
) -> None:
    agents = [ScriptedAgent(console.ws, name) for name in ("alpha-1", "alpha-2", "beta-1")]
    for rating, agent in enumerate(agents, 1):
        agent.facts = agent.facts.model_copy(update={"rating": float(rating)})
        await agent.connect()
    check = await _checked(console, "uss-platforms", {})
    ratings = [cell for cell in check.cells if cell.item == "ratings"]
    assert [cell.nodes for cell in ratings] == [["beta-1"], ["alpha-2"], ["alpha-1"]]
    assert [cell.label for cell in ratings] == ["nodes beta-1", "nodes alpha-2", "nodes alpha-1"]
    baseline = [cell.nodes[0] for cell in check.cells if cell.item == "baseline"]
    assert {name: baseline.count(name) for name in baseline} == dict.fromkeys(
        ("beta-1", "alpha-2", "alpha-1"), 4
    )
    some = await _checked(console, "uss-platforms", {"set": ["placement.among=alpha"]})
    assert {cell.nodes[0] for cell in some.cells} == {"alpha-1", "alpha-2"}
    named = ["placement.kind=named", 'placement.names=["beta-1"]']
    one = await _checked(console, "uss-platforms", {"set": named})
    assert {cell.nodes[0] for cell in one.cells} == {"beta-1"}
    refused = await console.client.post(
        "/suites/uss-platforms/check", json={"set": ["placement.among=gamma"]}
    )
    assert refused.status_code == 422
    assert "placement.among" in refused.text
    for agent in agents:
        await agent.stop()


async def test_a_list_of_cpus_ends_at_the_nodes_own_number(console: RunningConsole) -> None:
    agent = ScriptedAgent(console.ws, "a")
    for cores, expected in ((1, {"1"}), (7, {"1", "2", "4", "6"}), (64, None)):
        agent.facts = agent.facts.model_copy(update={"cores": cores, "cpu_limit": float(cores)})
        await agent.connect()
        check = await _checked(console, "fel-study", {"variant": "full"})
        at = next(i for i, axis in enumerate(check.axes) if axis.path == "workload.num_cpus")
        values = {cell.values[at] for cell in check.cells}
        assert values == expected if expected else len(values) == 11
        await agent.stop()
