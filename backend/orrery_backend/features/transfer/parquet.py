"""Runs as Parquet, for pandas, DuckDB and the like: a ZIP of four tables, and the same runs as the
SQLite file that another console takes in.

`runs.parquet` has a row for each run, with its spec as JSON. `figures.parquet` has a row for each
metric, message count and check of a repeat, of the whole run (node null) or of a node.
`windows.parquet` and `samples.parquet` have the rows of all series; a column that a run lacks is
null, and the metadata of a column's field has its unit. All rows have the number of their run, and
those of a repeat that a later one replaces have that one's number (decision 0421). An import reads
`runs.sqlite` alone: the tables leave out what no analysis asks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Self
from zipfile import ZIP_DEFLATED, ZipFile

import pyarrow as pa
import pyarrow.parquet as pq
from orrery_contracts.api import RunDocument, Series, SeriesFrame
from orrery_contracts.results import Check, MessageCount, Metric
from orrery_contracts.telemetry import FrameKind

from orrery_backend.features.runs.service import RunService
from orrery_backend.kit.problems import field_error, invalid
from orrery_backend.results.service import ResultService, SeriesQuery

#: Rows of a series that are in memory at once.
_ROWS_AT_ONCE = 50_000
_TIME = pa.timestamp("ms", tz="UTC")
_RUNS = pa.schema(
    [
        ("run", pa.int64()),
        ("id", pa.string()),
        ("name", pa.string()),
        ("workload", pa.string()),
        ("state", pa.string()),
        ("created_at", _TIME),
        ("started_at", _TIME),
        ("ended_at", _TIME),
        ("tags", pa.list_(pa.string())),
        ("nodes", pa.list_(pa.string())),
        ("versions", pa.list_(pa.string())),
        ("spec", pa.string()),
    ]
)
_FIGURES = pa.schema(
    [
        ("run", pa.int64()),
        ("repeat", pa.int32()),
        ("replaced_by", pa.int32()),
        ("node", pa.string()),
        ("kind", pa.string()),
        ("name", pa.string()),
        ("title", pa.string()),
        ("unit", pa.string()),
        ("value", pa.float64()),
        ("expected", pa.float64()),
        ("holds", pa.bool_()),
    ]
)
_PLACE = [
    ("run", pa.int64()),
    ("repeat", pa.int32()),
    ("replaced_by", pa.int32()),
    ("node", pa.string()),
]
_FRAMES = {
    "windows": (SeriesFrame.WINDOW, FrameKind.WINDOW),
    "samples": (SeriesFrame.SAMPLES, FrameKind.SAMPLES),
}


#: Entry of the ZIP that an import reads.
RUN_FILE = "runs.sqlite"


@dataclass(frozen=True, slots=True)
class _Places:
    """Where the series of a run are."""

    run_id: str
    number: int
    repeats: Mapping[int, int | None]
    """By each repeat, the one that replaces it."""
    nodes: Sequence[tuple[int, str]]
    """Index and name."""


async def write_parquet(
    run_ids: Sequence[str], runs: RunService, results: ResultService, file: Path, run_file: Path
) -> None:
    """Writes a new ZIP. `run_file`: the same runs for another console. Raises `ProblemError`, or
    `OSError` if the disk is full.
    """
    columns = {name: _Columns(kind) for name, (_, kind) in _FRAMES.items()}
    rows: list[dict[str, object]] = []
    places: list[_Places] = []
    with file.open("xb") as opened, ZipFile(opened, "w") as archive:
        # An archive is written one entry at a time, and a document is large: it is read once.
        with _Table(archive, "figures", _FIGURES) as table:
            for run_id in run_ids:
                run, _ = await runs.document(run_id)
                for each in columns.values():
                    each.add(run)
                rows.append(_run_row(run))
                places.append(_places(run))
                await table.write(list(_figures(run)))
        with _Table(archive, "runs", _RUNS) as table:
            await table.write(rows)
        for name, (frame, _) in _FRAMES.items():
            with _Table(archive, name, columns[name].schema()) as table:
                for place in places:
                    async for node, part in _series(place, frame, results):
                        await table.write_series(place, node, part)
        await asyncio.to_thread(archive.write, run_file, RUN_FILE, ZIP_DEFLATED)


def _places(run: RunDocument) -> _Places:
    return _Places(
        run_id=run.summary.id,
        number=run.summary.number,
        repeats={repeat.repeat: repeat.replaced_by for repeat in run.repeats},
        nodes=[(node.index, node.name) for node in run.nodes],
    )


class _Columns:
    """The columns of one kind of series over all runs, with their units."""

    def __init__(self, kind: FrameKind) -> None:
        self._kind = kind
        self._found: dict[str, tuple[str, int]] = {}

    def add(self, run: RunDocument) -> None:
        """Raises `ProblemError` if a column has another unit than in an earlier run."""
        for schema in run.schemas:
            if schema.kind is not self._kind:
                continue
            for column in schema.columns:
                unit, other = self._found.setdefault(column.name, (column.unit, run.summary.number))
                if unit != column.unit:
                    raise invalid(
                        field_error(
                            "run",
                            run.summary.number,
                            f"Column {column.name} is in {column.unit or 'no unit'} here and in"
                            f" {unit or 'no unit'} in run {other}.",
                            "Export the two runs in files of their own.",
                        )
                    )

    def schema(self) -> Any:
        fields = [
            pa.field(name, pa.float64(), metadata={"unit": unit})
            for name, (unit, _) in self._found.items()
        ]
        return pa.schema([*(pa.field(*each) for each in _PLACE), *fields])


class _Table:
    """A Parquet file of the archive that grows by row groups."""

    def __init__(self, archive: ZipFile, name: str, schema: Any) -> None:
        self._schema = schema
        self._file = archive.open(f"{name}.parquet", "w", force_zip64=True)
        self._writer = pq.ParquetWriter(self._file, schema, compression="zstd")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()
        self._file.close()

    async def write(self, rows: list[dict[str, object]]) -> None:
        if rows:
            await self._add(lambda: pa.Table.from_pylist(rows, schema=self._schema))

    async def write_series(self, run: _Places, node: str, part: Series) -> None:
        place = {
            "run": run.number,
            "repeat": part.repeat,
            "replaced_by": run.repeats[part.repeat],
            "node": node,
        }
        values = {column.name: column.values for column in part.columns}

        def column(field: Any) -> Any:
            if field.name in place:
                return pa.repeat(pa.scalar(place[field.name], field.type), part.points)
            return pa.array(values.get(field.name, [None] * part.points), field.type)

        await self._add(lambda: pa.table([column(f) for f in self._schema], schema=self._schema))

    async def _add(self, make: Callable[[], Any]) -> None:
        # Compressing is work for another thread: live streams must not wait for it.
        await asyncio.to_thread(lambda: self._writer.write_table(make()))


async def _series(
    run: _Places, frame: SeriesFrame, results: ResultService
) -> AsyncIterator[tuple[str, Series]]:
    for repeat in run.repeats:
        for node, name in run.nodes:
            for row in count(0, _ROWS_AT_ONCE):
                to_row = row + _ROWS_AT_ONCE
                asked = SeriesQuery(frame, repeat, node, (), _ROWS_AT_ONCE, row, to_row)
                parts = (await results.series(run.run_id, asked)).items
                for part in parts:
                    yield name, part
                if all(to_row >= part.total_rows for part in parts):
                    break


def _run_row(run: RunDocument) -> dict[str, object]:
    of = run.summary
    return {
        "run": of.number,
        "id": of.id,
        "name": of.name,
        "workload": of.workload,
        "state": of.state.value,
        "created_at": _time(of.created_at),
        "started_at": _time(of.started_at),
        "ended_at": _time(of.ended_at),
        "tags": of.tags,
        "nodes": [node.name for node in run.nodes],
        "versions": run.versions,
        "spec": run.spec.model_dump_json(),
    }


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _figures(run: RunDocument) -> Iterator[dict[str, object]]:
    for repeat in run.repeats:
        place = {
            "run": run.summary.number,
            "repeat": repeat.repeat,
            "replaced_by": repeat.replaced_by,
        }
        for figure in (*_measured(repeat.metrics, repeat.messages), *_checked(repeat.checks)):
            yield place | figure
        for node in repeat.nodes:
            name = run.nodes[node.node_index].name
            for figure in _measured(node.metrics, node.messages):
                yield place | {"node": name} | figure


def _measured(
    metrics: Sequence[Metric], messages: Sequence[MessageCount]
) -> Iterator[dict[str, object]]:
    for metric in metrics:
        yield _figure("metric", metric.name, metric.title, metric.unit, metric.value)
    for message in messages:
        counted = _figure("messages", message.kind, message.title, "", message.counted)
        yield counted | {"expected": float(message.expected)}
        yield _figure("bytes", message.kind, message.title, "B", message.bytes)


def _checked(checks: Sequence[Check]) -> Iterator[dict[str, object]]:
    for check in checks:
        yield _figure("check", check.name, check.title, "", None) | {"holds": check.holds}


def _figure(
    kind: str, name: str, title: str, unit: str, value: float | str | None
) -> dict[str, object]:
    # Counts are exact below 2^53.
    known = None if value is None else float(value)
    return {"kind": kind, "name": name, "title": title, "unit": unit, "value": known}
