"""Plans of the event simulation's workloads: what is decided, and what is refused before start."""

from __future__ import annotations

from typing import get_args

import pytest
from orrery_backend.features.analysis.simulations import simulated_by
from orrery_backend.features.scenarios.planners import PlannedNode, plan_workload, work_of
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.documents import InvalidDocument, read_value
from orrery_contracts.errors import FieldError
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.phold import PholdPlan
from orrery_contracts.workloads.registry import Workload

NODE = PlannedNode("lyra", 400.0, 4_000_000_000, 2)
KINDS = [member.model_fields["kind"].default for member in get_args(get_args(Workload)[0])]


def spec_of(*settings: str) -> RunSpec:
    document = RunSpec().model_dump(mode="json")
    return read_value(RunSpec, apply_overrides(document, settings, RunSpec))


def refused(*settings: str, nodes: int = 1) -> FieldError:
    spec = spec_of(*settings)
    with pytest.raises(ProblemError) as caught:
        plan_workload(spec, [NODE] * nodes)
    assert len(caught.value.errors) == 1
    return caught.value.errors[0]


@pytest.mark.parametrize("kind", KINDS)
def test_every_workload_is_planned_from_its_defaults(kind: str) -> None:
    spec = spec_of(f"workload={kind}")
    assignment = plan_workload(spec, [NODE])
    assert assignment.workload.kind == kind
    assert len(assignment.assigned) == 1
    assert work_of(spec).size > 0
    assert simulated_by(spec) == simulated_by(spec_of(f"workload={kind}", "repeats=3"))


def test_twice_the_repeats_are_twice_the_work() -> None:
    for kind in KINDS:
        once = work_of(spec_of(f"workload={kind}"))
        twice = work_of(spec_of(f"workload={kind}", "repeats=2"))
        assert twice.like == once.like
        assert twice.size == pytest.approx(2 * once.size)


def test_the_end_time_is_where_the_events_are_expected() -> None:
    spec = spec_of(
        "workload=phold",
        "workload.events=1000",
        "workload.population=10",
        "workload.lookahead=0.5",
        "workload.mean_delay=1.5",
    )
    plan = plan_workload(spec, [NODE]).workload
    assert isinstance(plan, PholdPlan)
    assert plan.end_time == pytest.approx(200.0)
    assert plan.expected_events == 1000


def test_engines_simulate_the_same() -> None:
    one = spec_of("workload=phold", "workload.engine=sequential", "workload.list=ladder")
    other = spec_of("workload=phold", "workload.engine=central_fel", "workload.workers=3")
    assert simulated_by(one) == simulated_by(other)
    assert simulated_by(one) != simulated_by(spec_of("workload=phold", "workload.lps=8"))


def test_the_distributed_engine_gives_each_node_its_logical_processes() -> None:
    spec = spec_of(
        "workload=phold", "workload.engine=distributed", "workload.lps=10", "placement.count=3"
    )
    assignment = plan_workload(spec, [NODE] * 3)
    assert isinstance(assignment.workload, PholdPlan)
    assert assignment.assigned == (
        "3 logical processes, 2 workers",
        "3 logical processes, 2 workers",
        "4 logical processes, 2 workers",
    )
    sequential = spec_of("workload=phold", "workload.engine=sequential", "workload.lps=10")
    assert simulated_by(spec) == simulated_by(sequential)


def test_another_engine_on_two_nodes_is_told_of_the_one_for_them() -> None:
    settings = ("workload=phold", "workload.engine=multi_fel", "placement.count=2")
    error = refused(*settings, nodes=2)
    assert (error.field, error.value) == ("placement.count", "2")
    assert error.message == "phold on engine multi_fel runs on one node; 2 are asked for."
    assert error.remedy == "Set placement.count to 1, or workload.engine to distributed."


def test_the_distributed_engine_needs_two_nodes_and_processes_for_them() -> None:
    error = refused("workload=phold", "workload.engine=distributed")
    assert (error.field, error.value) == ("workload.engine", "distributed")
    assert "placement.count to 2" in error.remedy
    error = refused(
        "workload=phold",
        "workload.engine=distributed",
        "workload.lps=2",
        "placement.count=3",
        nodes=3,
    )
    assert (error.field, error.value) == ("workload.lps", "2")


def test_a_population_too_large_for_one_node_is_shared_by_two_unless_the_oracle_needs_it() -> None:
    settings = (
        "workload=phold",
        "workload.engine=distributed",
        "workload.population=20000000",
        "placement.count=2",
    )
    assert refused(*settings, nodes=2).field == "workload.population"
    plan = plan_workload(spec_of(*settings, "workload.oracle=never"), [NODE] * 2)
    assert len(plan.assigned) == 2


@pytest.mark.parametrize("engine", ["multi_fel", "distributed"])
def test_workers_are_a_multiple_of_those_that_share_a_list(engine: str) -> None:
    nodes = 2 if engine == "distributed" else 1
    error = refused(
        "workload=phold",
        f"workload.engine={engine}",
        "workload.workers=4",
        "workload.threads_per_list=3",
        f"placement.count={nodes}",
        nodes=nodes,
    )
    assert (error.field, error.value) == ("workload.threads_per_list", "3")


@pytest.mark.parametrize("engine", ["central_fel", "multi_fel"])
def test_a_parallel_engine_needs_a_lookahead(engine: str) -> None:
    error = refused("workload=phold", f"workload.engine={engine}", "workload.lookahead=0")
    assert (error.field, error.value) == ("workload.lookahead", "0.0")
    assert engine in error.message
    assert "set workload.engine to sequential" in error.remedy


def test_the_sequential_engine_runs_without_lookahead_but_not_without_time() -> None:
    spec = spec_of("workload=phold", "workload.engine=sequential", "workload.lookahead=0")
    assert plan_workload(spec, [NODE]).workload.kind == "phold"
    error = refused(
        "workload=phold",
        "workload.engine=sequential",
        "workload.lookahead=0",
        "workload.mean_delay=0",
    )
    assert error.field == "workload.mean_delay"


def test_a_single_process_has_no_other() -> None:
    assert refused("workload=phold", "workload.lps=1").field == "workload.remote_share"


@pytest.mark.parametrize("kind", ["phold", "hold"])
def test_a_population_past_memory_is_refused_with_what_fits(kind: str) -> None:
    error = refused(f"workload={kind}", "workload.population=100000000")
    assert error.field == "workload.population"
    assert error.value == "100000000"
    assert "Node lyra would need about" in error.message
    assert "At most about" in error.remedy


@pytest.mark.parametrize("kind", ["fel_test", "thread_test"])
def test_more_cpus_than_the_node_has_are_refused(kind: str) -> None:
    error = refused(f"workload={kind}", "workload.num_cpus=3")
    assert (error.field, error.value) == ("workload.num_cpus", "3")
    assert error.message == "Node lyra has 2 CPUs; 3 are asked for."


@pytest.mark.parametrize("kind", ["phold", "hold", "fel_test", "thread_test", "primitives"])
def test_one_node_is_enough(kind: str) -> None:
    error = refused(f"workload={kind}", "placement.count=2", nodes=2)
    assert error.field == "placement.count"
    assert refused(f"workload={kind}", "placement=named", "placement.names=a,b", nodes=2).field == (
        "placement.names"
    )


@pytest.mark.parametrize(
    ("kind", "setting", "field"),
    [
        ("phold", "workload.workers=0", "workload.workers"),
        ("phold", "workload.lookahead=-0.1", "workload.lookahead"),
        ("phold", "workload.population=0", "workload.population"),
        ("fel_test", "workload.num_srcs=0", "workload.num_srcs"),
        ("fel_test", "workload.e_dly=-1", "workload.e_dly"),
        ("fel_test", "workload.f_dly=-1", "workload.f_dly"),
        ("fel_test", "workload.src_var=-1", "workload.src_var"),
        ("thread_test", "workload.num_threads=0", "workload.num_threads"),
        ("thread_test", "workload.num_cpus=0", "workload.num_cpus"),
        ("primitives", "workload.batches=0", "workload.batches"),
        ("hold", "workload.operations=10", "workload.operations"),
    ],
)
def test_what_is_out_of_range_is_no_spec(kind: str, setting: str, field: str) -> None:
    with pytest.raises(InvalidDocument) as caught:
        spec_of(f"workload={kind}", setting)
    (error,) = caught.value.errors
    assert error.field == field
    assert error.message
    assert error.remedy
