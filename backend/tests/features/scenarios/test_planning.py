"""Splits, managers, transports, and refusals that say what to do."""

from __future__ import annotations

import pytest
from backend_testing.facts import node_facts
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.scenarios.placement import (
    choose_nodes,
    decide_between,
    decide_local,
    refuse_shared_machines,
)
from orrery_backend.features.scenarios.planners import Assignment, PlannedNode, plan_workload
from orrery_backend.features.scenarios.planners.shares import in_turn, largest_remainder
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.conditions import LocalTransport, NodeTransport, Transports
from orrery_contracts.data_path import DataPath, ReliableProtocol, Transportation
from orrery_contracts.errors import ProblemCode
from orrery_contracts.spec import FastestNodes, NamedNodes, Placement, RunSpec
from orrery_contracts.workloads.rti_latency import RtiLatency
from orrery_contracts.workloads.universe_steps import (
    Behaviour,
    ManagerPlacement,
    ModelState,
    ModelStatePlan,
    ProcessModel,
    SplitByHand,
    SplitByLatency,
    SplitEqual,
    StateFlow,
    StepControl,
    UniverseStepsPlan,
)

_GB = 1 << 30


def _spec(**workload: object) -> RunSpec:
    spec = RunSpec()
    return spec.model_copy(update={"workload": spec.workload.model_copy(update=workload)})


def _plan(spec: RunSpec, *ratings: float, memory: int = 64 * _GB) -> Assignment:
    nodes = [PlannedNode(f"n{i}", rating, memory) for i, rating in enumerate(ratings)]
    return plan_workload(spec, nodes)


def _universe(spec: RunSpec, *ratings: float, memory: int = 64 * _GB) -> UniverseStepsPlan:
    plan = _plan(spec, *ratings, memory=memory).workload
    assert isinstance(plan, UniverseStepsPlan)
    return plan


def _expected(assignment: Assignment) -> dict[str, int]:
    return {m.kind: int(m.expected) for m in assignment.messages_per_step}


@given(st.integers(0, 10_000), st.lists(st.floats(0, 1e6), min_size=1, max_size=64))
def test_largest_remainder_adds_up_and_is_near(total: int, weights: list[float]) -> None:
    counts = largest_remainder(total, weights)
    assert sum(counts) == total
    whole = sum(weights)
    if whole > 0:
        exact = [total * weight / whole for weight in weights]
        assert all(abs(c - e) < 1 + 1e-6 for c, e in zip(counts, exact, strict=True))


@given(st.integers(0, 1000), st.integers(1, 64))
def test_in_turn_adds_up_and_differs_by_one(total: int, parts: int) -> None:
    counts = in_turn(total, parts)
    assert sum(counts) == total
    assert max(counts) - min(counts) <= 1
    assert counts == sorted(counts, reverse=True)


def test_a_third_of_the_rating_has_a_third_of_the_entities() -> None:
    assert _universe(_spec(entities=40), 1000, 333, 333).entities_by_node == [24, 8, 8]


def test_equal_split_gives_the_rest_to_the_first() -> None:
    plan = _universe(_spec(entities=41, split=SplitEqual()), 9, 1)
    assert plan.entities_by_node == [21, 20]


def test_by_hand_is_taken_as_it_is() -> None:
    plan = _universe(_spec(entities=40, split=SplitByHand(counts=[39, 1])), 1, 1)
    assert plan.entities_by_node == [39, 1]


def test_a_slave_has_as_much_less_work_as_its_answer_takes() -> None:
    split = SplitByLatency(round_trip_us=4_000)
    plan = _universe(_spec(entities=40, split=split, update_cost_us=200.0), 1, 1)
    assert plan.entities_by_node == [30, 10]
    linked = _spec(entities=40, split=SplitByLatency(), update_cost_us=200.0, link_delay_us=2_000.0)
    assert _universe(linked, 1, 1).entities_by_node == [30, 10]


def test_a_slave_whose_answer_is_always_late_has_no_entity() -> None:
    split = SplitByLatency(round_trip_us=1_000_000, entity_us=10)
    spec = _spec(entities=40, split=split, managers=1, manager_placement=ManagerPlacement.SLAVE)
    assert _universe(spec, 1, 1).entities_by_node == [40, 0]


@pytest.mark.parametrize(
    ("split", "field"),
    [(SplitByLatency(), "entity_us"), (SplitByLatency(entity_us=5), "round_trip_us")],
)
def test_latency_must_be_known(split: SplitByLatency, field: str) -> None:
    with pytest.raises(ProblemError) as caught:
        _plan(_spec(entities=40, split=split), 1, 1)
    assert caught.value.errors[0].field == f"workload.split.{field}"


def test_the_message_model_follows_the_switches() -> None:
    spec = _spec(
        entities=40,
        managers=3,
        constraint_levels=4,
        step_control=StepControl.MULTICAST,
        state_flow=StateFlow.BY_NAME,
    )
    expected = _expected(_plan(spec, 1, 1))
    assert expected["update_notify"] == 2
    assert expected["update_complete"] == 40
    assert expected["state_from_entity"] == expected["state_to_manager"] == 10
    deadline = _expected(_plan(_spec(step_control=StepControl.DEADLINE), 1))
    assert deadline["update_notify"] == deadline["update_complete"] == 0


@pytest.mark.parametrize("counts", [[40], [10, 10, 20], [39, 2]])
def test_by_hand_must_fit(counts: list[int]) -> None:
    with pytest.raises(ProblemError) as caught:
        _plan(_spec(entities=40, split=SplitByHand(counts=counts)), 1, 1)
    assert caught.value.errors[0].field == "workload.split.counts"
    assert "40" in caught.value.errors[0].remedy


@pytest.mark.parametrize(
    ("placement", "nodes", "expected"),
    [
        (ManagerPlacement.MASTER, 3, [3, 0, 0]),
        (ManagerPlacement.SLAVE, 3, [0, 3, 0]),
        (ManagerPlacement.SLAVE, 1, [3]),
        (ManagerPlacement.SPREAD, 2, [2, 1]),
    ],
)
def test_managers_go_where_they_are_placed(
    placement: ManagerPlacement, nodes: int, expected: list[int]
) -> None:
    plan = _universe(_spec(managers=3, manager_placement=placement), *[1.0] * nodes)
    assert plan.managers_by_node == expected


def test_what_a_model_says_becomes_text_in_the_plan() -> None:
    state = _universe(_spec(state=ModelState(entity="Lamp")), 1).state
    assert isinstance(state, ModelStatePlan)
    assert state.entity == "Lamp"
    assert state.constraint == ""
    assert "UNIVERSE Town" in state.model_text


def test_a_constraint_of_the_model_goes_into_the_plan() -> None:
    spec = _spec(state=ModelState(constraint="in_view"))
    state = _universe(spec, 1).state
    assert isinstance(state, ModelStatePlan)
    assert state.constraint == "in_view"
    titles = {count.kind: count.title for count in _plan(spec, 1).messages_per_step}
    assert titles["state_to_manager"] == "State update to a manager, at most"
    assert titles["manager_process"] == "Manager may process"


def test_a_constraint_of_a_run_that_is_too_long_to_count_is_refused() -> None:
    state = ModelState(constraint="in_view")
    longest = _spec(state=state, entities=40, warmup_steps=100, steps=1_249_900)
    assert _universe(longest, 1).steps == 1_249_900
    longer = _spec(state=state, entities=40, warmup_steps=101, steps=1_249_900)
    with pytest.raises(ProblemError) as caught:
        _plan(longer, 1)
    error = caught.value.errors[0]
    assert (error.field, error.value) == ("workload.steps", "1249900")
    assert "50,000,000 entities times steps; 40 times 1,250,001 are more" in error.message
    assert "at most 1,250,000 steps with the warm-up" in error.remedy
    # Without managers nothing is sent, and without a constraint nothing is counted.
    for free in ({"managers": 0}, {"state": ModelState()}):
        workload = longer.workload.model_copy(update=free)
        _plan(longer.model_copy(update={"workload": workload}), 1)


def test_birds_hold_no_state_of_a_model() -> None:
    with pytest.raises(ProblemError) as caught:
        _plan(_spec(state=ModelState(), behaviour=Behaviour.FLOCK), 1)
    assert caught.value.errors[0].field == "workload.state.kind"


def test_an_idle_node_is_refused() -> None:
    with pytest.raises(ProblemError) as caught:
        _plan(_spec(entities=1, managers=0), 2, 1)
    assert caught.value.errors[0].field == "workload.entities"
    assert "n1" in caught.value.errors[0].message


def test_what_cannot_fit_in_memory_is_refused() -> None:
    spec = _spec(entities=4_000_000, process_model=ProcessModel.PROCESS)
    with pytest.raises(ProblemError) as caught:
        _plan(spec, 1, memory=8 * _GB)
    assert caught.value.errors[0].field == "workload.entities"
    pooled = spec.model_copy(
        update={"workload": spec.workload.model_copy(update={"process_model": ProcessModel.POOLED})}
    )
    assert _universe(pooled, 1, memory=8 * _GB).entities_by_node == [4_000_000]


def test_the_words_say_what_a_node_gets() -> None:
    assert _plan(_spec(entities=41, managers=1), 40, 1).assigned == (
        "40 entities, 1 manager",
        "1 entity",
    )


def test_the_message_model_of_two_nodes() -> None:
    spec = _spec(entities=40, managers=2, monitors=2, split=SplitByHand(counts=[30, 10]))
    assert _expected(_plan(spec, 1, 1)) == {
        "node_notify": 1,
        "update_notify": 42,
        "state_from_entity": 80,
        "state_relay": 20,
        "state_to_manager": 160,
        "update_complete": 40,
        "state_complete": 1,
        "manager_process": 2,
        "manager_complete": 2,
        "node_complete": 1,
    }


def test_without_managers_no_state_is_sent() -> None:
    expected = _expected(_plan(_spec(managers=0), 1, 1))
    assert expected["state_from_entity"] == expected["state_to_manager"] == 0
    assert expected["update_notify"] == expected["update_complete"] == 40


# Nodes and transports.


def _placed(placement: Placement) -> RunSpec:
    return RunSpec(placement=placement)


def test_fastest_first_and_names_decide_among_equals() -> None:
    online = [("c", node_facts(5)), ("b", node_facts(5)), ("a", node_facts(1))]
    chosen = choose_nodes(_placed(FastestNodes(count=2)), online, ["a", "b", "c"], "join")
    assert [name for name, _ in chosen] == ["b", "c"]


def test_too_few_nodes_say_how_to_have_more() -> None:
    online = [("a", node_facts())]
    with pytest.raises(ProblemError) as caught:
        choose_nodes(_placed(FastestNodes(count=3)), online, ["a"], "./orrery agent --join X")
    error = caught.value.errors[0]
    assert caught.value.code is ProblemCode.TOO_FEW_NODES
    assert (error.field, error.value) == ("placement.count", "3")
    assert "1 node is online" in error.message
    assert "./orrery agent --join X" in error.remedy


@pytest.mark.parametrize(
    ("names", "word"), [(["nobody"], "no node"), (["off"], "offline"), (["a", "a"], "twice")]
)
def test_named_nodes_must_be_there(names: list[str], word: str) -> None:
    spec = _placed(NamedNodes(names=names))
    with pytest.raises(ProblemError) as caught:
        choose_nodes(spec, [("a", node_facts())], ["a", "off"], "join")
    assert caught.value.errors[0].field == f"placement.names[{len(names) - 1}]"
    assert word in caught.value.errors[0].message


#: `a` and `b` share a machine; `b` is the fastest, `c` the slowest.
_SHARED = [
    ("a", node_facts(2, machine="m")),
    ("b", node_facts(3, machine="m")),
    ("c", node_facts(1, machine="k")),
]


def test_separate_machines_take_the_fastest_node_of_each() -> None:
    apart = FastestNodes(count=2, separate_machines=True)
    chosen = choose_nodes(_placed(apart), _SHARED, ["a", "b", "c"], "join")
    assert [name for name, _ in chosen] == ["b", "c"]
    together = choose_nodes(_placed(FastestNodes(count=2)), _SHARED, ["a", "b", "c"], "join")
    assert [name for name, _ in together] == ["b", "a"]


def test_too_few_machines_are_named_with_what_to_do() -> None:
    spec = _placed(FastestNodes(count=3, separate_machines=True))
    with pytest.raises(ProblemError) as caught:
        choose_nodes(spec, _SHARED, ["a", "b", "c"], "./orrery agent --join X")
    error = caught.value.errors[0]
    assert caught.value.code is ProblemCode.TOO_FEW_NODES
    assert (error.field, error.value) == ("placement.separate_machines", "true")
    assert "2 machines: a and b on one, c on another" in error.message
    assert "placement.count to 2" in error.remedy
    assert "./orrery agent --join X" in error.remedy


def test_named_nodes_of_one_machine_are_refused_if_asked_for() -> None:
    def named(*names: str, separate: bool) -> RunSpec:
        return _placed(NamedNodes(names=list(names), separate_machines=separate))

    refuse_shared_machines(named("a", "c", separate=True), [_SHARED[0], _SHARED[2]])
    refuse_shared_machines(named("a", "b", separate=False), _SHARED[:2])
    with pytest.raises(ProblemError) as caught:
        refuse_shared_machines(named("a", "b", "c", separate=True), _SHARED)
    error = caught.value.errors[0]
    assert (error.field, error.value) == ("placement.separate_machines", "true")
    assert "nodes a and b share a machine" in error.message
    assert "placement.names" in error.remedy


def _between(asked: NodeTransport, *machines: str) -> NodeTransport:
    nodes = [(f"n{i}", node_facts(machine=machine)) for i, machine in enumerate(machines)]
    return decide_between(RunSpec(transports=Transports(nodes=asked)), nodes)


def test_transports_between_nodes() -> None:
    assert _between(NodeTransport.AUTO, "m", "m") is NodeTransport.SHM
    assert _between(NodeTransport.AUTO, "m", "k") is NodeTransport.TCP
    assert _between(NodeTransport.UDS, "m", "m") is NodeTransport.UDS


@pytest.mark.parametrize("asked", [NodeTransport.SHM, NodeTransport.UDS])
def test_shared_memory_does_not_reach_another_machine(asked: NodeTransport) -> None:
    with pytest.raises(ProblemError) as caught:
        _between(asked, "m", "k")
    assert caught.value.errors[0].field == "transports.nodes"
    assert "tcp" in caught.value.errors[0].remedy


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (DataPath(transportation=Transportation.BEST_EFFORT), "workload.data.transportation"),
        (DataPath(reliable=ReliableProtocol.NAK_MULTICAST), "workload.data.reliable"),
    ],
)
def test_tls_is_refused_where_data_would_go_unencrypted(data: DataPath, field: str) -> None:
    facts = node_facts()
    nodes = [("a", facts), ("b", facts)]
    transports = Transports(nodes=NodeTransport.TLS)
    with pytest.raises(ProblemError) as caught:
        decide_between(RunSpec(workload=RtiLatency(data=data), transports=transports), nodes)
    assert caught.value.errors[0].field == field
    assert "TLS" in caught.value.errors[0].message
    alone = decide_between(
        RunSpec(workload=RtiLatency(data=data), transports=transports), nodes[:1]
    )
    assert alone is NodeTransport.TLS
    assert _between(NodeTransport.TLS, "m", "k") is NodeTransport.TLS


def test_a_transport_that_a_worker_lacks_is_refused() -> None:
    facts = node_facts().model_copy(update={"transports": ["tcp"]})
    spec = RunSpec(transports=Transports(nodes=NodeTransport.UDS))
    with pytest.raises(ProblemError) as caught:
        decide_between(spec, [("a", facts), ("b", facts)])
    assert "tcp" in caught.value.errors[0].remedy


@pytest.mark.parametrize(
    ("model", "asked", "decided"),
    [
        (ProcessModel.PROCESS, LocalTransport.AUTO, LocalTransport.SHM),
        (ProcessModel.THREAD, LocalTransport.AUTO, LocalTransport.THREAD),
        (ProcessModel.POOLED, LocalTransport.AUTO, LocalTransport.THREAD),
        (ProcessModel.THREAD, LocalTransport.TCP, LocalTransport.TCP),
    ],
)
def test_transports_within_a_node(
    model: ProcessModel, asked: LocalTransport, decided: LocalTransport
) -> None:
    spec = _spec(process_model=model).model_copy(update={"transports": Transports(local=asked)})
    assert decide_local(spec) is decided


def test_thread_rings_do_not_reach_processes() -> None:
    spec = RunSpec(transports=Transports(local=LocalTransport.THREAD))
    with pytest.raises(ProblemError) as caught:
        decide_local(spec)
    assert caught.value.errors[0].field == "transports.local"


def test_a_flock_tells_every_other_node_of_every_bird() -> None:
    spec = _spec(behaviour=Behaviour.FLOCK, entities=10, split=SplitEqual())
    assert _expected(_plan(spec, 1, 1, 1))["neighbour_state"] == 20
    assert "neighbour_state" not in _expected(_plan(spec, 1))
    assert "neighbour_state" not in _expected(_plan(_spec(split=SplitEqual()), 1, 1))


@pytest.mark.parametrize(("field", "value"), [("changing_share", 0.5), ("update_period_steps", 2)])
def test_a_flock_that_does_not_change_in_every_step_is_refused(field: str, value: float) -> None:
    with pytest.raises(ProblemError) as refused:
        _plan(_spec(behaviour=Behaviour.FLOCK, **{field: value}), 1)
    (error,) = refused.value.errors
    assert error.field == f"workload.{field}"
    _plan(_spec(behaviour=Behaviour.WALKTHROUGH, **{field: value}), 1)
