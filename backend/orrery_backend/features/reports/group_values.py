"""Parameters and metrics of a group's cells. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import SummaryMetric
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.spec_paths import ABSENT
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.service import read, unit_words, value_words


def cells_of(group: GroupDocument, items: Sequence[str]) -> list[GroupCell]:
    """The cells of these items; all cells if `items` is empty."""
    return [cell for cell in group.cells if not items or cell.item in items]


def metric_of(cell: GroupCell, name: str) -> SummaryMetric | None:
    return next((metric for metric in cell.metrics if metric.name == name), None)


def axis_of(group: GroupDocument, path: str | None) -> GroupAxis | None:
    return next((axis for axis in group.axes if axis.path == path), None)


def value_text(group: GroupDocument, cell: GroupCell, path: str) -> str | None:
    """The cell's value of a parameter as JSON; None if the cell lacks it."""
    at = next((at for at, axis in enumerate(group.axes) if axis.path == path), None)
    return None if at is None else cell.values[at]


def value_in(group: GroupDocument, cell: GroupCell, path: str) -> object:
    """The cell's value of a parameter, or `ABSENT`."""
    text = value_text(group, cell, path)
    return ABSENT if text is None else read(text)


def words_in(group: GroupDocument, cell: GroupCell, axis: GroupAxis) -> str:
    """The cell's value of a parameter, for people; a dash if the cell lacks the parameter."""
    value = value_in(group, cell, axis.path)
    return "–" if value is ABSENT else value_words(value, closed=axis.closed)


def varying_axes(group: GroupDocument, cells: Sequence[GroupCell]) -> list[GroupAxis]:
    """Parameters that differ among these cells."""
    return [
        axis
        for at, axis in enumerate(group.axes)
        if len({cell.values[at] for cell in cells} - {None}) > 1
    ]


def titled(axis: GroupAxis) -> str:
    """The parameter's title and unit."""
    return f"{axis.title}, {unit_words(axis)}" if axis.unit else axis.title


def ordered_values(axis: GroupAxis) -> list[object]:
    """Numbers by size; other values in the axis' own order."""
    values = [read(text) for text in axis.values]
    return sorted(values, key=lambda value: float(str(value))) if axis.numeric else values
