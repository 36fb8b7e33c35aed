"""Parameters and metrics of a group's cells. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence

from orrery_contracts.api import SummaryMetric
from orrery_contracts.group_results import GroupCell, GroupDocument
from orrery_contracts.spec_paths import ABSENT
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.service import value_words


def cells_of(group: GroupDocument, items: Sequence[str]) -> list[GroupCell]:
    """The cells of these items; all cells if `items` is empty."""
    return [cell for cell in group.cells if not items or cell.item in items]


def metric_of(cell: GroupCell, name: str) -> SummaryMetric | None:
    return next((metric for metric in cell.metrics if metric.name == name), None)


def axis_of(group: GroupDocument, path: str | None) -> GroupAxis | None:
    return next((axis for axis in group.axes if axis.path == path), None)


def value_in(group: GroupDocument, cell: GroupCell, path: str) -> object:
    """The cell's value of a parameter, or `ABSENT`."""
    at = next((at for at, axis in enumerate(group.axes) if axis.path == path), None)
    text = None if at is None else cell.values[at]
    return ABSENT if text is None else read(text)


def read(text: str) -> object:
    """A value of an axis from its JSON."""
    try:
        return json.loads(text)
    except ValueError:  # a long text, shortened
        return text


def words_in(group: GroupDocument, cell: GroupCell, axis: GroupAxis) -> str:
    """The cell's value of a parameter, for people; a dash if the cell lacks the parameter."""
    value = value_in(group, cell, axis.path)
    return "–" if value is ABSENT else value_words(value)


def varying_axes(group: GroupDocument, cells: Sequence[GroupCell]) -> list[GroupAxis]:
    """Parameters that differ among these cells."""
    return [
        axis
        for at, axis in enumerate(group.axes)
        if len({cell.values[at] for cell in cells} - {None}) > 1
    ]


def titled(axis: GroupAxis) -> str:
    """The parameter's title and unit."""
    return f"{axis.title}, {_unit(axis)}" if axis.unit else axis.title


def named(axis: GroupAxis, value: object) -> str:
    """A value with its parameter's name: `managers 2`, `update cost 20 µs`."""
    return f"{in_sentence(axis)} {value_words(value)} {_unit(axis)}".rstrip()


def in_sentence(axis: GroupAxis) -> str:
    """The parameter's title in the middle of a sentence; an abbreviation stays as it is."""
    return axis.title if axis.title[:2].isupper() else axis.title[:1].lower() + axis.title[1:]


def _unit(axis: GroupAxis) -> str:
    return "µs" if axis.unit == "us" else axis.unit
