"""What happens to the fleet, for other parts of the console: the events of the bus."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_contracts.api import NodeList, NodeView


@dataclass(frozen=True, slots=True)
class NodeAltered:
    """A node joined, left, or told how it is."""

    node: NodeView


@dataclass(frozen=True, slots=True)
class FleetAltered:
    """Nodes were forgotten."""

    fleet: NodeList


@dataclass(frozen=True, slots=True)
class NodesReleased:
    """Nodes that were reserved are free: runs may begin on them."""
