"""Published figures of a suite's charts: beside which runs and at which places. Pure."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from orrery_contracts.api import PublishedTable
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.quantity import quantity
from orrery_contracts.suite_charts import PublishedCurve, PublishedPoint
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.service import holds, read
from orrery_backend.features.reports.group_values import value_in


@dataclass(frozen=True, slots=True)
class Figure:
    """A published figure. `text`: the figure with its unit; `where`: conditions on the cells that
    it stands beside.
    """

    metric: str
    value: float
    text: str
    where: Sequence[str]


@dataclass(frozen=True, slots=True)
class PublishedFigures:
    """The figures of a curve. `title`: whose they are; `source`: where they were published."""

    title: str
    unit: str
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
        figures = []
        for point in curve.points:
            published = _value(table, point)
            if published is not None:
                value = published * curve.times
                text = f"{quantity(value, '')} {curve.unit}"
                figures.append(Figure(point.metric, value, text, point.where))
        if figures:
            found.append(PublishedFigures(curve.title, curve.unit, _source(table), figures))
    return found


def fits(group: GroupDocument, cell: GroupCell, figure: Figure) -> bool:
    """Whether the figure stands beside this cell: all its conditions hold."""
    conditions = (condition.partition("=") for condition in figure.where)
    return all(holds(value_in(group, cell, path), text) for path, _, text in conditions)


def places_of(
    curve: PublishedFigures, x: GroupAxis, metrics: Container[str], facet: tuple[str, str] | None
) -> list[tuple[float | None, float]]:
    """Places along `x` and values of the figures of these metrics. A place of None: at all places.
    `facet`: path and value, as JSON; figures of another value are left out.
    """
    found: list[tuple[float | None, float]] = []
    for figure in curve.figures:
        conditions = dict(condition.split("=", 1) for condition in figure.where)
        side = conditions.get(facet[0]) if facet else None
        if figure.metric not in metrics or (side and facet and not holds(read(facet[1]), side)):
            continue
        if x.path not in conditions:
            found.append((None, figure.value))
        elif x.numeric:
            found.append((float(conditions[x.path]), figure.value))
        else:
            at = [holds(read(value), conditions[x.path]) for value in x.values]
            found += [(float(at.index(True)), figure.value)] if True in at else []
    return found


def _value(table: PublishedTable, point: PublishedPoint) -> float | None:
    row = next((row for row in table.rows if all(text in row for text in point.row)), None)
    if row is None or point.column not in table.columns:
        return None
    value = row[table.columns.index(point.column)]
    return value if isinstance(value, int | float) else None


def _source(table: PublishedTable) -> str:
    return ", ".join(part for part in (table.source_title, table.where, table.year) if part)
