"""Whole runs through the real server, with agents that keep to a script."""

from __future__ import annotations

import asyncio

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch, nodes_are_free, read
from backend_testing.console import RunningConsole, until
from backend_testing.facts import entities_frame, samples_frame, schemas, window_frame
from orrery_backend.kit.frames import read_header
from orrery_contracts.api import RunState
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.telemetry import FrameKind, FrameSchema
from orrery_contracts.worker import Prepared, Ready, Running

pytestmark = pytest.mark.both_stores


async def test_a_run_from_launch_to_result(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    made = await launch(console, {**TWO_NODES, "set": ["repeats=5", "tags=quiet,night"]})
    assert made.summary.state in (RunState.QUEUED, RunState.PLACING, RunState.PREPARING)
    run = await ended(console, made.summary.id)
    assert run.summary.state is RunState.DONE
    assert run.summary.number == 1
    assert run.summary.nodes == ["a", "b"]
    assert run.summary.tags == ["quiet", "night"]
    assert run.summary.checks_hold is True
    assert (run.summary.progress, run.summary.seconds_left) == (1.0, None)
    assert [repeat.state for repeat in run.repeats] == [RunState.DONE] * 5
    assert [len(repeat.nodes) for repeat in run.repeats] == [2] * 5
    assert [node.assigned for node in run.nodes] == ["27 entities, 1 manager", "13 entities"]
    step_time = next(m for m in run.metrics if m.name == "step_time.p50")
    assert step_time.values == [1000.0] * 5
    assert [schema.schema_id for schema in run.schemas] == [1, 2, 3]
    names = [event.name for event in run.events]
    once = ["state.preparing", "state.ready", "state.running", "state.collecting"]
    assert names == ["state.queued", "state.placing", *once * 5, "state.done"]
    assert [event.sequence for event in run.events] == list(range(1, len(names) + 1))
    await until(lambda: not agents[0].held and not agents[1].held, "agents may forget")
    await nodes_are_free(console)


async def test_plans_are_whole_and_equal_but_for_the_node(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    plans: list[WorkerPlan] = []

    async def note(plan: WorkerPlan) -> None:
        plans.append(plan)

    for agent in agents:
        agent.prepare_gate = note
    await ended(console, (await launch(console)).summary.id)
    first, second = sorted(plans, key=lambda plan: plan.node_index)
    assert [node.name for node in first.nodes] == ["a", "b"]
    assert first.workload == second.workload
    assert first.transports.token == second.transports.token
    assert first.transports.nodes == "shm"
    assert first.transports.local == "shm"


async def test_every_peer_gets_all_endpoints_in_node_order(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    expected = ["tcp:127.0.0.1:4000", "tcp:127.0.0.1:4001"]
    assert [agent.output_of().peers for agent in agents] == [expected] * 2
    for agent in agents:
        agent.let_end.set()
    assert (await ended(console, run)).summary.state is RunState.DONE


async def test_progress_and_time_left_while_it_runs(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.obedient = False
    run = (await launch(console, {**TWO_NODES, "set": ["repeats=2"]})).summary.id
    await until(lambda: all(len(a.held) == 1 for a in agents), "plans have come")
    for agent in agents:
        held = agent.output_of()
        await agent.record(
            held, Prepared(endpoint="tcp:127.0.0.1:4001", schemas=schemas(), total_steps="100")
        )
    await until(lambda: all(a.output_of().peers for a in agents), "peers are told")
    for agent in agents:
        await agent.record(agent.output_of(), Ready())
    for agent in agents:
        await agent.output_of().begun.wait()
        await agent.record(agent.output_of(), Running())
    await agents[0].record(agents[0].output_of(), window_frame(0, 0, 1, 50, 9.0))

    async def a_quarter() -> bool:
        return (await read(console, run)).summary.progress == 0.25

    await until(a_quarter, "a quarter is done")
    assert (await read(console, run)).summary.seconds_left is not None
    await console.client.post(f"/runs/{run}/cancel")


async def test_runs_wait_for_their_nodes(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    first = (await launch(console)).summary.id
    second = (await launch(console)).summary.id
    third = (await launch(console)).summary.id
    await in_state(console, first, RunState.RUNNING)
    assert (await read(console, second)).summary.queue_position == 1
    assert (await read(console, third)).summary.queue_position == 2
    await console.client.post(f"/runs/{second}/cancel")
    assert (await read(console, third)).summary.queue_position == 1
    for agent in agents:
        agent.let_end.set()
    assert (await ended(console, third)).summary.state is RunState.DONE
    assert (await read(console, second)).summary.state is RunState.CANCELLED


async def test_cancel_ends_workers_and_frees_nodes(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    response = await console.client.post(f"/runs/{run}/cancel")
    assert response.json()["summary"]["state"] == "cancelled"
    await nodes_are_free(console)
    again = await console.client.post(f"/runs/{run}/cancel")
    assert again.status_code == 409
    assert again.json()["code"] == "conflict"


async def test_a_killed_worker_fails_the_run_and_names_it(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    held = agents[1].output_of()
    held.cancelled = True
    # The master loses its peer first and says so; the cause is the other.
    await agents[0].fail(agents[0].output_of(), "peer_lost", "Peer 1 has gone.")
    await agents[1].exit(held, -9, ("line one", "line two"))
    failure = (await ended(console, run)).summary.failure
    assert failure is not None
    assert (failure.node, failure.phase, failure.code) == ("b", "running", "worker_died")
    assert "signal 9" in failure.message
    assert failure.last_output == ["line one", "line two"]
    assert failure.remedy
    await nodes_are_free(console)
    assert agents[0].held == {} or agents[0].output_of().cancelled


async def test_a_failing_entity_is_named(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    held = agents[0].output_of()
    await agents[0].fail(held, "entity_died", "Entity 17 was killed.", "entity 17")
    held.cancelled = True
    await agents[0].exit(held, 1, ("its last line",))
    await nodes_are_free(console)
    failure = (await ended(console, run)).summary.failure
    assert failure is not None
    assert (failure.node, failure.process) == ("a", "entity 17")
    assert failure.last_output == ["its last line"]


async def test_a_node_that_goes_offline_fails_its_run(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    await agents[1].stop()
    document = await ended(console, run)
    assert document.summary.failure is not None
    assert (document.summary.failure.node, document.summary.failure.code) == ("b", "node_lost")
    await nodes_are_free(console)
    nodes = (await console.client.get("/nodes")).json()["items"]
    assert [(node["name"], node["state"]) for node in nodes] == [("a", "online"), ("b", "offline")]


async def test_a_short_break_of_the_link_costs_nothing(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    await agents[1].drop_link()
    agents[1].let_end.set()
    await until(lambda: not agents[1].output_of().active, "the worker ends meanwhile")
    await agents[1].connect()
    agents[0].let_end.set()
    document = await ended(console, run)
    assert document.summary.state is RunState.DONE
    assert len(document.repeats[0].nodes) == 2


async def test_records_that_come_twice_are_stored_once(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    held = agents[1].output_of()
    await until(lambda: held.acked == len(held.records), "all is acknowledged")
    before = held.acked
    for seq in range(1, len(held.records) + 1):
        await agents[1]._send_record(held, seq)
    held.acked = 0
    await until(lambda: held.acked == before, "what is stored is acknowledged again")
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)
    series = (await console.client.get(f"/runs/{run}/series", params={"node_index": 1})).json()
    assert series["items"][0]["total_rows"] == agents[1].frames


async def test_an_agent_that_forgot_its_run_fails_it(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    await agents[1].drop_link()
    agents[1].held.clear()
    agents[1].instance = "i2"
    await agents[1].connect()
    failure = (await ended(console, run)).summary.failure
    assert failure is not None
    assert (failure.node, failure.code) == ("b", "output_lost")


async def test_a_worker_that_is_late_fails_the_start(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agents[1].obedient = False
    asked = {**TWO_NODES, "set": ["limits.rendezvous_timeout_ms=1000"]}
    run = (await launch(console, asked)).summary.id
    failure = (await ended(console, run)).summary.failure
    assert failure is not None
    assert (failure.node, failure.code) == ("b", "rendezvous_timeout")
    assert "rendezvous_timeout_ms" in failure.remedy


async def test_a_bad_frame_is_left_out_and_told(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    await in_state(console, run, RunState.RUNNING)
    await agents[0].record(agents[0].output_of(), b"no frame at all")
    await agents[0].record(agents[0].output_of(), window_frame(1, 0, 99, 100, 1.0))
    for agent in agents:
        agent.let_end.set()
    assert (await ended(console, run)).summary.state is RunState.DONE
    lines = (await console.client.get(f"/runs/{run}/log", params={"level": "warning"})).json()
    assert len([line for line in lines if "left out" in line["text"]]) == 2


async def test_retry_is_a_new_run_of_the_same_spec(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    first = await ended(console, (await launch(console)).summary.id)
    response = await console.client.post(f"/runs/{first.summary.number}/retry")
    assert response.status_code == 201
    second = await ended(console, response.json()["summary"]["id"])
    assert second.summary.number == 2
    assert second.spec == first.spec


async def test_series_are_complete_and_thinned(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await ended(console, (await launch(console)).summary.id)
    path = f"/runs/{run.summary.id}/series"
    whole = (await console.client.get(path, params={"frame": "samples", "node_index": 0})).json()
    (series,) = whole["items"]
    assert (series["total_rows"], series["total_steps"]) == (100, 100)
    assert series["columns"][1]["values"] == [float(step) for step in range(100)]
    thin = (
        await console.client.get(
            path, params={"frame": "samples", "columns": "step_time", "max_points": 10}
        )
    ).json()
    assert [item["points"] for item in thin["items"]] == [10, 10]
    names = [column["name"] for column in thin["items"][0]["columns"]]
    assert names == ["step_time", "step_time.min", "step_time.max"]
    assert thin["items"][0]["columns"][2]["values"][-1] == 99.0
    unknown = await console.client.get(path, params={"columns": "nonsense"})
    assert unknown.status_code == 422
    assert "step_time.mean" in unknown.json()["errors"][0]["remedy"]


async def test_samples_are_not_streamed_and_the_stored_rows_are_exact(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    """Many small frames are joined when the repeat has ended, and no row is lost by it."""
    agents[0].frames = 50
    run = await ended(console, (await launch(console)).summary.id)
    assert console.console.live.frames_published == 50 + agents[1].frames
    await asyncio.gather(*(console.console.results.compact(run.summary.id, 0) for _ in range(2)))
    response = await console.client.get(
        f"/runs/{run.summary.id}/series", params={"frame": "samples", "node_index": 0}
    )
    values = response.json()["items"][0]["columns"][1]["values"]
    assert values == [float(step) for step in range(100)]


async def test_series_that_were_joined_are_not_written_again(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write keeps the store from all other runs, so only a series in small pieces is worth it."""
    agents[0].frames = 50
    run = await ended(console, (await launch(console)).summary.id)
    results = console.console.results
    stored = await console.client.get(f"/runs/{run.summary.id}/series")
    assert len(stored.json()["items"]) == 2, "all that the run brought is stored"
    await results.compact(run.summary.id, 0)
    written: list[str] = []
    join = results._compact_series

    async def note(run_id: str, key: tuple[int, int, int], schema: FrameSchema) -> None:
        written.append(run_id)
        await join(run_id, key, schema)

    monkeypatch.setattr(results, "_compact_series", note)
    await results.compact(run.summary.id, 0)
    assert not written


async def test_where_entities_are_is_shown_while_they_run(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    agents[0].moments = [[0.1, 0.2], [0.3, 0.4]]
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    newest = entities_frame(0, 0, 2 * agents[0].frames + 2, [0.3, 0.4])
    await until(lambda: newest in _frames_of(console, run), "the newest moment is shown")
    kinds = [read_header(frame).frame_kind for frame in _frames_of(console, run)]
    assert kinds.count(FrameKind.ENTITIES) == 1, "of a node the newest alone"
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)


def _frames_of(console: RunningConsole, run: str) -> list[bytes]:
    view = console.console.runs.active_view(run)
    return [] if view is None else view.frames


def test_the_scripts_frames_are_of_their_schema() -> None:
    assert len(samples_frame(0, 0, 1, 1, 0, [1.0])) > len(window_frame(0, 0, 1, 1, 1.0)) - 24


async def test_a_number_is_given_once(console: RunningConsole, agents: list[ScriptedAgent]) -> None:
    first = await ended(console, (await launch(console)).summary.id)
    assert (await console.client.delete(f"/runs/{first.summary.id}")).status_code == 204
    second = await launch(console)
    assert second.summary.number == first.summary.number + 1


async def test_windows_in_two_modes_are_found_once_the_run_has_ended(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.frames = 10
    agents[1].window_times = [600.0, 610.0, 50_000.0, 605.0, 51_000.0]
    made = await launch(console, {**TWO_NODES, "set": ["repeats=3"]})
    await ended(console, made.summary.id)
    run = await read(console, made.summary.id)
    [found] = run.window_modes
    assert (found.series, found.unit, found.node_index) == ("step_time", "ns", 1)
    assert [(mode.median, mode.windows) for mode in found.modes] == [(605.0, 6), (50_500.0, 4)]
    assert (found.places, found.places_measured) == (3, 6)
    assert found.sentence == (
        "step_time.p50 has two modes over time: 605 ns in 6 windows, 50.5 µs in 4 (repeat 1, b)."
        " Found in 3 of 6 repeats, counted on each node."
    )
