"""Finds processes that a test has left behind, wherever they have been re-parented to.

Everything that a test starts inherits a mark in its environment; a process keeps the environment
that it was started with, so the mark is still in /proc when its parent has gone.
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
        """End it for certain."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return


def marked(mark: str) -> list[Leftover]:
    """Living processes that carry the mark; those that only wait to be reaped are dead."""
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
        if command:  # a zombie has none
            found.append(Leftover(int(entry.name), f"{name}: {command.strip()}"))
    return found
