"""Carries runs through their lives: feeds events to the state machine and does what it commands.

Everything here runs in the event loop and never waits: what must be stored goes to the journal,
what must be sent to links that queue. One engine serves one console process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from orrery_contracts.agent import Ack, Begin, Cancel, Peers, Prepare, Release
from orrery_contracts.api import RunFailure, RunState
from orrery_contracts.errors import ProblemCode

from orrery_backend.features.fleet.service import FleetService, Node
from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.effects.narration import state_words
from orrery_backend.features.runs.effects.placing import plain_cause, run_nodes, versions
from orrery_backend.features.runs.effects.replacing import asked_words, replacement_words
from orrery_backend.features.runs.effects.settling import add_repeats
from orrery_backend.features.runs.events import (
    EndStored,
    PartRefused,
    PlacementStored,
    RepeatStored,
    RunStored,
    StoreWanted,
)
from orrery_backend.features.runs.life import causes
from orrery_backend.features.runs.life import vocabulary as lives
from orrery_backend.features.runs.life.machine import step
from orrery_backend.features.runs.life.vocabulary import Cause, Timer
from orrery_backend.features.runs.queue.admission import Admission
from orrery_backend.features.runs.queue.holds import NodeHolds
from orrery_backend.features.runs.queue.order import RunQueue
from orrery_backend.features.runs.store.active import ActiveRun, OutputState, launch_name
from orrery_backend.features.runs.store.reviving import reopen
from orrery_backend.features.scenarios.service import PlacedSpec, ScenarioService
from orrery_backend.kit.background import Background
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.events import EventBus
from orrery_backend.kit.problems import ProblemError, conflict, field_error
from orrery_backend.results.service import ResultService, StoredOutput, StoredRepeat

#: Runs that wait: each costs memory, and time whenever nodes come free.
MOST_WAITING = 2_000
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class EngineTimes:
    """Seconds, beside those that a run's limits give."""

    blame_s: float = 1.0
    """How long a witness's word is held back for a better cause."""
    grace_s: float = 4.0
    """How long nodes of a run that has ended are kept for workers that do not leave."""
    return_s: float = 15.0
    """How long agents have to come back after the console's own start."""
    rest_s: float = 2.1
    """How long a node rests between two runs, if its agent does not say sooner how busy the node
    is without a worker: two heartbeats."""
    busy_retry_s: float = 0.5
    """An agent that is still busy with an old worker is asked again after this."""


class Engine:
    """Every run that has not been let go."""

    def __init__(
        self,
        fleet: FleetService,
        scenarios: ScenarioService,
        results: ResultService,
        announcer: Announcer,
        bus: EventBus,
        background: Background,
        clock: Clock,
        console_version: str,
        times: EngineTimes | None = None,
    ) -> None:
        self._fleet = fleet
        self._scenarios = scenarios
        self._results = results
        self._announcer = announcer
        self._bus = bus
        self._background = background
        self._clock = clock
        self._console_version = console_version
        self._times = times or EngineTimes()
        self._runs: dict[str, ActiveRun] = {}
        self._holds = NodeHolds(self._times.rest_s)
        self._admission = Admission(
            fleet, self._holds, clock, self.queue, self._place, self._tell_waiting
        )
        self._queue = RunQueue(self._runs)
        self._closed = False
        bus.subscribe(RunStored, self._stored)
        bus.subscribe(PartRefused, self._store_refused)
        bus.subscribe(PlacementStored, self._placement_stored)
        bus.subscribe(RepeatStored, self._repeat_stored)
        bus.subscribe(EndStored, self._end_stored)

    # Who there is.

    def active(self) -> list[ActiveRun]:
        return list(self._runs.values())

    def find(self, run_id: str) -> ActiveRun | None:
        return self._runs.get(run_id)

    def run_of_node(self, node: str) -> ActiveRun | None:
        return self._runs.get(self._holds.holder(node) or "")

    def queue(self) -> list[ActiveRun]:
        return self._queue.runs()

    def check_room(self, count: int, field: str) -> None:
        """Raises `ProblemError` if the queue has no room for so many more runs."""
        waiting = len(self.queue())
        if waiting + count > MOST_WAITING:
            raise ProblemError(
                ProblemCode.CONFLICT,
                f"The queue holds {waiting} runs, and {MOST_WAITING} at most: {count} more do not"
                " fit. Wait until runs have ended, cancel some, or launch fewer.",
                [
                    field_error(
                        field,
                        count,
                        f"{count} more runs do not fit into the queue, which holds {waiting} of"
                        f" {MOST_WAITING}.",
                        "Wait until runs have ended, cancel some, or launch fewer.",
                    )
                ],
            )

    def queue_position(self, run: ActiveRun) -> int | None:
        """Counts from 1; None if it does not wait."""
        return self._queue.place_of(run)

    # Coming in.

    def enqueue(self, *runs: ActiveRun) -> None:
        """Runs whose records are in the store."""
        self._runs |= {run.id: run for run in runs}
        self._queue.changed()
        for run in runs:
            run.add_event(run.record.created_ms, "state.queued", "Waits for its nodes.")
            self._announcer.run_changed(run, self.queue_position(run))
        self._admission.look_soon()

    def reopen(self, run: ActiveRun, replaced: int) -> None:
        """A run that has ended waits for one more repeat, in the place of this one. Raises
        `ProblemError` if it has not left yet.
        """
        if run.id in self._runs:
            raise conflict(f"Run {run.record.number} has not left yet. Ask again in a moment.")
        reopen(run, replaced)
        self._runs[run.id] = run
        self._queue.changed()
        self._tell(run, "repeat.asked", asked_words(run), repeat=replaced)
        self._tell(run, "state.queued", "Waits for its nodes.")
        self._announcer.run_changed(run, self.queue_position(run))
        self._bus.publish(StoreWanted())
        self._admission.look_soon()

    def adopt(self, run: ActiveRun) -> None:
        """A run from the store, after the console's start."""
        self._runs[run.id] = run
        self._queue.changed()
        state = run.life.state
        if state is RunState.QUEUED:
            return
        if state in (RunState.RUNNING, RunState.COLLECTING):
            run.placed = self._place_again(run)
            self._hold_nodes(run)
            self._tell(run, "console.restarted", "The console has restarted; the run goes on.")
            self.feed(run, lives.Resume())
            return
        self._tell(
            run,
            "requeued",
            f"The console restarted while the run was {state.value}: it waits again.",
        )
        # What its workers said is of no use, and other nodes may serve it: nothing is acknowledged.
        run.outputs = {key: o for key, o in run.outputs.items() if key[0] != run.record.repeat}
        self.feed(run, lives.Requeue())

    def feed(self, run: ActiveRun, event: lives.Event) -> None:
        """An event, and all that follows from it."""
        before = run.life.state
        run.life, commands = step(run.life, event)
        if RunState.QUEUED in (before, run.life.state):
            self._queue.changed()
        for command in commands:
            try:
                self._do(run, command)
            except Exception:  # noqa: BLE001 - the other commands are carried out
                _log.exception("a command of a run failed", run=run.record.number)

    def feed_node(self, node: str, event: Callable[[int], lives.Event]) -> None:
        """An event that concerns whatever run the node serves."""
        run = self.run_of_node(node)
        index = run.index_of(node) if run else None
        if run is not None and index is not None:
            self.feed(run, event(index))

    def refuse_output(self, run: ActiveRun, index: int, cause: Cause) -> None:
        """Ends a run by its node's output, and tells the agent to end the worker and forget it."""
        node, repeat = run.record.nodes[index].name, run.life.repeat
        self._cancel(run, index, cause.message)
        self._fleet.send(node, Release(run_id=run.id, repeat=repeat))
        self.feed(run, lives.AgentRefused(index, cause))

    def _store_refused(self, event: PartRefused) -> None:
        run = self.find(event.run_id)
        if run is not None and not run.life.ended:
            self.feed(run, lives.WorkerFailed(causes.not_stored(run.life, event.problem)))

    def close(self) -> None:
        """No timer fires after this; runs stay as the store has them."""
        self._closed = True
        self._admission.close()
        for run in self._runs.values():
            for handle in run.timers.values():
                handle.cancel()

    def _stored(self, event: RunStored) -> None:
        """Tells agents what is in the store, and viewers how far the run is."""
        run = self.find(event.run_id)
        if run is None:
            return
        self._announcer.progress(run)
        for (repeat, index), output in run.outputs.items():
            if output.committed > output.told:
                ack = Ack(run_id=run.id, repeat=repeat, seq=output.committed)
                if self._fleet.send(run.record.nodes[index].name, ack):
                    output.told = output.committed

    # Commands.

    def _do(self, run: ActiveRun, command: lives.Command) -> None:  # noqa: C901 - one case each
        match command:
            case lives.EnterState():
                self._enter(run, command.state)
            case lives.Launch():
                self._launch(run)
            case lives.SendPeers():
                self._say(run, command.node, self._peers(run, command.endpoints))
            case lives.SendBegin():
                begin = Begin(run_id=run.id, repeat=run.life.repeat)
                self._say(run, command.node, begin)
            case lives.SendCancel():
                for index in command.nodes:
                    self._cancel(run, index, command.reason)
            case lives.SetTimer():
                self._set_timer(run, command.timer)
            case lives.StopTimer():
                handle = run.timers.pop(command.timer, None)
                if handle is not None:
                    handle.cancel()
            case lives.EndRepeat():
                self._end_repeat(run, command.repeat, command.state)
            case lives.DecideRepeats():
                self._decide_repeats(run)
            case lives.RecordFailure():
                self._record_failure(run, command.cause)
            case lives.AmendFailure():
                self._set_failure(run, command.cause)
            case lives.FreeNode():
                self._free(run, run.record.nodes[command.node].name)
            case lives.Gone():
                run.gone = True
                run.journal.after_commit.append(EndStored(run.id))
                self._bus.publish(StoreWanted())

    def _enter(self, run: ActiveRun, state: RunState) -> None:
        now = self._clock.now_ms()
        run.record.state = state
        if state in (RunState.QUEUED, RunState.PREPARING):
            run.record.repeat = run.life.repeat
        if state is RunState.PREPARING and run.record.started_ms is None:
            run.record.started_ms = now
        if state in lives.ENDED:
            if run.record.ended_ms is None or not run.life.replacing:
                run.record.ended_ms = now
            run.record.progress = 1.0 if state is RunState.DONE else run.progress.share()
        in_repeat = state not in (RunState.QUEUED, RunState.PLACING, *lives.ENDED)
        repeat = run.life.repeat if in_repeat else None
        if in_repeat and run.life.repeat in run.repeats:
            stored = run.repeats[run.life.repeat]
            stored.state = state
            if state is RunState.RUNNING:
                stored.started_ms = now
            run.journal.repeats.add(run.life.repeat)
        self._tell(run, f"state.{state.value}", state_words(run, state), repeat=repeat)
        run.changed()
        self._announcer.run_changed(run, self.queue_position(run))
        if state in lives.ENDED:
            self._announcer.run_updated(run)
            _log.info("run ended", run=run.record.number, state=state.value)
        self._bus.publish(StoreWanted())

    def _launch(self, run: ActiveRun) -> None:
        placed = run.placed
        if placed is None:
            raise RuntimeError(f"run {run.id} is launched before it is placed")
        repeat = run.life.repeat
        if repeat in run.repeats:
            run.journal.restart_repeat = repeat
            run.gathering.forget(repeat)
        old = run.repeats.get(repeat)
        replaces = old.replaces if old is not None else None
        run.repeats[repeat] = StoredRepeat(repeat, RunState.PREPARING, replaces=replaces)
        run.journal.repeats.add(repeat)
        run.progress.begin(repeat)
        run.frames.clear()
        run.entities.clear()
        run.launched_at = self._clock.monotonic()
        run.undelivered.clear()
        run.launch = launch_name(run)
        run.plans = placed.worker_plans(run.id, repeat)
        for index in range(len(run.plans)):
            run.outputs[(repeat, index)] = OutputState(StoredOutput(repeat, index))
            run.undelivered.add(index)
            self.send_plan(run, index)
        run.changed()

    def send_plan(self, run: ActiveRun, index: int) -> None:
        """Also again: to an agent whose link was down, or that was not free yet."""
        if run.life.state is not RunState.PREPARING:
            return
        prepare = Prepare(plan=run.plans[index], launch=run.launch)
        if self._fleet.send(run.record.nodes[index].name, prepare):
            run.undelivered.discard(index)

    def retry_when_free(self, run: ActiveRun, index: int) -> None:
        run.undelivered.add(index)
        repeat = run.life.repeat
        later = asyncio.get_running_loop().call_later

        def again() -> None:
            if not self._closed and run.life.repeat == repeat and index in run.undelivered:
                self.send_plan(run, index)

        later(self._times.busy_retry_s, again)

    def _peers(self, run: ActiveRun, endpoints: tuple[str, ...]) -> Peers:
        return Peers(run_id=run.id, repeat=run.life.repeat, endpoints=list(endpoints))

    def _say(self, run: ActiveRun, to: int | None, message: Peers | Begin) -> None:
        for index, node in enumerate(run.record.nodes):
            if to in (None, index):
                self._fleet.send(node.name, message)

    def _cancel(self, run: ActiveRun, index: int, reason: str) -> None:
        message = Cancel(run_id=run.id, repeat=run.life.repeat, reason=reason[:2000])
        self._fleet.send(run.record.nodes[index].name, message)

    def _set_timer(self, run: ActiveRun, timer: Timer) -> None:
        limits = run.record.spec.limits
        seconds = {
            # A little more than the workers have: a worker's own word says more than the console's.
            Timer.RENDEZVOUS: limits.rendezvous_timeout_ms / 1000 + 1.0,
            Timer.RUN: limits.run_timeout_s + 5.0,
            Timer.BLAME: self._times.blame_s,
            Timer.GRACE: self._times.grace_s,
            Timer.RETURN: self._times.return_s,
        }[timer]
        old = run.timers.pop(timer, None)
        if old is not None:
            old.cancel()
        if not self._closed:
            loop = asyncio.get_running_loop()
            run.timers[timer] = loop.call_later(seconds, self._expired, run, timer)

    def _expired(self, run: ActiveRun, timer: Timer) -> None:
        run.timers.pop(timer, None)
        self.feed(run, lives.Expired(timer))

    def _end_repeat(self, run: ActiveRun, repeat: int, state: RunState) -> None:
        stored = run.repeats.get(repeat)
        if stored is None:
            return
        stored.state = state
        stored.ended_ms = self._clock.now_ms()
        run.journal.repeats.add(repeat)
        if stored.replaces is not None:
            name, text = replacement_words(run, repeat, state)
            self._tell(run, name, text, repeat=stored.replaces)
        if state is RunState.DONE:
            seconds = self._clock.monotonic() - run.launched_at
            run.progress.end(seconds)
            run.record.busy_ms += round(seconds * 1000)
        measured = self._results.measured(
            run.record.spec.workload.kind,
            run.stored_repeats(),
            run.stored_outputs(),
            run.record.nodes,
        )
        run.record.headline = measured.headline
        run.record.checks_hold = measured.checks_hold
        run.changed()
        stored_then = RepeatStored(run.id, repeat, tuple(run.node_names))
        run.journal.after_commit.append(stored_then)
        self._announcer.run_updated(run)
        self._bus.publish(StoreWanted())

    def _decide_repeats(self, run: ActiveRun) -> None:
        added, name, text = add_repeats(run)
        self._tell(run, name, text)
        run.changed()
        self.feed(run, lives.RepeatsAdded(added))

    def _repeat_stored(self, event: RepeatStored) -> None:
        """The agents may forget what is in the store now; those whose worker still runs do when it
        has left.
        """
        run, repeat = self.find(event.run_id), event.repeat
        if run is not None and run.repeats[repeat].state is RunState.DONE:
            for node in event.nodes:
                self._fleet.send(node, Release(run_id=run.id, repeat=repeat))
        self._background.spawn(self._results.compact(event.run_id, repeat))

    def _record_failure(self, run: ActiveRun, cause: Cause) -> None:
        if cause.node is not None:
            cause = causes.where_lent(cause, run.record.nodes[cause.node].facts.allocation)
        self._set_failure(run, cause)
        name = run.record.nodes[cause.node].name if cause.node is not None else ""
        self._tell(
            run, "failure", f"{cause.message} {cause.remedy}", node=name, repeat=run.life.repeat
        )

    def _set_failure(self, run: ActiveRun, cause: Cause) -> None:
        if run.life.replacing:
            return  # the run is done; events tell what became of this repeat
        node = run.record.nodes[cause.node].name if cause.node is not None else ""
        run.record.failure = RunFailure(
            code=cause.code,
            phase=cause.phase,
            repeat=run.life.repeat,
            node=node,
            process=cause.process[:120],
            message=cause.message[:2000],
            remedy=cause.remedy[:2000],
            last_output=list(cause.last_output),
        )
        run.changed()
        self._announcer.run_changed(run, None)
        self._bus.publish(StoreWanted())

    def _free(self, run: ActiveRun, node: str) -> None:
        repeat = max(run.repeats, default=0)
        if self._holds.free(node, run.id, repeat, self._clock.monotonic()):
            self._fleet.set_current_run(node, None)
            self._admission.look_soon()

    def _end_stored(self, event: EndStored) -> None:
        """All of it is stored and nothing more will come. Results may have come after its end."""
        run = self.find(event.run_id)
        if run is None:
            return
        if run.journal.has_more:
            # It came while the end was being stored.
            run.journal.after_commit.append(EndStored(run.id))
            self._bus.publish(StoreWanted())
            return
        self._announcer.run_updated(run)
        if run.life.state is not RunState.DONE:
            for node in run.node_names:
                self._fleet.send(node, Release(run_id=run.id, repeat=run.life.repeat))
        for handle in run.timers.values():
            handle.cancel()
        self._runs.pop(run.id, None)
        self._queue.changed()
        run.let_go.set()
        self._announcer.let_go(run)
        self._admission.look_soon()

    def _tell(
        self, run: ActiveRun, name: str, text: str, *, node: str = "", repeat: int | None = None
    ) -> None:
        event = run.add_event(self._clock.now_ms(), name, text, node=node, repeat=repeat)
        self._announcer.event_added(run, event)

    # Placing.

    def look_at_queue(self) -> None:
        """The fleet has changed: someone may begin."""
        self._admission.look_soon()

    def node_rested(self, node: str, run_id: str, repeat: int) -> None:
        """The node was measured after the worker of that repeat had ended."""
        if self._holds.measured_after(node, run_id, repeat):
            self._admission.look_soon()

    def _tell_waiting(self, run: ActiveRun, why: str) -> None:
        """`why` is empty where nothing new is to be said."""
        if why:
            self._tell(run, "waiting", why)
            self._bus.publish(StoreWanted())
        self._announcer.queue_position(run, self.queue_position(run))

    def _place(self, run: ActiveRun, nodes: list[Node]) -> None:
        if run.record.repeat > 0:
            # Between its repeats nothing about a run changes: as it was placed, so it stays.
            run.placed = run.placed or self._place_again(run)
            self._begin_placed(run)
            return
        try:
            placed = self._scenarios.place_on(
                run.record.spec, [(node.name, node.facts) for node in nodes]
            )
        except ProblemError as problem:
            self.feed(run, lives.WorkerFailed(plain_cause(problem)))
            return
        except Exception as error:  # noqa: BLE001 - other runs wait behind it
            _log.exception("planning failed", run=run.record.number)
            self.feed(run, lives.WorkerFailed(causes.not_planned(run.life, repr(error))))
            return
        run.placed = placed
        run.record.nodes = run_nodes(nodes, placed)
        run.record.versions = versions(self._console_version, nodes)
        run.journal.nodes = True
        self._begin_placed(run)

    def _begin_placed(self, run: ActiveRun) -> None:
        self._hold_nodes(run)
        self.feed(run, lives.Place(len(run.record.nodes)))
        self._announcer.run_updated(run)
        run.journal.after_commit.append(PlacementStored(run.id))

    def _placement_stored(self, event: PlacementStored) -> None:
        run = self.find(event.run_id)
        if run is not None:
            self.feed(run, lives.Launched())

    def _place_again(self, run: ActiveRun) -> PlacedSpec:
        """As it was before the console's restart: planning is pure, so the stored facts give the
        same plan.
        """
        return self._scenarios.place_on(
            run.record.spec, [(node.name, node.facts) for node in run.record.nodes]
        )

    def _hold_nodes(self, run: ActiveRun) -> None:
        for name in run.node_names:
            self._holds.take(name, run.id)
            self._fleet.set_current_run(name, run.id)
