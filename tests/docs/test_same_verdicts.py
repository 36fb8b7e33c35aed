"""`scripts/same_verdicts.py`, whose table stands in docs/user/statistics.md."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from orrery_contracts.group_results import GroupDocument
from orrery_contracts.shape_checks import ShapeResult, ShapeVerdict

ROOT = Path(__file__).resolve().parents[2]
Verdicts = runpy.run_path(str(ROOT / "scripts/same_verdicts.py"))["Verdicts"]
GROUP = GroupDocument.model_validate_json(
    (ROOT / "contracts/fixtures/valid/GroupDocument/suite.json").read_bytes()
)
PASSED, FAILED = ShapeVerdict.PASSED, ShapeVerdict.FAILED
MISSED, UNMEASURED = ShapeVerdict.NOT_FOUND, ShapeVerdict.NOT_MEASURED


def _shape(verdict: ShapeVerdict) -> ShapeResult:
    return GROUP.shapes[0].model_copy(update={"verdict": verdict})


@pytest.mark.parametrize(
    ("times", "same", "unmeasured", "contradict"),
    [
        ([PASSED, PASSED], 1, 0, False),
        ([PASSED, FAILED], 0, 0, True),
        ([PASSED, MISSED, UNMEASURED], 0, 1, True),
        ([PASSED, UNMEASURED], 0, 1, False),
        ([UNMEASURED, UNMEASURED], 1, 1, False),
    ],
)
def test_verdicts_of_several_times_are_compared(
    times: list[ShapeVerdict], same: int, unmeasured: int, contradict: bool
) -> None:
    found = Verdicts()
    for verdict in times:
        found.add(GROUP.model_copy(update={"shapes": [_shape(verdict)]}))
    assert (found.same(), found.unmeasured()) == (same, unmeasured)
    assert bool(found.contradictions()) == contradict
