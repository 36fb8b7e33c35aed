"""Limits of this process's control group: CPU time and memory, cgroup v2 and v1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path("/sys/fs/cgroup")
OWN: Final = Path("/proc/self/cgroup")


def cpu_limit(root: Path = ROOT, own: Path = OWN) -> float | None:
    """The CPU limit in CPUs, the lowest of all groups above; None without a limit."""
    limits: list[float] = []
    for group in _groups("", root, own):
        quota, _, period = _read(group / "cpu.max").partition(" ")
        if quota.isdigit() and period.isdigit():
            limits.append(int(quota) / int(period))
    for group in _groups("cpu", root, own):
        quota = _read(group / "cpu.cfs_quota_us")
        period = _read(group / "cpu.cfs_period_us")
        if quota.isdigit() and period.isdigit():
            limits.append(int(quota) / int(period))
    return min(limits, default=None)


def memory_limit(root: Path = ROOT, own: Path = OWN) -> int | None:
    """The memory limit in bytes, the lowest of all groups above; None without a limit."""
    texts = [_read(group / "memory.max") for group in _groups("", root, own)]
    texts += [_read(group / "memory.limit_in_bytes") for group in _groups("memory", root, own)]
    return min((int(text) for text in texts if text.isdigit()), default=None)


def _groups(controller: str, root: Path, own: Path) -> Iterator[Path]:
    """Yields this process's group and the groups above it. `controller` is empty for cgroup v2.

    In a container /proc may show the host's path; only the mounted root exists then.
    """
    mounts = (root / controller,) if controller else (root, root / "unified")
    for line in _read(own).splitlines():
        _, names, path = line.split(":", 2)
        if controller not in names.split(","):
            continue
        parts = Path(path.lstrip("/"))
        for mount in mounts:
            for group in (parts, *parts.parents):
                if ".." not in group.parts and (mount / group).is_dir():
                    yield mount / group


def _read(path: Path) -> str:
    """A small file's text; empty if the file cannot be read."""
    try:
        return path.read_text().strip()
    except OSError:
        return ""
