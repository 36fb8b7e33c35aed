"""The measured network between nodes as the REST interface shows it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Count, Instant, Slug, Text

MOST_LINKED = 16
"""The most nodes of one measurement: each pair is measured after the other."""


class NodeLink(Contract):
    """The network from one node to another, as measured last."""

    source: Slug
    target: Slug
    measured_at: Instant
    same_machine: bool
    """The nodes share a machine: no network lies between them."""
    median_us: float | None
    """Median round trip of a message of 64 bytes over TCP, in us; null: not measured."""
    p99_us: float | None
    mb_s: float | None
    """Bulk transfer from source to target over TCP, in 10^6 bytes a second."""
    problem: Text
    """Why the link could not be measured; empty: it was."""


class LinkProgress(Contract):
    """A measurement that is on."""

    done: Count
    total: Count
    """Links to measure: each direction of a pair is one."""


class LinkMatrix(Contract):
    """All links measured since the console's start."""

    items: list[NodeLink]
    measuring: LinkProgress | None
    """Null: no measurement is on."""


class MeasureLinks(Contract):
    """Which links to measure."""

    nodes: Annotated[list[Slug], Field(max_length=MOST_LINKED)] = Field([])
    """The nodes between which to measure; empty: all that are online."""
