"""A long-lived part under test: the backend or an agent. Started, killed, started again."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from orrery_testing.waiting import WATCHDOG_S


class Part:
    """One process, in a session of its own. What it writes is appended to its log."""

    def __init__(self, command: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        self.command = list(command)
        self.log = log
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Of the process that was started last."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, or start it again."""
        assert not self.runs()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def runs(self) -> bool:
        """It has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> int:
        """Asks it to end, and waits; its exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(WATCHDOG_S)

    def kill(self) -> None:
        """Ends it at once, it alone: what it started has to notice by itself."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(WATCHDOG_S)

    def clear(self) -> None:
        """At the end of a test: nothing of it is left, whatever state it is in."""
        if self._process is None:
            return
        if self.runs():
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait(WATCHDOG_S)

    def output(self, lines: int = 40) -> str:
        """The end of its log."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
