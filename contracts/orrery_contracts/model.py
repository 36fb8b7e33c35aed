"""Models in the universe modelling language (docs/formats/model-language.md): their text and the
result of a check.

Source: uss-prototype-evaluation, section 6.3.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from orrery_contracts.base import Contract, Count, Label, SchemaVersion, Slug, Text

#: A model as part of another document, of a run spec for example.
ModelText = Annotated[str, StringConstraints(max_length=65_536)]

#: A model to be checked: as long as the language allows.
LongModelText = Annotated[str, StringConstraints(max_length=1_048_576)]


class ShippedModelName(StrEnum):
    """The models that ship with Orrery."""

    TRIANGLE = "triangle"
    FLOCK = "flock"
    TOWN = "town"
    AIR_TRAFFIC = "air-traffic"


class ShippedModel(Contract):
    """A model that ships with Orrery."""

    kind: Literal["shipped"] = "shipped"
    name: ShippedModelName = Field(ShippedModelName.TOWN, title="Model")
    """Model that ships with Orrery. To change it, choose a text of your own."""


class OwnModel(Contract):
    """A model given as text, in the universe modelling language."""

    kind: Literal["text"] = "text"
    text: Annotated[
        ModelText, Field(min_length=1, title="Text", json_schema_extra={"format": "model"})
    ]
    """Text of the model. `POST /models/check` reports its errors."""


ModelSource = Annotated[ShippedModel | OwnModel, Field(discriminator="kind", title="Model")]

#: A component of a model: names from the outermost to its own, with dots between.
ComponentPath = Annotated[str, StringConstraints(min_length=1, max_length=200)]


#: Name of a component in its container; empty: none.
ComponentName = Annotated[str, StringConstraints(max_length=200)]


class ModelComponentKind(StrEnum):
    """The kinds of components that the language has."""

    UNIVERSE = "universe"
    ENTITY = "entity"
    ELEMENT = "element"
    PROPERTY = "property"
    CONSTANT = "constant"
    FUNCTION = "function"
    CONVERTER = "converter"
    CONSTRAINT = "constraint"


class ModelError(Contract):
    """An error in a model and its place."""

    line: Count
    """Line, from 1. 0: the whole model."""
    column: Count
    """Column in characters, from 1."""
    message: str
    """The error and its remedy."""
    caret: str
    """The line, or a part of it, and a caret below the place of the error. Empty for the whole
    model."""


class ModelComponent(Contract):
    """One component of a model."""

    path: str
    """Names from the outermost to its own, with dots between."""
    kind: ModelComponentKind
    type: str
    """Type in the language, for example `REAL[3]`. Empty for a component without a type."""
    state_bytes: Count
    """State of one instance, in bytes. 0: no state."""


class ModelMemory(Contract):
    """Memory of a model."""

    definition_bytes: Count
    """Components without their names, in bytes."""
    instance_bytes: Count
    """One instance of each entity (or of each universe, if the model has no entities) with its
    administration, in bytes."""


class ModelEstimate(Contract):
    """Memory of a model by the study's formulae (Figure 6.1, Tables 6.4 and 6.5) on its two
    platforms, and as measured here."""

    published_qnx: ModelMemory
    published_irix: ModelMemory
    measured: ModelMemory
    names_bytes: Count
    """Names with their administration, in bytes. The study excludes them."""


class ModelCodeSize(Contract):
    """Size of a model in each transmission form."""

    text_bytes: Count
    compressed_bytes: Count
    tokenised_bytes: Count
    tokenised_compressed_bytes: Count


class ModelReport(Contract):
    """Result of the check of a model."""

    schema_version: SchemaVersion
    ok: bool
    errors: Annotated[list[ModelError], Field(max_length=20)]
    component_count: Count
    components: Annotated[list[ModelComponent], Field(max_length=500)]
    """Components in the order of the text, at most 500."""
    estimate: ModelEstimate | None
    """Null for a model with errors."""
    code: ModelCodeSize | None
    """Null for a model with errors."""


class ModelCheck(Contract):
    """A model to check."""

    text: LongModelText


class ModelExample(Contract):
    """A model that ships with Orrery."""

    name: Slug
    title: Label
    summary: Text
    text: ModelText


class ModelExamples(Contract):
    """Models that ship with Orrery."""

    items: list[ModelExample]
