"""Leaves no process behind. Uses the standard library alone, because build steps import it.

A subreaper inherits the orphans of all its descendants, so that it can end them too. All functions
act on the calling process and keep no state. On systems other than Linux the two prctl calls do
nothing and only direct children are ended.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
GRACE_SECONDS = 5.0


def _prctl(option: int, value: int) -> None:
    if not sys.platform.startswith("linux"):
        return
    if ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def die_with_parent(signum: int) -> None:
    """Makes the kernel send this signal to the calling process when its parent ends."""
    _prctl(PR_SET_PDEATHSIG, signum)


def become_subreaper() -> None:
    """Makes this process the parent of every orphan among its descendants."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)


def descendants(pid: int) -> list[int]:
    """Every living descendant of a process, parents before children."""
    found: list[int] = []
    pending = [pid]
    while pending:
        tasks = Path(f"/proc/{pending.pop()}/task")
        try:
            children = [
                int(child)
                for task in tasks.iterdir()
                for child in (task / "children").read_text().split()
            ]
        except (FileNotFoundError, ProcessLookupError):
            continue
        found.extend(children)
        pending.extend(children)
    return found


def end_descendants() -> None:
    """Ends every descendant with SIGTERM, then after a grace period with SIGKILL.

    Returns when no descendant is left.
    """
    deadline = time.monotonic() + GRACE_SECONDS
    told: set[int] = set()
    while True:
        left = reap_and_list()
        if not left:
            return
        late = time.monotonic() > deadline
        for pid in left:
            if late or pid not in told:
                _send(pid, signal.SIGKILL if late else signal.SIGTERM)
                told.add(pid)
        time.sleep(0.02)


def reap_and_list() -> list[int]:
    """Reaps ended children and returns this process's living descendants.

    Other code that waits for these children loses their exit status.
    """
    _reap()
    return descendants(os.getpid())


def makes_above() -> list[int]:
    """Returns the ancestors that are a make, the nearest first.

    A shell or a build step may be in between. A subreaper that adopts an orphan may itself have a
    make above it. Only the number of makes then shows whether the make that started this process is
    among them: make counts its levels in MAKELEVEL.
    """
    found: list[int] = []
    pid = os.getppid()
    while pid > 1:
        fields = _status(pid)
        if fields.get("Name") in ("make", "gmake"):
            found.append(pid)
        pid = int(fields.get("PPid", "0"))
    return found


def make_was_interrupted(pid: int | None) -> bool:
    """Whether this make has ended, or was interrupted and now only waits for its children.

    GNU make passes SIGTERM on but not SIGINT, because it expects that the terminal sends SIGINT to
    the whole group. After a SIGINT to make alone, make would wait for this process for ever. This
    function detects the state from outside: make resets its handler for the signal when it begins
    to die.
    """
    if pid is None:
        return False
    fields = _status(pid)
    if fields.get("Name") not in ("make", "gmake"):
        return True
    bit = 1 << (signal.SIGINT - 1)
    return not (int(fields["SigCgt"], 16) | int(fields["SigIgn"], 16)) & bit


def _status(pid: int) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _send(pid: int, signum: int) -> None:
    try:
        os.kill(pid, signum)
    except ProcessLookupError:
        return


def _reap() -> None:
    while True:
        try:
            pid, _status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
