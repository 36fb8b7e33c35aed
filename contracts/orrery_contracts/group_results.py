"""Complete groups: cells with their results, gains, shape checks, speed-up."""

from __future__ import annotations

from pydantic import Field

from orrery_contracts.api import IntervalKind, RunSummary, SummaryMetric, WindowModes
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
    window_modes: list[WindowModes] = Field(default=[])
    """Durations in two modes over time. Empty until the run has ended."""


class MetricHead(Contract):
    """A metric of the group's cells."""

    name: Slug
    title: Label
    unit: Label
    better: Better


class GainPair(Contract):
    """A run with a switch, and the run that differs from it in the switch alone."""

    run: Index
    """The number of the run with the switch."""
    label: Label
    """Parameters that both runs share and that tell this pair from the others. Empty if none do."""
    ratio: float | None
    """How many times better with the switch: ratio of medians. Null if a side has two modes, whose
    median represents no repeat, or if the divisor is not above 0."""
    low: float | None
    """95 % BCa bootstrap interval with five repeats or more on both sides. With fewer, the least
    ratio of any two repeats. Null without a ratio, and with one repeat on a side."""
    high: float | None
    interval: IntervalKind
    two_modes: bool
    """A side has two modes, or both have, and the divisor is above 0."""
    modes: list[float] = Field(default=[])
    """Two ratios, the lower first, if one side has two modes: of each mode and the median of the
    other side. Empty otherwise, also if both sides have two modes."""


class SwitchGain(Contract):
    """What a switch of a gains chart gains."""

    name: Slug
    """The gain in the chart."""
    note: Text
    """Parameters along which it was measured, or the two values of the switch."""
    pairs: list[GainPair]


class RunShare(Contract):
    """A figure of a run as a share of the same figure of another run."""

    run: Index
    """Number of the run."""
    metric: SummaryMetric


class ChartFigures(Contract):
    """Figures of a suite's chart that compare its runs."""

    chart: Slug
    gains: list[SwitchGain]
    """Of a gains chart: switches of which a pair is measured."""
    shares: list[RunShare]
    """Of a lines chart with `relative_to`."""
    left_out: list[Text] = Field(default=[])
    """Figures that `shares` does not have because both runs have two modes, or one has them over
    time, in sentences."""


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
    chart_figures: list[ChartFigures] = Field(default=[])
    """For charts of a suite whose figures compare runs."""
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
    modes: list[float] = Field(default=[])
    """Two speed-ups, the lower first, if the repeats here or at `baseline_x` are in two modes;
    `speed_up` then represents no repeat. Empty otherwise."""


class SpeedUp(Contract):
    """One series with a fit of Amdahl's law: time(x) = time(1) · (s + (1 - s) / x)."""

    label: Label
    values: list[Text]
    """Value of each parameter of `series`, as JSON."""
    points: list[SpeedUpPoint]
    serial_fraction: float | None
    """s, by least squares over the repeats in one mode, 0 to 1; null with fewer than two points."""
    serial_fraction_low: float | None
    """95 % bootstrap interval over repeats; null with fewer than five repeats at a point."""
    serial_fraction_high: float | None
    fitted: list[float]
    """Fitted speed-up at each point. Empty: no fit."""
    not_fitted: list[float] = Field(default=[])
    """Measured x that the fit leaves out: the repeats there are in two modes."""
    left_out: list[float] = Field(default=[])
    """Measured x without a point: the repeats there and those at `baseline_x` are in two modes, or
    one of them is over time."""


class SpeedUps(Contract):
    """Speed-up of a group's cells over one parameter."""

    x: SpecPath
    x_title: Label
    metric: Slug
    title: Label
    baseline_x: float | None
    """The least x, with speed-up 1. The ideal speed-up is x divided by it. Null: no cells."""
    series: list[SpeedUp]
