"""The core keeps its promises (see `machine.py`) for any events in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agent_testing.plans import plan
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from orrery_agent.core import AgentCore, Limits, Record, RecordKind, Recovered, RunKey
from orrery_agent.core import commands as do
from orrery_agent.core import events as on
from orrery_agent.link.outbox import encode
from orrery_contracts import agent as wire
from orrery_contracts import worker as control
from orrery_contracts.plan import WorkerPlan
from pydantic import TypeAdapter

FROM_AGENT: TypeAdapter[Any] = TypeAdapter(wire.FromAgent)
SELDOM = st.integers(0, 15).map(lambda number: number == 11)
OFTEN = st.integers(0, 3).map(lambda number: number == 2)
LIMITS = Limits(samples_bytes=3000, output_bytes=6000)


@dataclass
class Disk:
    """The spool of a run, as `World` sees it."""

    plan: WorkerPlan
    records: list[Record] = field(default_factory=list)
    broken: bool = False
    unwanted: bool = False
    """The console has allowed the agent to drop the output."""

    @property
    def ended(self) -> bool:
        return bool(self.records) and self.records[-1].kind is RecordKind.EXITED


class World(RuleBasedStateMachine):
    """The core's surroundings, which act at random: the agent's shell, the console, a worker."""

    def __init__(self) -> None:
        super().__init__()
        self.link = "down"
        self.disks: dict[RunKey, Disk] = {}
        self.alive: RunKey | None = None
        self.told: list[do.AgentMessage] = []
        self.forced: list[do.Force] = []
        self.timers: set[tuple[RunKey, on.Timer]] = set()
        self.sending: dict[RunKey, int] = {}
        self.refused: list[wire.Refused] = []
        self.prepared: dict[RunKey, WorkerPlan] = {}
        self.prepared_on_link: set[RunKey] = set()
        self.number = 0
        self.leaving = False
        self.finished = False
        self.next_launch_fails = False
        self.core = AgentCore("node-1", [], LIMITS)
        self.perform(self.core.start(1))

    # The shell: carries out the core's commands and checks that each is allowed

    def happen(self, event: on.Event) -> None:
        self.perform(self.core.handle(event))

    def perform(self, commands: list[do.Command]) -> None:  # noqa: C901 (one case per command)
        failed: list[on.Event] = []
        for command in commands:
            match command:
                case do.Greet(held):
                    assert self.link == "open"
                    expected = {key: len(disk.records) for key, disk in self.disks.items()}
                    assert {RunKey(h.run_id, h.repeat): h.last_seq for h in held} == expected
                    assert [RunKey(h.run_id, h.repeat) for h in held if h.active] == (
                        [self.alive] if self.alive else []
                    )
                case do.Send(message):
                    assert self.link == "up" or isinstance(message, wire.ClockReply)
                    if isinstance(message, wire.Refused):
                        assert message.remedy
                        self.refused.append(message)
                case do.SendHeartbeats():
                    assert self.link == "up"
                case do.Launch(key, given):
                    self.launch(key, given, failed)
                case do.StartSending(key, node_index, stream, after_seq):
                    assert self.link == "up"
                    assert stream not in self.sending.values()
                    if key in self.disks:
                        assert node_index == self.disks[key].plan.node_index
                        assert 0 <= after_seq <= len(self.disks[key].records)
                        self.sending[key] = stream
                case do.StopSending(key):
                    self.sending.pop(key, None)
                case do.Tell(key, told):
                    assert key == self.alive
                    self.told.append(told)
                case do.End(key, force):
                    assert key == self.alive
                    self.forced.append(force)
                case do.SetTimer(key, timer, seconds):
                    assert seconds > 0
                    self.timers.add((key, timer))
                case do.Append(key, record):
                    self.append(key, record)
                case do.Trim(key, acked_seq):
                    assert 0 <= acked_seq <= len(self.disks[key].records)
                case do.DropSpool(key):
                    assert key != self.alive
                    assert self.disks.pop(key).unwanted
                    assert key not in self.sending
                case do.Finish():
                    assert self.leaving
                    assert self.alive is None
                    self.finished = True
                case do.Note(_, text):
                    assert text
        for event in failed:
            self.happen(event)

    def launch(self, key: RunKey, given: WorkerPlan, failed: list[on.Event]) -> None:
        assert self.alive is None
        assert not self.leaving
        assert key not in self.disks
        assert self.prepared[key] == given
        assert key in self.prepared_on_link
        assert given.nodes[given.node_index].name == "node-1"
        if self.next_launch_fails:
            self.next_launch_fails = False
            failed.append(on.LaunchFailed(key, "launch_failed", "It failed.", "Mend it."))
            return
        self.disks[key] = Disk(given)
        self.alive = key
        self.told, self.forced, self.timers = [], [], set()

    def append(self, key: RunKey, record: Record) -> None:
        disk = self.disks[key]
        assert not disk.broken
        assert not disk.ended
        assert record.seq == len(disk.records) + 1
        message = encode(3, record)
        if isinstance(message, str):
            parsed = FROM_AGENT.validate_json(message)
            assert (parsed.seq, parsed.stream) == (record.seq, 3)
        disk.records.append(record)

    # Link and console

    @precondition(lambda self: self.link == "down")
    @rule()
    def link_opens(self) -> None:
        self.link = "open"
        self.happen(on.LinkOpened())

    @precondition(lambda self: self.link != "down")
    @rule(sure=OFTEN)
    def link_closes(self, sure: bool) -> None:
        if not sure:
            return
        self.link = "down"
        self.prepared_on_link = set()
        self.happen(on.LinkClosed())
        assert self.sending == {}

    @precondition(lambda self: self.link == "open")
    @rule(data=st.data())
    def console_welcomes(self, data: st.DataObject) -> None:
        keeps = []
        for key, disk in self.disks.items():
            wanted = data.draw(st.booleans()) and not disk.unwanted
            disk.unwanted = not wanted
            acked = data.draw(st.integers(0, 2 * len(disk.records)))
            keeps.append(
                wire.Keep(run_id=key.run_id, repeat=key.repeat, acked_seq=acked, wanted=wanted)
            )
        self.link = "up"
        self.happen(on.Received(wire.Welcome(heartbeat_ms=1000, held=keeps), 1))

    @rule(late=st.booleans())
    def console_probes(self, late: bool) -> None:
        if self.link == "up" or (late and self.link == "open"):
            self.happen(on.Received(wire.ClockProbe(id=1), 5))

    @precondition(lambda self: self.link == "up")
    @rule(
        name=st.sampled_from(["node-1", "node-1", "node-1", "node-2"]),
        node_index=st.integers(0, 2),
        fails=SELDOM,
    )
    def console_prepares(self, name: str, node_index: int, fails: bool) -> None:
        self.number += 1
        given = plan(self.number, name=name, node_index=node_index)
        self.prepared[RunKey(given.run_id, 0)] = given
        self.prepared_on_link.add(RunKey(given.run_id, 0))
        busy = self.alive is not None
        refusals, disks = len(self.refused), len(self.disks)
        self.next_launch_fails = fails and not busy
        self.happen(on.Received(wire.Prepare(plan=given), 1))
        answered = len(self.refused) - refusals
        if name != "node-1" or self.leaving or (fails and not busy):
            assert answered == 1
        elif not busy:
            assert (answered, len(self.disks) - disks) == (0, 1)
        self.next_launch_fails = False

    @precondition(lambda self: self.link == "up" and self.disks)
    @rule(data=st.data())
    def console_prepares_again(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.disks)))
        disk, refusals, alive = self.disks[key], len(self.refused), self.alive
        self.prepared_on_link.add(key)
        # If the core does not refuse, the console has given the earlier output up.
        was_unwanted, disk.unwanted = disk.unwanted, True
        self.happen(on.Received(wire.Prepare(plan=disk.plan), 1))
        if len(self.refused) > refusals:
            assert self.refused[-1].run_id == key.run_id
            assert self.disks[key] is disk
            disk.unwanted = was_unwanted
        elif alive is None:
            assert self.disks[key] is not disk
            assert self.alive == key

    @precondition(lambda self: self.link != "down" and self.prepared)
    @rule(data=st.data(), what=st.sampled_from(["cancel", "release", "ack", "peers", "begin"]))
    def console_says(self, data: st.DataObject, what: str) -> None:
        known = sorted(self.disks) or sorted(self.prepared)
        key = data.draw(st.sampled_from(known) | st.sampled_from(sorted(self.prepared)))
        run, repeat = key.run_id, key.repeat
        messages: dict[str, on.ToAgentMessage] = {
            "cancel": wire.Cancel(run_id=run, repeat=repeat, reason="enough"),
            "release": wire.Release(run_id=run, repeat=repeat),
            "ack": wire.Ack(run_id=run, repeat=repeat, seq=data.draw(st.integers(0, 50))),
            "peers": wire.Peers(run_id=run, repeat=repeat, endpoints=["a"]),
            "begin": wire.Begin(run_id=run, repeat=repeat),
        }
        if what == "release" and self.link == "up" and key in self.disks:
            self.disks[key].unwanted = True
        told = len(self.told)
        self.happen(on.Received(messages[what], 1))
        if what in {"peers", "begin"}:
            assert len(self.told) - told == (key == self.alive and self.link == "up")

    # Worker, disk and timers

    @precondition(lambda self: self.alive is not None)
    @rule(
        message=st.sampled_from(
            [
                control.Prepared(endpoint="", schemas=[], total_steps="9"),
                control.Ready(),
                control.Running(),
                control.Log(level=control.LogLevel.INFO, text="hello"),
                control.Failure(
                    code="broken",
                    phase=control.Phase.RUNNING,
                    process="p",
                    message="m",
                    remedy="r",
                ),
            ]
        ),
        room=st.integers(0, 8000),
    )
    def worker_says(self, message: on.WorkerMessage, room: int) -> None:
        assert self.alive is not None
        line = message.model_dump_json().encode()
        self.happen(on.WorkerSaid(self.alive, message, line, room, 3))
        if isinstance(message, control.Failure):
            assert self.timers or do.Force.KILL in self.forced

    @precondition(lambda self: self.alive is not None)
    @rule(kind=st.sampled_from([1, 2, 3]), done=st.integers(0, 10), room=st.integers(0, 8000))
    def worker_writes_a_frame(self, kind: int, done: int, room: int) -> None:
        assert self.alive is not None
        self.happen(on.FrameRead(self.alive, kind == 2, kind == 3, 4, done, b"frame", room, 3))

    @precondition(lambda self: self.alive is not None)
    @rule()
    def worker_garbles(self) -> None:
        assert self.alive is not None
        self.happen(on.WorkerFailed(self.alive, "bad_output", "It garbled.", "None.", 4))
        assert control.Stop in map(type, self.told)

    @precondition(lambda self: self.alive is not None)
    @rule(status=st.sampled_from([0, 1, 3, -9]))
    def worker_ends(self, status: int) -> None:
        assert self.alive is not None
        ended, self.alive = self.alive, None
        self.happen(on.WorkerEnded(ended, status, ("bye",), 5))
        disk = self.disks.get(ended)
        begun_anew = self.alive == ended
        assert disk is None or disk.ended or disk.broken or begun_anew

    @precondition(lambda self: self.disks)
    @rule(data=st.data())
    def disk_fails(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.disks)))
        self.disks[key].broken = True
        self.happen(on.SpoolFailed(key, "no space left"))

    @precondition(lambda self: self.timers)
    @rule(data=st.data())
    def time_passes(self, data: st.DataObject) -> None:
        key, timer = data.draw(st.sampled_from(sorted(self.timers)))
        self.timers.discard((key, timer))
        self.happen(on.TimerFired(key, timer))

    # Shutdown and restart of the agent

    @rule(sure=SELDOM)
    def agent_shuts_down(self, sure: bool) -> None:
        if sure:
            self.leaving = True
            self.happen(on.Shutdown())

    @rule(sure=SELDOM)
    def agent_dies_and_starts_again(self, sure: bool) -> None:
        if not sure:
            return
        self.prepared_on_link = set()
        self.link, self.alive, self.leaving, self.finished = "down", None, False, False
        self.sending, self.timers = {}, set()
        # A restart deletes a spool without records.
        self.disks = {key: disk for key, disk in self.disks.items() if disk.records}
        found = [
            Recovered(
                key, disk.plan.node_index, len(disk.records), disk.records[-1].phase, disk.ended, 0
            )
            for key, disk in self.disks.items()
        ]
        for disk in self.disks.values():
            disk.broken = disk.unwanted = False
        self.core = AgentCore("node-1", found, LIMITS)
        self.perform(self.core.start(9))

    # Invariants

    @invariant()
    def output_of_ended_workers_is_complete(self) -> None:
        for key, disk in self.disks.items():
            assert disk.broken or disk.ended == (key != self.alive)

    @invariant()
    def what_is_wanted_is_being_sent(self) -> None:
        if self.link == "up":
            for key, disk in self.disks.items():
                assert (key in self.sending) != (disk.broken or disk.unwanted)

    @invariant()
    def a_worker_that_is_to_end_will(self) -> None:
        if self.alive is None or control.Stop not in map(type, self.told):
            return
        soon = {(self.alive, on.Timer.TERM), (self.alive, on.Timer.KILL)}
        assert do.Force.KILL in self.forced or soon & self.timers

    @invariant()
    def an_agent_that_leaves_finishes(self) -> None:
        assert self.finished == (self.leaving and self.alive is None)


TestWorld = World.TestCase
TestWorld.settings = settings(max_examples=150, stateful_step_count=50, deadline=None)
