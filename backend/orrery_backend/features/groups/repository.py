"""Groups in the store."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from orrery_contracts.group import GroupKind
from pydantic import TypeAdapter
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.groups.record import Asked, GroupRecord
from orrery_backend.features.groups.tables import group_numbers, run_groups
from orrery_backend.kit.stored import read_stored

_ASKED: TypeAdapter[Asked] = TypeAdapter(Asked)


@dataclass(frozen=True, slots=True)
class GroupFilter:
    """What a list is asked for; None: all."""

    kind: GroupKind | None = None
    name: str | None = None


async def take_number(connection: AsyncConnection) -> int:
    """A number that no group has had. Only within a writing transaction."""
    last: int = (await connection.execute(select(group_numbers.c.last))).scalar_one()
    await connection.execute(update(group_numbers).values(last=last + 1))
    return last + 1


async def add(
    connection: AsyncConnection, record: GroupRecord, key: str | None, digest: str | None
) -> None:
    await connection.execute(
        insert(run_groups).values(
            id=record.id,
            number=record.number,
            kind=record.kind.value,
            name=record.name,
            version=record.version,
            variant=record.variant,
            created_ms=record.created_ms,
            interleaved=record.interleaved,
            document=record.asked.model_dump_json(),
            shapes_hold=record.shapes_hold,
            idempotency_key=key,
            body_digest=digest,
            **_labels(record),
        )
    )


async def find(connection: AsyncConnection, key: str) -> GroupRecord | None:
    """By id or by number."""
    by_number = key.isdecimal() and len(key) < 10
    wanted = run_groups.c.number == int(key) if by_number else run_groups.c.id == key
    row = (await connection.execute(select(run_groups).where(wanted))).first()
    return _record(row) if row else None


async def find_key(connection: AsyncConnection, key: str) -> tuple[str, str] | None:
    """(group id, digest of the body) that an idempotency key made."""
    row = (
        await connection.execute(
            select(run_groups.c.id, run_groups.c.body_digest).where(
                run_groups.c.idempotency_key == key
            )
        )
    ).first()
    return (row.id, row.body_digest) if row else None


async def find_all(connection: AsyncConnection, ids: Sequence[str]) -> list[GroupRecord]:
    rows = await connection.execute(select(run_groups).where(run_groups.c.id.in_(ids)))
    return [_record(row) for row in rows]


async def page(
    connection: AsyncConnection, wanted: GroupFilter, before: int | None, limit: int
) -> list[GroupRecord]:
    """Groups with a number below `before`, newest first."""
    query = select(run_groups).order_by(run_groups.c.number.desc()).limit(limit)
    if before is not None:
        query = query.where(run_groups.c.number < before)
    if wanted.kind is not None:
        query = query.where(run_groups.c.kind == wanted.kind.value)
    if wanted.name is not None:
        query = query.where(run_groups.c.name == wanted.name)
    return [_record(row) for row in await connection.execute(query)]


async def total(connection: AsyncConnection, wanted: GroupFilter) -> int:
    query = select(func.count()).select_from(run_groups)
    if wanted.kind is not None:
        query = query.where(run_groups.c.kind == wanted.kind.value)
    if wanted.name is not None:
        query = query.where(run_groups.c.name == wanted.name)
    return int((await connection.execute(query)).scalar_one())


async def unjudged_suites(connection: AsyncConnection) -> list[str]:
    """Ids of suites whose shape checks have no result."""
    rows = await connection.execute(
        select(run_groups.c.id).where(
            run_groups.c.kind == GroupKind.SUITE.value, run_groups.c.shapes_hold.is_(None)
        )
    )
    return [row.id for row in rows]


async def save_shapes(connection: AsyncConnection, group_id: str, holds: bool | None) -> None:
    await connection.execute(
        update(run_groups).where(run_groups.c.id == group_id).values(shapes_hold=holds)
    )


async def save_labels(connection: AsyncConnection, record: GroupRecord) -> None:
    """Title, note and tags; the caller has raised `revision`."""
    await connection.execute(
        update(run_groups).where(run_groups.c.id == record.id).values(**_labels(record))
    )


def _labels(record: GroupRecord) -> dict[str, Any]:
    return {
        "title": record.title,
        "note": record.note,
        "tags": json.dumps(record.tags),
        "revision": record.revision,
    }


async def remove(connection: AsyncConnection, group_id: str) -> None:
    await connection.execute(delete(run_groups).where(run_groups.c.id == group_id))


def _record(row: Row[Any]) -> GroupRecord:
    return GroupRecord(
        id=row.id,
        number=row.number,
        kind=GroupKind(row.kind),
        title=row.title,
        created_ms=row.created_ms,
        interleaved=bool(row.interleaved),
        asked=read_stored(_ASKED, row.document)[0],
        name=row.name,
        version=row.version,
        variant=row.variant,
        shapes_hold=row.shapes_hold,
        note=row.note,
        tags=json.loads(row.tags),
        revision=row.revision,
    )
