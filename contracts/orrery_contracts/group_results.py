"""Complete groups: cells with their results, shape checks, speed-up."""

from __future__ import annotations

from orrery_contracts.api import RunSummary, SummaryMetric
from orrery_contracts.base import Contract, Count, Index, Label, Slug, SpecPath, Text
from orrery_contracts.conclusion import Conclusion
from orrery_contracts.group import GroupSummary
from orrery_contracts.results import Better
from orrery_contracts.shape_checks import ShapeResult
from orrery_contracts.suite import RunSuite, Suite
from orrery_contracts.sweep import GroupAxis, Sweep


class GroupCell(Contract):
    """A cell: its newest run and that run's results so far."""

    cell: Index
    item: str
    """The suite's item; empty in a sweep."""
    label: Label
    values: list[Text | None]
    """Value for each axis as JSON. Null: the cell's workload has no such parameter."""
    run: RunSummary
    metrics: list[SummaryMetric]


class MetricHead(Contract):
    """A metric of the group's cells."""

    name: Slug
    title: Label
    unit: Label
    better: Better


class GroupDocument(Contract):
    """A complete group."""

    summary: GroupSummary
    sweep: Sweep | None
    """The sweep as requested. Null for a suite."""
    suite: Suite | None
    """The suite at the time of its launch. Null for a sweep."""
    run_suite: RunSuite | None = None
    """Selected items and settings of the suite. Null for a sweep."""
    axes: list[GroupAxis]
    """Parameters that distinguish the cells: the axes of the sweeps and the horizontal axes of the
    charts."""
    metrics: list[MetricHead]
    cells: list[GroupCell]
    shapes: list[ShapeResult]
    """Shape checks of a suite, judged from the runs that have ended."""
    conclusion: Conclusion | None = None
    """The findings; null until all runs have ended."""


class GroupPage(Contract):
    """A page of groups, newest first."""

    items: list[GroupSummary]
    next_cursor: str | None
    total: Count


class SpeedUpPoint(Contract):
    """Speed-up at one value of the parameter."""

    x: float
    speed_up: float
    low: float
    """95 % bootstrap interval; equal to `speed_up` with fewer than five repeats on a side."""
    high: float


class SpeedUp(Contract):
    """One series with a fit of Amdahl's law: time(x) = time(1) · (s + (1 - s) / x)."""

    label: Label
    values: list[Text]
    """Value of each parameter of `series`, as JSON."""
    points: list[SpeedUpPoint]
    serial_fraction: float | None
    """s, by least squares over all repeats, 0 to 1; null with fewer than two points."""
    serial_fraction_low: float | None
    """95 % bootstrap interval over repeats; null with fewer than five repeats at a point."""
    serial_fraction_high: float | None
    fitted: list[float]
    """Fitted speed-up at each point. Empty: no fit."""


class SpeedUps(Contract):
    """Speed-up of a group's cells over one parameter."""

    x: SpecPath
    x_title: Label
    metric: Slug
    title: Label
    baseline_x: float | None
    """The least x, with speed-up 1. The ideal speed-up is x divided by it. Null: no cells."""
    series: list[SpeedUp]
