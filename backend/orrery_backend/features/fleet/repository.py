"""Nodes in the store: facts and colour outlive the link."""

from __future__ import annotations

from dataclasses import dataclass

import structlog
from orrery_contracts.agent import NodeFacts
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.fleet.tables import nodes
from orrery_backend.kit.stored import read_stored

_FACTS: TypeAdapter[NodeFacts] = TypeAdapter(NodeFacts)
_log = structlog.get_logger()


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
    found: list[StoredNode] = []
    for row in rows:
        try:
            facts, _ = read_stored(_FACTS, row.facts)
        except ValidationError:
            # The node says what it is when its agent returns.
            _log.warning("facts of a node not readable by this version", node=row.name)
            continue
        found.append(StoredNode(row.name, row.colour, facts, row.since_ms, row.key_digest))
    return found


async def key_digests(connection: AsyncConnection) -> dict[str, str]:
    """By name; also of nodes whose facts cannot be read."""
    rows = await connection.execute(select(nodes.c.name, nodes.c.key_digest))
    return {row.name: row.key_digest for row in rows if row.key_digest is not None}


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
