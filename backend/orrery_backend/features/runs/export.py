"""A run in one file: JSON with everything, series in full; or CSV with one row for each figure, for
a spreadsheet.
"""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncIterator, Iterator, Sequence

from orrery_contracts.api import LogLine, RepeatView, RunDocument, SeriesFrame
from pydantic import TypeAdapter

from orrery_backend.results.service import ResultService, SeriesQuery

_LINES: TypeAdapter[list[LogLine]] = TypeAdapter(list[LogLine])
_ALL_ROWS = 2**31
_CSV_HEAD = (
    "run",
    "repeat",
    "replaced_by",
    "node",
    "kind",
    "name",
    "title",
    "unit",
    "value",
    "expected",
)


async def run_as_json(
    run: RunDocument, log: Sequence[LogLine], results: ResultService
) -> AsyncIterator[str]:
    """In parts, one series at a time: a run's samples may be large."""
    yield f'{{"schema_version":1,"run":{run.model_dump_json()}'
    yield f',"log":{_LINES.dump_json(list(log)).decode()},"series":['
    separator = ""
    for repeat in run.repeats:
        for node in run.nodes:
            for frame in SeriesFrame:
                wanted = SeriesQuery(frame, repeat.repeat, node.index, (), _ALL_ROWS)
                for series in (await results.series(run.summary.id, wanted)).items:
                    yield separator + series.model_dump_json()
                    separator = ","
    yield "]}"


def run_as_csv(run: RunDocument) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_CSV_HEAD)
    for repeat in run.repeats:
        for row in _rows(run, repeat):
            place = (run.summary.number, repeat.repeat, repeat.replaced_by)
            writer.writerow((*place, *map(_plain, row)))
    return text.getvalue()


def _rows(run: RunDocument, repeat: RepeatView) -> Iterator[tuple[object, ...]]:
    for metric in repeat.metrics:
        yield "", "metric", metric.name, metric.title, metric.unit, metric.value, ""
    for message in repeat.messages:
        yield "", "messages", message.kind, message.title, "", message.counted, message.expected
        yield "", "bytes", message.kind, message.title, "B", message.bytes, ""
    for check in repeat.checks:
        yield "", "check", check.name, check.title, "", check.found, check.expected
    for node in repeat.nodes:
        name = run.nodes[node.node_index].name
        for metric in node.metrics:
            yield name, "metric", metric.name, metric.title, metric.unit, metric.value, ""
        for message in node.messages:
            yield (
                name,
                "messages",
                message.kind,
                message.title,
                "",
                message.counted,
                message.expected,
            )


def _plain(value: object) -> object:
    """A spreadsheet must not take a text for a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@")):
        return "'" + value
    return value
