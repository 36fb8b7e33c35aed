"""Entities moved by hand: what is passed on, what is refused, and what a run's account says."""

from __future__ import annotations

import json

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import TWO_NODES, ended, in_state, launch, read
from backend_testing.console import RunningConsole, until
from orrery_contracts.agent import OrderMove
from orrery_contracts.api import RunState
from orrery_contracts.errors import Problem
from orrery_contracts.move import MoveOrder
from orrery_contracts.results import Migration
from orrery_contracts.worker import Event

MIGRATION = {"preset": "uss-migration", "set": ["repeats=1"]}


def one(entity: int, to_node: str) -> dict[str, object]:
    return {"what": {"kind": "entity", "entity": entity}, "to_node": to_node}


def part(from_node: str, share: float, to_node: str) -> dict[str, object]:
    what = {"kind": "share", "from_node": from_node, "share": share}
    return {"what": what, "to_node": to_node}


SHARE = part("b", 0.25, "a")


async def running(
    console: RunningConsole, agents: list[ScriptedAgent], asked: object = MIGRATION
) -> str:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console, asked)).summary.id
    await in_state(console, run, RunState.RUNNING)
    return run


async def problem(console: RunningConsole, run: str, order: object, status: int) -> Problem:
    response = await console.client.post(f"/runs/{run}/moves", json=order)
    assert response.status_code == status, response.text
    return Problem.model_validate_json(response.content)


async def test_an_order_reaches_the_master_and_the_account(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await running(console, agents)
    nodes = (await read(console, run)).nodes
    assert [node.entities for node in nodes] == [20, 20]
    master = next(agent for agent in agents if agent.name == nodes[0].name)
    for number, order in enumerate((SHARE, one(17, "b")), start=1):
        response = await console.client.post(f"/runs/{run}/moves", json=order)
        assert (response.status_code, response.json()) == (202, {"number": number})

    def orders() -> list[OrderMove]:
        return [said for said in master.received if isinstance(said, OrderMove)]

    await until(lambda: len(orders()) == 2, "the master's agent has both")
    assert [said.number for said in orders()] == [1, 2]
    assert orders()[0].order == MoveOrder.model_validate_json(json.dumps(SHARE))
    assert not any(isinstance(s, OrderMove) for a in agents if a is not master for s in a.received)

    moved = Migration(
        step=5,
        entity=17,
        from_node=0,
        to_node=1,
        cause="manual",
        state_bytes=1024,
        pause_ns=42,
    )
    event = Event(name="migration", text="entity 17", step="5", migration=moved)
    await master.record(master.output_of(), event)
    for agent in agents:
        agent.let_end.set()
    document = await ended(console, run)
    asked = [event.text for event in document.events if event.name == "move.asked"]
    assert asked == ["move 1: 25 % of b to a", "move 2: entity 17 to b"]
    # From the store, as from memory before.
    assert [e.migration for e in document.events if e.name == "migration"] == [moved]
    assert all(e.migration is None for e in document.events if e.name != "migration")


@pytest.mark.parametrize(
    ("order", "field", "value"),
    [
        (one(40, "b"), "what.entity", "40"),
        (one(3, "c"), "to_node", "c"),
        (part("b", 0.25, "b"), "to_node", "b"),
        (part("z", 0.25, "b"), "what.from_node", "z"),
        (part("a", 0, "b"), "what.share", "0"),
        (part("a", 1.5, "b"), "what.share", "1.5"),
    ],
)
async def test_what_cannot_be_is_refused_by_field(
    console: RunningConsole,
    agents: list[ScriptedAgent],
    order: object,
    field: str,
    value: str,
) -> None:
    run = await running(console, agents)
    refused = await problem(console, run, order, 422)
    (error,) = refused.errors
    assert (error.field, error.value) == (field, value)
    assert error.remedy
    assert not [e for e in (await read(console, run)).events if e.name == "move.asked"]


@pytest.mark.parametrize("behaviour", ["flock", "walkthrough"])
async def test_what_has_a_position_stays_and_is_said_to(
    console: RunningConsole, agents: list[ScriptedAgent], behaviour: str
) -> None:
    settings = [f"workload.behaviour={behaviour}", "workload.state_bytes=8", "repeats=1"]
    run = await running(console, agents, {"preset": "universe-two-nodes", "set": settings})
    (error,) = (await problem(console, run, SHARE, 422)).errors
    assert (error.field, error.value) == ("workload.behaviour", behaviour)
    assert "universe_migration" in error.remedy
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)


async def test_only_a_run_that_is_running_and_whose_entities_move(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    stays = await running(console, agents, TWO_NODES)
    refused = await problem(console, stays, SHARE, 422)
    assert (refused.errors[0].field, refused.errors[0].value) == (
        "workload.kind",
        "universe_steps",
    )
    queued = (await launch(console, MIGRATION)).summary.id
    refused = await problem(console, queued, SHARE, 409)
    assert (refused.errors[0].field, refused.errors[0].value) == ("state", "queued")
    for agent in agents:
        agent.let_end.set()
    await ended(console, stays)
    refused = await problem(console, stays, SHARE, 409)
    assert refused.errors[0].value == "done"
    await problem(console, "999", SHARE, 404)


async def test_orders_are_bounded_in_rate(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = await running(console, agents)
    statuses = set()
    for _ in range(400):
        response = await console.client.post(f"/runs/{run}/moves", json=SHARE)
        statuses.add(response.status_code)
        if response.status_code == 429:
            assert Problem.model_validate_json(response.content).detail
            break
    assert statuses == {202, 429}
