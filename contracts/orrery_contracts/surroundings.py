"""Other work of a node's machine during a repeat, and the resulting grade of the repeat."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Index, Text

Seconds = Annotated[float, Field(ge=0, le=1e9)]
Share = Annotated[float, Field(ge=0, le=1)]
Threads = Annotated[float, Field(ge=0, le=1e9)]
Gigahertz = Annotated[float, Field(ge=0, le=1e3)]


class Demand(Contract):
    """Threads that ran or waited for a CPU: the average over moments chosen at random."""

    machine: Threads
    """Of the whole machine without the node's agent."""
    own: Threads
    """Of this node's worker and its processes."""


class Clock(Contract):
    """Frequency of the CPUs on which the worker's threads ran."""

    mean_ghz: Gigahertz
    base_ghz: Gigahertz
    """The frequency that these CPUs can keep up with all of them busy."""


class Surroundings(Contract):
    """Totals from the start of a repeat to its result, as the node's agent read them. CPU seconds
    add up over CPUs."""

    elapsed_s: Seconds
    cpus: Index
    """CPUs of the machine."""
    busy_s: Seconds
    """CPU time of all processes of the machine."""
    own_s: Seconds
    """CPU time of this node's worker and its processes."""
    stolen_s: Seconds
    """CPU time that the host of a virtual machine gave to others."""
    waiting_share: Share | None
    """Share of the time in which a process waited for a CPU. Null: the kernel does not report
    it."""
    demand: Demand | None = None
    """During the repeat. Null: it was too short, or the kernel does not report it."""
    demand_before: Demand | None = None
    """In the seconds before the repeat."""
    clock: Clock | None = None
    """Null: the kernel does not report it, as in most virtual machines, or the repeat was too
    short."""


class Grade(StrEnum):
    """Effect of the machine's other work on a repeat."""

    QUIET = "quiet"
    BUSY = "busy"
    """Other processes used some CPU time. Small differences may come from them."""
    DISTURBED = "disturbed"
    """Other processes used much CPU time. Times and rates are not reliable."""


class Quality(Contract):
    """Grade of a repeat and its reason."""

    grade: Grade
    reason: Text
    """One sentence; empty for a quiet repeat."""
