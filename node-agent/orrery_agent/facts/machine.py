"""Properties of this machine that do not change while the agent runs."""

from __future__ import annotations

import hashlib
import os
import platform
from dataclasses import dataclass
from pathlib import Path

from orrery_agent.facts import control_group

LABEL = 120
"""The longest `Label` of a contract, in characters."""


@dataclass(frozen=True, slots=True)
class Machine:
    """See `NodeFacts` for the fields."""

    hostname: str
    os: str
    kernel: str
    architecture: str
    cpu_model: str
    cores: int
    cpu_limit: float
    memory_bytes: int
    machine_id: str


def look_at_machine() -> Machine:
    """Reads all properties."""
    cores = len(os.sched_getaffinity(0))
    limit = control_group.cpu_limit()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    allowed = control_group.memory_limit()
    return Machine(
        hostname=platform.node()[:LABEL],
        os=_os_name()[:LABEL],
        kernel=f"{platform.system()} {platform.release()}"[:LABEL],
        architecture=platform.machine(),
        cpu_model=_cpu_model()[:LABEL],
        cores=cores,
        cpu_limit=float(cores) if limit is None else min(float(cores), limit),
        memory_bytes=memory if allowed is None else min(memory, allowed),
        machine_id=machine_id(),
    )


def machine_id() -> str:
    """An id that is equal exactly for agents whose workers can share memory and Unix sockets.

    Workers pass shared memory over Unix sockets with abstract names, which are visible in one
    network namespace only. The id therefore includes the network namespace: containers on one host
    share its boot id, and often a machine-id that came with their image. The machine-id itself is
    confidential (machine-id(5)), so only a hash leaves the machine.
    """
    parts = [
        _text("/etc/machine-id"),
        boot_id(),
        _identity("/proc/self/ns/net"),
    ]
    return hashlib.sha256("\n".join(["orrery", *parts]).encode()).hexdigest()[:16]


def boot_id() -> str:
    """The kernel's id of the present boot; empty if it cannot be read."""
    return _text("/proc/sys/kernel/random/boot_id")


def _identity(path: str) -> str:
    try:
        status = Path(path).stat()
    except OSError:
        return "none"
    return f"{status.st_dev}:{status.st_ino}"


def _text(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        return platform.system()


def _cpu_model() -> str:
    fields: dict[str, str] = {}
    for line in _text("/proc/cpuinfo").splitlines():
        key, _, value = line.partition(":")
        fields.setdefault(key.strip(), value.strip())
    if model := fields.get("model name") or fields.get("Model") or fields.get("cpu model"):
        return " ".join(model.split())
    if part := fields.get("CPU part"):
        return f"implementer {fields.get('CPU implementer', '?')} part {part}"
    return platform.machine()
