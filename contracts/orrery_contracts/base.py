"""What every contract document has in common.

A document is a Pydantic model that refuses unknown keys, never coerces a wrong type, and is frozen. Unions are tagged by
`kind`. Units are in names. Integers that may pass 2^53 are `BigInt` and travel as decimal strings.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SCHEMA_VERSION = 1

SchemaVersion = Literal[1]

#: An unsigned 64-bit integer as a decimal string: JSON numbers lose digits past 2^53.
BigInt = Annotated[str, StringConstraints(pattern=r"^(0|[1-9][0-9]{0,19})$")]

#: What names a node, a preset, a metric: lower-case, safe in a path, a URL and a file name.
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,62}$")]

#: The identity of a run: 26 lower-case Crockford base-32 digits (ULID), so that ids sort by time of creation.
RunId = Annotated[str, StringConstraints(pattern=r"^[0-9a-hjkmnp-tv-z]{26}$")]

Text = Annotated[str, StringConstraints(max_length=2000)]
Label = Annotated[str, StringConstraints(max_length=120)]

Index = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Contract(BaseModel):
    """Base of every document and every part of one."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)
