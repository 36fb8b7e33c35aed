"""A metric over the repeats of a run."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Index, Label, Slug
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
