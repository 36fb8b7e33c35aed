"""Suites: named, versioned lists of runs that ship with Orrery and reproduce a study's tables and
figures. Data in `contracts/orrery_contracts/suites` (docs/formats/suites.md)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.base import (
    MOST_NODES,
    Contract,
    Count,
    Label,
    SchemaVersion,
    Slug,
    SpecPath,
    Text,
)
from orrery_contracts.shape_checks import ShapeCheck
from orrery_contracts.suite_charts import SuiteChart
from orrery_contracts.sweep import Sweep


class SuiteItem(Contract):
    """A part of a suite that can be run alone."""

    name: Slug
    title: Label
    sweep: Sweep
    figure_of: Label = ""
    """The published figure or table that it measures anew; empty if none."""
    variants: list[Slug] = Field(default=[], max_length=10)
    """Variants of the suite that have it; empty: all."""
    each_node: bool = False
    """Each cell runs once on each online node alone, fastest first. `placement.among` and
    `placement.names` of the base choose among the nodes. The item varies `placement.names`."""
    within_cpus: SpecPath | None = None
    """A list axis of the sweep. Its values above the CPUs of the cell's nodes are left out, except
    the least value. Null: all values run."""


class SuiteVariant(Contract):
    """A size in which a suite can be run."""

    name: Slug
    title: Label
    summary: Text = ""
    typical_s: Count
    """Seconds that it takes on two cores, about."""
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] = 1
    """Nodes that it needs."""
    set: list[str] = Field(default=[], max_length=20)
    """`path=value` settings below each item's own: on how many nodes, for example. An item's own
    settings and what it varies win."""


class Suite(Contract):
    """A suite as it ships."""

    schema_version: SchemaVersion = 1
    name: Slug
    version: Annotated[int, Field(ge=1, le=10_000)]
    """Raised when items change: results of different versions are not one series."""
    title: Label
    summary: Text
    source: Label = ""
    """The study and section that it follows; empty if none."""
    variants: Annotated[list[SuiteVariant], Field(min_length=1, max_length=10)]
    """The first of those that the online nodes suffice for runs unless another is asked for."""
    items: Annotated[list[SuiteItem], Field(min_length=1, max_length=50)]
    charts: list[SuiteChart] = Field(default=[], max_length=50)
    shape_checks: list[ShapeCheck] = Field(default=[], max_length=100)
    published: list[Slug] = Field(default=[], max_length=20)
    """Ids of published tables that belong beside its results."""


class SuiteList(Contract):
    """Suites that ship with Orrery."""

    items: list[Suite]


class RunSuite(Contract):
    """Run a suite, or a part of it."""

    variant: Slug | None = None
    """Null: the first that the online nodes suffice for."""
    items: list[Slug] = Field(default=[], max_length=50)
    """Names of items; empty: all of the variant."""
    set: list[str] = Field(default=[], max_length=200)
    """`path=value` settings on top of every item, e.g. `conditions.pinning=compact`."""
    repeats: Annotated[int, Field(ge=1, le=100)] | None = None
    """In place of each item's own number; null: as the items say."""
