"""Examples of answers about baselines, for the description of the interface."""

from __future__ import annotations

from orrery_contracts.api import MetricComparison, SummaryMetric, Verdict
from orrery_contracts.baseline import (
    Baseline,
    BaselineCell,
    BaselineEntry,
    BaselineList,
    CellComparison,
    CellSetting,
    GroupComparison,
    MetricOverCells,
    WorseThanBaseline,
    WorseThanBaselines,
)
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group import GroupSummary
from pydantic import BaseModel

_AT = "2026-03-03T12:10:00.000Z"
_SENTENCE = "Slower: the median step time over 4 cells is 1.12 times the baseline."


def baseline_example(group: GroupSummary, metric: SummaryMetric) -> Baseline:
    """One cell of a suite."""
    cell = BaselineCell(
        item="process-models",
        label="managers 1",
        settings=[CellSetting(path="workload.managers", value="1")],
        run=121,
        metrics=[metric],
        disturbed="",
        settings_digest="0c1f5d9a7be24f6083d1c2aa",
    )
    return Baseline(
        schema_version=1,
        name="main",
        set_at=_AT,
        group=group,
        asked=["repeats=3"],
        machines=["lyra.lab, AMD EPYC 7B13, 2 cores"],
        builds=["release 4f0c1d2"],
        cells=[cell],
    )


def baseline_examples(group: GroupSummary, metric: SummaryMetric) -> dict[str, BaseModel]:
    """By the name of their model."""
    baseline = baseline_example(group, metric)
    [cell] = baseline.cells
    compared = MetricComparison(
        run=group.id,
        metric=metric.name,
        title=metric.title,
        unit=metric.unit,
        better=metric.better,
        baseline_median=metric.median,
        median=157_400.0,
        ratio=1.12,
        ratio_low=None,
        ratio_high=None,
        superiority=1.0,
        p_value=0.1,
        p_adjusted=0.4,
        verdict=Verdict.NOT_ENOUGH_DATA,
        sentence="Step time, median: not enough data; measure 6 repeats on each side.",
    )
    documents: list[BaseModel] = [
        BaselineList(items=[BaselineEntry(name="main", set_at=_AT, group=group, cells=4)]),
        baseline,
        GroupComparison(
            baseline="main",
            baseline_group=group,
            group=group.id,
            number=4,
            tolerance=0.05,
            verdict=Verdict.WORSE,
            conclusion=Conclusion(
                outcome=Outcome.FOUND,
                sentence=_SENTENCE.replace("the baseline", "baseline main"),
                findings=[],
                models=[],
                doubts=["Fewer than 5 repeats in a cell: no interval."],
                next_steps=[
                    "Run it again to see whether it stays, then compare the runs of a cell."
                ],
            ),
            metrics=[
                MetricOverCells(
                    metric=metric.name,
                    title=metric.title,
                    unit=metric.unit,
                    better=metric.better,
                    cells=4,
                    ratio=1.12,
                    ratio_low=None,
                    ratio_high=None,
                    p_value=0.001,
                    verdict=Verdict.WORSE,
                    sentence=_SENTENCE,
                )
            ],
            cells=[
                CellComparison(
                    item=cell.item, label=cell.label, run=131, baseline_run=121, metric=compared
                )
            ],
            only_here=[],
            only_in_baseline=[],
        ),
        WorseThanBaselines(
            items=[WorseThanBaseline(baseline="main", sentence=_SENTENCE)],
        ),
    ]
    return {type(document).__name__: document for document in documents}
