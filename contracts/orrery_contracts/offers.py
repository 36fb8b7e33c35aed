"""Choices that only nodes with another party's software can carry out, as data in the schema: forms
show which of them no node online offers, planners refuse them by node.

`offered` of a field's schema is a list of such values, each with the list of a node's facts that
names it where it is there, and what to do where it is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Offer:
    """A value of a choice that a node offers or not."""

    value: str
    name: str
    fact: Literal["rti_peers", "third_party_transports"]
    """Of `NodeFacts`."""
    remedy: str


HELICS = Offer(
    "helics",
    "HELICS",
    "rti_peers",
    "Install the Python package helics where the agent runs (make setup does) and start the agent "
    "again.",
)
NORM = Offer(
    "norm",
    "NORM",
    "third_party_transports",
    "Install the package libnorm-dev where the worker is built, remove build/release, run make "
    "worker and start the agent again.",
)
DDS = Offer(
    "dds",
    "Cyclone DDS",
    "third_party_transports",
    "Install the package cyclonedds-dev where the worker is built, remove build/release, run make "
    "worker and start the agent again.",
)
