"""Finds processes that a test has left behind, whoever their parent is now.

All processes of a test inherit a mark in their environment. A process keeps its first environment,
so the mark stays in /proc after the parent's end.
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

MARK = "ORRERY_TEST_MARK"


@dataclass(frozen=True)
class Leftover:
    """A living process with the mark."""

    pid: int
    command: str

    def kill(self) -> None:
        """Sends SIGKILL if the process lives."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def marked(mark: str) -> list[Leftover]:
    """Living processes with the mark. Zombies do not count."""
    wanted = f"{MARK}={mark}".encode()
    found: list[Leftover] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
            if wanted not in environment.split(b"\0"):
                continue
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            name = (entry / "comm").read_text(errors="replace").strip()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if command:  # a zombie has no command line
            found.append(Leftover(int(entry.name), f"{name}: {command.strip()}"))
    return found
