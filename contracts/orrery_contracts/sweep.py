"""Sweeps: one run spec with varied parameters. `POST /sweeps/check` plans the runs of a sweep.
`POST /sweeps` creates them: one run for each cell."""

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
    """Difference of two values. 0 multiplies by ten."""


class ListAxis(Contract):
    """A list of values."""

    kind: Literal["list"] = "list"
    path: SpecPath
    values: Annotated[list[Text], Field(min_length=1, max_length=MOST_CELLS, title="Values")]
    """Values as JSON or as text: `3`, `pooled`, `{"kind": "equal"}`."""


Axis = Annotated[RangeAxis | ListAxis, Field(discriminator="kind", title="Axis")]


class Combine(StrEnum):
    """Grid: every combination of the axes' values. Together: the first values of all axes, then the
    second values, and so on."""

    GRID = "grid"
    TOGETHER = "together"


class Sweep(Contract):
    """A run spec with parameters that vary. Each cell has the repeats of the spec."""

    schema_version: SchemaVersion = 1
    name: Annotated[Label, Field(min_length=1, title="Name")] = "Untitled sweep"
    base: NewRun
    """Spec, or preset and settings, from which each cell is made."""
    axes: list[Axis] = Field(default=[], max_length=4, title="Axes")
    """Parameters that vary. The first varies slowest. No axis: a single run."""
    combine: Combine = Field(Combine.GRID, title="Combine")
    """Run all combinations of the axes' values, or pair the values in order."""
    interleaved: Annotated[bool, Field(title="Interleave repeats")] = True
    """Run the first repeat of all cells before the second of any, so that drift of the machine
    affects all cells alike."""


class GroupAxis(Contract):
    """A parameter that varies within a group."""

    path: SpecPath
    title: Label
    unit: Label
    """Unit; empty without one."""
    numeric: bool
    closed: bool = False
    """Texts among the values are of a closed list, and pages show them in words. Otherwise a person
    wrote them, and pages show them as they are."""
    values: list[Text]
    """Values in the group as JSON, in the order in which they appear."""


class PlannedCell(Contract):
    """A run that the sweep or suite would create."""

    item: str
    """Item of the suite; empty in a sweep."""
    cell: Index
    label: Label
    values: list[Text | None]
    """Value for each axis as JSON. Null: the cell's workload has no such parameter."""
    repeats: Count
    nodes: list[Slug]
    """Nodes on which the run would be placed now, master first."""
    estimate_s: float | None
    """Estimated duration of all repeats, from earlier runs. Null: no earlier runs."""


class SweepCheck(Contract):
    """Runs that a sweep or a suite would create now."""

    axes: list[GroupAxis]
    cells: list[PlannedCell]
    runs: Count
    repeats: Count
    """Launches of all runs."""
    estimate_s: float | None
    """Estimated duration of all runs, one after another. Null: no cell has an estimate."""
    estimated_cells: Count
    """Cells with an estimate. The other cells are assumed to take their mean."""
