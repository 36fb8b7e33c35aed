"""Who may begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.runs.queue.holds import NodeHolds
from orrery_backend.features.runs.queue.waiting import (
    Admission,
    Turn,
    WaitingRun,
    admit,
    in_turn,
    why_waiting,
)
from orrery_contracts.spec import FastestNodes, NamedNodes

pytestmark = pytest.mark.both_stores


def _fastest(name: str, count: int) -> WaitingRun:
    return WaitingRun(name, FastestNodes(count=count))


def _named(name: str, *nodes: str) -> WaitingRun:
    return WaitingRun(name, NamedNodes(names=list(nodes)))


def test_the_fastest_online_nodes_are_taken_in_order() -> None:
    assert admit([_fastest("r", 2)], ["x", "y", "z"], []) == [Admission("r", ("x", "y"))]


def test_fastest_means_fastest_online_not_fastest_free() -> None:
    assert admit([_fastest("r", 1)], ["x", "y"], ["x"]) == []


def test_separate_machines_take_one_node_of_each() -> None:
    run = WaitingRun("r", FastestNodes(count=2, separate_machines=True))
    machines = {"x": "m", "y": "m", "z": "k"}
    assert admit([run], ["x", "y", "z"], [], machines=machines) == [Admission("r", ("x", "z"))]
    assert admit([run], ["x", "y"], [], machines=machines) == []
    why = why_waiting(run, ["x", "y"], set(), machines)
    assert why == "Waits for 1 more node on other machines to come online."


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


def test_a_node_at_rest_serves_only_the_next_repeat_of_a_group() -> None:
    fresh = WaitingRun("fresh", FastestNodes(count=1))
    again = WaitingRun("again", FastestNodes(count=1), bound_to=("x",), at_once=True)
    assert admit([fresh], ["x"], [], ["x"]) == []
    assert admit([again], ["x"], [], ["x"]) == [Admission("again", ("x",))]
    # It does not overtake: who waits for the node to rest has it next.
    assert admit([fresh, again], ["x"], [], ["x"]) == []


def test_repeats_of_a_group_take_turns_where_its_first_run_stands() -> None:
    turns = [
        Turn("alone", 4),
        Turn("b", 3, "g", 0),
        Turn("a", 2, "g", 1),
        Turn("retried", 9, "g", 0),
        Turn("before", 1),
    ]
    assert in_turn(turns) == ["before", "b", "retried", "a", "alone"]


@given(st.lists(st.tuples(st.sampled_from([None, "g", "h"]), st.integers(0, 3)), max_size=12))
def test_no_second_repeat_before_every_first(drawn: list[tuple[str | None, int]]) -> None:
    turns = [Turn(str(n), n, group, repeat) for n, (group, repeat) in enumerate(drawn)]
    order = in_turn(turns)
    assert sorted(order) == sorted(turn.id for turn in turns)
    by_id = {turn.id: turn for turn in turns}
    for group in ("g", "h"):
        repeats = [by_id[i].repeat for i in order if by_id[i].group == group]
        assert repeats == sorted(repeats)
    alone = [int(i) for i in order if by_id[i].group is None]
    assert alone == sorted(alone)


def test_why_a_run_waits() -> None:
    online = ["x", "y"]
    assert why_waiting(_fastest("r", 3), online, set()) == "Waits for 1 more node to come online."
    assert why_waiting(_named("r", "x", "z"), online, set()) == "Waits for z to come online."
    assert why_waiting(_fastest("r", 2), online, {"x"}) == "Waits for x, y to be free."
    assert why_waiting(_fastest("r", 2), online, set()) == ""


def test_a_freed_node_rests() -> None:
    holds = NodeHolds(rest_s=2.0)
    holds.take("x", "r1")
    assert holds.held() == {"x"}
    assert not holds.free("x", "another", 0, 0.0)
    assert holds.free("x", "r1", 0, 10.0)
    assert (holds.held(), holds.resting(11.0)) == (set(), {"x"})
    assert holds.rest_left_s(11.0) == 1.0
    assert holds.resting(12.0) == set()
    assert holds.holder("x") is None


def test_a_rest_ends_when_the_node_was_measured_after_its_last_worker() -> None:
    holds = NodeHolds(rest_s=2.0)
    holds.take("x", "r1")
    holds.free("x", "r1", 1, 10.0)
    assert not holds.measured_after("x", "r1", 0), "after a repeat before"
    assert holds.resting(10.1) == {"x"}
    assert holds.measured_after("x", "r1", 1)
    assert holds.resting(10.2) == set()
    assert not holds.measured_after("x", "r1", 1), "it rests no more"


def test_a_node_that_was_measured_before_it_was_freed_need_not_rest() -> None:
    """Another node of the run may have taken longer to end its worker."""
    holds = NodeHolds(rest_s=2.0)
    holds.take("x", "r1")
    holds.measured_after("x", "r1", 0)
    holds.free("x", "r1", 0, 10.0)
    assert holds.resting(10.0) == set()
    # What was measured before does not count for the next run.
    holds.take("x", "r2")
    holds.free("x", "r2", 0, 20.0)
    assert holds.resting(20.1) == {"x"}
