"""What a planner is. Pure: no clock, no store, no chance; equal input gives an equal plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from orrery_contracts.plan import WorkloadPlan
from orrery_contracts.results import MessageCount
from orrery_contracts.spec import RunSpec


@dataclass(frozen=True, slots=True)
class PlannedNode:
    """What a planner needs to know of a node; index 0 is the master."""

    name: str
    rating: float
    memory_bytes: int
    cpus: int = 1
    """That its processes may use."""
    offers: tuple[str, ...] = ()
    """Other parties' software that its worker can use: RTIs and transports."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A workload's plan, every choice made."""

    workload: WorkloadPlan
    assigned: tuple[str, ...]
    """What each node gets, in words."""
    messages_per_step: tuple[MessageCount, ...]
    """By the workload's model; a mean where steps differ, rounded."""
    movable: tuple[int, ...] = ()
    """Entities of each node at first, if they can be moved while the run is on; their numbers go
    on from node to node."""


@dataclass(frozen=True, slots=True)
class Work:
    """How much a run does, to judge its duration by that of others."""

    like: tuple[str, ...]
    """Runs with equal entries take a time in proportion to their size."""
    size: float


class Planner(Protocol):
    """Raises `ProblemError` naming fields where the spec does not fit the nodes. The spec's
    workload is of the planner's own kind."""

    def plan(self, spec: RunSpec, nodes: list[PlannedNode]) -> Assignment: ...

    def work(self, spec: RunSpec) -> Work: ...
