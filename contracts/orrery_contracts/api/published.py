"""Tables that studies published."""

from __future__ import annotations

from orrery_contracts.base import Contract, Label, Slug, Text


class PublishedTable(Contract):
    """A table that a study published. It decides no check."""

    id: Slug
    source: Slug
    source_title: Text
    year: Label
    platforms: list[Label]
    where: Label
    """Table, figure or section of the source."""
    title: Text
    unit: Label
    columns: list[Label]
    rows: list[list[str | float | None]]
    note: Text


class PublishedTables(Contract):
    """All published tables."""

    items: list[PublishedTable]
