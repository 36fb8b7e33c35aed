"""Entities moved by hand during a run. REST, the agent link and worker control share this
definition."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract, Count, Slug

#: Moves that may wait in a worker; it refuses those that come while so many do.
MOST_WAITING_MOVES = 64


class OneEntity(Contract):
    """One entity, on whichever node it is."""

    kind: Literal["entity"] = "entity"
    entity: Count


class ShareOfNode(Contract):
    """A share of the entities of a node at the start of the move: the entities with the lowest
    numbers, rounded, at least one."""

    kind: Literal["share"] = "share"
    from_node: Slug
    share: Annotated[float, Field(ge=0.00001, le=1)]


Moved = Annotated[OneEntity | ShareOfNode, Field(discriminator="kind")]


class MoveOrder(Contract):
    """Entities to move and their new node, by name."""

    what: Moved
    to_node: Slug


class MoveAccepted(Contract):
    """The order was sent to the run's master. Its outcome is an event of the run, `move.done` or
    `move.refused`, whose text begins with this number. Each entity that moves causes an event
    `migration`."""

    number: Count
    """Number of the move within the run, from 1."""
