"""Baselines in the store."""

from __future__ import annotations

from orrery_contracts.baseline import Baseline
from pydantic import TypeAdapter
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.baselines.tables import baselines
from orrery_backend.kit.stored import read_stored

_BASELINE: TypeAdapter[Baseline] = TypeAdapter(Baseline)


async def save(connection: AsyncConnection, baseline: Baseline, set_ms: int) -> None:
    """In place of the one of that name."""
    await remove(connection, baseline.name)
    await connection.execute(
        insert(baselines).values(
            name=baseline.name, set_ms=set_ms, document=baseline.model_dump_json()
        )
    )


async def find(connection: AsyncConnection, name: str) -> Baseline | None:
    row = (await connection.execute(select(baselines).where(baselines.c.name == name))).first()
    return read_stored(_BASELINE, row.document)[0] if row else None


async def find_all(connection: AsyncConnection) -> list[Baseline]:
    rows = await connection.execute(select(baselines).order_by(baselines.c.name))
    return [read_stored(_BASELINE, row.document)[0] for row in rows]


async def count_others(connection: AsyncConnection, name: str) -> int:
    """How many have another name."""
    query = select(func.count()).select_from(baselines).where(baselines.c.name != name)
    return int((await connection.execute(query)).scalar_one())


async def remove(connection: AsyncConnection, name: str) -> bool:
    """Returns false if there was none."""
    found = await connection.execute(delete(baselines).where(baselines.c.name == name))
    return found.rowcount > 0
