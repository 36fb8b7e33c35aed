"""The descendants of a process, read from /proc."""

from __future__ import annotations

from pathlib import Path


def descendants(pid: int) -> list[int]:
    """Returns the living descendants of a process, parents first."""
    found: list[int] = []
    pending = [pid]
    while pending:
        try:
            children = [
                int(child)
                for task in Path(f"/proc/{pending.pop()}/task").iterdir()
                for child in (task / "children").read_text().split()
            ]
        except (FileNotFoundError, ProcessLookupError):
            continue
        found += children
        pending += children
    return found


def executable(pid: int) -> str:
    """The name of the program that a process runs; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/exe").readlink().name
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return ""


def command_name(pid: int) -> str:
    """The name that a process has given itself; empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_alive(pid: int) -> bool:
    """Whether the process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in ("Z", "X")
