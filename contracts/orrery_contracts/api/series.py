"""Series of a run: columns over its windows or samples."""

from __future__ import annotations

from enum import StrEnum

from orrery_contracts.base import Contract, Count, Index, Label, Slug


class SeriesColumn(Contract):
    """Values of one column over a series."""

    name: Slug
    unit: Label
    values: list[float | None]


class SeriesFrame(StrEnum):
    """Kinds of frames that are stored as series."""

    WINDOW = "window"
    SAMPLES = "samples"


class Series(Contract):
    """A part of a node's series, thinned to at most `max_points` by windows."""

    repeat: Index
    node_index: Index
    frame: SeriesFrame
    points: Count
    total_rows: Count
    total_steps: Count | None = None
    """Measured steps of the node. Samples with fewer rows skip steps, perhaps unevenly; the column
    with role `index` has the step of each row."""
    thinned: bool
    """True if each row is the mean of a window of rows. `<column>.min` and `<column>.max` then give
    its extremes."""
    columns: list[SeriesColumn]


class SeriesList(Contract):
    """Series of a run."""

    items: list[Series]
