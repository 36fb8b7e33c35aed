"""The index of the studies: each figure, table and experiment, the suite items that reproduce it,
and their last results. Data in `contracts/orrery_contracts/studies`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Count, Instant, Label, RunId, SchemaVersion, Slug, Text
from orrery_contracts.shape_checks import ShapeVerdict


class SuitePart(Contract):
    """An item of a suite."""

    suite: Slug
    item: Slug


class StudyEntry(Contract):
    """A figure, table or experiment of a study."""

    where: Label
    """Its name in the study: `Figure 6.23`, `Table 2`, `section 6.6.3`."""
    title: Label
    sections: list[Label] = Field(default=[], max_length=6)
    """Sections of the study that describe it and its findings: `section 6.4.1.3`, `abstract`."""
    published: list[Slug] = Field(default=[], max_length=4)
    """Ids of published tables with its figures; empty: the study gives it as a picture alone."""
    parts: list[SuitePart] = Field(default=[], max_length=60)
    """What reproduces it; empty: nothing does, and `gap` says why."""
    gap: Text = ""
    """What is not reproduced of it, and why; empty: nothing is missing."""


class Study(Contract):
    """A published study."""

    schema_version: SchemaVersion = 1
    name: Slug
    title: Text
    year: Label
    entries: Annotated[list[StudyEntry], Field(min_length=1, max_length=200)]


class LastResult(Contract):
    """The newest run of a suite that measured an item and has ended."""

    group_id: RunId
    group_number: Count
    ended_at: Instant
    verdict: ShapeVerdict
    """The worst verdict of the suite's shape checks on this item: failed, not found, passed."""


class StudyPart(Contract):
    """A suite item that reproduces an entry, with its last result."""

    suite: Slug
    item: Slug
    title: Label
    last: LastResult | None
    """Null: it was never run to its end in this console."""


class StudyRow(Contract):
    """An entry with its last results."""

    where: Label
    title: Label
    published: list[Slug]
    """Ids of published tables with its figures."""
    gap: Text
    parts: list[StudyPart]


class StudyResults(Contract):
    """A study with the last results of all its entries."""

    name: Slug
    title: Text
    year: Label
    rows: list[StudyRow]


class StudyIndex(Contract):
    """All studies, with the last results of this console."""

    items: list[StudyResults]
