"""Simulated processes: a callback belongs to a process, which can be killed or stopped.

All processes share one event loop. A context variable names the process of a callback or task;
asyncio passes it on to everything that the process starts.
"""

from __future__ import annotations

import asyncio
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from typing import Protocol

PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)


class Resource(Protocol):
    """A resource that the kernel frees when its process dies."""

    def owner_died(self) -> None: ...


@dataclass(eq=False)
class Process:
    """One operating system process on a host. `SimulatedLoop` starts, kills and stops it."""

    name: str
    host: str
    alive: bool = True
    stopped: bool = False
    """Stopped as by SIGSTOP: its callbacks wait."""
    parked: list[asyncio.Handle] = field(default_factory=list)
    """Callbacks that became due, or were made, while the process was stopped."""
    resources: list[Resource] = field(default_factory=list)
    died: asyncio.Event = field(default_factory=asyncio.Event)
    wall_offset_ns: int = 0
    """The offset of the host's wall clock from simulated time, in nanoseconds."""
    context: Context = field(init=False)

    def __post_init__(self) -> None:
        self.context = copy_context()
        self.context.run(PROCESS.set, self)

    @property
    def runs(self) -> bool:
        return self.alive and not self.stopped


def process_of(handle: asyncio.Handle) -> Process | None:
    context: Context = handle._context  # type: ignore[attr-defined]
    return context.get(PROCESS)
