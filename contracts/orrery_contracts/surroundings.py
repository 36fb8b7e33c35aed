"""Other work of a node's machine during a repeat, and the resulting grade of the repeat."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Index, Text

Seconds = Annotated[float, Field(ge=0, le=1e9)]
Share = Annotated[float, Field(ge=0, le=1)]


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
