"""Entities and managers of a universe over nodes. Pure."""

from __future__ import annotations

from orrery_contracts.universe_steps import (
    EntitySplit,
    ManagerPlacement,
    SplitByHand,
    SplitByRating,
)

from orrery_backend.features.scenarios.planners.face import PlannedNode
from orrery_backend.features.scenarios.planners.shares import in_turn, largest_remainder
from orrery_backend.kit.problems import field_error, invalid


def split_entities(entities: int, split: EntitySplit, nodes: list[PlannedNode]) -> list[int]:
    """Entities on each node. Raises `ProblemError` if a split by hand does not fit."""
    if isinstance(split, SplitByHand):
        return _by_hand(entities, split, nodes)
    if isinstance(split, SplitByRating):
        return largest_remainder(entities, [node.rating for node in nodes])
    return in_turn(entities, len(nodes))


def _by_hand(entities: int, split: SplitByHand, nodes: list[PlannedNode]) -> list[int]:
    if len(split.counts) != len(nodes):
        raise invalid(
            field_error(
                "workload.split.counts",
                split.counts,
                f"{len(split.counts)} counts are given for {len(nodes)} nodes.",
                f"Give one count for each node, master first: {len(nodes)} numbers that add up to "
                f"{entities}.",
            )
        )
    total = sum(split.counts)
    if total != entities:
        raise invalid(
            field_error(
                "workload.split.counts",
                split.counts,
                f"The counts add up to {total}, but there are {entities} entities.",
                f"Make them add up to {entities}, or set workload.entities to {total}.",
            )
        )
    return list(split.counts)


def managers_by_node(managers: int, where: ManagerPlacement, nodes: int) -> list[int]:
    """Managers on each node."""
    if where is ManagerPlacement.SPREAD:
        return in_turn(managers, nodes)
    host = 1 if where is ManagerPlacement.SLAVE and nodes > 1 else 0
    return [managers if index == host else 0 for index in range(nodes)]


def in_words(entities: int, managers: int) -> str:
    """What a node gets."""
    words = f"{entities:,} {'entity' if entities == 1 else 'entities'}"
    if managers:
        words += f", {managers} {'manager' if managers == 1 else 'managers'}"
    return words
