"""Who may begin."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.runs.holds import NodeHolds
from orrery_backend.features.runs.waiting import Admission, WaitingRun, admit, why_waiting
from orrery_contracts.spec import FastestNodes, NamedNodes


def _fastest(name: str, count: int) -> WaitingRun:
    return WaitingRun(name, FastestNodes(count=count))


def _named(name: str, *nodes: str) -> WaitingRun:
    return WaitingRun(name, NamedNodes(names=list(nodes)))


def test_the_fastest_online_nodes_are_taken_in_order() -> None:
    assert admit([_fastest("r", 2)], ["x", "y", "z"], []) == [Admission("r", ("x", "y"))]


def test_fastest_means_fastest_online_not_fastest_free() -> None:
    assert admit([_fastest("r", 1)], ["x", "y"], ["x"]) == []


def test_a_run_does_not_overtake_on_nodes_that_another_waits_for() -> None:
    waiting = [_named("first", "x", "y"), _named("second", "y"), _named("third", "z")]
    assert admit(waiting, ["x", "y", "z"], ["x"]) == [Admission("third", ("z",))]


def test_a_run_whose_node_is_away_holds_nobody_up() -> None:
    waiting = [_named("first", "away", "x"), _named("second", "x")]
    assert admit(waiting, ["x"], []) == [Admission("second", ("x",))]


def test_a_run_in_its_repeats_has_its_own_nodes_again() -> None:
    run = WaitingRun("r", FastestNodes(count=1), bound_to=("y",))
    assert admit([run], ["x", "y"], []) == [Admission("r", ("y",))]
    assert admit([run], ["x"], []) == []


@given(
    st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=3, unique=True), max_size=8),
    st.sets(st.sampled_from("abcde")),
    st.sets(st.sampled_from("abcde")),
)
def test_no_node_serves_two(wanted: list[list[str]], online: set[str], busy: set[str]) -> None:
    waiting = [_named(str(i), *nodes) for i, nodes in enumerate(wanted)]
    taken = [node for run in admit(waiting, sorted(online), busy) for node in run.nodes]
    assert len(taken) == len(set(taken))
    assert not set(taken) & busy
    assert set(taken) <= online


def test_why_a_run_waits() -> None:
    online = ["x", "y"]
    assert why_waiting(_fastest("r", 3), online, {}) == "Waits for 1 more node to come online."
    assert why_waiting(_named("r", "x", "z"), online, {}) == "Waits for z to come online."
    assert why_waiting(_fastest("r", 2), online, {"x": 12}) == "Waits for x (run 12)."
    assert why_waiting(_fastest("r", 2), online, {}) == ""


def test_a_freed_node_rests() -> None:
    holds = NodeHolds(rest_s=2.0)
    holds.take("x", "r1")
    assert holds.unavailable(0.0) == {"x"}
    assert not holds.free("x", "another", 0.0)
    assert holds.free("x", "r1", 10.0)
    assert holds.unavailable(11.0) == {"x"}
    assert holds.rest_left_s(11.0) == 1.0
    assert holds.unavailable(12.0) == set()
    assert holds.holder("x") is None
