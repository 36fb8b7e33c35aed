"""Data that federates exchange, and its ranges: shared by the RTI workloads."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts import offers
from orrery_contracts.base import Contract
from orrery_contracts.relevance import SEVERAL_NODES, any_of, shown

#: Ranges that specs and their plans share.
AttributeBytes = Annotated[int, Field(ge=8, le=65_536)]
Attributes = Annotated[int, Field(ge=1, le=64)]
ObjectTypes = Annotated[int, Field(ge=1, le=1_000)]
Instances = Annotated[int, Field(ge=1, le=10_000)]

OBJECTS = any_of("workload.exchanged", "objects")


class ExchangedAs(StrEnum):
    """Data that federates send: attribute updates of objects, or interactions."""

    OBJECTS = "objects"
    INTERACTIONS = "interactions"


class Rti(StrEnum):
    """RTI of a run: Orrery's own, or HELICS for comparison."""

    ORRERY = "orrery"
    HELICS = "helics"


RtiChoice = Annotated[Rti, Field(title="RTI", json_schema_extra=shown(offers=(offers.HELICS,)))]


class Coordinator(StrEnum):
    """Node of the RTI's central part, which the studies call rtiexec: Orrery's sequencer, HELICS'
    broker."""

    WITH_SENDER = "with_sender"
    APART = "apart"


CoordinatorChoice = Annotated[
    Coordinator, Field(title="Coordinator", json_schema_extra=shown(SEVERAL_NODES))
]


class Exchange(Contract):
    """Data that a federate sends again and again."""

    exchanged: ExchangedAs = Field(ExchangedAs.OBJECTS, title="Exchanged as")
    """Send attribute updates of objects, or interactions."""
    attribute_bytes: Annotated[
        AttributeBytes, Field(title="Size of an attribute", json_schema_extra=shown(unit="B"))
    ] = 128
    """Size of each attribute or parameter. The first begins with the time stamp of the message."""
    attributes: Annotated[Attributes, Field(title="Attributes of an object")] = 1
    """Attributes of an object, or parameters of an interaction. Each message contains all of
    them."""
    types: Annotated[ObjectTypes, Field(title="Types")] = 1
    """Number of object or interaction classes, used in turn."""
    instances: Annotated[
        Instances, Field(title="Instances of a type", json_schema_extra=shown(OBJECTS))
    ] = 1
    """Objects of each class, updated in turn."""


class ExchangePlan(Contract):
    """`Exchange` as a worker gets it: the same names and units."""

    exchanged: ExchangedAs
    attribute_bytes: AttributeBytes
    attributes: Attributes
    types: ObjectTypes
    instances: Instances
