"""A disturbed repeat is made again by itself; the first one is kept and left out of figures."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from zipfile import ZipFile

import pyarrow.parquet as pq
import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, in_state, launch, nodes_are_free, read
from backend_testing.console import RunningConsole, running_console, until
from httpx import Response
from orrery_contracts.api import RunDocument, RunState
from orrery_contracts.surroundings import Grade

pytestmark = pytest.mark.both_stores
_THREE = {"preset": "universe-two-nodes", "set": ["repeats=3"]}
#: The second repeat is disturbed, the first is quiet.
_STOLEN = {0: 0.0, 1: 0.4, 2: 0.02}


def _script(agents: list[ScriptedAgent]) -> None:
    for agent in agents:
        agent.stolen = dict(_STOLEN)
        agent.step_times = {0: 1000.0, 1: 9000.0, 2: 1020.0, 3: 1010.0, 4: 1030.0}


async def _measured(console: RunningConsole, agents: list[ScriptedAgent]) -> RunDocument:
    _script(agents)
    run = await ended(console, (await launch(console, _THREE)).summary.id)
    await nodes_are_free(console)
    grades = [repeat.quality.grade for repeat in run.repeats if repeat.quality]
    assert grades == [Grade.QUIET, Grade.DISTURBED, Grade.BUSY]
    return run


async def _ask(console: RunningConsole, run: RunDocument, repeat: int) -> Response:
    return await console.client.post(
        f"/runs/{run.summary.number}/replacements", json={"repeat": repeat}
    )


def _values(run: RunDocument) -> list[float]:
    (found,) = [metric for metric in run.metrics if metric.name == "step_time.p50"]
    return found.values


def _events(run: RunDocument, name: str) -> list[tuple[int | None, str]]:
    return [(event.repeat, event.text) for event in run.events if event.name == name]


async def test_a_disturbed_repeat_is_kept_and_its_successor_counts(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    first = await _measured(console, agents)
    assert len(_values(first)) == 3
    answer = await _ask(console, first, 1)
    assert answer.status_code == 202, answer.text
    waiting = RunDocument.model_validate_json(answer.content)
    assert waiting.summary.state in (RunState.QUEUED, RunState.PLACING)
    assert (waiting.summary.repeats, waiting.repeats[3].replaces) == (4, 1)
    run = await ended(console, first.summary.id)
    assert run.summary.state is RunState.DONE
    assert run.summary.ended_at == first.summary.ended_at
    assert [(r.replaces, r.replaced_by) for r in run.repeats] == [
        (None, None),
        (None, 3),
        (None, None),
        (1, None),
    ]
    assert [repeat.counts for repeat in run.repeats] == [True, False, True, True]
    assert run.repeats[1].metrics == first.repeats[1].metrics, "what was measured is kept"
    assert run.repeats[1].quality == first.repeats[1].quality
    assert _values(run) == [v for v in _values(first) if v != _values(first)[1]] + [
        next(m.value for m in run.repeats[3].metrics if m.name == "step_time.p50")
    ]
    assert _events(run, "repeat.asked") == [(1, "Repeat 2 is to be replaced by repeat 4.")]
    assert _events(run, "repeat.replaced") == [(1, "Repeat 2 is replaced by repeat 4.")]
    assert "disturbed" in first.outcome
    assert "disturbed" not in run.outcome
    stored = await console.client.get(f"/runs/{run.summary.id}")
    assert RunDocument.model_validate_json(stored.content).repeats == run.repeats


async def test_what_disturbs_nothing_and_what_is_replaced_is_refused(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await _measured(console, agents)
    quiet = await _ask(console, run, 0)
    assert quiet.status_code == 422
    assert "not replaced for its value" in quiet.text
    assert "Give 0 to 2" in (await _ask(console, run, 3)).text
    assert (await _ask(console, run, 1)).status_code == 202
    await ended(console, run.summary.id)
    await nodes_are_free(console)
    again = await _ask(console, run, 1)
    assert again.status_code == 422
    assert "Repeat 2 is replaced already, by repeat 4" in again.text
    busy = await _ask(console, run, 2)
    assert busy.status_code == 202
    done = await ended(console, run.summary.id)
    assert [repeat.counts for repeat in done.repeats] == [True, False, False, True, True]


async def test_a_replacement_that_is_cancelled_or_fails_changes_no_figure(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    first = await _measured(console, agents)
    for agent in agents:
        agent.hold_after_begin = True
    assert (await _ask(console, first, 1)).status_code == 202
    await in_state(console, first.summary.id, RunState.RUNNING)
    refused = await _ask(console, first, 2)
    assert refused.status_code == 409
    answer = await console.client.post(f"/runs/{first.summary.id}/cancel")
    assert answer.status_code == 200, answer.text
    run = await ended(console, first.summary.id)
    assert (run.summary.state, run.summary.failure) == (RunState.DONE, None)
    assert (run.metrics, run.outcome) == (first.metrics, first.outcome)
    assert [repeat.state for repeat in run.repeats] == [RunState.DONE] * 3 + [RunState.CANCELLED]
    (told,) = _events(run, "repeat.not_replaced")
    assert told[1].startswith("Repeat 2 is not replaced: repeat 4 was cancelled.")
    await nodes_are_free(console)

    assert (await _ask(console, first, 1)).status_code == 202
    await in_state(console, first.summary.id, RunState.RUNNING)
    await agents[0].fail(agents[0].output_of(4), "crashed", "It crashed.")
    run = await ended(console, first.summary.id)
    assert (run.summary.state, run.summary.failure) == (RunState.DONE, None)
    assert run.metrics == first.metrics
    assert [text for _, text in _events(run, "repeat.not_replaced")][1].startswith(
        "Repeat 2 is not replaced: repeat 5 failed."
    )
    assert "It crashed." in _events(run, "failure")[0][1]


async def test_without_its_nodes_a_run_is_not_measured_again(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await _measured(console, agents)
    await agents[1].stop()

    async def offline() -> bool:
        nodes = (await console.client.get("/nodes")).json()["items"]
        return any(node["state"] == "offline" for node in nodes)

    await until(offline, "the node is offline")
    answer = await _ask(console, run, 1)
    assert answer.status_code == 503
    assert "Node b, on which run 1 was measured, is not online" in answer.text


async def test_a_replacement_that_waits_outlives_the_console(tmp_path: Path) -> None:
    async with running_console(tmp_path) as first:
        agents = [await ScriptedAgent(first.ws, name).connect() for name in "ab"]
        run = await _measured(first, agents)
        for agent in agents:
            agent.hold_after_begin = True
        assert (await _ask(first, run, 1)).status_code == 202
        await in_state(first, run.summary.id, RunState.RUNNING)
        for agent in agents:
            await agent.drop_link()
    async with running_console(tmp_path) as second:
        for agent in agents:
            agent.url = second.ws
            await agent.connect()
            agent.let_end.set()
        done = await ended(second, run.summary.id)
        assert done.summary.state is RunState.DONE
        assert [repeat.counts for repeat in done.repeats] == [True, False, True, True]
        assert (await read(second, run.summary.id)).summary.repeats == 4
        await nodes_are_free(second)
    for agent in agents:
        await agent.stop()


async def test_every_table_marks_the_repeat_that_is_replaced(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await _measured(console, agents)
    assert (await _ask(console, run, 1)).status_code == 202
    run = await ended(console, run.summary.id)
    await nodes_are_free(console)
    expected = {0: None, 1: 3, 2: None, 3: None}
    assert {repeat.repeat: repeat.replaced_by for repeat in run.repeats} == expected
    text = (await console.client.get(f"/runs/{run.summary.id}/export?format=csv")).text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {int(row["repeat"]): row["replaced_by"] for row in rows} == {
        repeat: "" if by is None else str(by) for repeat, by in expected.items()
    }
    whole = (await console.client.get(f"/runs/{run.summary.id}/export?format=json")).json()["run"]
    assert {each["repeat"]: each["replaced_by"] for each in whole["repeats"]} == expected
    answer = await console.client.get(f"/exports?format=parquet&run={run.summary.number}")
    with ZipFile(io.BytesIO(answer.content)) as archive:
        tables = {
            name: pq.read_table(io.BytesIO(archive.read(f"{name}.parquet"))).to_pylist()
            for name in ("figures", "windows", "samples")
        }
    assert tables["figures"]
    for rows in tables.values():
        assert all(row["replaced_by"] == expected[row["repeat"]] for row in rows)
    # The figures of the run are those of the rows without a mark.
    step_times = [
        row["value"]
        for row in tables["figures"]
        if (row["name"], row["node"], row["replaced_by"]) == ("step_time.p50", None, None)
    ]
    assert step_times == _values(run)
