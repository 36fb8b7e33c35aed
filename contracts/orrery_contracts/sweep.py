"""Sweeps: one run spec, some of its parameters varied.

`POST /sweeps/check` says what a sweep would make, `POST /sweeps` makes it: one run for each cell.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.api import NewRun
from orrery_contracts.base import Contract, Count, Index, Label, SchemaVersion, Slug, SpecPath, Text

#: Runs that one sweep, or one suite, may make.
MOST_CELLS = 1_000


class RangeAxis(Contract):
    """Numbers from `min` to `max`, both included. Step 0 multiplies by ten: 1, 10, 100."""

    kind: Literal["range"] = "range"
    path: SpecPath
    """The parameter that varies, e.g. `workload.entities`."""
    min: Annotated[float, Field(title="From")]
    max: Annotated[float, Field(title="To")]
    step: Annotated[float, Field(ge=0, title="Step")] = 0
    """0 multiplies by ten."""


class ListAxis(Contract):
    """These values."""

    kind: Literal["list"] = "list"
    path: SpecPath
    values: Annotated[list[Text], Field(min_length=1, max_length=MOST_CELLS, title="Values")]
    """Each is JSON, or else text, as in a setting: `3`, `pooled`, `{"kind": "equal"}`."""


Axis = Annotated[RangeAxis | ListAxis, Field(discriminator="kind", title="Axis")]


class Combine(StrEnum):
    """Every value of one axis with every value of the others, or all axes in step: first values
    together, then second ones."""

    GRID = "grid"
    TOGETHER = "together"


class Sweep(Contract):
    """A run spec with parameters that vary. Repeats are the spec's own: each cell has them all."""

    schema_version: SchemaVersion = 1
    name: Annotated[Label, Field(min_length=1, title="Name")] = "Untitled sweep"
    base: NewRun
    """The spec, or the preset and its settings, that every cell starts from."""
    axes: list[Axis] = Field(default=[], max_length=4, title="Axes")
    """The first varies slowest. None: a single run."""
    combine: Combine = Field(Combine.GRID, title="Combine")
    """All combinations, or the axes in step."""
    interleaved: Annotated[bool, Field(title="Interleave repeats")] = True
    """The first repeat of every cell before the second of any: what drifts on the machine meets
    all cells alike."""


class GroupAxis(Contract):
    """A parameter that varies within a group."""

    path: SpecPath
    title: Label
    unit: Label
    """Empty if it has none."""
    numeric: bool
    values: list[Text]
    """Those that occur, each as JSON, in the order in which they appear."""


class PlannedCell(Contract):
    """A run that would be made."""

    item: str
    """The suite's item; empty in a sweep."""
    cell: Index
    label: Label
    values: list[Text | None]
    """By axis of the group, as JSON; null where the cell's workload has no such parameter."""
    repeats: Count
    nodes: list[Slug]
    """Where it would be placed now, master first."""
    estimate_s: float | None
    """Over all repeats, from earlier runs; null without any."""


class SweepCheck(Contract):
    """What a sweep, or a suite, would make now."""

    axes: list[GroupAxis]
    cells: list[PlannedCell]
    runs: Count
    repeats: Count
    """Launches over all runs."""
    estimate_s: float | None
    """Of all of it, one run after another; null if no cell has an estimate."""
    estimated_cells: Count
    """Cells that have an estimate; the others are taken to last as long as these do on average."""
