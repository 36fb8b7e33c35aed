"""Entities moved by hand while a run is on: one definition for who asks (REST), who passes it on
(agent link) and who does it (worker control).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract, Count, Slug

#: Moves that may wait in a worker; it refuses those that come while so many do.
MOST_WAITING_MOVES = 64


class OneEntity(Contract):
    """An entity, wherever it is now."""

    kind: Literal["entity"] = "entity"
    entity: Count


class ShareOfNode(Contract):
    """A share of the entities that a node has when the move is begun: those of lowest number,
    rounded to a whole one, and one at least."""

    kind: Literal["share"] = "share"
    from_node: Slug
    share: Annotated[float, Field(ge=0.00001, le=1)]


Moved = Annotated[OneEntity | ShareOfNode, Field(discriminator="kind")]


class MoveOrder(Contract):
    """What is to go where; nodes by name."""

    what: Moved
    to_node: Slug


class MoveAccepted(Contract):
    """The order is on its way to the run's master. What becomes of it is an event of the run,
    `move.done` or `move.refused`, whose text begins with this number; each entity that moves is an
    event `migration`."""

    number: Count
    """Of the run's moves by hand, from 1."""
