"""Whether the figures that a shape check judges can be trusted on the machine as it was. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.quantity import is_timed, quantity
from orrery_contracts.shape_checks import (
    Claim,
    EqualWithinCheck,
    FigureHead,
    RatioCheck,
    ShapeCheck,
    Take,
)

from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import at


def not_measurable(check: ShapeCheck, cells: Sequence[CellFacts]) -> str:
    """What is wrong with its figures and what would help; empty if nothing is. The least of the
    repeats is what the quietest of them gave: one that was not disturbed is enough. An invariant
    holds whatever disturbs the machine.
    """
    if check.claim is Claim.INVARIANT:
        return ""
    least = isinstance(check, FigureHead) and check.take is Take.LEAST
    from_times = isinstance(check, FigureHead) and check.from_times
    for name in _metrics_of(check):
        for cell in cells:
            metric = cell.metrics.get(name)
            if metric is None or not (is_timed(metric.unit) or from_times):
                continue
            if least:
                if cell.disturbances and len(cell.disturbances) == cell.repeats:
                    return _disturbed("every repeat was", cell, cell.disturbances[0])
                continue
            if metric.modes:
                modes = " and ".join(
                    f"{quantity(mode.median, metric.unit)} ({mode.repeats} repeats)"
                    for mode in metric.modes
                )
                return (
                    f"{metric.title} has two modes{at(cell.label)}: {modes}. Pin the processes or"
                    " add repeats, and run it again"
                )
            if cell.disturbed:
                return _disturbed("most repeats were", cell, cell.disturbed)
    return ""


def _disturbed(which: str, cell: CellFacts, why: str) -> str:
    return f"{which} disturbed{at(cell.label)}. {why} Run it again when the machine is quiet"


def _metrics_of(check: ShapeCheck) -> list[str]:
    """Those whose figures it judges."""
    if isinstance(check, EqualWithinCheck):
        return [check.metric]
    if not isinstance(check, FigureHead):
        return []
    below = check.to_metric if isinstance(check, RatioCheck) else None
    return [name for name in (check.metric, check.over, below) if name is not None]
