"""Single decisions of the core that the property test does not name."""

from __future__ import annotations

from typing import TypeVar

import pytest
from agent_testing.plans import plan, run_id
from orrery_agent.core import AgentCore, Limits, Recovered, RunKey
from orrery_agent.core import commands as do
from orrery_agent.core import events as on
from orrery_contracts import agent as wire
from orrery_contracts import worker as control
from orrery_contracts.move import MoveOrder, ShareOfNode
from orrery_contracts.worker import Phase

KEY = RunKey(run_id(1), 0)
Kind = TypeVar("Kind")


def welcomed(limits: Limits | None = None) -> AgentCore:
    core = AgentCore("node-1", [], limits or Limits())
    core.start(1)
    core.handle(on.LinkOpened())
    core.handle(on.Received(wire.Welcome(heartbeat_ms=1000, held=[]), 1))
    return core


def launched(limits: Limits | None = None) -> AgentCore:
    core = welcomed(limits)
    core.handle(on.Received(wire.Prepare(plan=plan()), 1))
    return core


def said(core: AgentCore, message: on.WorkerMessage, spool_bytes: int = 0) -> list[do.Command]:
    line = message.model_dump_json().encode()
    return core.handle(on.WorkerSaid(KEY, message, line, spool_bytes, 5))


def of_kind(commands: list[do.Command], kind: type[Kind]) -> list[Kind]:
    return [each for each in commands if isinstance(each, kind)]


def frame(
    core: AgentCore, *, done: int, samples: bool = False, momentary: bool = False, held: int = 0
) -> list[do.Command]:
    return core.handle(on.FrameRead(KEY, samples, momentary, 3, done, b"x" * 100, held, 5))


def held(core: AgentCore) -> list[wire.HeldOutput]:
    """The runs that the core would list on a new link."""
    core.handle(on.LinkClosed())
    (greeting,) = of_kind(core.handle(on.LinkOpened()), do.Greet)
    core.handle(on.Received(wire.Welcome(heartbeat_ms=1000, held=[]), 1))
    return list(greeting.held)


def test_output_carries_the_launch_that_the_console_named() -> None:
    core = welcomed()
    commands = core.handle(on.Received(wire.Prepare(plan=plan(), launch="3-1"), 1))
    (launch,) = of_kind(commands, do.Launch)
    (sending,) = of_kind(commands, do.StartSending)
    assert (launch.launch, sending.launch) == ("3-1", "3-1")
    assert [output.launch for output in held(core)] == ["3-1"]
    broken = control.Failure(
        code="broken", phase=Phase.RUNNING, process="worker", message="It broke.", remedy="None."
    )
    said(core, broken)
    core.handle(on.Received(wire.Prepare(plan=plan(), launch="9-2"), 1))
    ended = core.handle(on.WorkerEnded(KEY, 0, (), 5))
    assert [each.launch for each in of_kind(ended, do.Launch)] == ["9-2"]
    assert [output.launch for output in held(core)] == ["9-2"]


def test_the_phase_follows_what_is_said_and_done() -> None:
    core = launched()
    phases = []
    steps: list[list[do.Command]] = [
        said(core, control.Prepared(endpoint="", schemas=[], total_steps="10")),
        said(core, control.Ready()),
        said(core, control.Running()),
        frame(core, done=9),
        frame(core, done=10),
    ]
    for commands in steps:
        (append,) = of_kind(commands, do.Append)
        phases.append(append.record.phase)
    assert phases == [
        Phase.PREPARING,
        Phase.READY,
        Phase.RUNNING,
        Phase.RUNNING,
        Phase.COLLECTING,
    ]


def test_room_decides_by_importance_what_is_dropped() -> None:
    core = launched(Limits(samples_bytes=1000, output_bytes=2000))
    log = control.Log(level=control.LogLevel.INFO, text="hello")
    assert len(of_kind(frame(core, done=1, samples=True, held=900), do.Append)) == 1
    # The run's own log reports the first loss.
    (told,) = of_kind(frame(core, done=1, samples=True, held=901), do.Append)
    assert b"telemetry is being dropped" in told.record.data
    assert of_kind(frame(core, done=1, samples=True, held=901), do.Append) == []
    assert len(of_kind(frame(core, done=1, held=1900), do.Append)) == 1
    assert of_kind(frame(core, done=1, held=1901), do.Append) == []
    assert of_kind(said(core, log, 2000), do.Append) == []
    # Messages that decide a run are always kept.
    failure = control.Failure(code="c", phase=Phase.RUNNING, process="p", message="m", remedy="r")
    assert len(of_kind(said(core, failure, 10**9), do.Append)) == 1
    count, exited = of_kind(core.handle(on.WorkerEnded(KEY, 1, (), 9)), do.Append)
    assert b"3 telemetry frames, 6 samples, 1 events and log lines" in count.record.data
    assert exited.record.seq == count.record.seq + 1


def test_what_entities_are_is_left_out_when_it_would_come_late() -> None:
    core = launched(Limits(momentary_bytes=1000))
    assert len(of_kind(frame(core, done=1, momentary=True, held=1000), do.Append)) == 1
    assert frame(core, done=1, momentary=True, held=1001) == [], "and nothing is said of it"
    assert len(of_kind(frame(core, done=1, held=1001), do.Append)) == 1


def test_a_cancel_takes_harder_means_step_by_step() -> None:
    core = launched()
    cancel = on.Received(wire.Cancel(run_id=KEY.run_id, repeat=0, reason="enough"), 1)
    first = core.handle(cancel)
    assert isinstance(of_kind(first, do.Tell)[0].message, control.Stop)
    assert of_kind(first, do.SetTimer)[0].timer is on.Timer.TERM
    assert of_kind(core.handle(cancel), do.SetTimer) == []
    second = core.handle(on.TimerFired(KEY, on.Timer.TERM))
    assert of_kind(second, do.End) == [do.End(KEY, do.Force.TERM)]
    third = core.handle(on.TimerFired(KEY, on.Timer.KILL))
    assert of_kind(third, do.End) == [do.End(KEY, do.Force.KILL)]
    core.handle(on.WorkerEnded(KEY, -9, (), 1))
    assert core.handle(on.TimerFired(KEY, on.Timer.KILL)) == []


def test_a_plan_that_waits_can_be_cancelled() -> None:
    core = launched()
    core.handle(on.Received(wire.Cancel(run_id=KEY.run_id, repeat=0, reason="enough"), 1))
    assert of_kind(core.handle(on.Received(wire.Prepare(plan=plan(2)), 1)), do.Launch) == []
    cancel = wire.Cancel(run_id=run_id(2), repeat=0, reason="not that either")
    (refused,) = of_kind(core.handle(on.Received(cancel, 1)), do.Send)
    assert isinstance(refused.message, wire.Refused)
    assert refused.message.code == "cancelled"
    assert of_kind(core.handle(on.WorkerEnded(KEY, 3, (), 1)), do.Launch) == []


def test_an_unfinished_run_of_an_earlier_life_gets_its_end() -> None:
    found = [
        Recovered(KEY, 3, 7, Phase.READY, complete=False, cut_bytes=5),
        Recovered(RunKey(run_id(2), 1), 0, 9, Phase.COLLECTING, complete=True, cut_bytes=0),
    ]
    core = AgentCore("node-1", found, Limits())
    (append,) = of_kind(core.start(77), do.Append)
    assert (append.key, append.record.seq, append.record.at_ns) == (KEY, 8, 77)
    (greet,) = of_kind(core.handle(on.LinkOpened()), do.Greet)
    assert [(held.last_seq, held.active) for held in greet.held] == [(8, False), (9, False)]


def test_a_spool_that_breaks_fails_the_run_aloud() -> None:
    core = launched()
    commands = core.handle(on.SpoolFailed(KEY, "no space left on device"))
    (refused,) = of_kind(commands, do.Send)
    assert isinstance(refused.message, wire.Refused)
    assert refused.message.code == "spool_failed"
    assert "no space left" in refused.message.message
    assert of_kind(commands, do.StopSending) == [do.StopSending(KEY)]
    assert of_kind(core.handle(on.WorkerEnded(KEY, 3, (), 1)), do.Append) == []
    # The core repeats the message to a console that was away.
    core.handle(on.LinkClosed())
    core.handle(on.LinkOpened())
    keep = wire.Keep(run_id=KEY.run_id, repeat=0, acked_seq=0, wanted=True)
    again = core.handle(on.Received(wire.Welcome(heartbeat_ms=1000, held=[keep]), 1))
    assert len(of_kind(again, do.Send)) == 1


@pytest.mark.parametrize("status", [0, 1, 3, -9])
def test_the_exit_is_the_last_record(status: int) -> None:
    core = launched()
    (append,) = of_kind(core.handle(on.WorkerEnded(KEY, status, ("x" * 5000,), 1)), do.Append)
    assert f'"status":{status}'.encode() in append.record.data
    assert len(append.record.data) < 2100
    late = said(core, control.Ready()) + frame(core, done=1)
    late += core.handle(on.WorkerFailed(KEY, "bad_output", "late", "None.", 2))
    assert of_kind(late, do.Append) == []


def test_a_move_is_passed_to_the_worker_as_it_is() -> None:
    core = launched()
    order = MoveOrder(what=ShareOfNode(from_node="a", share=0.5), to_node="b")
    message = wire.OrderMove(run_id=KEY.run_id, repeat=0, number=3, order=order)
    (told,) = of_kind(core.handle(on.Received(message, 2)), do.Tell)
    assert (told.key, told.message) == (KEY, control.GiveMove(number=3, order=order))
    # Nothing is told to a run that is not on this node.
    elsewhere = message.model_copy(update={"repeat": 1})
    assert of_kind(core.handle(on.Received(elsewhere, 2)), do.Tell) == []
