"""Shape checks over the cells of a suite. Pure.

A check over cells that are not there, or have not all ended well, has no result: the parts of a
suite that were not run are not judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.shape_checks import (
    BoundCheck,
    ChecksHoldCheck,
    ChecksumsEqualCheck,
    CountsExactCheck,
    EqualWithinCheck,
    LinearCheck,
    MonotoneCheck,
    RatioCheck,
    ShapeCheck,
    ShapeResult,
)

from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import Finding
from orrery_backend.features.groups.shapes_of_runs import bound, checksums, counts, own_checks
from orrery_backend.features.groups.shapes_of_trends import equal_within, linear, monotone, ratio
from orrery_backend.kit.problems import shortened


def judge(checks: Sequence[ShapeCheck], cells: Sequence[CellFacts]) -> list[ShapeResult]:
    """In the order of the checks."""
    return [_judge(check, cells) for check in checks]


def verdict(results: Sequence[ShapeResult]) -> bool | None:
    """Whether all that could be judged hold; None if nothing could."""
    judged = [result.holds for result in results if result.holds is not None]
    return all(judged) if judged else None


def _judge(check: ShapeCheck, cells: Sequence[CellFacts]) -> ShapeResult:
    chosen = [
        cell
        for cell in cells
        if (not check.items or cell.item in check.items) and cell.fits(check.where)
    ]
    finding = _not_yet(chosen) or _find(check, chosen)
    return ShapeResult(
        name=check.name,
        title=check.title,
        source=check.source,
        holds=finding.holds,
        expected=shortened(finding.expected, 2000),
        found=shortened(finding.found, 2000),
        sentence=shortened(_sentence(check.title, finding), 2000),
    )


def _not_yet(cells: Sequence[CellFacts]) -> Finding | None:
    if not cells:
        return Finding(None, "runs to judge", "none of its runs is part of this")
    missing = [cell for cell in cells if not cell.done]
    if missing:
        which = f"{len(missing)} of {len(cells)} runs have no complete result"
        return Finding(None, "all its runs done", which)
    return None


def _find(check: ShapeCheck, cells: Sequence[CellFacts]) -> Finding:
    match check:
        case LinearCheck():
            return linear(check, cells)
        case MonotoneCheck():
            return monotone(check, cells)
        case RatioCheck():
            return ratio(check, cells)
        case EqualWithinCheck():
            return equal_within(check, cells)
        case BoundCheck():
            return bound(check, cells)
        case CountsExactCheck():
            return counts(cells)
        case ChecksumsEqualCheck():
            return checksums(check, cells)
        case ChecksHoldCheck():
            return own_checks(cells)


def _sentence(title: str, finding: Finding) -> str:
    if finding.holds is None:
        return f"{title}: not judged; {finding.found}."
    if finding.holds:
        return f"{title}: holds; {finding.found}."
    return f"{title}: does not hold; expected {finding.expected}, {finding.found}."
