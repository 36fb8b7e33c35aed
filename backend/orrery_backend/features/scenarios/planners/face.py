"""What a planner is. Pure: no clock, no store, no chance; equal input gives an equal plan."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from orrery_contracts.offers import DDS, HELICS, NORM
from orrery_contracts.results import MessageCount
from orrery_contracts.spec import RunSpec
from orrery_contracts.workloads.record import WorkloadSpec
from orrery_contracts.workloads.registry import WorkloadPlan


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
    is_chosen: bool = True
    """False: only the number of nodes is known, as no node could be chosen. See `not_chosen`."""


def not_chosen(names: Sequence[str]) -> list[PlannedNode]:
    """Nodes that fit every spec: what a planner refuses on them is wrong on any nodes."""
    offers = tuple(offer.value for offer in (HELICS, NORM, DDS))
    return [PlannedNode(name, 1.0, 0, sys.maxsize, offers, is_chosen=False) for name in names]


@dataclass(frozen=True, slots=True)
class Endpoints:
    """What sends and receives the messages whose times are a run's result."""

    by_node: tuple[int, ...]
    cpus: int = 0
    """Of a node, that its endpoints may use at most; 0: all."""


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
    endpoints: Endpoints | None = None
    """None if message times are not the result, or nothing can wait otherwise."""


@dataclass(frozen=True, slots=True)
class Work:
    """How much a run does, to judge its duration by that of others."""

    like: tuple[str, ...]
    """Runs with equal entries take a time in proportion to their size."""
    size: float


Spec = TypeVar("Spec", bound=WorkloadSpec, contravariant=True)


class Planner(Protocol[Spec]):
    """Plans the workloads of one type: `wanted` is the run spec's workload."""

    def plan(self, spec: RunSpec, wanted: Spec, nodes: list[PlannedNode], /) -> Assignment:
        """Raises `ProblemError` naming fields where the spec does not fit the nodes."""

    def work(self, spec: RunSpec, wanted: Spec, /) -> Work: ...
