"""Shape checks on each run for itself: bounds, counts, final states, own checks. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.quantity import quantity
from orrery_contracts.shape_checks import BoundCheck, ChecksumsEqualCheck

from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import Finding, at, figure_of, no_metric, settings


def bound(check: BoundCheck, cells: Sequence[CellFacts]) -> Finding:
    units = {cell.metrics[check.metric].unit for cell in cells if check.metric in cell.metrics}
    unit = units.pop() if len(units) == 1 and check.over is None else ""
    words = [
        f"at least {quantity(check.low, unit)}" if check.low is not None else "",
        f"at most {quantity(check.high, unit)}" if check.high is not None else "",
    ]
    expected = " and ".join(word for word in words if word) or "a figure"
    measured = [(figure_of(cell, check), cell.label) for cell in cells]
    found = [(value, label) for value, label in measured if value is not None]
    if len(found) < len(cells):
        return no_metric(check.metric, check.over)
    bad = [
        entry
        for entry in found
        if (check.low is not None and entry[0] < check.low)
        or (check.high is not None and entry[0] > check.high)
    ]
    low, high = min(bad or found), max(bad or found)
    span = quantity(low[0], unit) + at(low[1])
    if low[0] != high[0]:
        span += f" to {quantity(high[0], unit)}{at(high[1])}"
    return Finding(not bad, expected, span)


def counts(cells: Sequence[CellFacts]) -> Finding:
    bad = [cell for cell in cells if cell.miscounted]
    expected = "every kind of message counted as its model says"
    if bad:
        first = bad[0]
        return Finding(False, expected, f"{', '.join(first.miscounted)} differ{at(first.label)}")
    return Finding(True, expected, f"exact in {_runs(cells)}")


def checksums(check: ChecksumsEqualCheck, cells: Sequence[CellFacts]) -> Finding:
    expected = "one final state"
    compared = 0
    for setting in settings(cells, check.each):
        states = set[str]().union(*(cell.checksums for cell in setting.cells))
        if any(not cell.checksums for cell in setting.cells):
            return Finding(False, expected, f"a run gave none{at(setting.label)}")
        if len(states) > 1:
            return Finding(False, expected, f"{len(states)} final states{at(setting.label)}")
        compared += len(setting.cells)
    runs = f"{compared} runs" if compared != 1 else "1 run"
    return Finding(True, expected, f"equal over {runs}")


def own_checks(cells: Sequence[CellFacts]) -> Finding:
    expected = "all checks of all runs to pass"
    bad = [cell for cell in cells if cell.checks_hold is not True]
    if bad:
        return Finding(False, expected, f"some failed{at(bad[0].label)}")
    return Finding(True, expected, f"they passed in {_runs(cells)}")


def _runs(cells: Sequence[CellFacts]) -> str:
    return f"all {len(cells)} runs" if len(cells) != 1 else "the only run"
