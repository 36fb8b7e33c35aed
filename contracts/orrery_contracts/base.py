"""What every contract document has in common.

A document is a Pydantic model that refuses unknown keys, never coerces a wrong type, and is frozen.
Unions are tagged by `kind`. Units are in names. Integers that may pass 2^53 are `BigInt` and travel
as decimal strings.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SCHEMA_VERSION = 1

SchemaVersion = Literal[1]

#: Up to 2^64 - 1 exactly, so that no language accepts what another cannot hold.
BIG_INT_PATTERN = (
    r"^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}"
    r"|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}"
    r"|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}"
    r"|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}"
    r"|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-5])$"
)

#: An unsigned 64-bit integer as a decimal string: JSON numbers lose digits past 2^53.
BigInt = Annotated[str, StringConstraints(pattern=BIG_INT_PATTERN)]

#: What names a node, a preset, a metric: lower-case, safe in a path, a URL and a file name.
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,62}$")]

#: The identity of a run: 26 lower-case Crockford base-32 digits (ULID), so that ids sort by time
#: of creation.
RunId = Annotated[str, StringConstraints(pattern=r"^[0-9a-hjkmnp-tv-z]{26}$")]

#: Nodes of one run. sim-core/universe/src/system.cpp has the same bound.
MOST_NODES = 256

Text = Annotated[str, StringConstraints(max_length=2000)]
Label = Annotated[str, StringConstraints(max_length=120)]

#: A path in a run spec, as in a setting: `workload.managers`.
SPEC_PATH_PATTERN = r"^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*|\[[0-9]{1,4}\])*$"
SpecPath = Annotated[str, StringConstraints(pattern=SPEC_PATH_PATTERN, max_length=200)]

#: UTC, ISO 8601 with milliseconds and Z.
Instant = Annotated[str, Field(json_schema_extra={"format": "date-time"})]

#: A whole number without a narrower range: what a JSON number holds exactly in every language.
Whole = Annotated[int, Field(ge=-(2**53 - 1), le=2**53 - 1)]
Index = Annotated[int, Field(ge=0, le=65535)]
Count = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Contract(BaseModel):
    """Base of every document and every part of one."""

    # A command or an agent uses few of the models: each is built when it is first used.
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
        defer_build=True,
    )
