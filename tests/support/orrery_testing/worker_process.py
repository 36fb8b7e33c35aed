"""A real worker that a test controls: control lines in and out, frames on descriptor 3.

Threads read its output, so that no test blocks on a pipe. Use it in one thread.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from orrery_contracts.base import Contract
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.worker import Failure, GivePlan, WorkerSays
from pydantic import TypeAdapter

from orrery_testing.paths import WORKER
from orrery_testing.waiting import WATCHDOG_S, eventually

Said = TypeVar("Said", bound=Contract)

_SAYS: TypeAdapter[WorkerSays] = TypeAdapter(WorkerSays)


class WorkerFailed(AssertionError):  # noqa: N818 - reads as what it says
    """The worker reported a failure or ended where the test expected another message."""


class WorkerProcess:
    """One `orrery-worker run`. `frames` grows until the worker ends."""

    def __init__(self, folder: Path, environment: Mapping[str, str], name: str) -> None:
        self.log = folder / f"{name}.log"
        self.frames = bytearray()
        self.said: list[WorkerSays] = []
        self._queue: queue.Queue[WorkerSays | str | None] = queue.Queue()
        self._status: int | None = None
        self._start(environment)

    def _start(self, environment: Mapping[str, str]) -> None:
        stdin_read, stdin_write = os.pipe()
        stdout_read, stdout_write = os.pipe()
        frames_read, frames_write = os.pipe()
        log = os.open(self.log, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        ends = ((stdin_read, 0), (stdout_write, 1), (log, 2), (frames_write, 3))
        # Duplicates first: a descriptor that is also a target must not be replaced before its use.
        high = [(os.dup(fd), target) for fd, target in ends]
        self.pid = os.posix_spawn(
            WORKER,
            [str(WORKER), "run"],
            dict(environment),
            file_actions=[(os.POSIX_SPAWN_DUP2, fd, target) for fd, target in high],
            setsid=True,
        )
        for fd in [fd for fd, _ in ends] + [fd for fd, _ in high]:
            os.close(fd)
        self._stdin = os.fdopen(stdin_write, "wb", buffering=0)
        self._readers = [
            threading.Thread(target=self._read_lines, args=(stdout_read,)),
            threading.Thread(target=self._read_frames, args=(frames_read,)),
        ]
        for reader in self._readers:
            reader.start()

    def give(self, message: Contract) -> None:
        """Writes one control line."""
        self._stdin.write(message.model_dump_json().encode() + b"\n")

    def give_plan(self, plan: WorkerPlan) -> None:
        """Writes the plan, which is the first line."""
        self.give(GivePlan(plan=plan))

    def give_raw(self, line: bytes) -> None:
        """Writes any line, which may break the contract."""
        self._stdin.write(line + b"\n")

    def close_input(self) -> None:
        """Closes the worker's input, as an agent's end does."""
        self._stdin.close()

    def expect(self, kind: type[Said], *, watchdog_s: float = WATCHDOG_S) -> Said:
        """Returns the next message of this kind. Skips others; a failure raises."""
        while True:
            said = self._queue.get(timeout=watchdog_s)
            if isinstance(said, kind):
                return said
            if said is None or isinstance(said, Failure | str):
                raise WorkerFailed(f"expected {kind.__name__}, got {said!r}\n{self.output()}")

    def expect_failure(self, *, watchdog_s: float = WATCHDOG_S) -> Failure:
        """Returns the worker's failure. Skips the messages before it."""
        while True:
            said = self._queue.get(timeout=watchdog_s)
            if isinstance(said, Failure):
                return said
            if said is None or isinstance(said, str):
                raise WorkerFailed(f"expected a failure, got {said!r}\n{self.output()}")

    def exit_status(self) -> int:
        """Waits for the end; returns the exit status, or minus the signal's number."""
        return eventually(self._poll, f"worker {self.pid} ends", explain=self.output)[0]

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal if the worker lives."""
        if self._poll() is None:
            os.kill(self.pid, number)

    def output(self) -> str:
        """The worker's standard error."""
        return self.log.read_text(errors="replace")

    def close(self) -> None:
        """Kills the worker's process group if the worker lives, and waits for the readers."""
        if self._poll() is None:
            os.killpg(self.pid, signal.SIGKILL)
            self.exit_status()
        if not self._stdin.closed:
            self._stdin.close()
        for reader in self._readers:
            reader.join(WATCHDOG_S)

    def _poll(self) -> tuple[int] | None:
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid == 0:
                return None
            self._status = os.waitstatus_to_exitcode(status)
        return (self._status,)

    def _read_lines(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb") as lines:
            for line in lines:
                try:
                    said = _SAYS.validate_json(line)
                except ValueError as error:
                    self._queue.put(f"not of the contract: {line[:500]!r}: {error}")
                    continue
                self.said.append(said)
                self._queue.put(said)
        self._queue.put(None)

    def _read_frames(self, descriptor: int) -> None:
        with os.fdopen(descriptor, "rb", buffering=0) as frames:
            while part := frames.read(1 << 16):
                self.frames += part
