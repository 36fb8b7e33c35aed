"""What a shape check found, and the places that it looks at. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from orrery_contracts.api import SummaryMetric
from orrery_contracts.shape_checks import FigureHead, Take
from orrery_contracts.spec_paths import ABSENT

from orrery_backend.features.groups.axes import label_of
from orrery_backend.features.groups.facts import CellFacts


@dataclass(frozen=True, slots=True)
class Finding:
    """`expected` and `found` are parts of a sentence."""

    holds: bool | None
    expected: str
    found: str
    measured: bool = True
    """False: the cells lack figures that the check needs. That is a failure of a whole suite, and
    says nothing about one that was run in part.
    """


@dataclass(frozen=True, slots=True)
class Setting:
    """Cells that agree in some parameters."""

    label: str
    cells: list[CellFacts]


def settings(cells: Sequence[CellFacts], each: Sequence[str]) -> list[Setting]:
    """Cells by their values at these paths, in order of appearance; all together without any."""
    found: dict[str, Setting] = {}
    for cell in cells:
        values = [cell.value(path) for path in each]
        if any(value is ABSENT for value in values):
            continue
        key = json.dumps(values)
        label = label_of(cell.spec, each)
        found.setdefault(key, Setting(label, [])).cells.append(cell)
    return list(found.values())


def figure_of(cell: CellFacts, check: FigureHead, metric: str | None = None) -> float | None:
    """The check's figure of a cell, or that of another metric taken likewise; None if the cell has
    not measured it.
    """
    taken = _taken(cell, metric or check.metric, check.take)
    if taken is None or check.over is None or metric is not None:
        return taken
    below = _taken(cell, check.over, check.take)
    return taken / below if below else None


def _taken(cell: CellFacts, metric: str, take: Take) -> float | None:
    measured = cell.metrics.get(metric)
    if measured is None:
        return None
    match take:
        case Take.MEDIAN:
            return measured.median
        case Take.LEAST:
            return min(measured.values)
        case Take.GREATEST:
            return max(measured.values)


def figures(
    cells: Sequence[CellFacts], check: FigureHead, metric: str | None = None
) -> list[float]:
    """Of those that measured it."""
    found = [figure_of(cell, check, metric) for cell in cells]
    return [value for value in found if value is not None]


def points(cells: Sequence[CellFacts], path: str, check: FigureHead) -> list[tuple[float, float]]:
    """(parameter, the check's figure), by rising parameter; several cells at one value are one
    point.
    """
    by_x: dict[float, list[float]] = {}
    for cell in cells:
        x, figure = cell.value(path), figure_of(cell, check)
        if isinstance(x, int | float) and not isinstance(x, bool) and figure is not None:
            by_x.setdefault(float(x), []).append(figure)
    return [(x, median(values)) for x, values in sorted(by_x.items())]


def medians(cells: Sequence[CellFacts], metric: str) -> list[SummaryMetric]:
    return [cell.metrics[metric] for cell in cells if metric in cell.metrics]


def no_metric(metric: str, over: str | None = None) -> Finding:
    name = f"{metric} over {over}" if over else metric
    return Finding(False, f"a figure {name}", "no run measured it", measured=False)


def too_few_points(count: int, label: str, expected: str) -> Finding:
    return Finding(False, expected, f"{count} points{at(label)} are too few", measured=False)


def at(label: str) -> str:
    return f" at {label}" if label else ""
