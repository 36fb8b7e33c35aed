"""Groups whole: cells, what they measured, shape checks, speed-up."""

from __future__ import annotations

from orrery_contracts.api import RunSummary, SummaryMetric
from orrery_contracts.base import Contract, Count, Index, Label, Slug, SpecPath, Text
from orrery_contracts.group import GroupSummary
from orrery_contracts.results import Better
from orrery_contracts.shape_checks import ShapeResult
from orrery_contracts.suite import RunSuite, Suite
from orrery_contracts.sweep import GroupAxis, Sweep


class GroupCell(Contract):
    """One cell: its newest run, and what that has measured so far."""

    cell: Index
    item: str
    """The suite's item; empty in a sweep."""
    label: Label
    values: list[Text | None]
    """By axis of the group, as JSON; null where its workload has no such parameter."""
    run: RunSummary
    metrics: list[SummaryMetric]


class MetricHead(Contract):
    """A metric that cells of the group have."""

    name: Slug
    title: Label
    unit: Label
    better: Better


class GroupDocument(Contract):
    """A group, whole."""

    summary: GroupSummary
    sweep: Sweep | None
    """What was asked for; null for a suite."""
    suite: Suite | None
    """The suite as it was when it was run; null for a sweep."""
    run_suite: RunSuite | None = None
    """What of it was to run, and with which settings; null for a sweep."""
    axes: list[GroupAxis]
    """Parameters that tell cells apart: the axes of its sweeps, and what its charts draw
    against."""
    metrics: list[MetricHead]
    cells: list[GroupCell]
    shapes: list[ShapeResult]
    """Of a suite, as far as the runs that have ended tell."""


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
    """One series, and Amdahl's law fitted to it: time is s + (1 - s) / x of what one would take."""

    label: Label
    values: list[Text]
    """By parameter of `series`, as JSON."""
    points: list[SpeedUpPoint]
    serial_fraction: float | None
    """s, by least squares over all repeats, 0 to 1; null with fewer than two points."""
    serial_fraction_low: float | None
    """95 % bootstrap interval over repeats; null with fewer than five repeats at a point."""
    serial_fraction_high: float | None
    fitted: list[float]
    """The law at each point's x; empty without a fit."""


class SpeedUps(Contract):
    """Speed-up of a group's cells over one parameter."""

    x: SpecPath
    x_title: Label
    metric: Slug
    title: Label
    baseline_x: float | None
    """The least x of all, which has speed-up 1: the ideal line is x over this. Null without
    cells."""
    series: list[SpeedUp]
