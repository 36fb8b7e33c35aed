"""Nodes in the store: facts and colour outlive the link."""

from __future__ import annotations

from dataclasses import dataclass

from orrery_contracts.agent import NodeFacts
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.fleet.tables import nodes


@dataclass(frozen=True, slots=True)
class StoredNode:
    """A node's row."""

    name: str
    colour: int
    facts: NodeFacts
    since_ms: int
    key_digest: str | None
    """Of the key of the agent that has the name; None until an agent with a key joins."""


async def all_nodes(connection: AsyncConnection) -> list[StoredNode]:
    rows = await connection.execute(select(nodes).order_by(nodes.c.name))
    return [
        StoredNode(
            row.name,
            row.colour,
            NodeFacts.model_validate_json(row.facts),
            row.since_ms,
            row.key_digest,
        )
        for row in rows
    ]


async def save(connection: AsyncConnection, node: StoredNode) -> None:
    values = {
        "colour": node.colour,
        "facts": node.facts.model_dump_json(),
        "since_ms": node.since_ms,
        "key_digest": node.key_digest,
    }
    changed = await connection.execute(
        update(nodes).where(nodes.c.name == node.name).values(**values)
    )
    if changed.rowcount == 0:
        await connection.execute(insert(nodes).values(name=node.name, **values))


async def remove(connection: AsyncConnection, name: str) -> None:
    await connection.execute(delete(nodes).where(nodes.c.name == name))
