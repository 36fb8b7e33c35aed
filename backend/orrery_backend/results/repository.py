"""Repeats, outputs, schemas and chunks in the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import RunState
from orrery_contracts.telemetry import FrameSchema
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.kit.upsert import Upsert
from orrery_backend.results.chunks import FULL_ROWS, Chunk
from orrery_backend.results.tables import chunks, frame_schemas, outputs, repeats


@dataclass(slots=True)
class StoredRepeat:
    """A repeat's row."""

    repeat: int
    state: RunState
    started_ms: int | None = None
    ended_ms: int | None = None
    replaces: int | None = None
    """The repeat that it was made to replace."""


@dataclass(slots=True)
class StoredOutput:
    """What is stored of one node's output in one repeat."""

    repeat: int
    node_index: int
    stored_seq: int = 0
    """Every record up to this is in the store."""
    total_steps: str | None = None
    result: str | None = None
    """A `WorkerResult` as JSON."""
    exit_status: int | None = None
    surroundings: str | None = None
    """A `Surroundings` as JSON."""


_SAVE_REPEAT = Upsert(repeats, ("state", "started_ms", "ended_ms", "replaces"))
_SAVE_OUTPUT = Upsert(
    outputs, ("stored_seq", "total_steps", "exit_status"), ("result", "surroundings")
)
_SAVE_SCHEMA = Upsert(frame_schemas)
_ADD_CHUNK = insert(chunks)


async def save_repeat(connection: AsyncConnection, run_id: str, repeat: StoredRepeat) -> None:
    await _SAVE_REPEAT.execute(
        connection,
        {
            "run_id": run_id,
            "repeat": repeat.repeat,
            "state": repeat.state.value,
            "started_ms": repeat.started_ms,
            "ended_ms": repeat.ended_ms,
            "replaces": repeat.replaces,
        },
    )


async def save_output(connection: AsyncConnection, run_id: str, output: StoredOutput) -> None:
    """A result and surroundings that are stored stay if `output` has none."""
    await _SAVE_OUTPUT.execute(
        connection,
        {
            "run_id": run_id,
            "repeat": output.repeat,
            "node_index": output.node_index,
            "stored_seq": output.stored_seq,
            "total_steps": output.total_steps,
            "result": output.result,
            "exit_status": output.exit_status,
            "surroundings": output.surroundings,
        },
    )


async def save_schema(connection: AsyncConnection, run_id: str, schema: FrameSchema) -> None:
    """The first one by its number stays."""
    await _SAVE_SCHEMA.execute(
        connection,
        {
            "run_id": run_id,
            "schema_id": schema.schema_id,
            "document": schema.model_dump_json(),
        },
    )


async def add_chunks(connection: AsyncConnection, run_id: str, added: Sequence[Chunk]) -> None:
    if added:
        await connection.execute(
            _ADD_CHUNK,
            [
                {
                    "run_id": run_id,
                    "repeat": chunk.repeat,
                    "node_index": chunk.node_index,
                    "schema_id": chunk.schema_id,
                    "first_row": chunk.first_row,
                    "rows": chunk.rows,
                    "summary": chunk.summary,
                    "data": chunk.data,
                }
                for chunk in added
            ],
        )


async def forget_repeat(connection: AsyncConnection, run_id: str, repeat: int) -> None:
    """Everything that a repeat has brought so far: it begins anew."""
    for table in (chunks, outputs, repeats):
        await connection.execute(
            delete(table).where(table.c.run_id == run_id, table.c.repeat == repeat)
        )


async def delete_series(
    connection: AsyncConnection, run_id: str, repeat: int, node_index: int, schema_id: int
) -> None:
    await connection.execute(
        delete(chunks).where(
            chunks.c.run_id == run_id,
            chunks.c.repeat == repeat,
            chunks.c.node_index == node_index,
            chunks.c.schema_id == schema_id,
        )
    )


async def load_repeats(connection: AsyncConnection, run_id: str) -> list[StoredRepeat]:
    rows = await connection.execute(
        select(repeats).where(repeats.c.run_id == run_id).order_by(repeats.c.repeat)
    )
    return [
        StoredRepeat(row.repeat, RunState(row.state), row.started_ms, row.ended_ms, row.replaces)
        for row in rows
    ]


async def load_outputs(connection: AsyncConnection, run_id: str) -> list[StoredOutput]:
    rows = await connection.execute(
        select(outputs)
        .where(outputs.c.run_id == run_id)
        .order_by(outputs.c.repeat, outputs.c.node_index)
    )
    return [
        StoredOutput(
            row.repeat,
            row.node_index,
            row.stored_seq,
            row.total_steps,
            row.result,
            row.exit_status,
            row.surroundings,
        )
        for row in rows
    ]


async def load_total_steps(connection: AsyncConnection, run_id: str) -> dict[tuple[int, int], int]:
    """Measured steps by repeat and node, of those that have said how many."""
    rows = await connection.execute(
        select(outputs.c.repeat, outputs.c.node_index, outputs.c.total_steps).where(
            outputs.c.run_id == run_id, outputs.c.total_steps.is_not(None)
        )
    )
    return {(row.repeat, row.node_index): int(row.total_steps) for row in rows}


async def load_schemas(connection: AsyncConnection, run_id: str) -> list[FrameSchema]:
    rows = await connection.execute(
        select(frame_schemas.c.document)
        .where(frame_schemas.c.run_id == run_id)
        .order_by(frame_schemas.c.schema_id)
    )
    return [FrameSchema.model_validate_json(row.document) for row in rows]


async def count_rows(
    connection: AsyncConnection, run_id: str, repeat: int
) -> dict[tuple[int, int], int]:
    """Rows stored, by node and schema."""
    found = await connection.execute(
        select(
            chunks.c.node_index,
            chunks.c.schema_id,
            func.max(chunks.c.first_row + chunks.c.rows).label("end"),
        )
        .where(chunks.c.run_id == run_id, chunks.c.repeat == repeat)
        .group_by(chunks.c.node_index, chunks.c.schema_id)
    )
    return {(row.node_index, row.schema_id): row.end for row in found}


async def load_chunks(
    connection: AsyncConnection,
    run_id: str,
    repeat: int,
    node_index: int,
    schema_id: int,
    rows: tuple[int, int] | None = None,
) -> list[Chunk]:
    """Chunks that hold any of the rows (from, to), in order."""
    wanted = select(chunks).where(
        chunks.c.run_id == run_id,
        chunks.c.repeat == repeat,
        chunks.c.node_index == node_index,
        chunks.c.schema_id == schema_id,
    )
    if rows is not None:
        wanted = wanted.where(
            chunks.c.first_row < rows[1], chunks.c.first_row + chunks.c.rows > rows[0]
        )
    found = await connection.execute(wanted.order_by(chunks.c.first_row))
    return [
        Chunk(
            row.repeat,
            row.node_index,
            row.schema_id,
            row.first_row,
            row.rows,
            row.summary,
            row.data,
        )
        for row in found
    ]


async def scattered_series(
    connection: AsyncConnection, run_id: str, repeat: int
) -> list[tuple[int, int]]:
    """(node, schema) of the series of a repeat that would fit into fewer chunks."""
    end = func.max(chunks.c.first_row + chunks.c.rows)
    found = await connection.execute(
        select(chunks.c.node_index, chunks.c.schema_id)
        .where(chunks.c.run_id == run_id, chunks.c.repeat == repeat)
        .group_by(chunks.c.node_index, chunks.c.schema_id)
        .having((func.count() - 1) * FULL_ROWS >= end)
        .order_by(chunks.c.node_index, chunks.c.schema_id)
    )
    return [(row.node_index, row.schema_id) for row in found]


async def series_keys(connection: AsyncConnection, run_id: str) -> list[tuple[int, int, int, int]]:
    """(repeat, node, schema, rows) of every series of a run."""
    found = await connection.execute(
        select(
            chunks.c.repeat,
            chunks.c.node_index,
            chunks.c.schema_id,
            func.max(chunks.c.first_row + chunks.c.rows).label("end"),
        )
        .where(chunks.c.run_id == run_id)
        .group_by(chunks.c.repeat, chunks.c.node_index, chunks.c.schema_id)
        .order_by(chunks.c.repeat, chunks.c.node_index, chunks.c.schema_id)
    )
    return [(row.repeat, row.node_index, row.schema_id, row.end) for row in found]
