"""Plans of `universe_migration`: where entities begin, how slow nodes are, what is refused."""

from __future__ import annotations

import pytest
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.documents import read_value
from orrery_contracts.errors import FieldError
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.universe_migration import UniverseMigration, UniverseMigrationPlan

FAST = PlannedNode("lyra", 400.0, 4_000_000_000, 2)
SLOW = PlannedNode("vega", 100.0, 4_000_000_000, 2)
UNRATED = PlannedNode("rigel", 0.0, 4_000_000_000, 2)


def spec_of(*settings: str) -> RunSpec:
    document = RunSpec().model_dump(mode="json")
    given = ("workload=universe_migration", *settings)
    return read_value(RunSpec, apply_overrides(document, given, RunSpec))


def planned(*settings: str, nodes: list[PlannedNode]) -> UniverseMigrationPlan:
    plan = plan_workload(spec_of(*settings), nodes).workload
    assert isinstance(plan, UniverseMigrationPlan)
    return plan


def refused(*settings: str, nodes: list[PlannedNode]) -> FieldError:
    with pytest.raises(ProblemError) as caught:
        planned(*settings, nodes=nodes)
    assert len(caught.value.errors) == 1
    return caught.value.errors[0]


def test_a_slow_node_counts_its_cpu_time_dearer() -> None:
    plan = planned("workload.split=equal", "workload.managers=0", nodes=[FAST, SLOW, UNRATED])
    assert plan.load_scale == [1.0, 4.0, 1.0]
    assert plan.entities_by_node == [14, 13, 13]
    assert sum(plan.managers_by_node) == 0
    assert planned("workload.load=nominal", nodes=[FAST, SLOW]).load_scale == [1.0, 1.0]


def test_entities_begin_where_they_are_told_to() -> None:
    assert planned("workload.split=rating", nodes=[FAST, SLOW]).entities_by_node == [32, 8]
    settings = ("workload.managers=1", "workload.manager_placement=slave")
    assert planned(*settings, nodes=[FAST, SLOW]).managers_by_node == [0, 1]


def test_what_cannot_be_is_refused_by_field() -> None:
    odd = refused("workload.carried_bytes=1001", nodes=[FAST])
    assert odd.field == "workload.carried_bytes"
    assert "1000" in odd.remedy
    large = refused(
        "workload.entities=100000",
        "workload.carried_bytes=1048576",
        nodes=[FAST, SLOW],
    )
    assert large.field == "workload.entities"
    assert "lyra" in large.message


def test_processes_and_a_resource_manager_of_its_own_are_planned() -> None:
    plan = planned(
        "workload.process_model=process", "workload.resource_manager=apart", nodes=[FAST, SLOW]
    )
    assert plan.process_model.value == "process"
    assert plan.resource_manager.value == "apart"
    default = UniverseMigration()
    assert default.process_model.value == "pooled"
    assert default.resource_manager.value == "inside"


def test_a_resource_manager_with_nothing_to_read_is_refused_by_field() -> None:
    objects = refused(
        "workload.resource_manager=apart", "workload.process_model=pooled", nodes=[FAST, SLOW]
    )
    assert objects.field == "workload.resource_manager"
    assert objects.value == "apart"
    assert "workload.process_model process or thread" in objects.remedy
    nominal = refused(
        "workload.resource_manager=apart",
        "workload.process_model=thread",
        "workload.load=nominal",
        nodes=[FAST, SLOW],
    )
    assert nominal.field == "workload.load"
    assert nominal.value == "nominal"
    assert "measured" in nominal.remedy


def test_every_node_has_room_for_a_process_of_every_entity() -> None:
    settings = ("workload.entities=5000", "workload.process_model=process")
    large = refused(*settings, nodes=[FAST, SLOW])
    assert large.field == "workload.entities"
    assert "lyra" in large.message
    objects = ("workload.entities=5000", "workload.process_model=pooled")
    assert planned(*objects, nodes=[FAST, SLOW]).process_model.value == "pooled"
