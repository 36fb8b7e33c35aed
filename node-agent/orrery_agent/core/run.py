"""One run on this node: its phase, the numbers of its records, acknowledged and dropped output."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_contracts import agent as wire
from orrery_contracts import worker as control
from orrery_contracts.worker import Phase
from pydantic import TypeAdapter

from orrery_agent.core.commands import Append
from orrery_agent.core.events import WorkerMessage
from orrery_agent.core.records import Record, RecordKind, Recovered, RunKey

MIB = 1 << 20
LINE_LIMIT = 2000
"""The longest `Text` of a contract, in characters."""

_LINES: TypeAdapter[list[str]] = TypeAdapter(list[str])


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a run's output and of the time in which its worker ends."""

    momentary_bytes: int = 2 * MIB
    """Above this unacknowledged output on disk, frames of entities are dropped: they are useful
    only while they are new.
    """
    samples_bytes: int = 512 * MIB
    """Above this unacknowledged output on disk, sample frames are dropped."""
    output_bytes: int = 640 * MIB
    """Above this unacknowledged output on disk, windows, events and log lines are dropped too."""
    linger_s: float = 10.0
    """Seconds from a worker's result or failure until it is ended."""
    stop_s: float = 1.0
    """Seconds from `stop` to SIGTERM."""
    term_s: float = 1.5
    """Seconds from SIGTERM to SIGKILL."""
    shutdown_s: float = 0.5
    """Seconds from SIGTERM to SIGKILL when the agent itself ends."""


@dataclass(slots=True)
class Run:
    """The state of one run. Only `AgentCore` changes it."""

    key: RunKey
    node_index: int
    alive: bool
    """The worker runs."""
    launch: str = ""
    """The console's name for this launch. The console may launch a repeat again."""
    phase: Phase = Phase.PREPARING
    last_seq: int = 0
    acked_seq: int = 0
    total_steps: int = 0
    concluded: bool = False
    """The worker has reported its result or failure."""
    ending: bool = False
    """The worker was told to stop."""
    doomed: bool = False
    """Its output is to be dropped as soon as the worker has ended."""
    broken: str = ""
    """Why the spool cannot be used; empty if it can."""
    stream: int | None = None
    """The stream's number on the present link; None if the records are not being sent."""
    dropped_frames: int = 0
    dropped_samples: int = 0
    dropped_lines: int = 0
    drop_said: bool = False

    @classmethod
    def recovered(cls, found: Recovered) -> Run:
        """A run whose worker ended together with the agent's earlier process."""
        return cls(
            key=found.key,
            node_index=found.node_index,
            alive=False,
            phase=found.phase,
            last_seq=found.last_seq,
            concluded=True,
            launch=found.launch,
        )

    def held(self) -> wire.HeldOutput:
        """The run as `hello` lists it."""
        return wire.HeldOutput(
            run_id=self.key.run_id,
            repeat=self.key.repeat,
            last_seq=self.last_seq,
            active=self.alive,
            launch=self.launch,
        )

    def ack(self, seq: int) -> None:
        """Records up to `seq` are stored on the console."""
        self.acked_seq = max(self.acked_seq, min(seq, self.last_seq))

    def append(self, kind: RecordKind, data: bytes, at_ns: int) -> Append:
        """Gives the next number to a record."""
        self.last_seq += 1
        return Append(self.key, Record(self.last_seq, at_ns, kind, self.phase, data))

    def exited(self, status: int, last_output: tuple[str, ...], at_ns: int) -> Append:
        """The record of the worker's exit, which is the last."""
        lines = _LINES.dump_json([line[:LINE_LIMIT] for line in last_output[-50:]])
        head = f'{{"status":{status},"phase":"{self.phase.value}","last_output":'
        return self.append(RecordKind.EXITED, head.encode() + lines + b"}", at_ns)

    def log(self, level: control.LogLevel, text: str, at_ns: int) -> Append:
        """A log line of the agent's own in the run's output."""
        line = control.Log(level=level, text=text[:LINE_LIMIT])
        return self.append(RecordKind.SAYS, line.model_dump_json().encode(), at_ns)

    def failure(self, code: str, message: str, remedy: str, at_ns: int) -> Append:
        """A failure that the agent reports for the worker."""
        said = control.Failure(
            code=code,
            phase=self.phase,
            process="worker",
            message=message[:LINE_LIMIT],
            remedy=remedy,
        )
        return self.append(RecordKind.SAYS, said.model_dump_json().encode(), at_ns)

    def advance(self, message: WorkerMessage) -> None:
        """Updates the phase from a message of the worker."""
        match message:
            case control.Prepared(total_steps=total):
                self.total_steps = int(total)
            case control.Ready():
                self.phase = Phase.READY
            case control.Running():
                self.phase = Phase.RUNNING
            case control.Result():
                self.phase = Phase.COLLECTING
                self.concluded = True
            case control.Failure():
                self.concluded = True
            case _:
                pass

    def progressed(self, done: int) -> None:
        """Updates the phase from the number of steps that are done."""
        if self.phase is Phase.RUNNING and 0 < self.total_steps <= done:
            self.phase = Phase.COLLECTING

    def drops(self) -> str:
        """A text about output that was dropped for lack of room; empty if none was."""
        parts = [
            f"{count} {what}"
            for count, what in (
                (self.dropped_frames, "telemetry frames"),
                (self.dropped_samples, "samples"),
                (self.dropped_lines, "events and log lines"),
            )
            if count
        ]
        return ", ".join(parts)
