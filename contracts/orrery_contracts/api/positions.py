"""Positions of entities over a repeat, as a page replays them."""

from __future__ import annotations

from orrery_contracts.base import Contract, Count, Index


class NodePositions(Contract):
    """Positions of a node's entities at a moment; one value an entity in each list."""

    node_index: Index
    entities: list[Count]
    """Numbers of the entities."""
    x: list[float]
    """Shares of the side of a square whose opposite edges are joined."""
    y: list[float]


class PositionMoment(Contract):
    """One moment: each node's newest positions."""

    nodes: list[NodePositions]


class Positions(Contract):
    """Stored positions of a repeat at up to 300 moments. `items` has those that were asked for."""

    repeat: Index
    times_ns: list[Count]
    """Of all moments of the repeat, since its measured part began; empty: no positions."""
    steps: list[Count]
    """Measured steps done at each of these moments."""
    first: Count
    """Which moment the first item is, from 0."""
    items: list[PositionMoment]
