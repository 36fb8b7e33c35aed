"""One running worker: its output, the messages to it, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from orrery_contracts.surroundings import Surroundings
from orrery_contracts.worker import Result, Running, WorkerSays
from pydantic import BaseModel, TypeAdapter, ValidationError

from orrery_agent.core.commands import Force
from orrery_agent.core.events import WorkerMessage
from orrery_agent.core.run import LINE_LIMIT
from orrery_agent.processes.cpu_watch import CpuWatch
from orrery_agent.processes.launch import launch
from orrery_agent.processes.streams import (
    FullPipeError,
    LastLines,
    LineSplitter,
    LongLineError,
    PipeReader,
    PipeWriter,
)
from orrery_agent.processes.surroundings import SurroundingsMeter
from orrery_agent.telemetry import BadFrameError, Frame, FrameSplitter

_SAYS: Final[TypeAdapter[WorkerMessage]] = TypeAdapter(WorkerSays)
_LAST_LINES: Final = 50
_DRAIN_S: Final = 2.0
"""How long pipes may stay open after the group was killed, in seconds. A process that has left the
group may hold them.
"""
_BAD_OUTPUT_REMEDY: Final = (
    "Build worker and agent from one version (make build), or report this as a bug."
)
_UNREAD_REMEDY: Final = (
    "The worker hangs: see in its last output and on the node what it waits for. Retry the run;"
    " report this if it happens again."
)


class WorkerListener(Protocol):
    """Receives a worker's reports in the event loop. `ended` is called once, after all others."""

    def surrounded(self, surroundings: Surroundings) -> None:
        """Activity of the rest of the machine while the worker measured. The result follows."""

    def said(self, message: WorkerMessage, line: bytes) -> None:
        """A valid line of the worker."""

    def frame(self, frame: Frame) -> None:
        """A telemetry frame with a valid header."""

    def failed(self, code: str, message: str, remedy: str) -> None:
        """The worker broke the contract. The run fails with this code, message and remedy."""

    def ended(self, status: int, last_output: tuple[str, ...]) -> None:
        """No process of the worker's group is left."""


class WorkerProcess(Protocol):
    """A started worker. Create and use it in the event loop."""

    def tell(self, message: BaseModel) -> None:
        """Write a control line."""

    def end(self, force: Force) -> None:
        """Signals the whole process group."""


StartWorker = Callable[[Path, int, int, WorkerListener], WorkerProcess]
"""Starts an executable for a node index and repeat; the listener gets its reports. Raises
`LaunchError`."""


class Worker:
    """A worker process and its group. Create and use it in the main thread's event loop."""

    def __init__(
        self,
        executable: Path,
        node_index: int,
        repeat: int,
        listener: WorkerListener,
        watch: CpuWatch | None = None,
    ) -> None:
        """Starts the worker. Raises `LaunchError`. `watch`: looks at the machine meanwhile."""
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._lines: LineSplitter | None = LineSplitter()
        self._frames: FrameSplitter | None = FrameSplitter(node_index, repeat)
        self._last = LastLines(_LAST_LINES, LINE_LIMIT)
        started = launch(executable)
        self._process = started.process
        self._pidfd = started.pidfd
        self._exited = False
        self._watch = watch or CpuWatch()
        self._watch.follow(self.pid)
        self._around = SurroundingsMeter(self._watch)
        self._drain: asyncio.TimerHandle | None = None
        self._input = PipeWriter(started.stdin)
        self._open = 3
        self._readers = (
            PipeReader(started.stdout, self._on_lines, self._on_end_of_lines),
            PipeReader(started.telemetry, self._on_frames, self._on_end_of_frames),
            PipeReader(started.stderr, self._last.feed, self._on_end),
        )
        self._loop.add_reader(self._pidfd, self._on_exit)

    @property
    def pid(self) -> int:
        """The id of the process and of its group."""
        return self._process.pid

    def tell(self, message: BaseModel) -> None:
        """Write a control line."""
        try:
            self._input.write(message.model_dump_json().encode() + b"\n")
        except FullPipeError as error:
            self._listener.failed(
                "input_unread", f"The worker does not read its input: {error}.", _UNREAD_REMEDY
            )

    def end(self, force: Force) -> None:
        """Signals the whole process group."""
        if not self._exited:
            self._signal(signal.SIGKILL if force is Force.KILL else signal.SIGTERM)

    def _signal(self, number: signal.Signals) -> None:
        # The leader has not been reaped yet, so the group's number still belongs to the worker.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def _on_exit(self) -> None:
        self._loop.remove_reader(self._pidfd)
        os.close(self._pidfd)
        self._signal(signal.SIGKILL)
        self._process.wait()
        self._exited = True
        self._watch.forget(self.pid)
        self._input.close()
        self._drain = self._loop.call_later(_DRAIN_S, self._abandon)
        self._maybe_ended()

    def _abandon(self) -> None:
        for reader in self._readers:
            reader.close()

    def _on_lines(self, data: bytes) -> None:
        if self._lines is None:
            return
        try:
            for line in self._lines.feed(data):
                if line.strip():
                    message = _SAYS.validate_json(line)
                    self._measure_around(message)
                    self._listener.said(message, line)
        except (LongLineError, ValidationError) as error:
            self._lines = None
            self._listener.failed("bad_output", _explain(error), _BAD_OUTPUT_REMEDY)

    def _measure_around(self, message: WorkerMessage) -> None:
        if isinstance(message, Running):
            self._around.start(self.pid)
        elif isinstance(message, Result) and (found := self._around.stop(self.pid)) is not None:
            self._listener.surrounded(found)

    def _on_end_of_lines(self) -> None:
        # Reported with its exit, because a killed worker may have been in the middle of a line.
        if self._lines is not None and self._lines.rest.strip():
            self._last.feed(b"[agent] the worker's last line of output is cut off\n")
        self._on_end()

    def _on_frames(self, data: bytes) -> None:
        if self._frames is None:
            return
        try:
            for frame in self._frames.feed(data):
                self._listener.frame(frame)
        except BadFrameError as error:
            self._frames = None
            message = f"The worker's telemetry cannot be read: {error}."
            self._listener.failed("bad_output", message, _BAD_OUTPUT_REMEDY)

    def _on_end_of_frames(self) -> None:
        if self._frames is not None:
            try:
                self._frames.finish()
            except BadFrameError as error:
                self._last.feed(f"[agent] {error}\n".encode())
        self._on_end()

    def _on_end(self) -> None:
        self._open -= 1
        self._maybe_ended()

    def _maybe_ended(self) -> None:
        if self._exited and self._open == 0:
            if self._drain is not None:
                self._drain.cancel()
            self._listener.ended(self._process.returncode, self._last.take())


def _explain(error: LongLineError | ValidationError) -> str:
    if isinstance(error, LongLineError):
        return f"The worker's output cannot be read: {error}."
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the document"
    return f"The worker said something that is not in the contract: {where}: {first['msg']}."
