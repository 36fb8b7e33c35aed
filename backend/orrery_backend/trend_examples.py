"""Examples of trends, for the description of the interface."""

from __future__ import annotations

from orrery_contracts.api import SummaryMetric, Verdict
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group_results import MetricHead
from orrery_contracts.results import Better
from orrery_contracts.trend import (
    MetricTrend,
    TrendChange,
    TrendEntry,
    TrendList,
    TrendPoint,
    TrendShape,
)
from pydantic import BaseModel

_AT = "2026-03-03T12:02:00.000Z"
_ID = "01jzq3v5m8c2k4w9x7t6n0r1ac"
_SENTENCE = (
    "The median step time rose by 12 % (9 to 15 %) with run 41,"
    " between commits 9876fed and abc1234."
)


def trend_examples() -> dict[str, BaseModel]:
    """By the name of the document."""
    entry = TrendEntry(
        run=41,
        run_id=_ID,
        title="Two nodes",
        workload="universe_steps",
        preset="universe-two-nodes",
        runs=1,
        first_at=_AT,
        last_at=_AT,
    )
    head = MetricHead(
        name="step_time.p50", title="Step time, median", unit="ns", better=Better.LOWER
    )
    metric = SummaryMetric(
        **head.model_dump(), values=[140500.0], median=140500.0, low=140500.0, high=140500.0
    )
    point = TrendPoint(
        run=41,
        run_id=_ID,
        at=_AT,
        commit="abc1234",
        machines="lyra, EPYC",
        metric=metric,
        disturbed=False,
    )
    change = TrendChange(
        run=41,
        run_id=_ID,
        commit="abc1234",
        commit_before="9876fed",
        before=125446.0,
        after=140500.0,
        ratio=1.12,
        ratio_low=1.09,
        ratio_high=1.15,
        verdict=Verdict.WORSE,
        sentence=_SENTENCE,
    )
    trend = MetricTrend(
        entry=entry,
        metric=head,
        metrics=[head],
        points=[point],
        shape=TrendShape.STEPS,
        changes=[change],
        conclusion=Conclusion(
            outcome=Outcome.FOUND,
            sentence=_SENTENCE,
            findings=[],
            models=[],
            doubts=[],
            next_steps=["Compare runs 120 and 121, before and after the newest change."],
        ),
    )
    return {"TrendList": TrendList(items=[entry]), "MetricTrend": trend}
