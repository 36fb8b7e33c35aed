"""Named baselines: the results of a sweep or suite that later ones are compared with.

A baseline is a copy: deleting the runs that it was made from does not change it. The document is
also the file that `orrery baseline save` writes.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.api import MetricComparison, SummaryMetric, Verdict
from orrery_contracts.base import Contract, Count, Instant, Label, RunId, Slug, SpecPath, Text
from orrery_contracts.conclusion import Conclusion
from orrery_contracts.group import GroupSummary
from orrery_contracts.results import Better

MOST_CELLS = 2_000
#: Least change that counts, as a share, unless another is asked for. Two launches of equal runs
#: differ by more than their repeats do: a machine is not the same from one hour to the next.
DEFAULT_TOLERANCE = 0.05

Tolerance = Annotated[float, Field(ge=0, le=10)]


class SetBaseline(Contract):
    """Makes a sweep or suite a baseline, in place of the one of that name."""

    group: Annotated[str, Field(min_length=1, max_length=32)]
    """Number or id of a sweep or suite whose runs have all ended."""


class CellSetting(Contract):
    """Value of a parameter that distinguishes cells."""

    path: SpecPath
    value: Text
    """As JSON."""


class BaselineCell(Contract):
    """What one cell measured."""

    item: str
    """The suite's item; empty in a sweep."""
    label: Label
    settings: Annotated[list[CellSetting], Field(max_length=64)]
    run: Count
    """Number of the run."""
    metrics: Annotated[list[SummaryMetric], Field(max_length=100)]
    """The leading metrics of the workload that have a better direction."""
    disturbed: Text
    """Why its times and rates say little; empty if its repeats were quiet enough."""
    settings_digest: Label = ""
    """Equal for runs that one trend holds: those of the same settings. Empty in baselines of
    earlier versions."""


class Baseline(Contract):
    """Results to compare with."""

    schema_version: Literal[1]
    name: Slug
    set_at: Instant
    group: GroupSummary
    """The sweep or suite at that time."""
    asked: Annotated[list[Text], Field(max_length=1000)]
    """Settings of all cells that were asked for beside those of the suite or preset."""
    machines: Annotated[list[Text], Field(max_length=256)]
    """Host, processor and cores of each node, in order."""
    builds: Annotated[list[Text], Field(max_length=64)]
    """Builds of the worker."""
    cells: Annotated[list[BaselineCell], Field(max_length=MOST_CELLS)]


class BaselineEntry(Contract):
    """A baseline in the list."""

    name: Slug
    set_at: Instant
    group: GroupSummary
    cells: Count


class BaselineList(Contract):
    """Baselines by name."""

    items: list[BaselineEntry]


class CompareGroup(Contract):
    """What a sweep or suite is compared with: the document of a baseline."""

    baseline: Baseline
    tolerance: Tolerance = DEFAULT_TOLERANCE
    """Least change of a metric over all cells that counts, as a share: 0.05 is 5 %."""


class MetricOverCells(Contract):
    """A leading metric over all cells that both have."""

    metric: Slug
    title: Label
    unit: Label
    better: Better
    cells: Count
    ratio: float | None
    """Geometric mean over the cells of the ratio of medians. Null: a median is not above zero."""
    ratio_low: float | None
    ratio_high: float | None
    """95 % bootstrap interval, repeats resampled in each cell; null with fewer than five repeats
    on a side of a cell."""
    p_value: float
    """Permutation test of ranks; repeats are exchanged within cells."""
    verdict: Verdict
    sentence: Text


class CellComparison(Contract):
    """The leading metric of one cell."""

    item: str
    label: Label
    run: Count
    baseline_run: Count
    metric: MetricComparison


class GroupComparison(Contract):
    """A sweep or suite compared with a baseline."""

    baseline: Slug
    baseline_group: GroupSummary
    group: RunId
    number: Count
    tolerance: float
    verdict: Verdict
    """Worse if any metric over all cells, or any cell by itself, is worse."""
    conclusion: Conclusion
    metrics: list[MetricOverCells]
    cells: list[CellComparison]
    """Cells that both have, in order."""
    only_here: list[Label]
    """Cells that the baseline lacks."""
    only_in_baseline: list[Label]


class WorseThanBaseline(Contract):
    """A baseline that a sweep or suite is worse than."""

    baseline: Slug
    sentence: Text
    """What the comparison found."""


class WorseThanBaselines(Contract):
    """The baselines of the same settings that a sweep or suite is worse than; the
    newest first."""

    items: list[WorseThanBaseline]
