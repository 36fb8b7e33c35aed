"""Published figures that stand beside the cells of a suite's chart. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import PublishedTable
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.quantity import quantity
from orrery_contracts.suite_charts import PublishedCurve, PublishedPoint

from orrery_backend.features.groups.service import holds
from orrery_backend.features.reports.group_values import value_in


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure with its unit. `where`: conditions on the cells that it stands beside."""

    metric: str
    text: str
    where: Sequence[str]


@dataclass(frozen=True, slots=True)
class PublishedFigures:
    """The figures of a curve. `title`: whose they are; `source`: where they were published."""

    title: str
    source: str
    figures: Sequence[Figure]

    def of(self, metric: str) -> list[Figure]:
        return [figure for figure in self.figures if figure.metric == metric]


def figures_beside(
    curves: Sequence[PublishedCurve], tables: Sequence[PublishedTable]
) -> list[PublishedFigures]:
    """The figures of each curve. Curves without any figure are left out."""
    by_id = {table.id: table for table in tables}
    found = []
    for curve in curves:
        table = by_id.get(curve.table)
        if table is None:
            continue
        figures = [
            Figure(point.metric, f"{quantity(value * curve.times, '')} {curve.unit}", point.where)
            for point in curve.points
            if (value := _value(table, point)) is not None
        ]
        if figures:
            found.append(PublishedFigures(curve.title, _source(table), figures))
    return found


def fits(group: GroupDocument, cell: GroupCell, figure: Figure) -> bool:
    """Whether the figure stands beside this cell: all its conditions hold."""
    conditions = (condition.partition("=") for condition in figure.where)
    return all(holds(value_in(group, cell, path), text) for path, _, text in conditions)


def _value(table: PublishedTable, point: PublishedPoint) -> float | None:
    row = next((row for row in table.rows if all(text in row for text in point.row)), None)
    if row is None or point.column not in table.columns:
        return None
    value = row[table.columns.index(point.column)]
    return value if isinstance(value, int | float) else None


def _source(table: PublishedTable) -> str:
    return ", ".join(part for part in (table.source_title, table.where, table.year) if part)
