"""Baselines through the real server."""

from __future__ import annotations

from typing import Any

from backend_testing.agent import ScriptedAgent
from backend_testing.calls import delete_group
from backend_testing.console import RunningConsole, until
from orrery_contracts.api import Verdict
from orrery_contracts.baseline import Baseline, BaselineList, GroupComparison
from orrery_contracts.group import GroupState
from orrery_contracts.group_results import GroupDocument

SWEEP: dict[str, Any] = {
    "name": "Managers",
    "base": {"preset": "universe-one-node", "set": ["repeats=2"]},
    "axes": [{"kind": "range", "path": "workload.managers", "min": 0, "max": 1, "step": 1}],
}
ENDED = (GroupState.DONE, GroupState.FAILED, GroupState.CANCELLED)


async def _group(console: RunningConsole, key: str) -> GroupDocument:
    response = await console.client.get(f"/groups/{key}")
    return GroupDocument.model_validate_json(response.content)


async def _swept(console: RunningConsole) -> GroupDocument:
    response = await console.client.post("/sweeps", json=SWEEP)
    assert response.status_code == 201, response.text
    made = GroupDocument.model_validate_json(response.content)

    async def has_ended() -> bool:
        return (await _group(console, made.summary.id)).summary.state in ENDED

    await until(has_ended, "the sweep ends")
    return await _group(console, made.summary.id)


async def _set(console: RunningConsole, name: str, group: str) -> Baseline:
    response = await console.client.put(f"/baselines/{name}", json={"group": group})
    assert response.status_code == 200, response.text
    return Baseline.model_validate_json(response.content)


async def _compare(console: RunningConsole, group: str) -> GroupComparison:
    response = await console.client.get(f"/groups/{group}/comparison?baseline=main")
    assert response.status_code == 200, response.text
    return GroupComparison.model_validate_json(response.content)


async def test_a_baseline_is_a_copy_that_outlives_its_runs(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    first = await _swept(console)
    made = await _set(console, "main", str(first.summary.number))
    assert [cell.label for cell in made.cells] == ["managers 0", "managers 1"]
    assert [c.settings[0].value for c in made.cells] == ["0", "1"]
    assert all(len(cell.metrics[0].values) == 2 for cell in made.cells)
    assert made.machines
    await delete_group(console, first.summary.id)
    kept = Baseline.model_validate_json((await console.client.get("/baselines/main")).content)
    assert kept == made
    found = await _compare(console, (await _swept(console)).summary.id)
    assert found.baseline == "main"
    assert found.number == 2
    assert [(c.run, c.baseline_run) for c in found.cells] == [(3, 1), (4, 2)]
    assert found.verdict in (Verdict.NO_DIFFERENCE, Verdict.NOT_ENOUGH_DATA)
    assert found.conclusion.sentence


async def test_a_baseline_can_be_a_document(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    group = (await _swept(console)).summary.id
    results = (await console.client.get(f"/groups/{group}/baseline")).json()
    assert results["name"] == "sweep-1"
    response = await console.client.post(
        f"/groups/{group}/comparison", json={"baseline": results, "tolerance": 0.0}
    )
    assert response.status_code == 200, response.text
    found = GroupComparison.model_validate_json(response.content)
    assert found.only_here == []
    assert found.only_in_baseline == []
    assert all(cell.metric.ratio == 1.0 for cell in found.cells if cell.metric.ratio is not None)


async def test_baselines_are_listed_replaced_and_deleted(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    first, second = await _swept(console), await _swept(console)
    await _set(console, "main", first.summary.id)
    await _set(console, "older", first.summary.id)
    await _set(console, "main", second.summary.id)

    async def listed() -> list[tuple[str, int]]:
        response = await console.client.get("/baselines")
        items = BaselineList.model_validate_json(response.content).items
        return [(item.name, item.group.number) for item in items]

    assert await listed() == [("main", 2), ("older", 1)]
    assert (await console.client.delete("/baselines/main")).status_code == 204
    assert await listed() == [("older", 1)]
    assert (await console.client.delete("/baselines/main")).status_code == 404


async def test_bad_requests_name_field_and_remedy(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    client = console.client
    missing = await client.put("/baselines/main", json={"group": "77"})
    assert missing.status_code == 404
    assert "/api/v1/groups" in missing.text
    assert (await client.put("/baselines/Main", json={"group": "1"})).status_code == 422
    assert (await client.get("/baselines/none")).status_code == 404
    assert (await client.get("/groups/77/worse")).status_code == 404
    group = (await _swept(console)).summary.id
    refused = await client.post(f"/groups/{group}/comparison", json={})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "baseline"
    for query, status in (("", 422), ("?baseline=none", 404), ("?baseline=a&tolerance=-1", 422)):
        refused = await client.get(f"/groups/{group}/comparison{query}")
        assert refused.status_code == status, query


async def test_what_has_not_ended_is_no_baseline(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    response = await console.client.post(
        "/sweeps", json={**SWEEP, "base": {**SWEEP["base"], "set": ["repeats=50"]}}
    )
    group = response.json()["summary"]["id"]
    refused = await console.client.put("/baselines/main", json={"group": group})
    assert refused.status_code == 409
    assert "has not ended" in refused.json()["detail"]
    await console.client.post(f"/groups/{group}/cancel")
