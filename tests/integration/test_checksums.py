"""A seed gives one final state for every process model, transport and number of nodes.

The oracle is separate code without messages, so an equal state is no accident of the engine.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from orrery_contracts.conditions import LocalTransport, NodeTransport
from orrery_contracts.model import ShippedModel, ShippedModelName
from orrery_contracts.models import text_of
from orrery_contracts.results import WorkerResult
from orrery_contracts.workloads.universe_steps import (
    Behaviour,
    ModelStatePlan,
    NumberState,
    OracleUse,
    ProcessModel,
    StateFlow,
    StepControl,
)
from orrery_testing import worker_run
from orrery_testing.plans import Universe

pytestmark = [pytest.mark.integration, pytest.mark.usefixtures("worker_executable")]

BASE = Universe(monitors=2, update_period_steps=3, changing_share=0.7, state_bytes=24)

#: Distributions of 12 entities and 2 managers over one, two and three nodes.
SPREADS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "one node": ((12,), (2,)),
    "two nodes": ((7, 5), (2, 0)),
    "two nodes, managers on the slave": ((7, 5), (0, 2)),
    "three nodes": ((5, 4, 3), (1, 0, 1)),
    "a node without entities": ((12, 0), (1, 1)),
}

LOCAL = {
    ProcessModel.PROCESS: (LocalTransport.SHM, LocalTransport.UDS, LocalTransport.TCP),
    ProcessModel.THREAD: (
        LocalTransport.THREAD,
        LocalTransport.SHM,
        LocalTransport.UDS,
        LocalTransport.TCP,
    ),
    ProcessModel.POOLED: (LocalTransport.THREAD,),
}


def oracle_checksum(universe: Universe, worker: Path, environment: Mapping[str, str]) -> str:
    """Returns the checksum that `orrery-worker oracle` prints."""
    plan = universe.plans()[0].model_dump_json() + "\n"
    done = subprocess.run(
        [worker, "oracle"], input=plan, capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    checksum: str = json.loads(done.stdout)["state_checksum"]
    return checksum


def assert_right(universe: Universe, results: list[WorkerResult], expected: str) -> None:
    """Asserts that checks passed on every node, counts are exact, and the state is the oracle's."""
    for result in results:
        wrong = [check for check in result.checks if not check.holds]
        assert wrong == []
        assert result.checks
    master = results[0]
    assert master.run_state_checksum == expected
    total = sum(int(result.state_checksum) for result in results) % 2**64
    assert str(total) == expected
    counts = {count.kind: count for count in master.run_messages}
    for count in counts.values():
        assert count.counted == count.expected, count.kind
    assert ("update_complete" in counts) == (universe.step_control is not StepControl.DEADLINE)
    if universe.changing_share == 1.0 and universe.update_period_steps == 1:
        z, y, x = sum(universe.entities), universe.monitors, sum(universe.managers)
        counted = {kind: int(count.counted) for kind, count in counts.items()}
        from_entities = y * z * universe.steps if x else 0
        assert counted.get("state_from_entity", 0) == from_entities
        assert counted.get("state_to_manager", 0) == x * y * z * universe.steps


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize(
    ("model", "local"), [(model, local) for model, kinds in LOCAL.items() for local in kinds]
)
def test_the_state_is_the_oracles_on_every_path_within_a_node(
    model: ProcessModel,
    local: LocalTransport,
    spread: str,
    worker_executable: Path,
    tmp_path: Path,
    environment: Mapping[str, str],
) -> None:
    entities, managers = SPREADS[spread]
    universe = replace(BASE, entities=entities, managers=managers, process_model=model, local=local)
    expected = oracle_checksum(universe, worker_executable, environment)
    assert_right(universe, worker_run.run(universe.plans(), tmp_path, environment), expected)


@pytest.mark.parametrize("control", [StepControl.MULTICAST, StepControl.DEADLINE])
@pytest.mark.parametrize("model", list(ProcessModel))
def test_the_state_is_the_oracles_whatever_is_switched_on(
    model: ProcessModel,
    control: StepControl,
    worker_executable: Path,
    tmp_path: Path,
    environment: Mapping[str, str],
) -> None:
    universe = replace(
        BASE,
        entities=(5, 4, 3),
        managers=(2, 0, 1),
        process_model=model,
        local=LOCAL[model][-1],
        constraint_levels=5,
        step_control=control,
        state_flow=StateFlow.BY_NAME,
        link_delay_us=100.0,
        link_mbit_s=100.0,
    )
    expected = oracle_checksum(universe, worker_executable, environment)
    results = worker_run.run(universe.plans(), tmp_path, environment)
    assert_right(universe, results, expected)
    saved = {m.name: m.value for m in results[0].run_metrics if "saved" in m.name}
    assert len(saved) == 2
    assert all(value > 0 for value in saved.values())


@pytest.mark.parametrize(
    "nodes", [NodeTransport.SHM, NodeTransport.UDS, NodeTransport.TCP, NodeTransport.TLS]
)
@pytest.mark.parametrize("model", list(ProcessModel))
def test_the_state_is_the_oracles_on_every_path_between_nodes(
    model: ProcessModel,
    nodes: NodeTransport,
    worker_executable: Path,
    tmp_path: Path,
    environment: Mapping[str, str],
) -> None:
    local = LOCAL[model][0]
    universe = replace(
        BASE,
        entities=(5, 4, 3),
        managers=(1, 1, 0),
        process_model=model,
        local=local,
        nodes=nodes,
    )
    expected = oracle_checksum(universe, worker_executable, environment)
    assert_right(universe, worker_run.run(universe.plans(), tmp_path, environment), expected)


@pytest.mark.parametrize("model", list(ProcessModel))
@pytest.mark.parametrize("behaviour", [Behaviour.FLOCK, Behaviour.WALKTHROUGH])
def test_entities_that_are_somewhere_end_where_the_oracle_says(
    behaviour: Behaviour,
    model: ProcessModel,
    worker_executable: Path,
    tmp_path: Path,
    environment: Mapping[str, str],
) -> None:
    universe = Universe(
        behaviour=behaviour,
        entities=(5, 4, 3),
        managers=(1, 0, 1),
        monitors=2,
        changing_share=1.0 if behaviour is Behaviour.FLOCK else 0.4,
        process_model=model,
        local=LOCAL[model][0],
    )
    expected = oracle_checksum(universe, worker_executable, environment)
    results = worker_run.run(universe.plans(), tmp_path, environment)
    assert_right(universe, results, expected)
    counts = {count.kind: int(count.counted) for count in results[0].run_messages}
    told = 12 * 2 * universe.steps if behaviour is Behaviour.FLOCK else 0
    assert counts.get("neighbour_state", 0) == told


@pytest.mark.parametrize("model", list(ProcessModel))
def test_entities_of_a_model_end_in_the_oracles_state(
    model: ProcessModel,
    worker_executable: Path,
    tmp_path: Path,
    environment: Mapping[str, str],
) -> None:
    town = ShippedModel(name=ShippedModelName.TOWN)
    universe = replace(
        BASE,
        entities=(5, 4),
        managers=(1, 1),
        process_model=model,
        local=LOCAL[model][0],
        state=ModelStatePlan(model_text=text_of(town), entity="Walker", constraint=""),
    )
    expected = oracle_checksum(universe, worker_executable, environment)
    plain = replace(universe, state=NumberState())
    assert expected != oracle_checksum(plain, worker_executable, environment)
    assert_right(universe, worker_run.run(universe.plans(), tmp_path, environment), expected)


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("levels", [16, 5])
@pytest.mark.parametrize("model", list(ProcessModel))
def test_what_passes_a_models_constraint_is_what_the_oracle_counts(
    model: ProcessModel,
    levels: int,
    spread: str,
    worker_executable: Path,
    tmp_path: Path,
    environment: Mapping[str, str],
) -> None:
    town = ShippedModel(name=ShippedModelName.TOWN)
    entities, managers = SPREADS[spread]
    universe = replace(
        BASE,
        entities=entities,
        managers=managers,
        update_period_steps=1,
        process_model=model,
        local=LOCAL[model][0],
        constraint_levels=levels,
        state=ModelStatePlan(model_text=text_of(town), entity="Walker", constraint="in_view"),
    )
    expected = oracle_checksum(universe, worker_executable, environment)
    results = worker_run.run(universe.plans(), tmp_path, environment)
    assert_right(universe, results, expected)
    assert [check.holds for check in results[0].checks if check.name == "constraint"] == [True]
    metrics = {metric.name: metric.value for metric in results[0].run_metrics}
    # `visible` holds for about half of the states, `pose.position.x < 0.5` for half of these.
    passing = 0.25 * levels / 16
    assert 1 - 2 * passing < metrics["held_back_share"] < 1 - passing / 2
    assert metrics["messages_saved_per_step"] > 0


@pytest.mark.parametrize("managers", [0, 1, 3])
@pytest.mark.parametrize("monitors", [1, 2, 8])
def test_counts_are_exactly_those_of_the_message_model(
    managers: int,
    monitors: int,
    tmp_path: Path,
    environment: Mapping[str, str],
    worker_executable: Path,
) -> None:
    universe = Universe(
        entities=(6, 4),
        managers=(managers, 0),
        monitors=monitors,
        process_model=ProcessModel.THREAD,
        local=LocalTransport.THREAD,
    )
    expected = oracle_checksum(universe, worker_executable, environment)
    assert_right(universe, worker_run.run(universe.plans(), tmp_path, environment), expected)


def test_the_spread_of_entities_does_not_change_the_state(
    tmp_path: Path, environment: Mapping[str, str], worker_executable: Path
) -> None:
    base = replace(BASE, process_model=ProcessModel.POOLED, managers=(2,), oracle=OracleUse.NEVER)
    checksums = {
        oracle_checksum(
            replace(base, entities=entities, managers=managers), worker_executable, environment
        )
        for entities, managers in SPREADS.values()
    }
    assert len(checksums) == 1


def test_another_seed_gives_another_state(
    tmp_path: Path, environment: Mapping[str, str], worker_executable: Path
) -> None:
    found = {
        oracle_checksum(replace(BASE, seed=seed), worker_executable, environment)
        for seed in (0, 1, 2, 2**64 - 1)
    }
    assert len(found) == 4
