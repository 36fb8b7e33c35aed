"""What else a node's machine did while a repeat was measured, and what that makes of the repeat."""

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
    """Of the machine."""
    busy_s: Seconds
    """CPU time of all processes of the machine."""
    own_s: Seconds
    """CPU time of this node's worker and its processes."""
    stolen_s: Seconds
    """CPU time that the host of a virtual machine gave to others."""
    waiting_share: Share | None
    """Share of the time in which some process waited for a CPU; null where the kernel does not
    say."""


class Grade(StrEnum):
    """How much of a repeat's figures is the machine's other work."""

    QUIET = "quiet"
    BUSY = "busy"
    """Others had some of the CPUs: small differences may be theirs."""
    DISTURBED = "disturbed"
    """Others had so much of the CPUs that times and rates say little."""


class Quality(Contract):
    """A repeat's grade and why it is no better."""

    grade: Grade
    reason: Text
    """One sentence; empty for a quiet repeat."""
