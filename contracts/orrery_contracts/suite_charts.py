"""The charts of a suite: which figures are drawn against which parameters. A sweep's own page
offers the same ones.

A chart names metrics as results do (`step_time.p50`) and parameters by their path in the run spec,
whether they are axes or fixed in an item.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Contract, Label, Slug, SpecPath, Text
from orrery_contracts.shape_checks import Where

MetricName = Slug
Metrics = Annotated[list[MetricName], Field(min_length=1, max_length=12)]


class PublishedPoint(Contract):
    """A figure of a published table, and the measured figure that it stands beside."""

    row: Annotated[list[Label], Field(min_length=1, max_length=4)]
    """Texts of its row that no other row has together."""
    column: Label
    metric: MetricName
    """A metric of the chart."""
    where: Where = Field(default=[])
    """The cells that it stands beside. A lines chart takes its place on the axis from the condition
    on `x`, measured there or not; without that condition it is a level along the axis. A table with
    a row for each cell shows a figure without conditions in a row of its own."""


class PublishedCurve(Contract):
    """Figures of a published table as a chart draws them beside what was measured: a dashed curve
    with an axis of its own, or a column or row of a table."""

    table: Slug
    title: Label
    """Whose figures: platform, protocol or RTI."""
    unit: Label
    """Of the figures, as people read it: `ms`."""
    times: Annotated[float, Field(ge=0.001, le=1_000)] = 1.0
    """What each figure is multiplied by: 2 makes one way a round trip."""
    points: Annotated[list[PublishedPoint], Field(min_length=1, max_length=50)]


class ChartHead(Contract):
    """What every chart has."""

    name: Slug
    title: Label
    caption: Text = ""
    """What it shows, and what to look for."""
    figure_of: Label = ""
    """The published figure or table that it follows; empty if none."""
    items: list[Slug] = Field(default=[], max_length=50)
    """Items whose runs it shows; empty: all."""
    published: list[Slug] = Field(default=[], max_length=10)
    """Ids of published tables to show whole on its page."""
    beside: list[PublishedCurve] = Field(default=[], max_length=12)
    """Published figures that are drawn in the chart."""


class LinesChart(ChartHead):
    """Each metric against a parameter, median with its interval; one line for each series."""

    kind: Literal["lines"] = "lines"
    x: SpecPath
    metrics: Metrics
    series: list[SpecPath] = Field(default=[], max_length=3)
    """Parameters that tell lines apart."""
    facet: SpecPath | None = None
    """A panel for each value of this parameter."""
    log_x: bool = False
    log_y: bool = False
    relative_to: Where = Field(default=[])
    """Each figure is drawn as a share of the same figure in the cell that meets these conditions at
    the same place on the axis; empty: as it was measured."""


class BreakdownChart(ChartHead):
    """Metrics of one unit stacked at each value of a parameter: where the time goes."""

    kind: Literal["breakdown"] = "breakdown"
    x: SpecPath
    metrics: Metrics
    facet: SpecPath | None = None
    share: bool = False
    """Each stack is drawn as shares of its whole."""


class SpeedUpChart(ChartHead):
    """Speed-up over the least value of a parameter, with the ideal line and Amdahl's law fitted:
    see `GET /groups/{id}/speed-up`."""

    kind: Literal["speedup"] = "speedup"
    x: SpecPath
    """Workers, threads, CPUs or nodes."""
    metric: MetricName
    series: list[SpecPath] = Field(default=[], max_length=3)


class HeatChart(ChartHead):
    """A metric over two parameters."""

    kind: Literal["heat"] = "heat"
    x: SpecPath
    y: SpecPath
    metric: MetricName
    facet: SpecPath | None = None


class TableChart(ChartHead):
    """Metrics in columns, one row for each cell."""

    kind: Literal["table"] = "table"
    rows: list[SpecPath] = Field(default=[], max_length=4)
    """Parameters that name a row; empty: the group's axes."""
    columns: Metrics


class Gain(Contract):
    """What a switch gains: how many times better the chart's metric is with it than without it, for
    each pair of cells of an item that differ in nothing else."""

    name: Slug
    title: Label
    item: Slug
    switch: SpecPath
    on: Label
    """The parameter's value with the gain."""
    off: Label
    """And without: the plain system."""


class GainsChart(ChartHead):
    """Ratios with their intervals, a row for each switch. A published table with the columns `gain`
    (a gain's name), `times_least` and `times_most` is drawn beside them, as what was expected."""

    kind: Literal["gains"] = "gains"
    metric: MetricName
    gains: Annotated[list[Gain], Field(min_length=1, max_length=20)]


class TracesChart(ChartHead):
    """Traces of the last repeat of each cell, a panel for each cell: what happened within runs."""

    kind: Literal["traces"] = "traces"
    trace: Slug
    """What the names of the traces begin with, e.g. `received_rate.federate`."""
    where: Where = Field(default=[])
    """The cells that are drawn; empty: all of its items."""
    log_y: bool = False


SuiteChart = Annotated[
    LinesChart | BreakdownChart | SpeedUpChart | HeatChart | TableChart | GainsChart | TracesChart,
    Field(discriminator="kind", title="Chart"),
]
