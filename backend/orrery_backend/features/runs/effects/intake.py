"""What agents say about runs, turned into events of their lives. Records arrive at least once; each
is acted on once.

Called by the fleet in the event loop, in the order of arrival.
"""

from __future__ import annotations

import re

import structlog
from orrery_contracts.agent import (
    HeldOutput,
    Keep,
    LastWorker,
    Output,
    OutputOpened,
    Refused,
    Release,
    Surrounded,
    WorkerExited,
)
from orrery_contracts.api import RunState
from orrery_contracts.results import WorkerResult
from orrery_contracts.telemetry import FrameKind
from orrery_contracts.worker import (
    Event,
    Failure,
    Log,
    LogLevel,
    Prepared,
    Ready,
    Result,
    Running,
)

from orrery_backend.features.fleet.service import FleetService, RecordError
from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.effects.engine import Engine
from orrery_backend.features.runs.life import causes
from orrery_backend.features.runs.life import vocabulary as lives
from orrery_backend.features.runs.life.vocabulary import Cause, phase_of
from orrery_backend.features.runs.store.active import MAX_EVENTS, ActiveRun, OutputState
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.frames import FrameError, FrameRecord, read_header

#: A sum or a mean of two larger ones may not be a number any more.
_LARGEST_FIGURE = 1e300
#: Sent on to the other workers: a transport, a colon and printable characters; or empty.
_ENDPOINT = re.compile(r"([a-z][a-z0-9_]{0,30}:[ -~]{1,1000})?")
#: An agent's code for: the worker of the run before has not left yet.
AGENT_BUSY = "busy"
_log = structlog.get_logger()


class Intake:
    """The fleet's listener."""

    def __init__(
        self, engine: Engine, fleet: FleetService, announcer: Announcer, clock: Clock
    ) -> None:
        self._engine = engine
        self._fleet = fleet
        self._announcer = announcer
        self._clock = clock

    # Links and nodes.

    def agent_returned(self, node: str, held: list[HeldOutput]) -> list[Keep]:
        run = self._engine.run_of_node(node)
        index = run.index_of(node) if run else None
        keeps = [self._keep(node, output) for output in held]
        if run is not None and index is not None:
            self._engine.feed(run, lives.LinkUp(index))
            has_it = any(
                o.run_id == run.id and o.repeat == run.life.repeat and _is_of_launch(run, o)
                for o in held
            )
            if not has_it and index not in run.undelivered:
                if _may_not_have_come(run, index):
                    run.undelivered.add(index)
                else:
                    self._engine.feed(run, lives.LostOutput(index))
        return keeps

    def _keep(self, node: str, output: HeldOutput) -> Keep:
        run = self._engine.find(output.run_id)
        index = run.index_of(node) if run else None
        if run is None or index is None:
            return _unwanted(output)
        state = run.outputs.get((output.repeat, index))
        if state is None or state.refused or not _is_awaited(run, index, state, output):
            return _unwanted(output)
        # What was acted on but not stored yet is sent once more, and dropped here by its number.
        state.told = state.committed
        return Keep(
            run_id=output.run_id, repeat=output.repeat, acked_seq=state.committed, wanted=True
        )

    def link_lost(self, node: str) -> None:
        self._engine.feed_node(node, lives.LinkDown)

    def measured_after(self, node: str, worker: LastWorker) -> None:
        self._engine.node_rested(node, worker.run_id, worker.repeat)

    def node_online(self, node: str) -> None:
        run = self._engine.run_of_node(node)
        index = run.index_of(node) if run else None
        if run is not None and index is not None:
            if index in run.undelivered:
                self._engine.send_plan(run, index)
            else:
                self._engine.feed(run, lives.CanBeTold(index))
        self._engine.look_at_queue()

    def node_offline(self, node: str) -> None:
        self._engine.feed_node(node, lives.NodeOffline)
        self._engine.look_at_queue()

    def refused(self, node: str, message: Refused) -> None:
        run = self._engine.run_of_node(node)
        index = run.index_of(node) if run else None
        if (
            run is None
            or index is None
            or (run.id, run.life.repeat) != (message.run_id, message.repeat)
        ):
            return
        if message.code == AGENT_BUSY:
            self._engine.retry_when_free(run, index)
            return
        cause = Cause(
            code=message.code,
            phase=phase_of(run.life.state),
            node=index,
            process="node agent",
            message=message.message,
            remedy=message.remedy,
        )
        self._engine.feed(run, lives.AgentRefused(index, cause))

    def unusable(self, node: str, opened: OutputOpened | None, problem: str) -> None:
        """Fails the run that the bytes belong to; nothing more of that output is taken."""
        run = self._engine.find(opened.run_id) if opened else self._engine.run_of_node(node)
        index = run.index_of(node) if run else None
        if run is None or index is None:
            return
        repeat = opened.repeat if opened else run.life.repeat
        state = run.outputs.get((repeat, index))
        if repeat != run.life.repeat or state is None or state.refused:
            return
        state.refused = True
        _log.warning("output of a run refused", node=node, run=run.record.number, problem=problem)
        self._engine.refuse_output(run, index, causes.bad_output(run.life, index, problem))

    # Output records.

    def output(self, node: str, opened: OutputOpened, record: Output) -> None:
        found = self._accept(node, opened, record.seq)
        if found is None:
            return
        run, state = found
        index, repeat = opened.node_index, opened.repeat
        at_ms = self._node_time_ms(node, int(record.at_ns))
        says = record.says
        match says:
            case Prepared():
                self._prepared(run, state, index, says)
            case Ready():
                self._engine.feed(run, lives.WorkerReady(index))
            case Running():
                self._engine.feed(run, lives.WorkerRunning(index))
            case Event():
                self._event(run, at_ms, says, node, repeat)
            case Log():
                self._line(run, at_ms, says.level, says.text, node, repeat)
            case Result():
                _check_sizes(says)
                state.stored.result = _with_names(says.result, run).model_dump_json()
                self._engine.feed(run, lives.WorkerResult(index))
            case Failure():
                self._line(run, at_ms, LogLevel.ERROR, says.message, node, repeat)
                self._engine.feed(run, lives.WorkerFailed(_cause(says, index, run)))

    def _prepared(self, run: ActiveRun, state: OutputState, index: int, says: Prepared) -> None:
        if _ENDPOINT.fullmatch(says.endpoint) is None:
            raise RecordError("its worker listens at what is no endpoint")
        state.stored.total_steps = says.total_steps
        if index == 0:
            run.progress.total = int(says.total_steps)
        for schema in says.schemas:
            if schema.schema_id not in run.gathering.schemas:
                run.gathering.schemas[schema.schema_id] = schema
                run.journal.schemas.append(schema)
                self._announcer.schema_added(run, schema)
        self._engine.feed(run, lives.WorkerPrepared(index, says.endpoint))

    def frame(self, node: str, opened: OutputOpened, record: FrameRecord) -> None:
        found = self._accept(node, opened, record.seq)
        if found is None:
            return
        run, _ = found
        try:
            header = read_header(record.frame)
            if (header.node_index, header.repeat) != (opened.node_index, opened.repeat):
                raise FrameError("the frame is of another node or repeat than its stream")
            if header.frame_kind is FrameKind.WINDOW and header.rows != 1:
                raise FrameError(f"a window is one row, not {header.rows}")
            run.gathering.add(opened.node_index, header, record.frame)
        except FrameError as error:
            text = f"A telemetry frame was left out: {error}."
            self._line(run, self._clock.now_ms(), LogLevel.WARNING, text, node, opened.repeat)
            return
        if header.node_index == 0 and not run.life.ended:
            run.progress.see(header.done, header.time_ns)
            run.record.progress = run.progress.share()
            run.progress_changed = True
        if header.frame_kind is FrameKind.WINDOW:
            run.frames.append(record.frame)
            self._announcer.frame(run, record.frame)
        elif header.frame_kind is FrameKind.ENTITIES and header.repeat == run.life.repeat:
            run.entities[header.node_index] = record.frame
            self._announcer.moment(run, header.node_index, record.frame)

    def surrounded(self, node: str, opened: OutputOpened, record: Surrounded) -> None:
        if (found := self._accept(node, opened, record.seq)) is not None:
            found[1].stored.surroundings = record.surroundings.model_dump_json()

    def exited(self, node: str, opened: OutputOpened, record: WorkerExited) -> None:
        found = self._accept(node, opened, record.seq)
        if found is None:
            if self._engine.find(opened.run_id) is None:
                self._fleet.send(node, Release(run_id=opened.run_id, repeat=opened.repeat))
            return
        run, state = found
        state.stored.exit_status = record.status
        exited = lives.WorkerExited(opened.node_index, record.status, tuple(record.last_output))
        self._engine.feed(run, exited)

    def _accept(
        self, node: str, opened: OutputOpened, seq: int
    ) -> tuple[ActiveRun, OutputState] | None:
        """None: not of an active run, or acted on before."""
        run = self._engine.find(opened.run_id)
        if run is None or run.index_of(node) != opened.node_index:
            return None
        state = run.outputs.get((opened.repeat, opened.node_index))
        if state is None or opened.repeat != run.life.repeat or state.refused:
            return None
        if not _is_of_launch(run, opened):
            return None
        if seq <= state.seen:
            # The agent has not heard that it is stored: have it told again.
            state.told = 0
            run.journal.outputs.add((opened.repeat, opened.node_index))
            return None
        if seq > state.seen + 1:
            problem = f"record {seq} came where record {state.seen + 1} was due"
            self.unusable(node, opened, problem)
            return None
        state.seen = seq
        run.journal.outputs.add((opened.repeat, opened.node_index))
        return run, state

    def _event(self, run: ActiveRun, at_ms: int, says: Event, node: str, repeat: int) -> None:
        """Whatever a worker says, its run's account stays of a size that can be read."""
        if len(run.events) > MAX_EVENTS:
            return
        name, text, migration = says.name, says.text, says.migration
        if len(run.events) == MAX_EVENTS:
            name, text = "events.left_out", f"{MAX_EVENTS:,} events are kept; more are left out."
            migration = None
        event = run.add_event(
            at_ms, name, text, node=node, repeat=repeat, step=says.step, migration=migration
        )
        self._announcer.event_added(run, event)

    def _line(
        self, run: ActiveRun, at_ms: int, level: LogLevel, text: str, node: str, repeat: int
    ) -> None:
        line = run.add_line(at_ms, level, text, node=node, repeat=repeat)
        if line is not None:
            self._announcer.line_added(run, line)

    def _node_time_ms(self, node: str, at_ns: int) -> int:
        """The node's time on the console's clock."""
        offset = self._fleet.offset_of(node)
        return int((at_ns - (offset.offset_ns if offset else 0.0)) / 1e6)


def _unwanted(output: HeldOutput) -> Keep:
    return Keep(run_id=output.run_id, repeat=output.repeat, acked_seq=0, wanted=False)


def _is_awaited(run: ActiveRun, index: int, state: OutputState, output: HeldOutput) -> bool:
    """False: the agent may delete the output."""
    if output.repeat != run.life.repeat:
        # An earlier repeat: no more of it counts, and its agents are told to release it when it is
        # stored.
        return state.committed < state.seen
    if not _is_of_launch(run, output):
        return False
    # A plan that was not delivered yet begins the repeat anew: the output is of a launch before it.
    return run.life.state is not RunState.QUEUED and index not in run.undelivered


def _is_of_launch(run: ActiveRun, output: HeldOutput | OutputOpened) -> bool:
    """Of the launch that is going on; an agent of an older version does not say."""
    return output.launch in ("", run.launch)


def _may_not_have_come(run: ActiveRun, index: int) -> bool:
    """Whether the plan may have been lost with the link: the node has said nothing of it."""
    output = run.outputs.get((run.life.repeat, index))
    silent = output is not None and output.seen == 0
    return run.life.state is RunState.PREPARING and silent


def _check_sizes(says: Result) -> None:
    """Raises `RecordError` for a figure that is too large to compute with."""
    result = says.result
    for metric in (*result.metrics, *result.run_metrics):
        if abs(metric.value) > _LARGEST_FIGURE:
            raise RecordError(f"metric {metric.name} is {metric.value:g}")


def _with_names(result: WorkerResult, run: ActiveRun) -> WorkerResult:
    """The evidence of checks names nodes as their agents do."""
    names = _names(run)
    checks = [
        check.model_copy(update={"found": causes.name_nodes(check.found, names)})
        for check in result.checks
    ]
    return result.model_copy(update={"checks": checks})


def _names(run: ActiveRun) -> list[str]:
    return [node.name for node in run.record.nodes]


def _cause(says: Failure, index: int, run: ActiveRun) -> Cause:
    names = _names(run)
    return Cause(
        code=says.code,
        phase=says.phase,
        node=index,
        process=says.process,
        message=causes.name_nodes(says.message, names),
        remedy=causes.name_nodes(says.remedy, names),
    )
