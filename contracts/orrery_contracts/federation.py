"""What workloads on the RTI core share: how federates exchange data, and ranges."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

#: Ranges that specs and their plans share.
AttributeBytes = Annotated[int, Field(ge=8, le=65_536)]
Attributes = Annotated[int, Field(ge=1, le=64)]
ObjectTypes = Annotated[int, Field(ge=1, le=1_000)]
Instances = Annotated[int, Field(ge=1, le=10_000)]


class ExchangedAs(StrEnum):
    """What carries the data: updates of objects' attributes, or interactions."""

    OBJECTS = "objects"
    INTERACTIONS = "interactions"
