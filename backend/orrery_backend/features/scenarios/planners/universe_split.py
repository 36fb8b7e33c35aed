"""Entities and managers of a universe over nodes. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_contracts.workloads.universe_steps import (
    EntitySplit,
    ManagerPlacement,
    SplitByHand,
    SplitByLatency,
    SplitByRating,
)

from orrery_backend.features.scenarios.planners.face import PlannedNode
from orrery_backend.features.scenarios.planners.shares import in_turn, largest_remainder
from orrery_backend.kit.problems import field_error, invalid


@dataclass(frozen=True, slots=True)
class StepTiming:
    """What is known of a step beforehand: for splits that account for latency."""

    entity_us: float
    """An entity's update, on the fastest node."""
    round_trip_us: float = 0.0
    """Of the links between nodes, as far as the run makes them slow itself."""


def split_entities(
    entities: int, split: EntitySplit, nodes: list[PlannedNode], timing: StepTiming
) -> list[int]:
    """Entities on each node. Raises `ProblemError` if a split does not fit."""
    if isinstance(split, SplitByHand):
        return _by_hand(entities, split, nodes)
    if isinstance(split, SplitByLatency):
        return _by_latency(entities, split, nodes, timing)
    if isinstance(split, SplitByRating):
        return largest_remainder(entities, [node.rating for node in nodes])
    return in_turn(entities, len(nodes))


def _by_latency(
    entities: int, split: SplitByLatency, nodes: list[PlannedNode], timing: StepTiming
) -> list[int]:
    """All are to end at the same time, T: the master has T for its entities, a slave T without the
    round trip. A slave for which no time is left gets none."""
    entity_us = split.entity_us or timing.entity_us
    round_trip_us = split.round_trip_us or timing.round_trip_us
    for value, field, other in (
        (entity_us, "entity_us", "update_cost_us"),
        (round_trip_us, "round_trip_us", "link_delay_us"),
    ):
        if value == 0:
            raise invalid(
                field_error(
                    f"workload.split.{field}",
                    0,
                    f"It is 0, which stands for workload.{other}, and that is 0 too.",
                    f"Give workload.split.{field}, or another split.",
                )
            )
    fastest = max(node.rating for node in nodes)
    speed = [node.rating / fastest / entity_us for node in nodes]  # entities a microsecond
    lost = [0.0] + [round_trip_us] * (len(nodes) - 1)
    taking = list(range(len(nodes)))
    while True:
        total = sum(speed[i] for i in taking)
        ends_us = (entities + sum(speed[i] * lost[i] for i in taking)) / total
        late = [i for i in taking if lost[i] >= ends_us]
        if not late:
            break
        taking = [i for i in taking if i not in late]
    shares = [speed[i] * (ends_us - lost[i]) if i in taking else 0.0 for i in range(len(nodes))]
    return largest_remainder(entities, shares)


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
