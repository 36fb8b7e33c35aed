"""The interface over HTTP: errors for people, lists, changes, comparison, export."""

from __future__ import annotations

import csv
import io
import json

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, launch
from backend_testing.console import RunningConsole
from jsonschema import Draft202012Validator
from orrery_contracts.api import (
    Comparison,
    Health,
    PublishedTables,
    RunExport,
    RunPage,
    SpecCheck,
    Verdict,
)
from orrery_contracts.errors import Problem

_BIG = {"kind": "universe_steps", "entities": 10**12}


async def _problem(console: RunningConsole, body: object, path: str = "/runs") -> Problem:
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    response = await console.client.post(path, content=content)
    assert response.status_code >= 400, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = Problem.model_validate_json(response.content)
    assert problem.status == response.status_code
    return problem


async def test_health(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    response = await console.client.get("/health")
    health = Health.model_validate_json(response.content)
    assert (health.nodes_online, health.runs) == (2, 0)


@pytest.mark.parametrize("path", ["/runs", "/specs/check"])
@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"preset": "nope"}, "unknown_preset", "preset"),
        ({"spec": {"nonsense": 1}}, "invalid", "spec.nonsense"),
        ({"spec": {"workload": {**_BIG}}}, "invalid", "spec.workload.entities"),
        ({"spec": {"repeats": "two"}}, "invalid", "spec.repeats"),
        ({"spec": {"repeats": 0}}, "invalid", "spec.repeats"),
        ({"spec": {"placement": {"kind": "somewhere"}}}, "invalid", "spec.placement.kind"),
        ({"preset": "smoke", "set": ["workload.managers=-1"]}, "invalid", "workload.managers"),
        ({"preset": "smoke", "set": ["workload.mangers=1"]}, "invalid", "workload.mangers"),
        ({"preset": "smoke", "set": ["placement.count=64"]}, "too_few_nodes", "placement.count"),
        ({"spec": {}, "preset": "smoke"}, "invalid", "preset"),
        ({}, "invalid", ""),
        ([], "invalid", ""),
    ],
)
async def test_bad_input_names_field_and_remedy(
    console: RunningConsole,
    agents: list[ScriptedAgent],
    path: str,
    body: object,
    code: str,
    field: str,
) -> None:
    problem = await _problem(console, body, path)
    assert problem.code == code
    assert field in {error.field for error in problem.errors}
    assert all(error.remedy for error in problem.errors)
    # Nothing is stored or started.
    assert (await console.client.get("/runs")).json()["total"] == 0
    assert agents[0].held == {}


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ('{"preset": "smoke",}', "line 1, column 20"),
        ('{\n  "preset": smoke\n}', "line 2, column 13"),
        ("", "empty"),
        ('{"spec": {"repeats": NaN}}', "nan"),
        (b"\xff\xfe", "utf-8"),
        ("[" * 100_000, "nested"),
    ],
)
async def test_malformed_json_says_where(
    console: RunningConsole, body: str | bytes, where: str
) -> None:
    problem = await _problem(console, body)
    assert (problem.code, problem.status) == ("malformed", 400)
    assert where in problem.detail.lower()


async def test_a_key_given_twice_is_refused(console: RunningConsole) -> None:
    problem = await _problem(console, '{"preset": "smoke", "preset": "universe-two-nodes"}')
    assert (problem.code, problem.errors[0].field) == ("invalid", "preset")
    assert "twice" in problem.errors[0].message


async def test_nothing_can_be_placed_without_nodes(console: RunningConsole) -> None:
    problem = await _problem(console, {"preset": "smoke"})
    assert problem.code == "too_few_nodes"
    assert "No node is online" in problem.errors[0].message
    assert "agent --join" in problem.errors[0].remedy


async def test_a_check_says_what_a_launch_would_do(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    response = await console.client.post("/specs/check", json={"preset": "universe-two-nodes"})
    check = SpecCheck.model_validate_json(response.content)
    assert check.nodes == ["a", "b"]
    assert check.assigned == ["27 entities, 1 manager", "13 entities"]
    assert check.estimate_s is None
    await ended(console, (await launch(console)).summary.id)
    response = await console.client.post("/specs/check", json={"preset": "universe-two-nodes"})
    assert SpecCheck.model_validate_json(response.content).estimate_s is not None
    assert check.waiting == [None, None]


async def test_a_check_says_how_endpoints_would_wait(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    asked = {"preset": "rti-latency-two-nodes"}
    response = await console.client.post("/specs/check", json=asked)
    said = SpecCheck.model_validate_json(response.content).waiting
    run = await launch(console, asked)
    placed = (await ended(console, run.summary.id)).nodes
    assert None not in said
    assert said == [node.waiting for node in placed]
    named = {**asked, "set": ["conditions.pinning=none"]}
    response = await console.client.post("/specs/check", json=named)
    assert SpecCheck.model_validate_json(response.content).waiting == [None, None]


async def test_presets_and_their_schema(console: RunningConsole) -> None:
    presets = (await console.client.get("/presets")).json()["items"]
    assert "universe-two-nodes" in {preset["name"] for preset in presets}
    one = await console.client.get("/presets/universe-two-nodes")
    assert one.json() == next(p for p in presets if p["name"] == "universe-two-nodes")
    assert (await console.client.get("/presets/nope")).status_code == 404


async def test_forms_get_the_schema_of_run_specs(console: RunningConsole) -> None:
    served = (await console.client.get("/schemas/run-spec")).json()
    Draft202012Validator.check_schema(served)
    schema = Draft202012Validator(served)
    presets = (await console.client.get("/presets")).json()["items"]
    assert all(schema.is_valid(preset["spec"]) for preset in presets)
    assert not schema.is_valid({**presets[0]["spec"], "repeats": 0})


async def test_unknown_calls_are_problems(console: RunningConsole) -> None:
    for path in ("/nonsense", "/runs/1/nonsense", "/runs/1", "/runs/nonsense"):
        response = await console.client.get(path)
        assert response.status_code in (404, 422)
        Problem.model_validate_json(response.content)
    response = await console.client.put("/runs", content="{}")
    assert response.status_code == 405
    Problem.model_validate_json(response.content)


async def test_a_key_makes_a_run_once(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    headers = {"Idempotency-Key": "k-1"}
    first = await console.client.post("/runs", json=TWO_NODES, headers=headers)
    again = await console.client.post("/runs", json=TWO_NODES, headers=headers)
    assert first.json()["summary"]["id"] == again.json()["summary"]["id"]
    other = await console.client.post("/runs", json={"preset": "smoke"}, headers=headers)
    assert other.status_code == 409
    await ended(console, first.json()["summary"]["id"])
    late = await console.client.post("/runs", json=TWO_NODES, headers=headers)
    assert late.json()["summary"]["id"] == first.json()["summary"]["id"]
    assert (await console.client.get("/runs")).json()["total"] == 1


async def test_pages_filters_and_numbers(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for number in range(5):
        settings = ["repeats=1", f"name=Run {'even' if number % 2 == 0 else 'odd'} {number}"]
        settings.append(f"tags=t{number % 2}")
        asked = {"preset": "universe-two-nodes", "set": settings}
        await ended(console, (await launch(console, asked)).summary.id)

    async def page(**params: str | int) -> RunPage:
        response = await console.client.get("/runs", params=params)
        assert response.status_code == 200, response.text
        return RunPage.model_validate_json(response.content)

    first = await page(limit=2)
    assert ([run.number for run in first.items], first.total) == ([5, 4], 5)
    assert first.next_cursor is not None
    second = await page(limit=2, cursor=first.next_cursor)
    assert [run.number for run in second.items] == [3, 2]
    last = await page(limit=2, cursor=second.next_cursor or "")
    assert ([run.number for run in last.items], last.next_cursor) == ([1], None)
    assert [run.number for run in (await page(tag="t1")).items] == [4, 2]
    assert [run.number for run in (await page(q="even")).items] == [5, 3, 1]
    assert [run.number for run in (await page(q="#4")).items] == [4]
    assert (await page(q="100%")).items == []
    assert (await page(node="a")).total == 5
    assert (await page(node="c")).total == 0
    assert (await page(state="done")).total == 5
    assert (await page(workload="universe_steps", state="failed")).total == 0
    refused = await console.client.get("/runs", params={"limit": 501})
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["field"] == "limit"


async def test_changing_a_run(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    run = (await ended(console, (await launch(console)).summary.id)).summary.id
    read = await console.client.get(f"/runs/{run}")
    tag = read.headers["etag"]
    same = await console.client.get(f"/runs/{run}", headers={"If-None-Match": tag})
    assert same.status_code == 304
    changed = await console.client.patch(
        f"/runs/{run}",
        json={"name": "Better name", "tags": ["x", "x"], "archived": True},
        headers={"If-Match": tag},
    )
    assert changed.json()["summary"]["name"] == changed.json()["spec"]["name"] == "Better name"
    assert changed.json()["summary"]["tags"] == ["x"]
    stale = await console.client.patch(
        f"/runs/{run}", json={"name": "Too late"}, headers={"If-Match": tag}
    )
    assert (stale.status_code, stale.json()["code"]) == (412, "conflict")
    assert (await console.client.get("/runs")).json()["total"] == 0
    archived = await console.client.get("/runs", params={"archived": "true", "tag": "x"})
    assert archived.json()["total"] == 1
    bad = await console.client.patch(f"/runs/{run}", json={"nonsense": 1})
    assert bad.json()["errors"][0]["field"] == "nonsense"
    again = await console.client.get(f"/runs/{run}")
    assert again.headers["etag"] == changed.headers["etag"] != tag


async def test_deleting_a_run(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    assert (await console.client.delete(f"/runs/{run}")).status_code == 409
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)
    headers = {"Idempotency-Key": "k-9"}
    await console.client.post("/runs", json=TWO_NODES, headers=headers)
    assert (await console.client.delete(f"/runs/{run}")).status_code == 204
    assert (await console.client.get(f"/runs/{run}")).status_code == 404
    assert (await console.client.delete(f"/runs/{run}")).status_code == 404


async def test_events_and_log(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    run = (await ended(console, (await launch(console)).summary.id)).summary.id
    events = (await console.client.get(f"/runs/{run}/events")).json()
    later = (await console.client.get(f"/runs/{run}/events", params={"after": 2})).json()
    assert later == events[2:]
    log = (await console.client.get(f"/runs/{run}/log", params={"node": "b"})).json()
    assert [(line["node"], line["text"]) for line in log] == [("b", "checks done")]


async def test_comparing_runs(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    ids = []
    for managers, step_time in ((0, 1000.0), (1, 1300.0), (2, 1700.0)):
        for agent in agents:
            agent.step_time = step_time
            agent.checksum = str(managers)
        settings = ["repeats=5", f"workload.managers={managers}"]
        asked = {"preset": "universe-two-nodes", "set": settings}
        ids.append((await ended(console, (await launch(console, asked)).summary.id)).summary.id)
    response = await console.client.get("/compare", params={"runs": ",".join(ids)})
    found = Comparison.model_validate_json(response.content)
    assert found.baseline == ids[0]
    assert found.verdict is Verdict.WORSE
    # Scripted repeats are all equal: an effect without noise.
    assert found.conclusion.sentence.startswith("Each manager adds 350 ns (95 % interval 350 to")
    assert "70 % above the baseline" in found.conclusion.findings[0]
    differences = {d.path: d.values for d in found.differences if d.kind == "setting"}
    assert differences == {"workload.managers": ["0", "1", "2"]}
    assert [run.label for run in found.runs] == ["managers 0", "managers 1", "managers 2"]
    assert {check.name: check.holds for check in found.checks}["state_checksums"] is True
    assert "uss.simulation" in {table.id for table in found.published}
    other = await console.client.get("/compare", params={"runs": "1,3", "baseline": "3"})
    assert Comparison.model_validate_json(other.content).verdict is Verdict.BETTER
    for params in ({"runs": "1,2", "baseline": "3"}, {"runs": ","}, {"runs": "1,99"}):
        refused = await console.client.get("/compare", params=params)
        assert refused.status_code in (404, 422)
        Problem.model_validate_json(refused.content)


async def test_unequal_checksums_are_seen(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for checksum in ("1", "2"):
        for agent in agents:
            agent.checksum = checksum
        await ended(console, (await launch(console)).summary.id)
    response = await console.client.get("/compare", params={"runs": "1,2"})
    checks = Comparison.model_validate_json(response.content).checks
    (check,) = [check for check in checks if check.name == "state_checksums"]
    assert not check.holds
    assert "1 in run 1, 2 in run 2" in check.found


async def test_export(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    run = await ended(console, (await launch(console)).summary.id)
    path = f"/runs/{run.summary.id}/export"
    whole = await console.client.get(path)
    export = RunExport.model_validate_json(whole.content)
    assert export.run == run
    assert [(s.node_index, s.frame, s.total_rows) for s in export.series] == [
        (0, "window", 5),
        (0, "samples", 100),
        (1, "window", 5),
        (1, "samples", 100),
    ]
    assert "orrery-run-1.json" in whole.headers["content-disposition"]
    table = await console.client.get(path, params={"format": "csv"})
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert {row["kind"] for row in rows} == {"metric", "messages", "bytes", "check"}
    (step_time,) = [r for r in rows if r["name"] == "step_time.p50" and not r["node"]]
    assert float(step_time["value"]) == 1000.0


async def test_reference(console: RunningConsole) -> None:
    response = await console.client.get("/reference", params={"source": "uss"})
    tables = PublishedTables.model_validate_json(response.content)
    assert {table.source for table in tables.items} == {"uss"}
    assert (await console.client.get("/reference", params={"source": "x"})).status_code == 422


async def test_figures_for_prometheus(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    await ended(console, (await launch(console)).summary.id)
    text = (await console.client.get(f"{console.url}/metrics")).text
    assert 'orrery_nodes{state="online"} 2.0' in text
    assert 'orrery_runs{state="queued"} 0.0' in text
    assert "orrery_stream_frames_total 10.0" in text
