"""Trends: what is said of series, and the console's answers."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, in_state, launch, nodes_are_free
from backend_testing.console import RunningConsole, running_console
from backend_testing.stores import SQLITE, query
from orrery_backend.features.runs.history import _grouped
from orrery_backend.features.runs.store.settings import settings_digest
from orrery_backend.features.runs.store.tables import runs
from orrery_backend.features.trends.axes import along, without_commit
from orrery_backend.features.trends.finding import conclusion_of, find
from orrery_contracts.api import Mode, RunState, SummaryMetric, Verdict
from orrery_contracts.conclusion import Outcome
from orrery_contracts.group_results import MetricHead
from orrery_contracts.results import Better
from orrery_contracts.spec import RunSpec
from orrery_contracts.trend import MetricTrend, TrendAxis, TrendList, TrendPoint, TrendShape
from sqlalchemy.dialects import sqlite

HEAD = MetricHead(name="step_time.p50", title="Step time, median", unit="ns", better=Better.LOWER)


def _points(values: list[float], moved_at: int | None = None) -> list[TrendPoint]:
    return [
        TrendPoint(
            run=index + 1,
            run_id=f"{index + 1:026d}",
            at="2026-11-24T12:00:00.000Z",
            commit=f"c{index + 1}",
            machines="b" if moved_at is not None and index >= moved_at else "a",
            metric=SummaryMetric(
                **HEAD.model_dump(), values=[value], median=value, low=value, high=value
            ),
            disturbed=index == 2,
        )
        for index, value in enumerate(values)
    ]


def _noise(seed: int, *levels: tuple[float, int]) -> list[float]:
    generator = np.random.default_rng(seed)
    return [float(v) for level, n in levels for v in generator.normal(level, 0.01 * level, n)]


def test_a_step_names_run_commit_size_and_interval() -> None:
    found = find(_points(_noise(1, (1000.0, 10), (1120.0, 8))), HEAD)
    assert found.shape is TrendShape.STEPS
    [change] = found.changes
    assert change.run == 11
    assert change.verdict is Verdict.WORSE
    assert change.ratio_low is not None
    assert change.ratio_high is not None
    assert change.ratio_low < 1.12 < change.ratio_high
    assert found.sentence.startswith("The median step time rose by 1")
    assert " % (" in found.sentence
    assert found.sentence.endswith("with run 11, between commits c10 and c11.")
    assert (change.commit_before, change.commit) == ("c10", "c11")
    assert any("1 of 18 runs" in doubt for doubt in found.doubts)


def _with_commits(values: list[float], commits: list[str]) -> list[TrendPoint]:
    pairs = zip(_points(values), commits, strict=True)
    return [point.model_copy(update={"commit": commit}) for point, commit in pairs]


def test_a_change_names_what_is_known_of_the_commits_beside_it() -> None:
    values = _noise(1, (1000.0, 10), (1120.0, 8))
    inside = find(_with_commits(values, ["abc"] * 18), HEAD)
    assert inside.sentence.endswith("with run 11, within commit abc.")
    late = find(_with_commits(values, [""] * 10 + ["abc"] * 8), HEAD)
    assert late.sentence.endswith("with run 11, commit abc.")
    unknown = find(_with_commits(values, ["abc"] * 10 + [""] * 8), HEAD)
    assert unknown.sentence.endswith("with run 11.")


def test_the_axis_of_commits_has_each_commit_once_in_the_order_of_its_first_run() -> None:
    """Old commits are measured again after new ones, as who looks for a cause does."""
    commits = ["a", "b", "c", "a", "", "b", "c", "a"]
    points = _with_commits([float(index) for index in range(8)], commits)
    ordered = along(TrendAxis.COMMITS, points)
    assert [(point.commit, point.run) for point in ordered] == [
        *(("a", run) for run in (1, 4, 8)),
        *(("b", run) for run in (2, 6)),
        *(("c", run) for run in (3, 7)),
    ]
    assert without_commit(TrendAxis.COMMITS, points) == [points[4]]
    for axis in (TrendAxis.RUNS, TrendAxis.DATES):
        assert along(axis, points) == points
        assert without_commit(axis, points) == []


def test_a_change_along_commits_lies_between_two_commits() -> None:
    generator = np.random.default_rng(5)
    # By turns: the order of runs hides which commit is slower.
    commits = ["a1", "b2", "c3", "d4"] * 5
    level = {"a1": 1000.0, "b2": 1000.0, "c3": 1200.0, "d4": 1200.0}
    values = [float(generator.normal(level[commit], 8.0)) for commit in commits]
    points = _with_commits(values, commits)
    assert find(points, HEAD).changes == []
    found = find(along(TrendAxis.COMMITS, points), HEAD, TrendAxis.COMMITS)
    [change] = found.changes
    assert (change.commit_before, change.commit, change.run) == ("b2", "c3", 3)
    assert found.sentence.startswith("The median step time rose by 2")
    assert found.sentence.endswith(" between commits b2 and c3.")
    # A change among the runs of one commit is none between commits.
    noise = _noise(6, (1000.0, 9), (1300.0, 9))
    mixed = _with_commits(noise, ["a"] * 16 + ["b"] * 2)
    assert [change.run for change in find(mixed, HEAD).changes] == [10]
    assert find(mixed, HEAD, TrendAxis.COMMITS).changes == []


def test_one_commit_has_no_change_between_commits() -> None:
    points = _with_commits(_noise(1, (1000.0, 10), (1120.0, 8)), ["abc"] * 18)
    found = find(points, HEAD, TrendAxis.COMMITS)
    assert found.shape is TrendShape.TOO_FEW
    assert found.sentence == (
        "Too few commits: 1 commit. A change between commits can be found from 2 commits on."
    )
    none = find([], HEAD, TrendAxis.COMMITS)
    assert none.sentence.startswith("Too few runs: 0 runs.")


@pytest.mark.parametrize(
    ("runs", "step"),
    [(0, "Run it 8 times"), (3, "Run it 5 more times"), (7, "Run it 1 more time ")],
)
def test_too_few_runs_say_how_many_it_takes_in_all_and_on_each_side(runs: int, step: str) -> None:
    points = _with_commits([1000.0] * runs, ["abc"] * runs)
    found = find(points, HEAD)
    assert "from 8 runs in all: 4 before it and 4 from it on." in found.sentence
    [said] = conclusion_of(found, points).next_steps
    assert said.startswith(step)
    assert said.endswith("8 runs in all, at least 4 of them from the change on.")


def test_a_drift_along_commits_blames_no_commit() -> None:
    values = [1000.0 * 1.03 ** (index // 3) for index in range(30)]
    points = _with_commits(values, [f"c{index // 3}" for index in range(30)])
    found = find(points, HEAD, TrendAxis.COMMITS)
    assert (found.shape, found.changes) == (TrendShape.DRIFT, [])
    assert "over 30 runs of 10 commits; no single commit is the cause" in found.sentence


def test_runs_in_two_modes_are_a_doubt() -> None:
    points = _points(_noise(1, (1000.0, 16)))
    modes = [Mode(median=600.0, repeats=2), Mode(median=1400.0, repeats=3)]
    for at in (3, 4):
        metric = points[at].metric.model_copy(update={"modes": modes})
        points[at] = points[at].model_copy(update={"metric": metric})
    assert (
        "2 of 16 runs have two modes, and their medians represent no repeat (runs 4, 5)."
        in find(points, HEAD).doubts
    )


def test_a_fall_of_a_time_is_better_and_other_machines_are_named() -> None:
    found = find(_points(_noise(2, (1000.0, 9), (700.0, 9)), moved_at=9), HEAD)
    assert found.changes[-1].verdict is Verdict.BETTER
    assert "fell by 3" in found.sentence
    assert "other machines than the run before" in found.sentence


def test_the_verdict_of_a_change_never_contradicts_its_interval() -> None:
    """A level may change in its spread alone: then its median is not certain to have changed."""
    seen = set()
    for seed in range(30):
        generator = np.random.default_rng(seed)
        wide = np.abs(generator.normal(1020.0, 300.0, 14)) + 1.0
        values = [*generator.normal(1000.0, 5.0, 14).tolist(), *wide.tolist()]
        for change in find(_points(values), HEAD).changes:
            low, high = change.ratio_low, change.ratio_high
            if low is None or high is None:
                continue
            assert (change.verdict is Verdict.NOT_CERTAIN) == (low <= 1.0 <= high)
            assert ("Not certain" in change.sentence) == (low <= 1.0 <= high)
            seen.add(change.verdict)
    assert Verdict.NOT_CERTAIN in seen


def test_the_conclusion_is_of_the_newest_change_and_names_the_runs_beside_it() -> None:
    points = _points(_noise(4, (1000.0, 10), (1200.0, 10), (900.0, 10)))
    found = find(points, HEAD)
    first, newest = found.changes
    said = conclusion_of(found, points)
    assert said.outcome is Outcome.FOUND
    assert said.sentence.startswith(newest.sentence)
    assert said.findings == [first.sentence]
    assert said.next_steps == [
        "Compare runs 20 and 21, before and after the newest change.",
    ]
    few = _points([1.0] * 7)
    assert conclusion_of(find(few, HEAD), few).outcome is Outcome.OPEN


def test_few_runs_steady_runs_and_drift_say_so() -> None:
    assert find(_points([1.0] * 7), HEAD).shape is TrendShape.TOO_FEW
    steady = find(_points(_noise(3, (1000.0, 16))), HEAD)
    assert (steady.shape, steady.changes) == (TrendShape.STEADY, [])
    assert steady.sentence == "No change found in the median step time over 16 runs."
    line = [1000.0 * 1.02**index for index in range(24)]
    drift = find(_points(line), HEAD)
    assert (drift.shape, drift.changes) == (TrendShape.DRIFT, [])
    assert "rises steadily, from 1 µs to 1.58 µs over 24 runs" in drift.sentence


def test_values_that_are_not_above_zero_have_no_ratio() -> None:
    found = find(_points([0.0] * 8 + [5.0] * 8), HEAD)
    [change] = found.changes
    assert change.ratio is None
    assert "from 0 ns to 5 ns" in change.sentence


def test_what_a_person_calls_a_run_is_no_setting() -> None:
    spec = RunSpec()
    named = spec.model_copy(update={"name": "x", "note": "y", "tags": ["z"], "repeats": 9})
    other = spec.model_copy(update={"seed": "2"})
    digests = [settings_digest(one.model_dump_json()) for one in (spec, named, other)]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.both_stores
async def test_the_console_gives_trends(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    assert TrendList.model_validate_json((await console.client.get("/trends")).content).items == []
    for _ in range(2):
        await ended(console, (await launch(console)).summary.id)
    listed = TrendList.model_validate_json((await console.client.get("/trends")).content)
    [entry] = listed.items
    assert (entry.run, entry.runs) == (2, 2)
    answer = await console.client.get("/runs/1/trend")
    assert answer.status_code == 200, answer.text
    trend = MetricTrend.model_validate_json(answer.content)
    assert [point.run for point in trend.points] == [1, 2]
    assert trend.shape is TrendShape.TOO_FEW
    name = trend.metrics[-1].name
    other = await console.client.get(f"/runs/2/trend?metric={name}")
    assert MetricTrend.model_validate_json(other.content).metric.name == name
    bad = await console.client.get("/runs/2/trend?metric=nothing")
    assert bad.status_code == 422
    assert trend.axis is TrendAxis.RUNS
    by_commit = await _trend(console, "/runs/1/trend?axis=commits")
    assert (by_commit.axis, by_commit.shape) == (TrendAxis.COMMITS, TrendShape.TOO_FEW)
    no_axis = await console.client.get("/runs/2/trend?axis=weeks")
    assert no_axis.status_code == 422
    assert "Give runs, dates or commits." in no_axis.text
    assert (await console.client.get("/runs/77/trend")).status_code == 404


@pytest.mark.both_stores
async def test_trends_of_one_name_say_in_which_setting_they_differ(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for managers in (1, 1, 2, 2):
        run = await launch(
            console,
            {
                "preset": "universe-two-nodes",
                # The number of repeats does not make another trend.
                "set": [f"workload.managers={managers}", f"repeats={managers}", "name=Mine"],
            },
        )
        await ended(console, run.summary.id)
    listed = TrendList.model_validate_json((await console.client.get("/trends")).content)
    assert [one.title for one in listed.items] == ["Mine, managers 2", "Mine, managers 1"]


@pytest.mark.both_stores
async def test_a_range_of_times_leaves_out_the_other_runs(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for _ in range(3):
        await ended(console, (await launch(console)).summary.id)
    whole = await _trend(console, "/runs/1/trend")
    ends = [point.at for point in whole.points]
    part = await _trend(console, f"/runs/3/trend?since={ends[1]}&until={ends[2]}")
    assert [point.run for point in part.points] == [2]
    assert part.entry == whole.entry
    empty = await _trend(console, "/runs/1/trend?until=2001-01-01T00:00:00Z")
    assert (empty.points, empty.metrics, empty.entry) == ([], whole.metrics, whole.entry)
    assert empty.conclusion.sentence.startswith("Too few runs: 0 runs.")
    bad = await console.client.get("/runs/1/trend?since=yesterday")
    assert bad.status_code == 422
    assert "2026-03-03T12:00:00Z" in bad.text


@pytest.mark.both_stores
async def test_a_run_that_is_not_done_has_the_trend_of_its_settings(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    await ended(console, (await launch(console)).summary.id)
    await nodes_are_free(console)
    agents[0].hold_after_begin = agents[1].hold_after_begin = True
    going_on = (await launch(console)).summary.id
    await in_state(console, going_on, RunState.RUNNING)
    running = await _trend(console, "/runs/2/trend")
    await console.client.post(f"/runs/{going_on}/cancel")
    await in_state(console, going_on, RunState.CANCELLED)
    cancelled = await _trend(console, "/runs/2/trend")
    assert running == cancelled
    assert (cancelled.entry.run, [point.run for point in cancelled.points]) == (1, [1])
    # No run of these settings is left once the only one that is done is archived.
    await console.client.patch("/runs/1", json={"archived": True})
    for number in (1, 2):
        missing = await console.client.get(f"/runs/{number}/trend")
        assert missing.status_code == 404
        assert f"Run {number} has no trend" in missing.json()["detail"]
        assert "Launch it again" in missing.json()["detail"]


@pytest.mark.both_stores
async def test_the_store_groups_runs_however_many_there_are(
    tmp_path: Path, store_kind: str
) -> None:
    async with running_console(tmp_path) as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in "ab"]
        await ended(console, (await launch(console)).summary.id)
        for agent in agents:
            await agent.stop()
    _copy_run(tmp_path, 6_000)
    async with running_console(tmp_path) as console:
        listed = TrendList.model_validate_json((await console.client.get("/trends")).content)
        [entry] = listed.items
        assert (entry.run, entry.runs) == (6_001, 6_001)
        assert entry.first_at < entry.last_at
        second = datetime.fromisoformat(entry.first_at) + timedelta(milliseconds=1)
        until = second.isoformat().replace("+00:00", "Z")
        oldest = await _trend(console, f"/runs/6001/trend?until={until}")
        assert (oldest.entry, [point.run for point in oldest.points]) == (entry, [1])
    if store_kind == SQLITE:
        dialect = sqlite.dialect()
        grouped = str(_grouped().compile(dialect=dialect, compile_kwargs={"literal_binds": True}))
        [(*_, plan)] = query(tmp_path, f"EXPLAIN QUERY PLAN {grouped}")
        assert "USING COVERING INDEX ix_runs_settings" in plan


def _copy_run(folder: Path, times: int) -> None:
    """Stores run 1 again under other ids and numbers, each copy ended a millisecond later."""
    columns = [column.name for column in runs.columns]
    changed = {
        "id": "substr(id, 1, 20) || (100000 + copies.n)",
        "number": "number + copies.n",
        "ended_ms": "ended_ms + copies.n",
    }
    query(
        folder,
        "WITH RECURSIVE copies(n) AS"
        f" (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {times})"
        f" INSERT INTO runs ({', '.join(columns)})"
        f" SELECT {', '.join(changed.get(name, name) for name in columns)}"
        " FROM runs, copies WHERE number = 1",
    )


async def _trend(console: RunningConsole, path: str) -> MetricTrend:
    answer = await console.client.get(path)
    assert answer.status_code == 200, answer.text
    return MetricTrend.model_validate_json(answer.content)


@pytest.mark.parametrize("path", ["/trends?preset=none-such", "/trends?workload=none_such"])
async def test_a_filter_that_fits_nothing_gives_an_empty_list(
    console: RunningConsole, path: str
) -> None:
    answer = await console.client.get(path)
    assert TrendList.model_validate_json(answer.content).items == []
