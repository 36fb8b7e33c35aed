"""Sweeps and suites through the real server, with agents that keep to a script."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import delete_group, nodes_are_free, read
from backend_testing.console import RunningConsole, running_console, until
from backend_testing.suites import window_modes
from orrery_backend.features.groups.export import group_csv
from orrery_contracts.api import Mode, RunPage, RunState
from orrery_contracts.group import GroupState
from orrery_contracts.group_results import GroupDocument, GroupPage, SpeedUps
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.shape_checks import ShapeVerdict
from orrery_contracts.stream import CellChanged, GroupChanged, GroupSnapshot, GroupUpdated
from orrery_contracts.sweep import SweepCheck
from websockets.asyncio.client import connect

pytestmark = pytest.mark.both_stores

ENDED = (GroupState.DONE, GroupState.FAILED, GroupState.CANCELLED)
SWEEP: dict[str, Any] = {
    "name": "Managers",
    "base": {"preset": "universe-one-node", "set": ["repeats=2"]},
    "axes": [{"kind": "range", "path": "workload.managers", "min": 0, "max": 2, "step": 1}],
}


async def _post(console: RunningConsole, path: str, body: object, status: int = 201) -> bytes:
    response = await console.client.post(path, json=body)
    assert response.status_code == status, response.text
    return response.content


async def _sweep(console: RunningConsole, **changes: object) -> GroupDocument:
    return GroupDocument.model_validate_json(await _post(console, "/sweeps", {**SWEEP, **changes}))


async def _read(console: RunningConsole, group: str | int) -> GroupDocument:
    response = await console.client.get(f"/groups/{group}")
    assert response.status_code == 200, response.text
    return GroupDocument.model_validate_json(response.content)


async def _ended(console: RunningConsole, group: str) -> GroupDocument:
    async def has_ended() -> bool:
        return (await _read(console, group)).summary.state in ENDED

    await until(has_ended, f"group {group} ends")
    return await _read(console, group)


async def test_name_note_and_tags_of_a_group_are_edited(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    group = (await _sweep(console)).summary.id
    made = await _ended(console, group)
    run = made.cells[0].run
    await console.client.patch(f"/runs/{run.id}", json={"tags": ["own"]})
    answer = await console.client.get(f"/groups/{group}")
    tag = answer.headers["ETag"]
    change = {"name": "Managers, again", "note": "Kernel 6.18", "tags": ["paper", "paper", "ci"]}
    saved = await console.client.patch(f"/groups/{group}", json=change, headers={"If-Match": tag})
    assert saved.status_code == 200, saved.text
    assert saved.headers["ETag"] != tag
    summary = (await _read(console, group)).summary
    assert (summary.title, summary.note) == ("Managers, again", "Kernel 6.18")
    assert summary.tags == ["paper", "ci"]
    # Its runs have the tags, so that a filter finds them and no rule of age deletes them.
    changed = await read(console, run.id)
    assert changed.summary.tags == ["own", "paper", "ci"]
    assert changed.summary.group is not None
    assert changed.summary.group.title == "Managers, again"
    page = await console.client.get("/runs", params={"tag": "paper", "collapsed": "true"})
    assert [found["title"] for found in page.json()["groups"]] == ["Managers, again"]
    await console.client.patch(f"/groups/{group}", json={"tags": ["ci"]})
    assert (await read(console, run.id)).summary.tags == ["own", "ci"]
    assert (await _read(console, group)).summary.note == "Kernel 6.18"
    stale = await console.client.patch(
        f"/groups/{group}", json={"note": "x"}, headers={"If-Match": tag}
    )
    assert stale.status_code == 412
    assert "Read it again" in stale.json()["detail"]
    for body, field in (({"name": ""}, "name"), ({"tags": ["Not a tag"]}, "tags[0]")):
        refused = await console.client.patch(f"/groups/{group}", json=body)
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == field
    odd = await console.client.patch(f"/groups/{group}", json={}, headers={"If-Match": "new"})
    assert odd.status_code == 422
    assert (await console.client.patch("/groups/99", json={})).status_code == 404


async def test_a_group_that_runs_is_edited_and_archived_with_its_runs(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    group = (await _sweep(console)).summary.id
    await _patched(console, group, {"tags": ["early"], "archived": True})
    made = await _ended(console, group)
    assert {cell.run.archived for cell in made.cells} == {True}
    assert all(cell.run.tags == ["early"] for cell in made.cells)
    listed = await console.client.get("/runs", params={"archived": "false"})
    assert listed.json()["total"] == 0
    await _patched(console, group, {"archived": False})
    listed = await console.client.get("/runs", params={"archived": "false", "tag": "early"})
    assert listed.json()["total"] == 3


async def _patched(console: RunningConsole, group: str, body: object) -> None:
    answer = await console.client.patch(f"/groups/{group}", json=body)
    assert answer.status_code == 200, answer.text


async def test_a_sweep_takes_turns_from_repeat_to_repeat(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    order: list[tuple[str, int]] = []

    async def note(plan: WorkerPlan) -> None:
        order.append((plan.run_id, plan.repeat))

    agents[0].prepare_gate = note
    made = await _sweep(console)
    assert (made.summary.number, made.summary.runs) == (1, 3)
    assert [cell.label for cell in made.cells] == ["managers 0", "managers 1", "managers 2"]
    assert [cell.run.name for cell in made.cells][:1] == ["Managers: managers 0"]
    group = await _ended(console, made.summary.id)
    ids = [cell.run.id for cell in group.cells]
    assert order == [(run, repeat) for repeat in (0, 1) for run in ids]
    assert group.summary.state is GroupState.DONE
    assert (group.summary.runs_done, group.summary.progress) == (3, 1.0)
    assert group.summary.checks_hold is True
    assert [len(cell.metrics[0].values) for cell in group.cells] == [2, 2, 2]
    assert [axis.path for axis in group.axes] == ["workload.managers"]
    assert group.axes[0].values == ["0", "1", "2"]
    assert [cell.values for cell in group.cells] == [["0"], ["1"], ["2"]]
    run = await read(console, ids[1])
    assert run.summary.group is not None
    assert (run.summary.group.number, run.summary.group.label) == (1, "managers 1")
    states = [event.name for event in run.events if event.name.startswith("state.")]
    once = ["state.preparing", "state.ready", "state.running", "state.collecting"]
    turn = ["state.queued", "state.placing", *once]
    assert states == [*turn, *turn, "state.done"]


async def test_a_number_is_given_once(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    first = await _ended(console, (await _sweep(console)).summary.id)
    await delete_group(console, first.summary.id)
    assert (await _sweep(console)).summary.number == first.summary.number + 1


async def test_without_turns_each_run_has_its_repeats_in_a_row(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    order: list[int] = []

    async def note(plan: WorkerPlan) -> None:
        order.append(plan.repeat)

    agents[0].prepare_gate = note
    await _ended(console, (await _sweep(console, interleaved=False)).summary.id)
    assert order == [0, 1] * 3


async def test_all_cells_that_cannot_be_placed_come_in_one_answer(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    def sweep(*axes: tuple[str, list[str]]) -> dict[str, Any]:
        varied = [{"kind": "list", "path": path, "values": values} for path, values in axes]
        return {"name": "Nodes", "base": {"preset": "universe-two-nodes"}, "axes": varied}

    nodes = ("placement.count", ["2", "3", "4"])
    managers = ("workload.managers", ["0", "1"])
    for path in ("/sweeps/check", "/sweeps"):
        told = json.loads(await _post(console, path, sweep(nodes, managers), 422))
        assert told["code"] == "too_few_nodes"
        said = [error["message"].partition(": ")[0] for error in told["errors"]]
        assert said == [
            "With nodes 3, managers 0; nodes 3, managers 1",
            "With nodes 4, managers 0; nodes 4, managers 1",
        ]
    many = ("workload.managers", [str(count) for count in range(6)])
    told = json.loads(
        await _post(console, "/sweeps/check", sweep(("placement.count", ["2", "3"]), many), 422)
    )
    [error] = told["errors"]
    assert "nodes 3, managers 3; and 2 more: " in error["message"]
    none = sweep(("placement.count", ["9"]), managers)
    [error] = json.loads(await _post(console, "/sweeps/check", none, 422))["errors"]
    assert error["message"].startswith("In all 2 runs: ")
    assert GroupPage.model_validate_json((await console.client.get("/groups")).content).total == 0


async def test_a_check_says_what_would_be_made_and_stores_nothing(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    check = SweepCheck.model_validate_json(await _post(console, "/sweeps/check", SWEEP, 200))
    assert (check.runs, check.repeats, check.estimate_s) == (3, 6, None)
    assert [cell.nodes for cell in check.cells] == [["a"]] * 3
    page = GroupPage.model_validate_json((await console.client.get("/groups")).content)
    assert page.total == 0
    await _ended(console, (await _sweep(console)).summary.id)
    again = SweepCheck.model_validate_json(await _post(console, "/sweeps/check", SWEEP, 200))
    assert again.estimated_cells == 3
    # What repeats took, without the time in which others had their turn.
    assert again.estimate_s is not None
    assert again.estimate_s > 0


async def test_bad_sweeps_are_told_by_their_fields(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    def errors(raw: bytes) -> list[str]:
        return [error["field"] for error in json.loads(raw)["errors"]]

    axis = SWEEP["axes"][0]
    bad = {**SWEEP, "axes": [{**axis, "max": 99}]}
    assert errors(await _post(console, "/sweeps/check", bad, 422))[0] == "axes[0].max"
    bad = {**SWEEP, "axes": [{**axis, "path": "workload.managr"}]}
    assert errors(await _post(console, "/sweeps", bad, 422)) == ["axes[0].path"]
    bad = {**SWEEP, "base": {"preset": "universe-one-nod"}}
    assert errors(await _post(console, "/sweeps", bad, 404)) == ["base.preset"]
    bad = {**SWEEP, "base": {"preset": "universe-one-node", "set": ["placement.count=9"]}}
    assert errors(await _post(console, "/sweeps", bad, 422)) == ["placement.count"]
    bad = {**SWEEP, "axes": [{**axis, "min": -1}, {**axis}]}
    assert errors(await _post(console, "/sweeps", bad, 422)) == ["axes[1].path"]
    runs = RunPage.model_validate_json((await console.client.get("/runs")).content)
    assert runs.total == 0


async def test_the_list_of_runs_collapses_groups(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    made = await _sweep(console)
    alone = await console.client.post("/runs", json={"preset": "smoke", "set": ["repeats=1"]})
    await _ended(console, made.summary.id)

    async def page(**asked: str) -> RunPage:
        response = await console.client.get("/runs", params=asked)
        return RunPage.model_validate_json(response.content)

    assert (await page()).total == 4
    collapsed = await page(collapsed="true")
    assert (collapsed.total, len(collapsed.items)) == (2, 2)
    assert collapsed.items[0].id == alone.json()["summary"]["id"]
    assert collapsed.items[1].id == made.cells[-1].run.id
    assert [group.id for group in collapsed.groups] == [made.summary.id]
    assert (await page(group=made.summary.id)).total == 3
    assert (await page(group="none")).total == 1
    first = await page(collapsed="true", limit="1")
    second = await page(collapsed="true", limit="1", cursor=first.next_cursor or "")
    assert [second.items[0].id, second.next_cursor] == [made.cells[-1].run.id, None]
    # Whatever is asked for, a group stands where the newest of its runs that fit would.
    archive = {"archived": True, "tags": ["kept"]}
    await console.client.patch(f"/runs/{made.cells[-1].run.id}", json=archive)
    for asked in ({}, {"archived": "true"}, {"tag": "kept"}, {"q": "managers"}, {"state": "done"}):
        all_of_them = await page(**asked)
        expected: dict[str, str] = {}
        for run in all_of_them.items:
            expected.setdefault(run.group.id if run.group else run.id, run.id)
        collapsed = await page(collapsed="true", **asked)
        assert [run.id for run in collapsed.items] == list(expected.values()), asked
        assert collapsed.total == len(expected), asked


async def test_cancel_retry_and_delete(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agents[0].hold_after_begin = True
    made = await _sweep(console)
    group = f"/groups/{made.summary.id}"
    first = made.cells[0].run.id

    async def running() -> bool:
        return (await read(console, first)).summary.state is RunState.RUNNING

    await until(running, "the first run is on")
    assert (await console.client.delete(group)).status_code == 409
    assert (await console.client.post(f"{group}/retry")).status_code == 409
    cancelled = await _post(console, f"{group}/cancel", None, 200)
    assert GroupDocument.model_validate_json(cancelled).summary.state is GroupState.CANCELLED
    assert (await console.client.post(f"{group}/cancel")).status_code == 409
    await nodes_are_free(console)
    agents[0].hold_after_begin = False
    again = GroupDocument.model_validate_json(await _post(console, f"{group}/retry", None))
    assert [cell.cell for cell in again.cells] == [0, 1, 2]
    assert again.cells[0].run.id != first
    done = await _ended(console, made.summary.id)
    assert (done.summary.state, done.summary.runs) == (GroupState.DONE, 3)

    async def deleted() -> bool:
        return (await console.client.delete(group)).status_code == 204

    await until(deleted, "the sweep can be deleted")
    assert (await console.client.get(group)).status_code == 404
    assert (await console.client.get(f"/runs/{first}")).status_code == 404


async def test_a_suite_is_judged_when_its_runs_have_ended(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    suites = (await console.client.get("/suites")).json()["items"]
    assert "smoke" in [suite["name"] for suite in suites]
    asked = {"items": ["process-models"], "set": ["workload.steps=50"]}
    check = SweepCheck.model_validate_json(await _post(console, "/suites/smoke/check", asked, 200))
    assert check.runs == 3
    made = GroupDocument.model_validate_json(await _post(console, "/suites/smoke/run", asked))
    assert (made.summary.name, made.summary.variant) == ("smoke", "short")
    assert {shape.verdict for shape in made.shapes} == {ShapeVerdict.NOT_MEASURED}
    group = await _ended(console, made.summary.id)
    assert {shape.verdict for shape in group.shapes} == {ShapeVerdict.PASSED}
    # The document of a suite that has ended agrees with itself, also before its verdict is stored.
    assert group.summary.shapes_hold is True

    async def judged() -> bool:
        listed = (await console.client.get("/groups")).json()["items"]
        return [group["shapes_hold"] for group in listed] == [True]

    await until(judged, "the list has the verdict")
    assert group.run_suite is not None
    assert group.run_suite.set == ["workload.steps=50"]


async def test_bad_requests_of_suites(console: RunningConsole) -> None:
    problem = json.loads(await _post(console, "/suites/smok/run", {}, 404))
    assert "smoke" in problem["errors"][0]["remedy"]
    problem = json.loads(await _post(console, "/suites/smoke/run", {"items": ["x"]}, 422))
    assert problem["errors"][0]["field"] == "items[0]"
    problem = json.loads(await _post(console, "/suites/smoke/run", {"variant": "x"}, 422))
    assert problem["errors"][0]["field"] == "variant"


async def test_speed_up_and_export(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    made = await _sweep(
        console,
        axes=[{"kind": "list", "path": "workload.pool_threads", "values": ["1", "2", "4"]}],
    )
    group = f"/groups/{made.summary.id}"
    await _ended(console, made.summary.id)
    asked = {"x": "workload.pool_threads", "metric": "step_time.p50"}
    response = await console.client.get(f"{group}/speed-up", params=asked)
    found = SpeedUps.model_validate_json(response.content)
    # Every scripted run takes the same time: nothing is shared.
    assert found.baseline_x == 1.0
    assert [point.speed_up for point in found.series[0].points] == [1.0, 1.0, 1.0]
    assert found.series[0].serial_fraction == 1.0
    for wrong in ({"metric": "no.such"}, {"x": "workload.workers"}, {"series": "placement.names"}):
        answer = await console.client.get(f"{group}/speed-up", params={**asked, **wrong})
        assert answer.status_code == 422, wrong
        assert answer.json()["errors"][0]["field"] in wrong
    text = (await console.client.get(f"{group}/export")).text
    rows = text.splitlines()
    assert rows[0].startswith("item,cell,workload.pool_threads,run,state,metric,unit,median")
    assert rows[1].split(",")[:3] == ["", "0", "1"]
    assert rows[1].endswith(",,"), "one mode"


async def test_the_export_has_both_figures_of_two_modes_and_no_median(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    group = await _ended(console, (await _sweep(console)).summary.id)
    modes = [Mode(median=600.0, repeats=2), Mode(median=50_000.0, repeats=3)]
    cell = group.cells[0]
    metric = cell.metrics[0].model_copy(update={"modes": modes})
    cell = cell.model_copy(update={"metrics": [metric]})
    text = group_csv(group.model_copy(update={"cells": [cell]}))
    [row] = csv.DictReader(io.StringIO(text))
    assert (row["median"], row["lower_mode"], row["upper_mode"]) == ("", "600.0", "50000.0")


async def test_the_export_has_both_figures_of_two_modes_over_time(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    group = await _ended(console, (await _sweep(console)).summary.id)
    over_time = window_modes("delay", 600.0, 50_000.0)
    cell = group.cells[0]
    metric = cell.metrics[0].model_copy(update={"name": "delay.p50"})
    cell = cell.model_copy(update={"metrics": [metric], "window_modes": [over_time]})
    text = group_csv(group.model_copy(update={"cells": [cell]}))
    [row] = csv.DictReader(io.StringIO(text))
    assert (row["median"], row["lower_mode"], row["upper_mode"]) == ("", "600.0", "50000.0")


async def test_one_key_makes_one_sweep(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    headers = {"Idempotency-Key": "k1"}
    first = await console.client.post("/sweeps", json=SWEEP, headers=headers)
    second = await console.client.post("/sweeps", json=SWEEP, headers=headers)
    assert first.json()["summary"]["id"] == second.json()["summary"]["id"]
    other = await console.client.post("/sweeps", json={**SWEEP, "name": "x"}, headers=headers)
    assert other.status_code == 409
    await _ended(console, first.json()["summary"]["id"])


async def test_a_sweep_goes_on_where_a_killed_console_left_it(tmp_path: Path) -> None:
    order: list[tuple[str, int]] = []

    async def note(plan: WorkerPlan) -> None:
        order.append((plan.run_id, plan.repeat))

    async with running_console(tmp_path) as first:
        agent = await ScriptedAgent(first.ws, "a", prepare_gate=note).connect()
        made = await _sweep(first)
        ids = [cell.run.id for cell in made.cells]

        async def second_round() -> bool:
            return (await read(first, ids[0])).summary.repeat == 1

        await until(second_round, "the first run waits for its second turn")
        await agent.drop_link()
    async with running_console(tmp_path) as second:
        agent.url = second.ws
        await agent.connect()
        group = await _ended(second, made.summary.id)
        assert group.summary.state is GroupState.DONE
        assert [len(cell.metrics[0].values) for cell in group.cells] == [2, 2, 2]
        await nodes_are_free(second)
        await agent.stop()
    # What was on when the console went may have been launched twice; the turns were kept.
    assert list(dict.fromkeys(order)) == [(run, repeat) for repeat in (0, 1) for run in ids]


async def test_runs_with_two_modes_over_time_are_in_their_cells_and_in_the_conclusion(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.frames = 10
        agent.window_times = [600.0, 610.0, 50_000.0, 605.0, 51_000.0]
    group = await _ended(console, (await _sweep(console)).summary.id)
    assert {found.series for cell in group.cells for found in cell.window_modes} == {"step_time"}
    assert all(cell.window_modes for cell in group.cells), "also of the run that ended last"
    assert group.conclusion is not None
    [doubt] = [text for text in group.conclusion.doubts if "over time" in text]
    numbers = [cell.run.number for cell in group.cells]
    assert doubt.startswith(
        f"All 3 runs have two modes over time ({numbers[0]}, {numbers[1]} and {numbers[2]}). With "
    )
    assert group.cells[0].window_modes[0].sentence in doubt


async def test_viewers_follow_a_group(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    made = await _sweep(console)
    topic = f"group/{made.summary.id}"
    seen: list[dict[str, Any]] = []
    async with connect(f"{console.ws}/api/v1/stream") as socket:
        await socket.send(json.dumps({"kind": "subscribe", "topic": topic}))
        while not any(data["kind"] == "group_updated" for data in seen):
            message = json.loads(await socket.recv())
            if message["kind"] == "message" and message["topic"] == topic:
                seen.append(message["data"])
    first, last = seen[0], seen[-1]
    assert GroupSnapshot.model_validate_json(json.dumps(first)).group.summary.runs == 3
    updated = GroupUpdated.model_validate_json(json.dumps(last)).group
    assert updated.summary.state is GroupState.DONE
    assert updated.summary.progress == 1.0
    changed = [d for d in seen if d["kind"] == "group_changed"]
    progress = [GroupChanged.model_validate_json(json.dumps(d)).group.progress for d in changed]
    assert progress == sorted(progress)
    for cell in (d for d in seen if d["kind"] == "cell_changed"):
        assert CellChanged.model_validate_json(json.dumps(cell)).group == made.summary.id
