"""What runs have measured: written in batches by the engine of runs, read by pages, exports and
comparisons.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

import numpy as np
import structlog
from orrery_contracts.api import (
    Positions,
    Precision,
    RepeatView,
    RunNode,
    RunState,
    Series,
    SeriesFrame,
    SeriesList,
    SummaryMetric,
    WindowModes,
)
from orrery_contracts.results import Metric
from orrery_contracts.spec import RunSpec
from orrery_contracts.surroundings import Grade
from orrery_contracts.telemetry import FrameSchema
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.problems import field_error, invalid
from orrery_backend.results import position_repository, repository
from orrery_backend.results.chunks import (
    FULL_ROWS,
    Chunk,
    check_chunks,
    decode_column,
    encode,
)
from orrery_backend.results.gathering import Gathering
from orrery_backend.results.median_repeat import median_repeat
from orrery_backend.results.positions import (
    MOST_MOMENTS,
    Key,
    PositionFrame,
    PositionThinning,
    check_frames,
    check_keys,
    moments_of,
    positions_of,
)
from orrery_backend.results.repository import StoredOutput, StoredRepeat
from orrery_backend.results.series import make_series
from orrery_backend.results.settling import (
    precision_of,
    repeats_to_add,
)
from orrery_backend.results.summaries import (
    checks_hold,
    figures_of,
    headline,
    summarise,
    summarise_node,
    summary_of,
)
from orrery_backend.results.views import repeat_views, replacements
from orrery_backend.results.windows import (
    SeriesOfWindows,
    judged_columns,
    modes_over_time,
)

__all__ = [
    "MOST_MOMENTS",
    "Gathering",
    "Measured",
    "MeasuredFigures",
    "PositionThinning",
    "ResultBatch",
    "ResultService",
    "SeriesQuery",
    "StoredOutput",
    "StoredRepeat",
    "median_repeat",
    "precision_if_asked",
    "precision_of",
    "repeats_to_add",
    "replacements",
    "summarise_node",
    "summary_of",
]

_log = structlog.get_logger()
#: Runs whose modes over time are kept.
_MOST_KEPT = 256


@dataclass(slots=True)
class ResultBatch:
    """What one run adds to the store in one transaction."""

    restart_repeat: int | None = None
    """Forget this repeat first."""
    repeats: list[StoredRepeat] = field(default_factory=list)
    outputs: list[StoredOutput] = field(default_factory=list)
    schemas: list[FrameSchema] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    positions: list[PositionFrame] = field(default_factory=list)
    dropped_positions: list[Key] = field(default_factory=list)
    """Stored frames of positions to delete: the repeat has grown."""


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """Which part of a run's series; None: all."""

    frame: SeriesFrame = SeriesFrame.WINDOW
    repeat: int | None = None
    node_index: int | None = None
    columns: tuple[str, ...] = ()
    max_points: int = 2000
    from_row: int = 0
    to_row: int | None = None

    def includes(self, repeat: int, node_index: int) -> bool:
        return self.repeat in (None, repeat) and self.node_index in (None, node_index)


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of a series as they are stored."""

    schema: FrameSchema
    rows: tuple[int, int]
    total_rows: int
    total_steps: int | None
    chunks: list[Chunk]

    async def series(self, names: Sequence[str] | None, max_points: int) -> Series:
        columns = [c for c in self.schema.columns if names is None or c.name in names]
        # Decompressing is work for another thread: live streams must not wait for it.
        return await asyncio.to_thread(
            make_series,
            self.chunks,
            self.schema,
            columns,
            self.rows,
            max_points,
            self.total_rows,
            self.total_steps,
        )


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything measured in a run, without its series."""

    repeats: list[RepeatView]
    metrics: list[SummaryMetric]
    headline: list[SummaryMetric]
    checks_hold: bool | None


@dataclass(frozen=True, slots=True)
class MeasuredFigures:
    """The metrics of a run, not yet summed up."""

    by_name: dict[str, list[Metric]]
    """One for each finished repeat."""
    repeats: int
    disturbed: int
    """Repeats that other work disturbed."""


def precision_if_asked(spec: RunSpec, measured: Measured) -> Precision | None:
    """None if the spec does not ask for repeats until the result is settled."""
    if not spec.is_open_ended:
        return None
    return precision_of(next(iter(measured.headline), None), spec.settling)


class ResultService:
    """Keeps nothing beside the store, but what is slow to read from it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._window_modes: dict[tuple[str, int], list[WindowModes]] = {}

    async def store(self, connection: AsyncConnection, run_id: str, batch: ResultBatch) -> None:
        """Within the caller's transaction."""
        if batch.restart_repeat is not None:
            await repository.forget_repeat(connection, run_id, batch.restart_repeat)
            await position_repository.forget_repeat(connection, run_id, batch.restart_repeat)
        for repeat in batch.repeats:
            await repository.save_repeat(connection, run_id, repeat)
        for output in batch.outputs:
            await repository.save_output(connection, run_id, output)
        for schema in batch.schemas:
            await repository.save_schema(connection, run_id, schema)
        await repository.add_chunks(connection, run_id, batch.chunks)
        await position_repository.drop(connection, run_id, batch.dropped_positions)
        await position_repository.add(connection, run_id, batch.positions)

    async def copy(self, source: AsyncConnection, target: AsyncConnection, run_id: str) -> None:
        """All results and series of a run, from one store to another, within the caller's
        transactions.
        """
        batch = ResultBatch(
            repeats=await repository.load_repeats(source, run_id),
            outputs=await repository.load_outputs(source, run_id),
            schemas=await repository.load_schemas(source, run_id),
        )
        await self.store(target, run_id, batch)
        for repeat, node_index, schema_id, _ in await repository.series_keys(source, run_id):
            series = await repository.load_chunks(source, run_id, repeat, node_index, schema_id)
            await repository.add_chunks(target, run_id, series)
        for repeat in await position_repository.repeats_with_frames(source, run_id):
            frames = await position_repository.load(source, run_id, repeat)
            await position_repository.add(target, run_id, frames)

    async def examine_series(
        self, source: AsyncConnection, run_id: str, repeats: int, nodes: Sequence[RunNode]
    ) -> None:
        """Decodes all series of a run in a store that others have written. Raises ValueError."""
        known = {s.schema_id: s for s in await repository.load_schemas(source, run_id)}
        for repeat, node_index, schema_id, _ in await repository.series_keys(source, run_id):
            what = f"series {schema_id} of repeat {repeat}, node {node_index}"
            if schema_id not in known or not (
                0 <= repeat < repeats and 0 <= node_index < len(nodes)
            ):
                raise ValueError(f"{what} belongs to nothing")
            series = await repository.load_chunks(source, run_id, repeat, node_index, schema_id)
            await asyncio.to_thread(check_chunks, series, known[schema_id])
        for repeat in await position_repository.repeats_with_frames(source, run_id):
            keys = await self.position_keys(source, run_id, repeat)
            check_keys(keys, repeats, len(nodes))
            frames = await position_repository.load(source, run_id, repeat)
            await asyncio.to_thread(check_frames, frames)

    def measured(
        self,
        workload: str,
        repeats: Sequence[StoredRepeat],
        outputs: Sequence[StoredOutput],
        nodes: Sequence[RunNode],
    ) -> Measured:
        """Of a run of that kind of workload; `nodes` are the run's, by index."""
        views = repeat_views(repeats, outputs, nodes)
        metrics = summarise(views)
        return Measured(views, metrics, headline(workload, metrics), checks_hold(views))

    def figures(
        self,
        repeats: Sequence[StoredRepeat],
        outputs: Sequence[StoredOutput],
        nodes: Sequence[RunNode],
    ) -> MeasuredFigures:
        """Without the intervals of `measured`, which take their time."""
        views = [v for v in repeat_views(repeats, outputs, nodes) if v.counts]
        disturbed = sum(bool(v.quality and v.quality.grade is Grade.DISTURBED) for v in views)
        return MeasuredFigures(figures_of(views), len(views), disturbed)

    async def schemas_of(self, connection: AsyncConnection, run_id: str) -> list[FrameSchema]:
        return await repository.load_schemas(connection, run_id)

    async def outputs_of(self, connection: AsyncConnection, run_id: str) -> list[StoredOutput]:
        return await repository.load_outputs(connection, run_id)

    async def repeats_of(self, connection: AsyncConnection, run_id: str) -> list[StoredRepeat]:
        return await repository.load_repeats(connection, run_id)

    async def rows_of(
        self, connection: AsyncConnection, run_id: str, repeat: int
    ) -> dict[tuple[int, int], int]:
        return await repository.count_rows(connection, run_id, repeat)

    async def position_keys(
        self, connection: AsyncConnection, run_id: str, repeat: int
    ) -> list[Key]:
        """Of the frames of positions that a repeat has in the store."""
        return [key for key, _ in await position_repository.load_keys(connection, run_id, repeat)]

    async def positions(self, run_id: str, repeat: int, first: int, count: int) -> Positions:
        """At most `count` moments of a repeat from the one numbered `first`. Raises `ProblemError`
        if the repeat has positions, and no such moment.
        """
        async with self._database.read() as connection:
            known = await position_repository.load_keys(connection, run_id, repeat)
            moments = moments_of(known)
            if first >= max(1, len(moments)):
                raise invalid(
                    field_error(
                        "first",
                        first,
                        f"Repeat {repeat} has {len(moments)} moments with positions.",
                        f"Give 0 to {max(0, len(moments) - 1)}.",
                    )
                )
            last = min(len(moments), first + count)
            times = [key[2] for moment in moments[first:last] for key in moment.keys]
            frames = (
                await position_repository.load(connection, run_id, repeat, (min(times), max(times)))
                if times
                else []
            )
        return await asyncio.to_thread(positions_of, repeat, moments, first, last, frames)

    async def series(self, run_id: str, wanted: SeriesQuery) -> SeriesList:
        """Raises `ProblemError` if a column is asked for that no series has."""
        async with self._database.read() as connection:
            schemas = {
                schema.schema_id: schema
                for schema in await repository.load_schemas(connection, run_id)
                if schema.kind.value == wanted.frame.value
            }
            columns = _columns(schemas.values(), wanted.columns)
            steps = await repository.load_total_steps(connection, run_id)
            parts = [
                await self._part(connection, run_id, key, schemas[key[2]], steps, wanted)
                for key in await repository.series_keys(connection, run_id)
                if key[2] in schemas and wanted.includes(key[0], key[1])
            ]
        # The connection is free again: others read while this one decompresses.
        items = [await part.series(columns, wanted.max_points) for part in parts if part.chunks]
        return SeriesList(items=items)

    async def _part(
        self,
        connection: AsyncConnection,
        run_id: str,
        key: tuple[int, int, int, int],
        schema: FrameSchema,
        steps: Mapping[tuple[int, int], int],
        wanted: SeriesQuery,
    ) -> _Part:
        repeat, node_index, schema_id, total_rows = key
        rows = (wanted.from_row, min(wanted.to_row or total_rows, total_rows))
        chunks = await repository.load_chunks(
            connection, run_id, repeat, node_index, schema_id, rows
        )
        return _Part(schema, rows, total_rows, steps.get((repeat, node_index)), chunks)

    async def window_modes(
        self,
        connection: AsyncConnection,
        run_id: str,
        revision: int,
        repeats: Sequence[StoredRepeat],
        nodes: Sequence[RunNode],
    ) -> list[WindowModes]:
        """Of a run that has ended. The answer for a revision of a run is kept, as all its windows
        are read.
        """
        known = self._window_modes.get((run_id, revision))
        if known is None:
            done = {repeat.repeat for repeat in repeats if repeat.state is RunState.DONE}
            done -= replacements(repeats).keys()
            known = modes_over_time(await self._windows(connection, run_id, done), nodes)
            if len(self._window_modes) >= _MOST_KEPT:
                del self._window_modes[next(iter(self._window_modes))]
            self._window_modes[run_id, revision] = known
        return known

    async def _windows(
        self, connection: AsyncConnection, run_id: str, done: Set[int]
    ) -> dict[str, SeriesOfWindows]:
        schemas = {s.schema_id: s for s in await repository.load_schemas(connection, run_id)}
        judged = {key: judged_columns(schema) for key, schema in schemas.items()}
        found: dict[str, SeriesOfWindows] = {}
        for repeat, node_index, schema_id, _ in await repository.series_keys(connection, run_id):
            indices = judged.get(schema_id, [])
            if not indices or repeat not in done:
                continue
            schema = schemas[schema_id]
            chunks = await repository.load_chunks(connection, run_id, repeat, node_index, schema_id)
            read = await asyncio.to_thread(_read_columns, chunks, schema, indices)
            for index, values in zip(indices, read, strict=True):
                column = schema.columns[index]
                series = found.setdefault(column.name, SeriesOfWindows(column))
                series.medians[repeat, node_index] = values
        return found

    async def compact(self, run_id: str, repeat: int) -> None:
        """Joins the small chunks that a running repeat left into full ones, one series at a time:
        what other runs bring must not wait for long. A store that fails keeps them small.
        """
        try:
            await self._compact(run_id, repeat)
        except StoreUnavailableError as error:
            _log.warning("series stay in small pieces", run=run_id, error=error.words)

    async def _compact(self, run_id: str, repeat: int) -> None:
        async with self._database.read() as connection:
            scattered = await repository.scattered_series(connection, run_id, repeat)
            known = await repository.load_schemas(connection, run_id) if scattered else []
        schemas = {schema.schema_id: schema for schema in known}
        for node_index, schema_id in scattered:
            if schema_id in schemas:
                key = (repeat, node_index, schema_id)
                await self._compact_series(run_id, key, schemas[schema_id])

    async def _compact_series(
        self, run_id: str, key: tuple[int, int, int], schema: FrameSchema
    ) -> None:
        async with self._database.write() as connection:
            small = await repository.load_chunks(connection, run_id, *key)
            full = await asyncio.to_thread(join_chunks, small, schema)
            if len(full) < len(small):
                await repository.delete_series(connection, run_id, *key)
                await repository.add_chunks(connection, run_id, full)


def _read_columns(
    chunks: Sequence[Chunk], schema: FrameSchema, indices: Sequence[int]
) -> list[list[float]]:
    return [
        np.concatenate([decode_column(chunk, schema, index) for chunk in chunks]).tolist()
        for index in indices
    ]


def _columns(schemas: Iterable[FrameSchema], asked: Sequence[str]) -> Sequence[str] | None:
    if not asked:
        return None
    there = list(dict.fromkeys(column.name for schema in schemas for column in schema.columns))
    unknown = [name for name in asked if name not in there]
    if unknown:
        raise invalid(
            field_error(
                "columns",
                ",".join(unknown),
                f"There is no column {unknown[0]!r} in these series.",
                f"Columns: {', '.join(there) or 'none, as the run has no such series'}.",
            )
        )
    return asked


def join_chunks(small: Sequence[Chunk], schema: FrameSchema) -> list[Chunk]:
    """The same rows in chunks of `FULL_ROWS`."""
    if not small:
        return []
    columns = [
        np.concatenate([decode_column(chunk, schema, index) for chunk in small])
        for index in range(len(schema.columns))
    ]
    first = small[0]
    joined: list[Chunk] = []
    for start in range(0, len(columns[0]), FULL_ROWS):
        part = [column[start : start + FULL_ROWS] for column in columns]
        summary, data = encode(part)
        joined.append(
            Chunk(
                first.repeat,
                first.node_index,
                first.schema_id,
                first.first_row + start,
                len(part[0]),
                summary,
                data,
            )
        )
    return joined
