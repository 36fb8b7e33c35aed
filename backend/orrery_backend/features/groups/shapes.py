"""Shape checks over the cells of a suite. Pure.

A check has no result if its cells are not there, or have not all ended well. Of a suite that was
run in part, a check that needs the figures of other parts has no result either. A study's finding
that the cells do not show is reported as not found; it fails nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orrery_contracts.shape_checks import (
    BoundCheck,
    ChecksHoldCheck,
    ChecksumsEqualCheck,
    Claim,
    CountsExactCheck,
    EqualWithinCheck,
    LinearCheck,
    MonotoneCheck,
    RatioCheck,
    ShapeCheck,
    ShapeResult,
    ShapeVerdict,
)

from orrery_backend.features.groups.explaining import explained
from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.finding import Finding
from orrery_backend.features.groups.measurable import not_measurable
from orrery_backend.features.groups.shapes_of_runs import bound, checksums, counts, own_checks
from orrery_backend.features.groups.shapes_of_trends import equal_within, linear, monotone, ratio
from orrery_backend.kit.counted import HAS, part_of
from orrery_backend.kit.problems import shortened


def judge(
    checks: Sequence[ShapeCheck], cells: Sequence[CellFacts], *, in_part: bool = False
) -> list[ShapeResult]:
    """In the order of the checks. `in_part`: items were left out, or settings were changed."""
    return [_judge(check, cells, in_part=in_part) for check in checks]


def verdict(results: Sequence[ShapeResult]) -> bool | None:
    """Whether no expectation and no invariant failed; None if none was measured."""
    judged = [
        result.verdict is ShapeVerdict.PASSED
        for result in results
        if result.claim is not Claim.FINDING and result.verdict is not ShapeVerdict.NOT_MEASURED
    ]
    return all(judged) if judged else None


def _judge(check: ShapeCheck, cells: Sequence[CellFacts], *, in_part: bool) -> ShapeResult:
    chosen = [
        cell
        for cell in cells
        if (not check.items or cell.item in check.items) and cell.fits(check.where)
    ]
    finding = _not_yet(chosen) or _no_good(check, chosen) or _find(check, chosen)
    if in_part and not finding.measured:
        finding = replace(finding, holds=None)
    verdict = _verdict(check.claim, finding)
    why = explained(check.explanation, chosen) if verdict is ShapeVerdict.NOT_FOUND else ""
    return ShapeResult(
        name=check.name,
        title=check.title,
        claim=check.claim,
        source=check.source,
        published=check.published,
        verdict=verdict,
        expected=shortened(finding.expected, 2000),
        found=shortened(finding.found, 2000),
        why=shortened(why, 2000),
        sentence=shortened(_sentence(check, verdict, finding), 2000),
    )


def _verdict(claim: Claim, finding: Finding) -> ShapeVerdict:
    if finding.holds is None:
        return ShapeVerdict.NOT_MEASURED
    if finding.holds:
        return ShapeVerdict.PASSED
    return ShapeVerdict.NOT_FOUND if claim is Claim.FINDING else ShapeVerdict.FAILED


def _not_yet(cells: Sequence[CellFacts]) -> Finding | None:
    if not cells:
        return Finding(None, "runs to judge", "none of its runs is part of this")
    missing = [cell for cell in cells if not cell.done]
    if missing:
        which = part_of(len(missing), len(cells), "run")
        found = f"{which} {HAS[len(missing) > 1]} no complete result"
        return Finding(None, "all its runs done", found)
    return None


def _no_good(check: ShapeCheck, cells: Sequence[CellFacts]) -> Finding | None:
    why = not_measurable(check, cells)
    return (
        Finding(None, "figures of a quiet machine", f"not measurable now: {why}") if why else None
    )


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


def _sentence(check: ShapeCheck, verdict: ShapeVerdict, finding: Finding) -> str:
    match verdict:
        case ShapeVerdict.NOT_MEASURED:
            return f"{check.title}: not measured; {finding.found}."
        case ShapeVerdict.PASSED:
            word = "found here too" if check.claim is Claim.FINDING else "passed"
            return f"{check.title}: {word}; {finding.found}."
        case ShapeVerdict.NOT_FOUND:
            return (
                f"{check.title}: not found here; the study: {check.published}, here: "
                f"{finding.found} (looked for: {finding.expected})."
            )
        case ShapeVerdict.FAILED:
            return f"{check.title}: failed; expected {finding.expected}, found {finding.found}."
