"""The repeat that stands for a run: the cases that the page runs too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from orrery_backend.results.median_repeat import median_repeat
from orrery_contracts.api import RepeatView, RunDocument
from orrery_contracts.results import Better, Metric
from orrery_contracts.workloads.registry import leading_metrics

_FIXTURES = Path(__file__).parents[3] / "contracts/fixtures"
CASES = json.loads((_FIXTURES / "rules/median_repeat.json").read_bytes())
RUN = RunDocument.model_validate_json(
    next((_FIXTURES / "valid/RunDocument").glob("*.json")).read_bytes()
)
LEADING, SECOND, *_ = leading_metrics(RUN.summary.workload)


def _repeat(number: int, value: float | None) -> RepeatView:
    """A repeat that measured another metric too, with the values in the opposite order."""
    measured = {SECOND: -(value or 0.0)} | ({} if value is None else {LEADING: value})
    metrics = [
        Metric(name=name, title=name, value=each, unit="ns", better=Better.LOWER)
        for name, each in measured.items()
    ]
    return RUN.repeats[0].model_copy(update={"repeat": number, "metrics": metrics})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_median_repeat(case: dict[str, object]) -> None:
    values = case["values"]
    assert isinstance(values, list)
    repeats = [_repeat(number, value) for number, value in enumerate(values)]
    shown = median_repeat(RUN.summary.workload, repeats)
    assert (None if shown is None else shown.repeat) == case["shown"]
