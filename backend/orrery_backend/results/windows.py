"""Durations whose telemetry windows gather around two figures in the course of a repeat. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from orrery_contracts.api import RunNode, WindowMode, WindowModes
from orrery_contracts.quantity import quantity
from orrery_contracts.telemetry import Column, ColumnRole, FrameKind, FrameSchema

from orrery_backend.kit.problems import shortened
from orrery_backend.kit.statistics.modes import Gathered, two_modes

#: A mean over a window in which the mode changes is between the modes; a median is of one of them.
_STATISTIC = ".p50"

Place = tuple[int, int]
"""Repeat and node."""


@dataclass(slots=True)
class SeriesOfWindows:
    """Medians of the windows of one duration, by place."""

    column: Column
    medians: dict[Place, list[float]] = field(default_factory=dict)


def judged_columns(schema: FrameSchema) -> list[int]:
    """Indices of the columns in which modes are looked for."""
    if schema.kind is not FrameKind.WINDOW:
        return []
    return [
        index
        for index, column in enumerate(schema.columns)
        if column.role is ColumnRole.DURATION and column.name.endswith(_STATISTIC)
    ]


def modes_over_time(
    found: Mapping[str, SeriesOfWindows], nodes: Sequence[RunNode]
) -> list[WindowModes]:
    """One entry for each duration with two modes anywhere, in the order of `found`."""
    judged = []
    for series in found.values():
        modes = {
            place: pair
            for place, values in sorted(series.medians.items())
            if (pair := two_modes(values)) is not None
        }
        if modes:
            place = max(modes, key=lambda at: min(mode.values for mode in modes[at]))
            judged.append(_entry(series, place, modes[place], len(modes), nodes))
    return judged


def _entry(
    series: SeriesOfWindows,
    place: Place,
    modes: tuple[Gathered, Gathered],
    places: int,
    nodes: Sequence[RunNode],
) -> WindowModes:
    column, (repeat, node) = series.column, place
    first, second = (f"{quantity(mode.median, column.unit)} in {mode.values}" for mode in modes)
    where = f"repeat {repeat + 1}, {nodes[node].name if node < len(nodes) else f'node {node + 1}'}"
    title = column.title.removesuffix(", median")
    sentence = f"{title} has two modes over time: {first} windows, {second} ({where})."
    if len(series.medians) > 1:
        sentence += f" Found in {places} of {len(series.medians)} repeats, counted on each node."
    return WindowModes(
        series=column.series,
        title=title,
        unit=column.unit,
        repeat=repeat,
        node_index=node,
        modes=[WindowMode(median=mode.median, windows=mode.values) for mode in modes],
        places=places,
        places_measured=len(series.medians),
        sentence=shortened(sentence, 2000),
    )
