"""The life of runs, with real backend, agents and workers."""

from __future__ import annotations

import pytest
from orrery_client import ProblemError
from orrery_contracts.api import NewRun, RunDocument, RunState
from orrery_contracts.errors import ProblemCode
from orrery_contracts.workloads.universe_steps import UniverseSteps
from orrery_testing.console import LONG, Console
from orrery_testing.waiting import eventually

pytestmark = pytest.mark.integration


@pytest.fixture
def console(two_nodes: Console) -> Console:
    """One console for all tests of this file: no test harms its parts."""
    return two_nodes


def states(document: RunDocument) -> list[str]:
    """Returns the states of the run as a whole, in order, from its events."""
    return [
        event.name.removeprefix("state.")
        for event in document.events
        if event.name.startswith("state.") and not event.node
    ]


def test_a_run_goes_through_its_life_and_keeps_everything(console: Console) -> None:
    document = console.done("smoke")
    assert states(document)[0] == "queued"
    assert states(document)[-1] == "done"
    order = ["queued", "placing", "preparing", "ready", "running", "collecting", "done"]
    assert states(document) == order

    summary, spec = document.summary, document.spec
    assert summary.progress == 1.0
    assert summary.failure is None
    assert {node.name for node in document.nodes} == {"a", "b"}
    assert [node.index for node in document.nodes] == [0, 1]
    workload = spec.workload
    assert isinstance(workload, UniverseSteps)
    assert workload.entities == 8
    repeat = document.repeats[0]
    assert len(document.repeats) == 1
    assert len(repeat.nodes) == 2
    assert repeat.checks
    assert all(check.holds for check in repeat.checks)
    counts = {count.kind: int(count.counted) for count in repeat.messages}
    expected = {count.kind: int(count.expected) for count in repeat.messages}
    assert counts == expected
    assert counts["state_from_entity"] == 8 * workload.steps
    assert counts["state_to_manager"] == 8 * workload.steps
    checksum = sum(int(node.state_checksum) for node in repeat.nodes) % 2**64
    assert repeat.state_checksum == str(checksum)
    names = {metric.name for metric in document.metrics}
    assert {"step_time.mean", "step_time.p50", "step_time.p99", "steps_per_second"} <= names
    instants = [event.at for event in document.events]
    assert instants == sorted(instants)
    assert document.versions


def test_the_series_of_a_run_are_complete(console: Console) -> None:
    document = console.done("smoke", "workload.steps=2000", "telemetry.interval_ms=50")
    run = document.summary.id
    windows = console.client.series(run, frame="window").items
    assert {series.node_index for series in windows} == {0, 1}
    for series in windows:
        columns = {column.name: column.values for column in series.columns}
        steps = [value for value in columns["steps"] if value is not None]
        assert sum(steps) == 2000
        assert {"step_time.mean", "activity.update", "messages.update_notify"} <= set(columns)
        assert len({len(values) for values in columns.values()}) == 1
    samples = console.client.series(run, frame="samples", max_points=100).items
    assert {series.node_index for series in samples} == {0, 1}
    for series in samples:
        assert 0 < series.points <= 100
        assert series.total_rows <= 2000


def test_the_state_is_one_for_all_process_models_and_placements(console: Console) -> None:
    checksums = set()
    for settings in (
        ("workload.process_model=process", "placement.count=2"),
        ("workload.process_model=thread", "placement.count=2"),
        ("workload.process_model=pooled", "placement.count=2"),
        ("workload.process_model=process", "placement.count=1"),
        ("workload.process_model=thread", "placement.count=1", "transports.local=uds"),
        ("workload.process_model=pooled", "placement.count=2", "transports.nodes=tcp"),
        ("workload.process_model=process", "transports.local=tcp", "transports.nodes=uds"),
        ("workload.split=by_hand", "workload.split.counts=[1,7]"),
    ):
        document = console.done("smoke", "seed=77", *settings)
        checksums.add(document.repeats[0].state_checksum)
    assert len(checksums) == 1


def test_each_repeat_is_a_launch_of_its_own(console: Console) -> None:
    document = console.done("smoke", "placement.count=1", "repeats=3")
    assert [repeat.repeat for repeat in document.repeats] == [0, 1, 2]
    pids = {
        use.pid
        for repeat in document.repeats
        for node in repeat.nodes
        for use in node.processes
        if use.name == "universe manager"
    }
    assert len(pids) == 3
    assert len({repeat.state_checksum for repeat in document.repeats}) == 1
    metric = next(m for m in document.metrics if m.name == "step_time.mean")
    assert len(metric.values) == 3
    assert metric.low <= metric.median <= metric.high


def test_runs_wait_for_their_nodes_in_order(console: Console) -> None:
    first = console.launch_long()
    second, third = console.launch(), console.launch()
    positions = [console.client.run(run).summary.queue_position for run in (second, third)]
    assert positions == [1, 2]
    busy = {node.current_run for node in console.nodes()}
    assert busy == {first}
    console.client.cancel_run(first)
    ended = [console.wait_for_state(run, RunState.DONE) for run in (second, third)]
    began = [document.summary.started_at or "" for document in ended]
    assert began == sorted(began)
    assert console.client.run(first).summary.state is RunState.CANCELLED


def test_a_run_on_other_nodes_does_not_wait(console: Console) -> None:
    busy = console.launch_long("placement=named", "placement.names=a")
    console.done("smoke", "placement=named", "placement.names=b")
    assert console.client.run(busy).summary.state is RunState.RUNNING
    console.client.cancel_run(busy)
    console.wait_for_state(busy, RunState.CANCELLED)


def test_a_queued_run_can_be_cancelled(console: Console) -> None:
    first = console.launch_long()
    second = console.launch()
    assert console.client.cancel_run(second).summary.state is RunState.CANCELLED
    console.client.cancel_run(first)
    console.wait_for_state(first, RunState.CANCELLED)
    with pytest.raises(ProblemError) as caught:
        console.client.cancel_run(second)
    assert caught.value.problem.code is ProblemCode.CONFLICT


@pytest.mark.parametrize("model", ["process", "thread", "pooled"])
def test_a_cancelled_run_leaves_no_process_and_frees_its_nodes(
    console: Console, model: str
) -> None:
    run = console.launch_long(f"workload.process_model={model}")
    assert all(console.workers(name) for name in ("a", "b"))
    console.client.cancel_run(run)
    document = console.wait_for_state(run, RunState.CANCELLED)
    assert states(document)[-1] == "cancelled"
    eventually(
        lambda: not console.workers("a") and not console.workers("b"), "the workers have ended"
    )
    eventually(
        lambda: all(node.current_run is None for node in console.nodes()), "the nodes are free"
    )
    console.done("smoke")


@pytest.mark.parametrize("state", ["placing", "preparing", "ready", "running"])
def test_a_run_is_cancelled_at_any_moment(console: Console, state: str) -> None:
    run = console.launch("smoke", *LONG)
    eventually(lambda: state in states(console.client.run(run)), f"the run is {state}, or has been")
    console.client.cancel_run(run)
    console.wait_for_state(run, RunState.CANCELLED)
    console.done("smoke")


def test_a_run_can_be_made_again(console: Console) -> None:
    first = console.done("smoke", "name=The first", "seed=5")
    again = console.client.retry_run(first.summary.id)
    assert again.summary.id != first.summary.id
    assert again.spec == first.spec
    second = console.wait_for_state(again.summary.id, RunState.DONE)
    assert second.repeats[0].state_checksum == first.repeats[0].state_checksum


def test_a_launch_that_is_repeated_makes_one_run(console: Console) -> None:
    before = console.client.runs().total
    console.done("smoke")
    assert console.client.runs().total == before + 1
    check = console.client.check_spec(NewRun(preset="smoke"))
    assert check.nodes == ["a", "b"] or check.nodes == ["b", "a"]
    assert console.client.runs().total == before + 1


def test_runs_are_compared(console: Console) -> None:
    runs = [
        console.done("smoke", "repeats=3", f"workload.managers={managers}").summary.id
        for managers in (0, 2)
    ]
    comparison = console.client.compare(runs, baseline=runs[0])
    differences = {difference.path: difference.values for difference in comparison.differences}
    assert differences["workload.managers"] == ["0", "2"]
    assert {metric.run for metric in comparison.metrics} == {runs[1]}
    assert all(check.holds for check in comparison.checks)
    assert all(table.source for table in comparison.published)
