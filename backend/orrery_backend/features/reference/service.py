"""The published tables, read and checked once when the console starts."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

from orrery_contracts.api import PublishedTable, PublishedTables
from orrery_contracts.base import Contract, Label, Slug, Text
from orrery_contracts.workloads.registry import published_tables
from pydantic import Field

from orrery_backend.kit.problems import field_error, invalid


class _Source(Contract):
    title: Text
    year: Label
    platforms: dict[Slug, Label] = Field(default_factory=dict)
    network: Label = ""


class _Table(Contract):
    id: Slug
    source: Slug
    where: Label
    title: Text
    unit: Label
    columns: Annotated[list[Label], Field(min_length=1)]
    rows: Annotated[list[list[str | float | None]], Field(min_length=1)]
    note: Text = ""


class _PublishedFigures(Contract):
    """The data file."""

    sources: dict[Slug, _Source]
    tables: list[_Table]


class ReferenceService:
    """Immutable."""

    def __init__(self) -> None:
        raw = files(__package__).joinpath("published_figures.json").read_bytes()
        figures = _PublishedFigures.model_validate_json(raw)
        self._sources = list(figures.sources)
        self._tables = [_published(table, figures.sources) for table in figures.tables]

    def tables(self, source: str | None = None) -> PublishedTables:
        """Raises `ProblemError` for a source that is not there."""
        if source is not None and source not in self._sources:
            raise invalid(
                field_error(
                    "source",
                    source,
                    f"There is no source {source!r}.",
                    f"Sources: {', '.join(self._sources)}.",
                )
            )
        return PublishedTables(
            items=[table for table in self._tables if source in (None, table.source)]
        )

    def for_workload(self, workload: str) -> list[PublishedTable]:
        wanted = published_tables(workload)
        return [table for table in self._tables if table.id in wanted]


def _published(table: _Table, sources: dict[Slug, _Source]) -> PublishedTable:
    source = sources.get(table.source)
    if source is None:
        raise ValueError(f"table {table.id} has an unknown source {table.source}")
    if any(len(row) != len(table.columns) for row in table.rows):
        raise ValueError(f"table {table.id} has a row of another length than its columns")
    platforms = list(source.platforms.values())
    if source.network:
        platforms.append(source.network)
    return PublishedTable(
        id=table.id,
        source=table.source,
        source_title=source.title,
        year=source.year,
        platforms=platforms,
        where=table.where,
        title=table.title,
        unit=table.unit,
        columns=table.columns,
        rows=table.rows,
        note=table.note,
    )
