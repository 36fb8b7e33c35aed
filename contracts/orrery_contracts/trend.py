"""Trends: a metric of everything that ran with the same settings, over time and commits."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.api import SummaryMetric, Verdict
from orrery_contracts.base import Contract, Count, Instant, Label, RunId, Slug, Text
from orrery_contracts.conclusion import Conclusion
from orrery_contracts.group_results import MetricHead

#: Runs that a trend shows, the newest.
MOST_POINTS = 200


class TrendEntry(Contract):
    """Finished runs of the same settings."""

    run: Count
    """Number of the newest of them; names the trend."""
    run_id: RunId
    title: Label
    """Name of the newest run, with its cell in a sweep or suite. In a list, with the settings that
    tell it from others of its name."""
    workload: Slug
    preset: str | None
    runs: Count
    first_at: Instant
    last_at: Instant


class TrendList(Contract):
    """What was run more than once, the most recent first."""

    items: Annotated[list[TrendEntry], Field(max_length=1_000)]


class TrendAxis(StrEnum):
    """What the runs of a trend are ordered and placed by."""

    RUNS = "runs"
    """Runs in the order in which they ended, at equal distances."""
    DATES = "dates"
    """The same order; each run is placed at the time at which it ended."""
    COMMITS = "commits"
    """Commits in the order of their first runs; all runs of a commit have one place."""


class TrendPoint(Contract):
    """One run of a trend."""

    run: Count
    run_id: RunId
    at: Instant
    """When the run ended."""
    commit: Label
    """Commit of the worker; empty if it is unknown."""
    machines: Label
    metric: SummaryMetric
    disturbed: bool
    """Other work disturbed half of the repeats or more: times and rates are not reliable."""


class TrendChange(Contract):
    """A run with which the metric changed, and how the runs from there to the next change compare
    with the runs before."""

    run: Count
    """The first run after the change, in the order of the axis."""
    run_id: RunId
    commit: Label
    """Commit of that run; empty if it is unknown."""
    commit_before: Label = ""
    """Commit of the last run before the change; empty if it is unknown."""
    before: float
    """Median of the runs' medians between the previous change and this one."""
    after: float
    ratio: float | None
    """Null: the median before is not above zero."""
    ratio_low: float | None
    ratio_high: float | None
    """95 % BCa bootstrap interval over runs; null with fewer than five runs on a side."""
    verdict: Verdict
    sentence: Text


class TrendShape(StrEnum):
    """How the metric goes over the runs."""

    TOO_FEW = "too_few"
    """Fewer runs than a change can be found in."""
    STEADY = "steady"
    STEPS = "steps"
    DRIFT = "drift"
    """The metric changes a little with each run; no single run is the cause."""


class MetricTrend(Contract):
    """A metric over the runs of the same settings."""

    entry: TrendEntry
    """All runs of the same settings, whatever time was asked for."""
    metric: MetricHead
    metrics: list[MetricHead]
    """Metrics that a trend of these runs can show, the leading ones first."""
    axis: TrendAxis = TrendAxis.RUNS
    points: Annotated[list[TrendPoint], Field(max_length=MOST_POINTS)]
    """In the order of the axis, the oldest first. Runs without a commit are not on the axis of
    commits.
    """
    shape: TrendShape
    changes: list[TrendChange]
    """Empty unless the shape is `steps`."""
    conclusion: Conclusion
    """The sentence says the newest change; findings are the changes before it, newest first."""
