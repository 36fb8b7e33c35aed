"""Why a finding was not found: the suite's reason, with the measurement that shows it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.quantity import quantity
from orrery_contracts.shape_checks import Explanation

from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import at


def explained(explanation: Explanation | None, cells: Sequence[CellFacts]) -> str:
    """The reason and the range of each of its metrics over the cells; empty without a reason, or if
    no cell measured a metric of it: a reason that nothing shows is not given.
    """
    if explanation is None:
        return ""
    shown = [_range(metric, cells) for metric in explanation.metrics]
    measured = [text for text in shown if text]
    return f"{explanation.text} ({'; '.join(measured)})" if measured else ""


def _range(name: str, cells: Sequence[CellFacts]) -> str:
    found = [cell for cell in cells if name in cell.metrics]
    if not found:
        return ""
    title, unit = found[0].metrics[name].title, found[0].metrics[name].unit
    figures = [(figure, cell.label) for cell in found for figure in cell.figures(name)]
    values = sorted(figures, key=lambda each: each[0])
    (low, low_at), (high, high_at) = values[0], values[-1]
    if low == high:
        return f"{title}: {quantity(low, unit)}"
    return f"{title}: {quantity(low, unit)}{at(low_at)} to {quantity(high, unit)}{at(high_at)}"
