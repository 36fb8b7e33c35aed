"""Workers on the hosts, as the kernel sees them."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from orrery_testing.paths import WORKER
from orrery_testing.process_tree import executable

from orrery_hosts.account import Account

_EVERY_S = 0.25


@dataclass(frozen=True, slots=True)
class Found:
    """A process of the worker's executable."""

    pid: int
    network: str
    """The host's network namespace."""
    is_run: bool
    """The process is the worker of a run: not its child and not a calibration."""


def serves_a_run(pid: int) -> bool:
    """Whether the process is a worker of a run or its child, not a calibration."""
    if executable(pid) != WORKER.name:
        return False
    try:
        return b"run" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def worker_processes(mark: bytes) -> list[Found]:
    """Returns the worker processes with this mark in their environment (`leftovers`)."""
    found: list[Found] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or executable(int(entry.name)) != WORKER.name:
            continue
        with suppress(OSError):
            if mark not in (entry / "environ").read_bytes().split(b"\0"):
                continue
            arguments = (entry / "cmdline").read_bytes().split(b"\0")
            leads = os.getsid(int(entry.name)) == int(entry.name)
            network = str((entry / "ns" / "net").readlink())
            found.append(Found(int(entry.name), network, leads and b"run" in arguments))
    return found


class Watch:
    """Checks in a thread that no host has two workers of a run at once."""

    def __init__(self, mark: bytes, account: Account) -> None:
        self._mark = mark
        self._account = account
        self._leave = threading.Event()
        self._thread = threading.Thread(target=self._look_on, name="watch")
        self._thread.start()

    def close(self) -> None:
        self._leave.set()
        self._thread.join()

    def _look_on(self) -> None:
        before: set[tuple[int, ...]] = set()
        while not self._leave.wait(_EVERY_S):
            by_host: dict[str, list[int]] = {}
            for process in worker_processes(self._mark):
                if process.is_run:
                    by_host.setdefault(process.network, []).append(process.pid)
            several = {tuple(sorted(pids)) for pids in by_host.values() if len(pids) > 1}
            # A killed worker may live a moment longer, so two consecutive looks must agree.
            for pids in several & before:
                self._account.fail(f"one host has the workers {pids} at once")
            before = several
