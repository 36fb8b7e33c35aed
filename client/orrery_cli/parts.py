"""One child process of a local console: the backend or a node agent.

A part has its own session, so that Ctrl-C in the terminal reaches only the supervisor, which then
ends the parts in order. If the supervisor dies, the kernel sends SIGTERM to its parts. A part's
output goes to its log file. Call all methods in the main thread: the parent-death signal follows
the thread that forked.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from orrery_cli.reaper import die_with_parent

_TAIL_BYTES = 16_384
_LONG_LOG_BYTES = 4 << 20


@dataclass(frozen=True)
class PartPlan:
    """The command of a part and its environment, log and time-out."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    stop_timeout_s: float


class Part:
    """A part, running or not. `restarts` counts how often it exited unexpectedly."""

    def __init__(self, plan: PartPlan) -> None:
        self.plan = plan
        self.restarts = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the part; raises OSError if the program cannot be executed."""
        supervisor = os.getpid()

        def bind_to_parent() -> None:
            die_with_parent(signal.SIGTERM)
            if os.getppid() != supervisor:  # the supervisor died before the prctl call
                os._exit(1)

        self.plan.log.parent.mkdir(parents=True, exist_ok=True)
        _make_room(self.plan.log)
        with self.plan.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.plan.command,
                env=os.environ | self.plan.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=bind_to_parent,  # noqa: PLW1509 -- no other thread runs then
            )

    def exit_status(self) -> int | None:
        """None while the part runs; else its exit status, or minus the number of its signal."""
        if self._process is None:
            return None
        return self._process.poll()

    def stop(self) -> None:
        """Sends SIGTERM; after the plan's time-out sends SIGKILL to the part's whole group."""
        process = self._process
        if process is None or process.poll() is not None:
            return
        process.terminate()
        try:
            process.wait(self.plan.stop_timeout_s)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def last_output(self, lines: int = 15) -> list[str]:
        """Returns the last lines of the part's log."""
        try:
            with self.plan.log.open("rb") as log:
                log.seek(max(0, self.plan.log.stat().st_size - _TAIL_BYTES))
                text = log.read().decode(errors="replace")
        except FileNotFoundError:
            return []
        return text.splitlines()[-lines:]


def _make_room(log: Path) -> None:
    """Renames a long log to .old.log, which replaces the older one."""
    if log.exists() and log.stat().st_size > _LONG_LOG_BYTES:
        log.replace(log.with_suffix(".old.log"))


def describe_exit(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"exit status {status}"
    return f"signal {signal.Signals(-status).name}"


@dataclass
class RestartLimit:
    """Allows restarts of a part until it has exited more than `most` times in `within_s`."""

    most: int = 3
    within_s: float = 60.0

    def __post_init__(self) -> None:
        self._times: list[float] = []

    def allows(self) -> bool:
        now = time.monotonic()
        self._times = [at for at in self._times if now - at < self.within_s]
        self._times.append(now)
        return len(self._times) <= self.most
