"""Annotations of runs in the store."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.annotation import MOST_ANNOTATIONS, Annotation
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.store.tables import run_annotations
from orrery_backend.kit.clock import instant, milliseconds


async def add(connection: AsyncConnection, run_id: str, added: Sequence[Annotation]) -> None:
    if added:
        await connection.execute(
            insert(run_annotations),
            [
                {
                    "id": annotation.id,
                    "run_id": run_id,
                    "at_ms": milliseconds(annotation.at),
                    "author": annotation.author,
                    "repeat": annotation.repeat,
                    "step": annotation.step,
                    "text": annotation.text,
                }
                for annotation in added
            ],
        )


async def load(connection: AsyncConnection, run_id: str) -> list[Annotation]:
    """The oldest first. At most `MOST_ANNOTATIONS` + 1, so that an import can refuse a run with too
    many.
    """
    rows = await connection.execute(
        select(run_annotations)
        .where(run_annotations.c.run_id == run_id)
        .order_by(run_annotations.c.id)
        .limit(MOST_ANNOTATIONS + 1)
    )
    return [
        Annotation(
            id=row.id,
            at=instant(row.at_ms),
            author=row.author,
            repeat=row.repeat,
            step=row.step,
            text=row.text,
        )
        for row in rows
    ]


async def count(connection: AsyncConnection, run_id: str) -> int:
    found = await connection.execute(select(func.count()).where(run_annotations.c.run_id == run_id))
    return found.scalar_one()


async def remove(connection: AsyncConnection, run_id: str, annotation_id: str) -> bool:
    """False: the run has no such annotation."""
    found = await connection.execute(
        delete(run_annotations).where(
            run_annotations.c.run_id == run_id, run_annotations.c.id == annotation_id
        )
    )
    return found.rowcount > 0
