"""Runs compared with a baseline."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from orrery_contracts.api.metrics import SummaryMetric
from orrery_contracts.api.published import PublishedTable
from orrery_contracts.api.runs import RunSummary
from orrery_contracts.base import Contract, Count, Label, RunId, Slug, Text
from orrery_contracts.conclusion import Conclusion
from orrery_contracts.results import Better, Check


class Verdict(StrEnum):
    """Result of a comparison."""

    BETTER = "better"
    WORSE = "worse"
    NO_DIFFERENCE = "no_difference_shown"
    NOT_CERTAIN = "not_certain"
    """The corrected test and the interval of the ratio disagree whether there is a difference."""
    NOT_ENOUGH_DATA = "not_enough_data"
    TWO_MODES = "two_modes"
    """The repeats of a side cluster around two values, so no single value can be compared."""
    AS_SET = "as_set"
    """A count, the same in all repeats of each run, that differs because the runs simulate or carry
    different amounts by their settings; or its rate, unless that leads. Neither better nor
    worse."""


class MetricComparison(Contract):
    """One metric of a run, compared with the baseline."""

    run: RunId
    metric: Slug
    title: Label
    unit: Label
    better: Better
    baseline_median: float
    median: float
    baseline_modes: list[float] = Field(default=[])
    """Two figures, the lower first, if the baseline's repeats are in two modes; its median then
    represents no repeat. Empty otherwise."""
    modes: list[float] = Field(default=[])
    """The same of the run's repeats."""
    ratio: float | None
    """Ratio of the medians. Null: a side has two modes, or the baseline's median is zero."""
    ratio_low: float | None
    ratio_high: float | None
    """95 % BCa bootstrap interval of the ratio; null with fewer than five repeats on a side."""
    superiority: float | None
    """Probability that a repeat of this run is above a repeat of the baseline. Ties count one
    half."""
    p_value: float | None
    """Exact two-sided Mann-Whitney test."""
    p_adjusted: float | None
    """P value after the correction over the metrics of this run. Null: the verdict is `as_set`."""
    verdict: Verdict
    sentence: Text


class Difference(Contract):
    """A setting or fact that differs between the compared runs."""

    path: str
    title: Label
    kind: Literal["setting", "fact"]
    values: list[str]
    """One value for each run, in the order of the request."""


class ComparedRun(Contract):
    """A run in a comparison."""

    summary: RunSummary
    label: Label
    """Settings that distinguish the run, e.g. `managers 2`."""
    metrics: list[SummaryMetric]
    doubts: list[Text]
    """Reasons to doubt the result, e.g. a busy machine or too few repeats."""


class Comparison(Contract):
    """Runs compared with a baseline."""

    baseline: RunId
    verdict: Verdict
    conclusion: Conclusion
    runs: list[ComparedRun]
    settings_compared: Count
    differences: list[Difference]
    metrics: list[MetricComparison]
    checks: list[Check]
    """Over all runs: message counts exact in each, state checksums equal where they must be."""
    published: list[PublishedTable]
    """Published tables of the same experiment."""
