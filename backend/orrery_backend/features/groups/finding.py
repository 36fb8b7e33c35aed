"""What a shape check found, and the places that it looks at. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from orrery_contracts.api import SummaryMetric
from orrery_contracts.spec_paths import ABSENT

from orrery_backend.features.groups.axes import label_of
from orrery_backend.features.groups.facts import CellFacts


@dataclass(frozen=True, slots=True)
class Finding:
    """`expected` and `found` are parts of a sentence."""

    holds: bool | None
    expected: str
    found: str


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


def points(cells: Sequence[CellFacts], path: str, metric: str) -> list[tuple[float, float]]:
    """(parameter, median of the metric), by rising parameter; several cells at one value are one
    point.
    """
    by_x: dict[float, list[float]] = {}
    for cell in cells:
        x = cell.value(path)
        if isinstance(x, int | float) and not isinstance(x, bool) and metric in cell.metrics:
            by_x.setdefault(float(x), []).append(cell.metrics[metric].median)
    return [(x, median(values)) for x, values in sorted(by_x.items())]


def medians(cells: Sequence[CellFacts], metric: str) -> list[SummaryMetric]:
    return [cell.metrics[metric] for cell in cells if metric in cell.metrics]


def no_metric(metric: str) -> Finding:
    return Finding(False, f"a figure {metric}", "no run measured it")


def at(label: str) -> str:
    return f" at {label}" if label else ""
