"""Frames of positions in the store."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.results.positions import Key, PositionFrame
from orrery_backend.results.tables import position_frames as table

_ADD = insert(table)
_DROP = delete(table).where(
    table.c.run_id == bindparam("in_run"),
    table.c.repeat == bindparam("in_repeat"),
    table.c.node_index == bindparam("in_node"),
    table.c.time_ns == bindparam("in_time"),
)


async def add(connection: AsyncConnection, run_id: str, frames: Sequence[PositionFrame]) -> None:
    if frames:
        await connection.execute(
            _ADD,
            [
                {
                    "run_id": run_id,
                    "repeat": frame.repeat,
                    "node_index": frame.node_index,
                    "time_ns": frame.time_ns,
                    "done": frame.done,
                    "rows": frame.rows,
                    "data": frame.data,
                }
                for frame in frames
            ],
        )


async def drop(connection: AsyncConnection, run_id: str, keys: Sequence[Key]) -> None:
    if keys:
        await connection.execute(
            _DROP,
            [
                {"in_run": run_id, "in_repeat": repeat, "in_node": node, "in_time": time_ns}
                for repeat, node, time_ns in keys
            ],
        )


async def forget_repeat(connection: AsyncConnection, run_id: str, repeat: int) -> None:
    await connection.execute(
        delete(table).where(table.c.run_id == run_id, table.c.repeat == repeat)
    )


async def load_keys(connection: AsyncConnection, run_id: str, repeat: int) -> list[tuple[Key, int]]:
    """Keys of a repeat's frames, and the steps done in each."""
    rows = await connection.execute(
        select(table.c.node_index, table.c.time_ns, table.c.done).where(
            table.c.run_id == run_id, table.c.repeat == repeat
        )
    )
    return [((repeat, row.node_index, row.time_ns), row.done) for row in rows]


async def load(
    connection: AsyncConnection,
    run_id: str,
    repeat: int,
    times: tuple[int, int] | None = None,
) -> list[PositionFrame]:
    """Frames of a repeat in order of time; `times`: from and to, both included."""
    wanted = select(table).where(table.c.run_id == run_id, table.c.repeat == repeat)
    if times is not None:
        wanted = wanted.where(table.c.time_ns >= times[0], table.c.time_ns <= times[1])
    rows = await connection.execute(wanted.order_by(table.c.time_ns, table.c.node_index))
    return [
        PositionFrame(row.repeat, row.node_index, row.time_ns, row.done, row.rows, row.data)
        for row in rows
    ]


async def repeats_with_frames(connection: AsyncConnection, run_id: str) -> list[int]:
    rows = await connection.execute(
        select(table.c.repeat).where(table.c.run_id == run_id).distinct().order_by(table.c.repeat)
    )
    return [row.repeat for row in rows]
