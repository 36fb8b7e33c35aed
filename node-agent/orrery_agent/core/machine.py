"""The agent's state machine: the runs on the node, the console's knowledge of them, and next steps.

Invariants: only one worker lives at a time. Every launched worker ends in exactly one
`worker_exited` record, even if the agent restarts; if its spool fails, `refused` reports its end
instead. Records are numbered from 1 without gaps. Before `welcome` the agent sends only `hello` and
clock replies. Output is dropped only at the console's request.
"""

from __future__ import annotations

from collections.abc import Iterable

from orrery_contracts import agent as wire
from orrery_contracts import links
from orrery_contracts import worker as control

from orrery_agent.core import commands as do
from orrery_agent.core import events as on
from orrery_agent.core.admission import Refusal, admit
from orrery_agent.core.records import RecordKind, Recovered, RunKey
from orrery_agent.core.run import LINE_LIMIT, Limits, Run

KILLED = -9
STREAMS = 65_536


class AgentCore:
    """Events in, commands out; see the package's comment for the contract."""

    def __init__(self, name: str, recovered: Iterable[Recovered], limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._recovered = tuple(recovered)
        self._runs: dict[RunKey, Run] = {}
        self._pending: wire.Prepare | None = None
        """A plan that waits until the previous worker has ended."""
        self._greeted = False
        self._welcomed = False
        self._next_stream = 0
        self._leaving = False
        self._out: list[do.Command] = []

    def start(self, at_ns: int) -> list[do.Command]:
        """Takes over the output of the agent's earlier process. Call it once, before any event."""
        for found in self._recovered:
            run = self._runs[found.key] = Run.recovered(found)
            if not found.complete:
                words = "The agent ended in the middle of the run, and its worker with it."
                self._do(run.exited(KILLED, (words,), at_ns))
            self._info(f"holding the output of run {run.key}, {run.last_seq} records")
            if found.cut_bytes:
                self._warn(f"run {run.key}: {found.cut_bytes} unfinished bytes at its end were cut")
        return self._flush()

    def handle(self, event: on.Event) -> list[do.Command]:
        """Returns the commands for an event."""
        match event:
            case on.Received(message, at_ns):
                self._received(message, at_ns)
            case on.LinkOpened():
                self._greeted = True
                self._do(do.Greet(tuple(run.held() for run in self._runs.values())))
            case on.LinkClosed():
                self._link_closed()
            case on.Shutdown():
                self._shutdown()
            case _:
                if (run := self._runs.get(event.key)) is not None:
                    self._of_run(run, event)
        return self._flush()

    def _of_run(
        self,
        run: Run,
        event: on.LaunchFailed
        | on.WorkerSaid
        | on.Surrounded
        | on.FrameRead
        | on.WorkerFailed
        | on.WorkerEnded
        | on.TimerFired
        | on.SpoolFailed,
    ) -> None:
        match event:
            case on.LaunchFailed():
                self._launch_failed(run, event)
            case on.WorkerSaid():
                self._said(run, event)
            case on.Surrounded():
                self._surrounded(run, event)
            case on.FrameRead():
                self._frame(run, event)
            case on.WorkerFailed():
                self._failed(run, event)
            case on.WorkerEnded():
                self._ended(run, event)
            case on.TimerFired():
                self._timer(run, event.timer)
            case on.SpoolFailed():
                self._spool_failed(run, event.problem)

    # Messages of the console

    def _received(self, message: on.ToAgentMessage, at_ns: int) -> None:
        if isinstance(message, wire.ClockProbe):
            self._do(do.Send(wire.ClockReply(id=message.id, agent_ns=str(at_ns))))
            return
        if isinstance(message, wire.Welcome):
            self._welcome(message)
            return
        if not self._welcomed:
            self._warn(f"the console said {message.kind} before welcome; ignored")
            return
        if isinstance(message, links.ServeLink | links.MeasureLink):
            self._probe(message)
        else:
            self._control(message)

    def _control(self, message: on.ControlMessage) -> None:
        match message:
            case wire.Prepare():
                self._prepare(message)
            case wire.Peers(endpoints=endpoints):
                self._tell(_key(message), control.GivePeers(endpoints=endpoints))
            case wire.Begin():
                self._tell(_key(message), control.Start())
            case wire.OrderMove(number=number, order=order):
                self._tell(_key(message), control.GiveMove(number=number, order=order))
            case wire.Cancel(reason=reason):
                self._cancel(_key(message), reason)
            case wire.Ack(seq=seq):
                if (run := self._runs.get(_key(message))) is not None:
                    run.ack(seq)
                    self._do(do.Trim(run.key, run.acked_seq))
            case wire.Release():
                self._release(_key(message))

    def _welcome(self, message: wire.Welcome) -> None:
        if not self._greeted or self._welcomed:
            self._warn("the console said welcome out of turn; ignored")
            return
        self._welcomed = True
        self._next_stream = 0
        self._do(do.SetWindow(message.window_bytes))
        self._do(do.SendHeartbeats(message.heartbeat_ms))
        for keep in message.held:
            run = self._runs.get(RunKey(keep.run_id, keep.repeat))
            if run is None:
                continue
            if not keep.wanted:
                self._info(f"the console no longer wants run {run.key}")
                self._drop(run)
            elif run.broken:
                self._refuse(run.key, _spool_refusal(run.broken))
            else:
                # The console decides, even if it remembers fewer records than it has acknowledged.
                run.acked_seq = min(keep.acked_seq, run.last_seq)
                self._do(do.Trim(run.key, run.acked_seq))
                self._send_records(run)

    def _prepare(self, message: wire.Prepare) -> None:
        plan = message.plan
        key = RunKey(plan.run_id, plan.repeat)
        active = self._active()
        before = self._runs.get(key)
        running = before is not None and before.alive and not _on_its_way_out(before)
        refusal = admit(plan, self._name, running=running, leaving=self._leaving)
        if refusal is None and self._is_pending(key):
            self._pending = message
            return
        if refusal is None and (self._pending or (active and not _on_its_way_out(active))):
            busy = active.key if active else "another run"
            refusal = Refusal(
                "busy",
                f"Node {self._name} is busy with run {busy}.",
                "Wait until it has ended, or cancel it.",
            )
        if refusal is not None:
            self._refuse(key, refusal)
            return
        if before is not None:
            # The console begins the run again: the earlier output is void.
            self._drop(before)
        if active is not None:
            self._pending = message
        else:
            self._launch(message)

    def _cancel(self, key: RunKey, reason: str) -> None:
        run = self._runs.get(key)
        if self._is_pending(key):
            self._pending = None
            self._refuse(key, Refusal("cancelled", f"Cancelled before it began: {reason}", "None."))
        elif run is not None and run.alive:
            self._info(f"cancelling run {key}: {reason}")
            self._end(run, reason)

    def _release(self, key: RunKey) -> None:
        if self._is_pending(key):
            self._pending = None
        if (run := self._runs.get(key)) is not None:
            self._drop(run)

    # Reports of workers, disks and timers

    def _launch_failed(self, run: Run, event: on.LaunchFailed) -> None:
        self._stop_sending(run)
        del self._runs[run.key]
        self._do(do.Note(do.Level.ERROR, f"{event.message} {event.remedy}"))
        if self._welcomed:
            self._refuse(run.key, Refusal(event.code, event.message, event.remedy))
        self._free()

    def _said(self, run: Run, event: on.WorkerSaid) -> None:
        if run.doomed or run.broken or not run.alive:
            return
        minor = isinstance(event.message, control.Event | control.Log)
        if minor and event.spool_bytes >= self._limits.output_bytes:
            run.dropped_lines += 1
            self._say_drop(run, event.at_ns)
            return
        was, concluded = run.phase, run.concluded
        run.advance(event.message)
        self._do(run.append(RecordKind.SAYS, event.line, event.at_ns))
        if run.concluded and not concluded:
            self._do(do.SetTimer(run.key, on.Timer.LINGER, self._limits.linger_s))
        if isinstance(event.message, control.Failure):
            self._warn(f"run {run.key} failed: {event.message.process}: {event.message.message}")
        elif run.phase is not was:
            self._info(f"run {run.key}: {run.phase.value}")

    def _surrounded(self, run: Run, event: on.Surrounded) -> None:
        if run.doomed or run.broken or run.concluded or not run.alive:
            return
        data = event.surroundings.model_dump_json().encode()
        self._do(run.append(RecordKind.SURROUNDED, data, event.at_ns))

    def _frame(self, run: Run, event: on.FrameRead) -> None:
        if run.doomed or run.broken or not run.alive:
            return
        run.progressed(event.done)
        limits = self._limits
        if event.momentary and event.spool_bytes > limits.momentary_bytes:
            return
        room = limits.samples_bytes if event.samples else limits.output_bytes
        if event.spool_bytes + len(event.frame) > room:
            run.dropped_frames += 1
            run.dropped_samples += event.rows if event.samples else 0
            self._say_drop(run, event.at_ns)
            return
        self._do(run.append(RecordKind.FRAME, event.frame, event.at_ns))

    def _failed(self, run: Run, event: on.WorkerFailed) -> None:
        if run.ending or run.broken or run.doomed or not run.alive:
            return
        self._do(run.failure(event.code, event.message, event.remedy, event.at_ns))
        run.concluded = True
        self._warn(f"run {run.key} failed: {event.message}")
        self._end(run, event.message)

    def _ended(self, run: Run, event: on.WorkerEnded) -> None:
        run.alive = False
        how = f"status {event.status}" if event.status >= 0 else f"signal {-event.status}"
        note = self._info if event.status == 0 or run.ending else self._warn
        note(f"run {run.key}: worker ended with {how}")
        if run.doomed:
            self._drop(run)
        elif not run.broken:
            if dropped := run.drops():
                words = f"Dropped on the node for want of room: {dropped}."
                self._do(run.log(control.LogLevel.WARNING, words, event.at_ns))
            self._do(run.exited(event.status, event.last_output, event.at_ns))
        self._free()

    def _timer(self, run: Run, timer: on.Timer) -> None:
        if not run.alive:
            return
        match timer:
            # A timer of the run's earlier worker does not concern the present worker.
            case on.Timer.LINGER if run.concluded:
                self._end(run, "did not end after its last word")
            case on.Timer.TERM if run.ending:
                self._do(do.End(run.key, do.Force.TERM))
                self._do(do.SetTimer(run.key, on.Timer.KILL, self._limits.term_s))
            case on.Timer.KILL if run.ending:
                self._do(do.End(run.key, do.Force.KILL))
            case _:
                pass

    def _spool_failed(self, run: Run, problem: str) -> None:
        if run.broken:
            return
        run.broken = problem
        self._do(do.Note(do.Level.ERROR, f"run {run.key}: {problem}"))
        self._stop_sending(run)
        if self._welcomed:
            self._refuse(run.key, _spool_refusal(problem))
        self._end(run, problem)

    # Link and shutdown

    def _probe(self, message: links.ServeLink | links.MeasureLink) -> None:
        """A measurement would disturb a worker, and the worker would disturb the measurement."""
        if self._active() is not None or self._leaving:
            failed = links.LinkFailed(id=message.id, message="The node has a run.")
            self._do(do.Send(failed))
        else:
            self._do(do.ProbeLink(message))

    def _link_closed(self) -> None:
        self._do(do.StopProbes())
        self._greeted = self._welcomed = False
        self._pending = None
        for run in self._runs.values():
            self._stop_sending(run)

    def _shutdown(self) -> None:
        self._leaving = True
        self._pending = None
        self._do(do.StopProbes())
        active = self._active()
        if active is None:
            self._do(do.Finish())
            return
        active.ending = True
        self._do(do.Tell(active.key, control.Stop(reason="the agent ends")))
        self._do(do.End(active.key, do.Force.TERM))
        self._do(do.SetTimer(active.key, on.Timer.KILL, self._limits.shutdown_s))

    # Shared steps

    def _launch(self, message: wire.Prepare) -> None:
        plan, launch = message.plan, message.launch
        key = RunKey(plan.run_id, plan.repeat)
        run = self._runs[key] = Run(key=key, node_index=plan.node_index, alive=True, launch=launch)
        self._do(do.StopProbes())
        self._info(f"run {key}: launching a worker as node {plan.node_index} of {len(plan.nodes)}")
        self._do(do.Launch(key, plan, launch))
        self._send_records(run)

    def _free(self) -> None:
        """Launches the waiting plan, or finishes: the node has no worker now."""
        if self._leaving:
            self._do(do.Finish())
        elif self._pending is not None:
            message, self._pending = self._pending, None
            self._launch(message)

    def _end(self, run: Run, reason: str) -> None:
        if run.alive and not run.ending:
            run.ending = True
            self._do(do.Tell(run.key, control.Stop(reason=reason[:LINE_LIMIT])))
            self._do(do.SetTimer(run.key, on.Timer.TERM, self._limits.stop_s))

    def _drop(self, run: Run) -> None:
        self._stop_sending(run)
        if run.alive:
            run.doomed = True
            self._end(run, "the console has released the run")
        else:
            del self._runs[run.key]
            self._do(do.DropSpool(run.key))

    def _send_records(self, run: Run) -> None:
        run.stream = self._next_stream % STREAMS
        self._next_stream += 1
        self._do(do.StartSending(run.key, run.node_index, run.stream, run.acked_seq, run.launch))

    def _stop_sending(self, run: Run) -> None:
        if run.stream is not None:
            run.stream = None
            self._do(do.StopSending(run.key))

    def _say_drop(self, run: Run, at_ns: int) -> None:
        if not run.drop_said:
            run.drop_said = True
            words = (
                "The console is slow or away, and the node's room for this run is full: "
                "telemetry is being dropped."
            )
            self._do(run.log(control.LogLevel.WARNING, words, at_ns))
            self._warn(f"run {run.key}: {words}")

    def _tell(
        self, key: RunKey, message: control.GivePeers | control.Start | control.GiveMove
    ) -> None:
        run = self._runs.get(key)
        if run is None or not run.alive:
            self._warn(f"no worker of run {key} to be told {message.kind}")
        else:
            self._do(do.Tell(key, message))

    def _refuse(self, key: RunKey, refusal: Refusal) -> None:
        message = wire.Refused(
            run_id=key.run_id,
            repeat=key.repeat,
            code=refusal.code,
            message=refusal.message[:LINE_LIMIT],
            remedy=refusal.remedy,
        )
        self._warn(f"refused run {key}: {refusal.message}")
        self._do(do.Send(message))

    def _active(self) -> Run | None:
        return next((run for run in self._runs.values() if run.alive), None)

    def _is_pending(self, key: RunKey) -> bool:
        if self._pending is None:
            return False
        plan = self._pending.plan
        return RunKey(plan.run_id, plan.repeat) == key

    def _info(self, text: str) -> None:
        self._do(do.Note(do.Level.INFO, text))

    def _warn(self, text: str) -> None:
        self._do(do.Note(do.Level.WARNING, text))

    def _do(self, command: do.Command) -> None:
        self._out.append(command)

    def _flush(self) -> list[do.Command]:
        out, self._out = self._out, []
        return out


def _key(
    message: wire.Peers | wire.Begin | wire.OrderMove | wire.Cancel | wire.Ack | wire.Release,
) -> RunKey:
    return RunKey(message.run_id, message.repeat)


def _on_its_way_out(run: Run) -> bool:
    return run.concluded or run.ending


def _spool_refusal(problem: str) -> Refusal:
    return Refusal(
        "spool_failed",
        f"The node cannot keep the run's output: {problem}",
        "Free some disk space on the node, or start its agent with --spool DIR on another disk.",
    )
