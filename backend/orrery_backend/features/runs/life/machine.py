"""The life of one run as a pure state machine: an event in, the next life and commands out.

No clock, no network, no store: the engine carries commands out and feeds events in, so that every
order of events can be tried by a test. Nodes are indices here, 0 is the master. A run that has
ended lives on until its workers are gone (`alive` is empty): only then are its nodes free.

Two refinements decide what a failure says. A worker that loses a peer is a witness, not the cause:
the life waits a moment (`Timer.BLAME`) for the node that really died to show itself. And a worker's
last output comes after its failure, with its exit: the failure is amended then.
"""

from __future__ import annotations

from dataclasses import replace

from orrery_contracts.api import RunState

from orrery_backend.features.runs.life import causes
from orrery_backend.features.runs.life.vocabulary import (
    AgentRefused,
    AmendFailure,
    CanBeTold,
    CancelAsked,
    Cause,
    Command,
    DecideRepeats,
    EndRepeat,
    EnterState,
    Event,
    Expired,
    FreeNode,
    Gone,
    Launch,
    Launched,
    Life,
    LinkDown,
    LinkUp,
    LostOutput,
    NodeOffline,
    Place,
    RecordFailure,
    RepeatsAdded,
    Requeue,
    Resume,
    SendBegin,
    SendCancel,
    SendPeers,
    SetTimer,
    StopTimer,
    Timer,
    WorkerExited,
    WorkerFailed,
    WorkerPrepared,
    WorkerReady,
    WorkerResult,
    WorkerRunning,
)

Step = tuple[Life, list[Command]]

_ALL_BUT_GRACE = (Timer.RENDEZVOUS, Timer.RUN, Timer.BLAME, Timer.RETURN)

#: Codes by which a worker says that a peer, not itself, is gone.
_WITNESS_PREFIX = "peer_"


def step(life: Life, event: Event) -> Step:
    """What the event makes of the life."""
    if isinstance(event, LinkDown):
        return replace(life, unlinked=life.unlinked | {event.node}), []
    if isinstance(event, LinkUp):
        return replace(life, unlinked=life.unlinked - {event.node}), []
    if life.ended:
        return _after_end(life, event)
    if isinstance(event, CancelAsked):
        return _end(life, RunState.CANCELLED, "the run was cancelled")
    if life.state is RunState.QUEUED:
        return _queued(life, event)
    return _under_way(life, event)


def _queued(life: Life, event: Event) -> Step:
    if isinstance(event, Place):
        placed = replace(life, state=RunState.PLACING, node_count=event.node_count)
        return placed, [EnterState(RunState.PLACING)]
    if isinstance(event, WorkerFailed):
        return _fail(life, event.cause)
    return life, []


def _under_way(life: Life, event: Event) -> Step:  # noqa: C901 - one case for each event
    match event:
        case Launched() if life.state is RunState.PLACING:
            return _launch(life)
        case Requeue():
            return _requeue(life)
        case Resume():
            return _resume(life)
        case WorkerPrepared():
            return _prepared(life, event)
        case WorkerReady():
            return _ready(life, event)
        case WorkerRunning():
            return _running(life)
        case WorkerResult():
            return _result(life, event)
        case WorkerExited():
            return _exited(life, event)
        case WorkerFailed():
            return _blame(life, event.cause)
        case NodeOffline():
            return _offline(life, event.node)
        case LostOutput():
            return _lost_output(life, event.node)
        case CanBeTold():
            return life, _said_again(life, event.node)
        case RepeatsAdded():
            return _repeats_added(life, event.count)
        case AgentRefused():
            return _refused(life, event)
        case Expired():
            return _expired(life, event.timer)
        case _:
            return life, []


def _resume(life: Life) -> Step:
    """Agents are given time to return, with what they hold."""
    resumed, commands = _advance(replace(life, unlinked=frozenset(range(life.node_count))))
    return resumed, [SetTimer(Timer.RUN), SetTimer(Timer.RETURN), *commands]


def _launch(life: Life) -> Step:
    everyone = frozenset(range(life.node_count))
    fresh = replace(
        life,
        state=RunState.PREPARING,
        endpoints=(None,) * life.node_count,
        ready=frozenset(),
        results=frozenset(),
        alive=everyone,
        pending=None,
        witnesses=frozenset(),
    )
    return fresh, [
        EnterState(RunState.PREPARING),
        Launch(life.repeat),
        SetTimer(Timer.RENDEZVOUS),
    ]


def _prepared(life: Life, event: WorkerPrepared) -> Step:
    if life.state is not RunState.PREPARING or life.endpoints[event.node] is not None:
        return life, []
    endpoints = list(life.endpoints)
    endpoints[event.node] = event.endpoint
    told = replace(life, endpoints=tuple(endpoints))
    known = [endpoint for endpoint in endpoints if endpoint is not None]
    return told, [SendPeers(tuple(known))] if len(known) == life.node_count else []


def _ready(life: Life, event: WorkerReady) -> Step:
    if life.state is not RunState.PREPARING:
        return life, []
    ready = life.ready | {event.node}
    if len(ready) < life.node_count:
        return replace(life, ready=ready), []
    begun = replace(life, ready=ready, state=RunState.READY)
    return begun, [
        EnterState(RunState.READY),
        SendBegin(),
        StopTimer(Timer.RENDEZVOUS),
        SetTimer(Timer.RUN),
    ]


def _said_again(life: Life, node: int) -> list[Command]:
    """What the node may not have heard. A worker that hears it twice takes it once."""
    if node not in life.alive or node in life.results:
        return []
    if life.state is RunState.PREPARING and node not in life.ready:
        known = tuple(endpoint for endpoint in life.endpoints if endpoint is not None)
        return [SendPeers(known, node)] if len(known) == life.node_count else []
    begun = life.state in (RunState.READY, RunState.RUNNING, RunState.COLLECTING)
    return [SendBegin(node)] if begun else []


def _running(life: Life) -> Step:
    if life.state is not RunState.READY:
        return life, []
    return replace(life, state=RunState.RUNNING), [EnterState(RunState.RUNNING)]


def _result(life: Life, event: WorkerResult) -> Step:
    if life.state not in (RunState.READY, RunState.RUNNING, RunState.COLLECTING):
        return life, []
    told = replace(life, results=life.results | {event.node}, state=RunState.COLLECTING)
    entered: list[Command] = (
        [] if life.state is RunState.COLLECTING else [EnterState(RunState.COLLECTING)]
    )
    after, commands = _advance(told)
    return after, entered + commands


def _exited(life: Life, event: WorkerExited) -> Step:
    if event.node not in life.alive:
        return life, []
    gone = replace(life, alive=life.alive - {event.node})
    if event.node in life.results:
        # Its work is complete and stored; how the process ended changes nothing about that.
        return _advance(gone)
    if life.pending is not None and event.node in life.witnesses:
        # This worker has said why already; the first one's last lines belong to that.
        if life.pending.node != event.node:
            return gone, []
        return replace(gone, pending=replace(life.pending, last_output=event.last_output)), []
    return _blame(gone, causes.death(life, event))


def _advance(life: Life) -> Step:
    """Goes on if every worker has given its result and is gone."""
    if not _is_complete(life):
        return life, []
    closing: list[Command] = [
        StopTimer(Timer.RUN),
        StopTimer(Timer.BLAME),
        EndRepeat(life.repeat, RunState.DONE),
    ]
    if life.repeat + 1 < life.repeats:
        after, commands = _next_repeat(life)
    elif life.open_ended:
        after, commands = life, [DecideRepeats()]
    else:
        after, commands = _done(life)
    return after, closing + commands


def _is_complete(life: Life) -> bool:
    """The repeat that is going on: all results are there, and no worker is left."""
    measured = life.state in (RunState.RUNNING, RunState.COLLECTING)
    return measured and len(life.results) == life.node_count and not life.alive


def _repeats_added(life: Life, count: int) -> Step:
    if not _is_complete(life) or life.repeat + 1 < life.repeats:
        return life, []
    if count == 0:
        return _done(life)
    return _next_repeat(replace(life, repeats=life.repeats + count))


def _next_repeat(life: Life) -> Step:
    following = replace(life, repeat=life.repeat + 1)
    return _give_way(following) if life.interleaved else _launch(following)


def _done(life: Life) -> Step:
    done = replace(life, state=RunState.DONE, pending=None)
    return done, [EnterState(RunState.DONE), *_free_all(life), Gone()]


def _give_way(life: Life) -> Step:
    """To the queue, for the next repeat: other runs of the group have their turn."""
    waiting = _without_workers(life)
    return waiting, [EnterState(RunState.QUEUED), *_free_all(life)]


def _without_workers(life: Life) -> Life:
    return replace(
        life,
        state=RunState.QUEUED,
        alive=frozenset(),
        ready=frozenset(),
        results=frozenset(),
        endpoints=(),
        pending=None,
        witnesses=frozenset(),
        unlinked=frozenset(),
    )


def _requeue(life: Life) -> Step:
    back = _without_workers(life)
    leaving: list[Command] = (
        [SendCancel(tuple(sorted(life.alive)), "the run begins anew")] if life.alive else []
    )
    return back, [
        *leaving,
        StopTimer(Timer.RENDEZVOUS),
        StopTimer(Timer.RUN),
        StopTimer(Timer.BLAME),
        StopTimer(Timer.RETURN),
        EnterState(RunState.QUEUED),
        *_free_all(life),
    ]


def _offline(life: Life, node: int) -> Step:
    if node not in life.alive or (node in life.results and life.pending is None):
        if node in life.alive:
            # Its result is stored; only the farewell is missing.
            return _advance(replace(life, alive=life.alive - {node}))
        return life, []
    gone = replace(life, alive=life.alive - {node})
    return _fail(gone, causes.node_lost(life, node))


def _lost_output(life: Life, node: int) -> Step:
    if node not in life.alive or node in life.results:
        return _offline(life, node)
    return _fail(
        replace(life, alive=life.alive - {node}),
        causes.output_lost(life, node),
    )


def _refused(life: Life, event: AgentRefused) -> Step:
    if event.node not in life.alive:
        return life, []
    gone = replace(life, alive=life.alive - {event.node})
    return _blame(gone, event.cause)


def _expired(life: Life, timer: Timer) -> Step:
    match timer:
        case Timer.BLAME if life.pending is not None:
            return _fail(life, _true_cause(life, life.pending))
        case Timer.RENDEZVOUS if life.state is RunState.PREPARING:
            return _fail(life, causes.late_start(life))
        case Timer.RUN:
            return _fail(life, causes.too_long(life))
        case Timer.RETURN if life.alive & life.unlinked:
            node = min(life.alive & life.unlinked)
            return _fail(replace(life, alive=life.alive - {node}), causes.node_lost(life, node))
        case _:
            return life, []


def _blame(life: Life, cause: Cause) -> Step:
    """Fails at once for a cause; waits a moment for a better one if this is a witness."""
    if not cause.code.startswith(_WITNESS_PREFIX):
        return _fail(life, cause)
    told = life if cause.node is None else replace(life, witnesses=life.witnesses | {cause.node})
    if life.pending is not None:
        return told, []
    return replace(told, pending=cause), [SetTimer(Timer.BLAME)]


def _true_cause(life: Life, witness: Cause) -> Cause:
    away = life.unlinked & (life.alive | {witness.node} if witness.node is not None else life.alive)
    suspects = away - {witness.node}
    return causes.node_lost(life, min(suspects)) if suspects else witness


def _fail(life: Life, cause: Cause) -> Step:
    failed, commands = _end(life, RunState.FAILED, f"the run failed: {cause.message}")
    return replace(failed, blamed=cause), [RecordFailure(cause), *commands]


def _end(life: Life, state: RunState, reason: str) -> Step:
    run_state = RunState.DONE if life.replacing else state
    ended = replace(life, state=run_state, pending=None)
    commands: list[Command] = [StopTimer(timer) for timer in _ALL_BUT_GRACE]
    if life.replacing or (life.node_count and life.state is not RunState.QUEUED):
        commands.append(EndRepeat(life.repeat, state))
    commands.append(EnterState(run_state))
    commands += [FreeNode(node) for node in range(life.node_count) if node not in life.alive]
    if not life.alive:
        return ended, [*commands, Gone()]
    return ended, [*commands, SendCancel(tuple(sorted(life.alive)), reason), SetTimer(Timer.GRACE)]


def _after_end(life: Life, event: Event) -> Step:
    """Workers leave one by one; the last one's leaving ends the run's hold on anything."""
    amend: list[Command] = []
    match event:
        case CanBeTold() if event.node in life.alive:
            return life, [SendCancel((event.node,), "the run has ended")]
        case WorkerExited():
            if (
                life.blamed is not None
                and life.blamed.node == event.node
                and not life.blamed.last_output
                and event.last_output
            ):
                amended = replace(life.blamed, last_output=event.last_output)
                life = replace(life, blamed=amended)
                amend = [AmendFailure(amended)]
            leaving = frozenset({event.node})
        case NodeOffline() | LostOutput() | AgentRefused():
            leaving = frozenset({event.node})
        case Expired(timer=Timer.GRACE):
            leaving = life.alive
        case _:
            return life, []
    leaving &= life.alive
    if not leaving:
        return life, amend
    alive = life.alive - leaving
    commands: list[Command] = [*amend, *(FreeNode(node) for node in sorted(leaving))]
    if not alive:
        commands += [StopTimer(Timer.GRACE), Gone()]
    return replace(life, alive=alive), commands


def _free_all(life: Life) -> list[Command]:
    return [FreeNode(node) for node in range(life.node_count)]
