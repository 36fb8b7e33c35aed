"""The life of a run: its course, its failures, and what must hold whatever happens."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.features.runs.life import vocabulary as lives
from orrery_backend.features.runs.life.machine import step
from orrery_backend.features.runs.life.vocabulary import Cause, Life, Timer
from orrery_contracts.api import RunState
from orrery_contracts.worker import Phase


@dataclass
class Course:
    """A life, and all commands that it gave."""

    life: Life
    commands: list[lives.Command] = field(default_factory=list)

    def feed(self, *events: lives.Event) -> list[lives.Command]:
        given_now: list[lives.Command] = []
        for event in events:
            self.life, commands = step(self.life, event)
            given_now += commands
        self.commands += given_now
        return given_now

    def state(self) -> RunState:
        return self.life.state

    def last(self) -> lives.Command:
        return self.commands[-1]

    def states(self) -> list[RunState]:
        return [c.state for c in self.commands if isinstance(c, lives.EnterState)]

    def of(self, kind: type[lives.Command]) -> list[lives.Command]:
        return [command for command in self.commands if isinstance(command, kind)]


def _cause(code: str, node: int) -> Cause:
    return Cause(code, Phase.RUNNING, node, "worker", "It broke.", "Mend it.")


def _begun(nodes: int = 2, repeats: int = 1) -> Course:
    course = Course(Life(repeats))
    course.feed(lives.Place(nodes), lives.Launched())
    return course


def _running(nodes: int = 2, repeats: int = 1) -> Course:
    course = _begun(nodes, repeats)
    course.feed(*(lives.WorkerPrepared(n, f"tcp:{n}") for n in range(nodes)))
    course.feed(*(lives.WorkerReady(n) for n in range(nodes)))
    course.feed(*(lives.WorkerRunning(n) for n in range(nodes)))
    return course


def test_a_run_of_two_nodes_and_two_repeats() -> None:
    course = _running(repeats=2)
    for node in (0, 1):
        course.feed(lives.WorkerResult(node), lives.WorkerExited(node, 0))
    assert course.state() is RunState.PREPARING
    assert course.life.repeat == 1
    course.feed(*(lives.WorkerPrepared(n, "x") for n in (1, 0)))
    course.feed(*(lives.WorkerReady(n) for n in (1, 0)), lives.WorkerRunning(1))
    course.feed(lives.WorkerResult(0), lives.WorkerResult(1))
    assert course.state() is RunState.COLLECTING
    course.feed(lives.WorkerExited(1, 0), lives.WorkerExited(0, 0))
    once = [RunState.PREPARING, RunState.READY, RunState.RUNNING, RunState.COLLECTING]
    assert course.states() == [RunState.PLACING, *once, *once, RunState.DONE]
    assert course.of(lives.FreeNode) == [lives.FreeNode(0), lives.FreeNode(1)]
    assert course.last() == lives.Gone()


def _finish_repeat(course: Course) -> None:
    course.feed(lives.Place(1), lives.Launched(), lives.WorkerPrepared(0, "a"))
    course.feed(lives.WorkerReady(0), lives.WorkerRunning(0), lives.WorkerResult(0))
    course.feed(lives.WorkerExited(0, 0))


@pytest.mark.parametrize("interleaved", [False, True])
def test_an_open_ended_run_goes_on_while_repeats_are_added(interleaved: bool) -> None:
    course = Course(Life(2, interleaved, open_ended=True))
    _finish_repeat(course)
    assert course.of(lives.DecideRepeats) == []
    _finish_repeat(course)
    assert course.last() == lives.DecideRepeats()
    assert course.state() is RunState.COLLECTING
    course.feed(lives.RepeatsAdded(1))
    assert (course.life.repeat, course.life.repeats) == (2, 3)
    _finish_repeat(course)
    assert course.feed(lives.RepeatsAdded(0))[0] == lives.EnterState(RunState.DONE)
    assert course.last() == lives.Gone()


def test_a_restarted_console_decides_again() -> None:
    course = Course(Life(1, open_ended=True))
    _finish_repeat(course)
    assert lives.DecideRepeats() in course.feed(lives.Resume())


def test_between_repeats_an_interleaved_run_gives_its_nodes_back() -> None:
    course = Course(Life(2, interleaved=True))
    for repeat in (0, 1):
        course.feed(lives.Place(1), lives.Launched(), lives.WorkerPrepared(0, "a"))
        course.feed(lives.WorkerReady(0), lives.WorkerRunning(0), lives.WorkerResult(0))
        course.feed(lives.WorkerExited(0, 0))
        assert course.of(lives.FreeNode) == [lives.FreeNode(0)] * (repeat + 1)
        assert course.state() is (RunState.DONE if repeat else RunState.QUEUED)
        assert course.life.repeat == 1
    once = [RunState.PREPARING, RunState.READY, RunState.RUNNING, RunState.COLLECTING]
    turn = [RunState.PLACING, *once]
    assert course.states() == [*turn, RunState.QUEUED, *turn, RunState.DONE]
    assert course.of(lives.Launch) == [lives.Launch(0), lives.Launch(1)]
    assert course.last() == lives.Gone()


def test_an_interleaved_run_can_be_cancelled_between_its_repeats() -> None:
    course = Course(Life(2, interleaved=True))
    course.feed(lives.Place(1), lives.Launched(), lives.WorkerPrepared(0, "a"))
    course.feed(lives.WorkerReady(0), lives.WorkerRunning(0), lives.WorkerResult(0))
    course.feed(lives.WorkerExited(0, 0))
    commands = course.feed(lives.CancelAsked())
    assert course.state() is RunState.CANCELLED
    assert commands[-1] == lives.Gone()
    assert [c for c in commands if isinstance(c, lives.EndRepeat | lives.SendCancel)] == []


def test_peers_are_told_when_all_are_prepared_in_node_order() -> None:
    course = _begun(3)
    assert course.feed(lives.WorkerPrepared(2, "c"), lives.WorkerPrepared(0, "a")) == []
    assert course.feed(lives.WorkerPrepared(1, "b")) == [lives.SendPeers(("a", "b", "c"))]


def test_a_dead_worker_fails_the_run_and_ends_the_others() -> None:
    course = _running()
    commands = course.feed(lives.WorkerExited(1, -9, ("last words",)))
    assert course.state() is RunState.FAILED
    failure = course.of(lives.RecordFailure)[0]
    assert isinstance(failure, lives.RecordFailure)
    assert failure.cause.node == 1
    assert "signal 9" in failure.cause.message
    assert failure.cause.last_output == ("last words",)
    assert lives.SendCancel((0,), f"the run failed: {failure.cause.message}") in commands
    assert lives.FreeNode(1) in commands
    assert lives.FreeNode(0) not in commands
    assert course.feed(lives.WorkerExited(0, 3))[:1] == [lives.FreeNode(0)]
    assert course.last() == lives.Gone()


def test_a_failures_last_output_comes_with_the_exit() -> None:
    course = _running()
    course.feed(lives.WorkerFailed(_cause("entity_died", 0)))
    commands = course.feed(lives.WorkerExited(0, 1, ("why",)))
    amended = [c for c in commands if isinstance(c, lives.AmendFailure)]
    assert [c.cause.last_output for c in amended] == [("why",)]


def test_a_witness_waits_for_the_cause() -> None:
    course = _running()
    assert course.feed(lives.WorkerFailed(_cause("peer_lost", 0))) == [lives.SetTimer(Timer.BLAME)]
    assert course.state() is RunState.RUNNING
    course.feed(lives.WorkerExited(0, 1, ("lost my peer",)))
    course.feed(lives.WorkerExited(1, -9))
    assert course.life.blamed is not None
    assert course.life.blamed.node == 1


def test_a_witness_is_believed_when_nobody_else_speaks() -> None:
    course = _running()
    course.feed(lives.WorkerFailed(_cause("peer_lost", 0)), lives.WorkerExited(0, 1, ("gone",)))
    course.feed(lives.Expired(Timer.BLAME))
    assert course.life.blamed is not None
    assert (course.life.blamed.node, course.life.blamed.last_output) == (0, ("gone",))


def test_a_node_without_link_is_the_cause_of_its_peers_loss() -> None:
    course = _running()
    course.feed(lives.LinkDown(1), lives.WorkerFailed(_cause("peer_lost", 0)))
    course.feed(lives.Expired(Timer.BLAME))
    assert course.life.blamed is not None
    assert (course.life.blamed.node, course.life.blamed.code) == (1, "node_lost")


def test_a_second_witness_that_ends_is_not_the_cause() -> None:
    course = _running(3)
    course.feed(lives.WorkerFailed(_cause("peer_lost", 1)), lives.LinkDown(2))
    course.feed(lives.WorkerFailed(_cause("peer_lost", 0)), lives.WorkerExited(0, 1, ("gone",)))
    assert course.state() is RunState.RUNNING
    course.feed(lives.Expired(Timer.BLAME))
    assert course.life.blamed is not None
    assert (course.life.blamed.node, course.life.blamed.code) == (2, "node_lost")


def test_a_short_break_of_the_link_costs_nothing() -> None:
    course = _running()
    assert course.feed(lives.LinkDown(1), lives.LinkUp(1)) == []
    assert course.life.unlinked == frozenset()


def test_what_a_node_may_not_have_heard_is_said_again() -> None:
    course = _begun()
    course.feed(lives.WorkerPrepared(0, "a"))
    assert course.feed(lives.CanBeTold(0)) == []
    course.feed(lives.WorkerPrepared(1, "b"))
    assert course.feed(lives.CanBeTold(1)) == [lives.SendPeers(("a", "b"), 1)]
    course.feed(lives.WorkerReady(1))
    assert course.feed(lives.CanBeTold(1)) == []
    course.feed(lives.WorkerReady(0))
    assert course.feed(lives.CanBeTold(1)) == [lives.SendBegin(1)]
    course.feed(lives.WorkerRunning(0))
    assert course.feed(lives.CanBeTold(1)) == [lives.SendBegin(1)]
    course.feed(lives.WorkerResult(1))
    assert course.feed(lives.CanBeTold(1)) == []
    course.feed(lives.CancelAsked())
    (cancel,) = course.feed(lives.CanBeTold(1))
    assert isinstance(cancel, lives.SendCancel)
    assert cancel.nodes == (1,)


def test_a_node_that_goes_offline_fails_its_run() -> None:
    course = _running()
    course.feed(lives.LinkDown(1), lives.NodeOffline(1))
    assert course.state() is RunState.FAILED
    assert lives.FreeNode(1) in course.commands


def test_a_node_that_leaves_after_its_result_does_no_harm() -> None:
    course = _running()
    course.feed(lives.WorkerResult(1), lives.NodeOffline(1))
    course.feed(lives.WorkerResult(0), lives.WorkerExited(0, 0))
    assert course.state() is RunState.DONE


def test_cancel_in_the_queue_needs_no_worker() -> None:
    course = Course(Life(1))
    commands = course.feed(lives.CancelAsked())
    assert course.state() is RunState.CANCELLED
    assert commands[-1] == lives.Gone()
    assert not course.of(lives.SendCancel)


def test_nodes_are_free_after_the_grace_whatever_workers_do() -> None:
    course = _running()
    course.feed(lives.CancelAsked())
    commands = course.feed(lives.Expired(Timer.GRACE))
    assert [c for c in commands if isinstance(c, lives.FreeNode)] == [
        lives.FreeNode(0),
        lives.FreeNode(1),
    ]
    assert commands[-1] == lives.Gone()


def test_a_late_start_names_who_is_late() -> None:
    course = _begun()
    course.feed(lives.WorkerPrepared(0, "a"), lives.Expired(Timer.RENDEZVOUS))
    assert course.life.blamed is not None
    assert (course.life.blamed.node, course.life.blamed.code) == (1, "rendezvous_timeout")


def test_resuming_goes_on_from_what_is_stored() -> None:
    stored = Life(
        2,
        state=RunState.COLLECTING,
        node_count=2,
        endpoints=("", ""),
        results=frozenset({0, 1}),
        alive=frozenset({1}),
    )
    course = Course(stored)
    course.feed(lives.Resume())
    assert course.of(lives.SetTimer) == [lives.SetTimer(Timer.RUN), lives.SetTimer(Timer.RETURN)]
    course.feed(lives.LinkUp(1), lives.WorkerExited(1, 0))
    assert (course.state(), course.life.repeat) == (RunState.PREPARING, 1)


def test_agents_that_do_not_return_fail_the_run() -> None:
    course = Course(
        Life(1, state=RunState.RUNNING, node_count=2, alive=frozenset({0, 1}), endpoints=("", ""))
    )
    course.feed(lives.Resume(), lives.LinkUp(0), lives.Expired(Timer.RETURN))
    assert course.life.blamed is not None
    assert course.life.blamed.node == 1


_NODES = 3
_NODE = st.integers(0, _NODES - 1)
_EVENTS = st.one_of(
    st.builds(lives.Place, st.just(_NODES)),
    st.just(lives.Launched()),
    st.just(lives.Requeue()),
    st.just(lives.CancelAsked()),
    st.builds(lives.RepeatsAdded, st.integers(0, 2)),
    st.builds(lives.WorkerPrepared, _NODE, st.just("tcp:x")),
    st.builds(lives.WorkerReady, _NODE),
    st.builds(lives.WorkerRunning, _NODE),
    st.builds(lives.WorkerResult, _NODE),
    st.builds(lives.WorkerExited, _NODE, st.sampled_from([0, 1, -9])),
    st.builds(
        lambda node, code: lives.WorkerFailed(_cause(code, node)),
        _NODE,
        st.sampled_from(["peer_lost", "entity_died"]),
    ),
    st.builds(lambda node: lives.AgentRefused(node, _cause("bad_plan", node)), _NODE),
    st.builds(lives.NodeOffline, _NODE),
    st.builds(lives.LostOutput, _NODE),
    st.builds(lives.LinkDown, _NODE),
    st.builds(lives.LinkUp, _NODE),
    st.builds(lives.CanBeTold, _NODE),
    st.builds(lives.Expired, st.sampled_from(list(Timer))),
)


@given(st.integers(1, 3), st.booleans(), st.booleans(), st.lists(_EVENTS, max_size=60))
def test_whatever_happens(
    repeats: int, interleaved: bool, open_ended: bool, events: list[lives.Event]
) -> None:
    """Ends are final, nodes are never freed while their worker may run, and no timer is left."""
    course = Course(Life(repeats, interleaved, open_ended))
    for event in events:
        before = course.life
        commands = course.feed(event)
        if before.ended:
            assert course.state() is before.state
            assert not [c for c in commands if isinstance(c, lives.EnterState | lives.Launch)]
        if lives.Gone() in commands:
            assert course.life.ended
            assert not course.life.alive
        if not isinstance(event, lives.Requeue):
            for freed in (c for c in commands if isinstance(c, lives.FreeNode)):
                assert freed.node not in course.life.alive
    failures = course.of(lives.RecordFailure)
    assert len(failures) == (course.state() is RunState.FAILED)
    assert len(course.of(lives.Gone)) <= 1
    if course.life.ended:
        course.feed(lives.Expired(Timer.GRACE))
        assert len(course.of(lives.Gone)) == 1
        assert _timers_left(course) == set()


def _timers_left(course: Course) -> set[Timer]:
    left: set[Timer] = set()
    for command in course.commands:
        if isinstance(command, lives.SetTimer):
            left.add(command.timer)
        elif isinstance(command, lives.StopTimer):
            left.discard(command.timer)
    return left - {Timer.GRACE}


@given(st.permutations(["p0", "p1", "p2", "r0", "r1", "r2"]))
def test_the_rendezvous_is_complete_in_any_order(order: list[str]) -> None:
    """A worker is ready only after peers were told; here ready may only follow its own prepared."""
    course = _begun(_NODES)
    for word in sorted(order, key=lambda w: w[0]):
        node = int(word[1])
        event: lives.Event = (
            lives.WorkerPrepared(node, f"tcp:{node}") if word[0] == "p" else lives.WorkerReady(node)
        )
        course.feed(event)
    assert course.state() is RunState.READY
    assert course.of(lives.SendPeers) == [lives.SendPeers(("tcp:0", "tcp:1", "tcp:2"))]
    assert course.of(lives.SendBegin) == [lives.SendBegin()]
