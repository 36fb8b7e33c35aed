"""What workloads on the RTI core share: what federates exchange, and ranges."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts import offers
from orrery_contracts.base import Contract
from orrery_contracts.relevance import any_of, shown

#: Ranges that specs and their plans share.
AttributeBytes = Annotated[int, Field(ge=8, le=65_536)]
Attributes = Annotated[int, Field(ge=1, le=64)]
ObjectTypes = Annotated[int, Field(ge=1, le=1_000)]
Instances = Annotated[int, Field(ge=1, le=10_000)]

OBJECTS = any_of("workload.exchanged", "objects")


class ExchangedAs(StrEnum):
    """What carries the data: updates of objects' attributes, or interactions."""

    OBJECTS = "objects"
    INTERACTIONS = "interactions"


class Rti(StrEnum):
    """Which RTI carries a run: Orrery's own, or HELICS as a peer to compare it with."""

    ORRERY = "orrery"
    HELICS = "helics"


RtiChoice = Annotated[Rti, Field(title="RTI", json_schema_extra=shown(offers=(offers.HELICS,)))]


class Exchange(Contract):
    """What a federate sends, of workloads whose federates send the same thing over and over."""

    exchanged: ExchangedAs = Field(ExchangedAs.OBJECTS, title="Exchanged as")
    """Updates of objects, or interactions."""
    attribute_bytes: Annotated[
        AttributeBytes, Field(title="Size of an attribute", json_schema_extra=shown(unit="B"))
    ] = 128
    """Of each attribute or parameter; the first begins with the stamp of the message."""
    attributes: Annotated[Attributes, Field(title="Attributes of an object")] = 1
    """Or parameters of an interaction; all are sent each time."""
    types: Annotated[ObjectTypes, Field(title="Types")] = 1
    """Object or interaction classes, used in turn."""
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
