"""A metric over the repeats of a run."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Count, Index, Label, Slug, Text
from orrery_contracts.results import Better


class IntervalKind(StrEnum):
    """Meaning of `low` and `high` of a metric."""

    CONFIDENCE = "confidence"
    """A 95 % confidence interval."""
    RANGE = "range"
    """The least and the greatest value, if there are too few repeats for a confidence interval."""


class Mode(Contract):
    """One of two values around which the repeats of a metric cluster."""

    median: float
    repeats: Index


class SummaryMetric(Contract):
    """A metric over the repeats of a run."""

    name: Slug
    title: Label
    unit: Label
    better: Better
    values: Annotated[list[float], Field(max_length=100)]
    """One value for each finished repeat. Tests over them take time that grows with their number:
    a baseline from a file has no more than a run can have."""
    median: float
    low: float
    """Lower end of the 95 % BCa bootstrap interval of the median with five repeats or more; the
    least value with fewer."""
    high: float
    interval: IntervalKind = IntervalKind.RANGE
    modes: list[Mode] = Field(default=[])
    """Two modes, the lower first, if the repeats cluster around two values; the median then
    represents no repeat. Empty otherwise."""


class WindowMode(Contract):
    """One of two values around which the telemetry windows of a repeat cluster."""

    median: float
    windows: Count


class WindowModes(Contract):
    """A duration whose telemetry windows cluster around two values in the course of a repeat. A
    mean over the repeat then represents no part of it."""

    series: Slug
    """Of telemetry, e.g. `step_time`."""
    title: Label
    unit: Label
    repeat: Index
    """Repeat and node where the two modes are the most even."""
    node_index: Index
    modes: list[WindowMode]
    """Two, of medians of windows there, the lower first."""
    places: Count
    """In how many of the repeats, on each node, two modes were found."""
    places_measured: Count
    sentence: Text

    def concerns(self, metric: str) -> bool:
        """Whether `metric` is the mean or median of this duration, and most repeats, counted on
        each node, have two modes. The metric then represents no part of these repeats."""
        is_middle = metric in (f"{self.series}.mean", f"{self.series}.p50")
        return is_middle and self.places * 2 > self.places_measured


def over_time_of(metric: str, window_modes: Sequence[WindowModes]) -> WindowModes | None:
    """The two modes over time that keep the metric from representing the repeats."""
    return next((modes for modes in window_modes if modes.concerns(metric)), None)


def figures_of_modes(metric: SummaryMetric, window_modes: Sequence[WindowModes]) -> list[float]:
    """The two figures of a metric in two modes, among its repeats or else over time, the lower
    first. Empty if its median represents the repeats."""
    found = over_time_of(metric.name, window_modes)
    return [mode.median for mode in metric.modes or (found.modes if found else [])]


class Precision(Contract):
    """Width of the leading metric's interval, compared with the width that the spec asks for."""

    metric: Slug | None
    """The leading metric. Null before the first repeat is done."""
    percent: float | None
    """Distance of the interval's farther end from the median, in percent of the median. Null with
    fewer than five repeats, or if the median is 0."""
    within_percent: float
    """The greatest distance that the spec allows."""
    settled: bool
    more_repeats: Count | None
    """Estimated repeats that are missing, 0 if settled. Null: more repeats are not expected to
    help, because the repeats are in two modes."""
    sentence: Text
