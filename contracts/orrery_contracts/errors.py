"""Errors of requests: field, value, message, remedy."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Label, Text


class ProblemCode(StrEnum):
    """Codes of problem documents. They do not change between versions."""

    INVALID = "invalid"
    MALFORMED = "malformed"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    TOO_FEW_NODES = "too_few_nodes"
    UNKNOWN_PRESET = "unknown_preset"
    UNAUTHORIZED = "unauthorized"
    FORBIDDEN = "forbidden"
    TOO_LARGE = "too_large"
    TOO_MANY = "too_many"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"


class FieldError(Contract):
    """An error of one field."""

    field: str
    """Path in the document, e.g. `workload.entities`; empty for the document itself."""
    value: str
    """The value, shortened. Empty: the field is missing."""
    message: Text
    remedy: Text
    place: Text = ""
    """Place of the error in a text value: the line, or a part of it, with a caret below the place.
    Empty: the whole value."""


class Problem(Contract):
    """RFC 9457 problem document with a stable code."""

    type: str = "about:blank"
    title: Label
    status: Annotated[int, Field(ge=400, le=599)]
    code: ProblemCode
    detail: Text
    errors: list[FieldError] = Field(default=[])
