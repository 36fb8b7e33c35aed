"""Errors as a person meets them: which field, which value, what to do."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Label, Text


class ProblemCode(StrEnum):
    """Stable codes of problem documents; a program may depend on them."""

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
    """What is wrong with one field."""

    field: str
    """Path in the document, e.g. `workload.entities`; empty for the document itself."""
    value: str
    """The value given, shortened; empty if it is missing."""
    message: Text
    remedy: Text
    place: Text = ""
    """Where in a value that is a text: the line, or the part of it around the place, and below it a
    caret; empty where the whole value is meant."""


class Problem(Contract):
    """RFC 9457 problem document with a stable code."""

    type: str = "about:blank"
    title: Label
    status: Annotated[int, Field(ge=400, le=599)]
    code: ProblemCode
    detail: Text
    errors: list[FieldError] = Field(default=[])
