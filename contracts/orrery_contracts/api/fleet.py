"""The nodes of the fleet as the REST interface shows them."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.agent import NodeFacts
from orrery_contracts.base import Contract, Count, Instant, RunId, Slug

MOST_SHARING = 8
"""The most names in `shares_machine_with`: enough to recognise the machine."""


class NodeState(StrEnum):
    """Whether a node can be used."""

    ONLINE = "online"
    OFFLINE = "offline"


class NodeView(Contract):
    """A node of the fleet. A node that is offline stays in the list."""

    name: Slug
    state: NodeState
    since: Instant
    """Start of the current state."""
    colour: Annotated[int, Field(ge=1, le=8)]
    """Number of the node's colour on every page."""
    facts: NodeFacts
    load: float | None
    busy_share: float | None
    memory_available_bytes: Count | None
    clock_offset_ns: float | None
    """Estimate of the node's wall clock minus the console's, in ns."""
    clock_offset_error_ns: float | None
    """Largest error of the estimate: half of its round trip, in ns."""
    current_run: RunId | None
    shares_machine_with: Annotated[list[Slug], Field(max_length=MOST_SHARING)] = Field([])
    """Other nodes on this node's machine, online or not: the first by name."""


class NodeList(Contract):
    """The fleet."""

    items: list[NodeView]
    join_command: str
    """Command that makes another machine a node."""
