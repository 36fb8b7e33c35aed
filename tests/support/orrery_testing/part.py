"""A long-lived part under test, the backend or an agent, which can be killed and restarted."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from orrery_testing.waiting import WATCHDOG_S


class Part:
    """One process in its own session. Its output is appended to its log."""

    def __init__(self, command: Sequence[str], log: Path, environment: Mapping[str, str]) -> None:
        self.command = list(command)
        self.log = log
        self._environment = dict(environment)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The id of the process that was started last."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Starts or restarts the process."""
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
        """Whether the process was started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def stop(self, signal_number: int = signal.SIGTERM) -> int:
        """Sends the signal and waits; returns the exit status."""
        assert self._process is not None
        self._process.send_signal(signal_number)
        return self._process.wait(WATCHDOG_S)

    def kill(self) -> None:
        """Kills this process only: its children must notice by themselves."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(WATCHDOG_S)

    def clear(self) -> None:
        """Ends the process at the end of a test: SIGTERM, and SIGKILL to its group after 20 s."""
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
        """The last lines of its log."""
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
