"""Shape checks: statements about a suite's results, computed from the store when its runs have
ended. Each says who claims it: a study, this project, or the model of the workload.

They hold on ratios, slopes, counts and shares, never on absolute times. A `where` selects cells by
`path=value` of their specs, all of which must hold; a check over several settings names them in
`each` and must hold for each of their combinations.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from orrery_contracts.base import Contract, Label, Slug, SpecPath, Text

Condition = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z_][a-z0-9_.\[\]]*=.*$", max_length=300),
]
"""`path=value`: the value is JSON, or else text."""

Where = Annotated[list[Condition], Field(max_length=8)]
Each = Annotated[list[SpecPath], Field(max_length=3)]


class Trend(StrEnum):
    """Which way a metric goes as a parameter grows."""

    RISES = "rises"
    FALLS = "falls"


class Take(StrEnum):
    """Which of a run's repeats counts."""

    MEDIAN = "median"
    LEAST = "least"
    GREATEST = "greatest"


class Claim(StrEnum):
    """Who claims what a shape check states."""

    FINDING = "finding"
    """The study measured it. A suite that measures something else reports "not found here"."""
    EXPECTATION = "expectation"
    """This project expects it of its own software."""
    INVARIANT = "invariant"
    """It follows from the workload's model; anything else is a fault."""


class Explanation(Contract):
    """Why a finding is not found on today's machines, and the measurement that shows it."""

    text: Text
    metrics: Annotated[list[Slug], Field(min_length=1, max_length=4)]
    """Shown with their values in the runs that the check is about."""


class ShapeHead(Contract):
    """What every shape check has."""

    name: Slug
    title: Label
    claim: Claim = Claim.EXPECTATION
    source: Label = ""
    """Section, figure or table of the study."""
    published: Label = ""
    """What the study measured, in its own figures; required of a finding."""
    explanation: Explanation | None = None
    """Shown with a finding that was not found here; null: the reason is not known."""
    items: list[Slug] = Field(default=[], max_length=50)
    """Items whose runs it is about; empty: all."""
    where: Where = Field(default=[])


class FigureHead(ShapeHead):
    """A shape check on a figure of each run."""

    metric: Slug
    over: Slug | None = None
    """The figure is the metric over this one; null: the metric alone."""
    take: Take = Take.MEDIAN
    """Of metric and `over` each, over a run's repeats. The least of times is the case that others
    on the machine disturbed least, which the threaded study sought by its repeats."""
    from_times: bool = False
    """The metric is a count or share that follows from measured times, such as idle time or the
    moves that measured loads cause. It is judged under the same conditions as times."""


class LinearCheck(FigureHead):
    """The metric is a straight line over a parameter."""

    kind: Literal["linear"] = "linear"
    x: SpecPath
    each: Each = Field(default=[])
    r_squared_min: Annotated[float, Field(ge=0, le=1)] = 0.95
    trend: Trend = Trend.RISES


class MonotoneCheck(FigureHead):
    """The metric goes one way over a parameter, from each value to the next; a step back within
    `noise_share` is noise, and from first to last it goes the right way."""

    kind: Literal["monotone"] = "monotone"
    x: SpecPath
    each: Each = Field(default=[])
    trend: Trend
    noise_share: Annotated[float, Field(ge=0, le=1)] = 0.05


class RatioCheck(FigureHead):
    """The metric at one place over the metric at another lies between two bounds."""

    kind: Literal["ratio"] = "ratio"
    of: Where
    to: Where
    to_metric: Slug | None = None
    """Another metric below; null: the same figure."""
    each: Each = Field(default=[])
    low: Annotated[float, Field(ge=0)] | None = None
    high: Annotated[float, Field(ge=0)] | None = None
    given: Slug | None = None
    """A metric that is 0 in runs which have no such figure, e.g. because a bound was not kept. If
    no two runs are left to compare for this reason, the check is not measurable here."""


class EqualWithinCheck(ShapeHead):
    """The metric is the same at two places: medians within a share of each other, or intervals
    that overlap."""

    kind: Literal["equal_within"] = "equal_within"
    metric: Slug
    of: Where
    to: Where
    each: Each = Field(default=[])
    share: Annotated[float, Field(ge=0, le=1)] = 0.1


class BoundCheck(FigureHead):
    """The metric of every cell is within bounds. For what is counted and for shares."""

    kind: Literal["bound"] = "bound"
    low: float | None = None
    high: float | None = None


class CountsExactCheck(ShapeHead):
    """Every run counted exactly the messages that its workload's model expects."""

    kind: Literal["counts_exact"] = "counts_exact"


class ChecksumsEqualCheck(ShapeHead):
    """Runs that agree in `each` end in the same state."""

    kind: Literal["checksums_equal"] = "checksums_equal"
    each: Each = Field(default=[])


class ChecksHoldCheck(ShapeHead):
    """Every run's own checks hold."""

    kind: Literal["checks_hold"] = "checks_hold"


ShapeCheck = Annotated[
    LinearCheck
    | MonotoneCheck
    | RatioCheck
    | EqualWithinCheck
    | BoundCheck
    | CountsExactCheck
    | ChecksumsEqualCheck
    | ChecksHoldCheck,
    Field(discriminator="kind", title="Shape check"),
]


class ShapeVerdict(StrEnum):
    """How a shape check ended."""

    PASSED = "passed"
    FAILED = "failed"
    """An expectation or an invariant that the runs contradict."""
    NOT_FOUND = "not_found"
    """A study's finding that the runs do not show."""
    NOT_MEASURED = "not_measured"
    """The runs that it needs were not asked for, have not ended, or failed; or their figures are
    no good: most repeats were disturbed, a metric has two modes, or the runs did not reach what
    the figure presupposes."""


class ShapeResult(Contract):
    """What a shape check found."""

    name: Slug
    title: Label
    claim: Claim
    source: Label
    published: Label
    """What the study measured; empty unless the check is a finding."""
    verdict: ShapeVerdict
    expected: Text
    found: Text
    why: Text
    """Of a finding that was not found: the known reason, with its measurement; or empty."""
    sentence: Text
    """Both in one sentence, for people."""
