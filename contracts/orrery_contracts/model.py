"""Models in the universe modelling language (docs/formats/model-language.md): their text, and what
a check says of one.

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
    """To read or change its text, choose a text of your own and start from it."""


class OwnModel(Contract):
    """A model given as text, in the universe modelling language."""

    kind: Literal["text"] = "text"
    text: Annotated[
        ModelText, Field(min_length=1, title="Text", json_schema_extra={"format": "model"})
    ]
    """Checked by the worker; `POST /models/check` says beforehand what is wrong with it."""


ModelSource = Annotated[ShippedModel | OwnModel, Field(discriminator="kind", title="Model")]

#: A component of a model: names from the outermost to its own, with dots between.
ComponentPath = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class ModelComponentKind(StrEnum):
    """The kinds of components that the language has."""

    UNIVERSE = "universe"
    ENTITY = "entity"
    ELEMENT = "element"
    PROPERTY = "property"
    CONSTANT = "constant"
    FUNCTION = "function"
    CONVERTER = "converter"


class ModelError(Contract):
    """What is wrong with a model, and where."""

    line: Count
    """From 1; 0 if the model as a whole is meant."""
    column: Count
    """From 1, in characters."""
    message: str
    """What is wrong and what to do about it."""
    caret: str
    """The line, or the part of it around the place, and below it a caret; empty if the whole is
    meant."""


class ModelComponent(Contract):
    """One component of a model."""

    path: str
    """Names from the outermost to its own, with dots between."""
    kind: ModelComponentKind
    type: str
    """As the language says it, `REAL[3]`; empty where there is none."""
    state_bytes: Count
    """State of one instance; 0 for what has none."""


class ModelMemory(Contract):
    """What a model takes."""

    definition_bytes: Count
    """Its components, without their names."""
    instance_bytes: Count
    """One instance of each entity with its administration; without entities, of each universe."""


class ModelEstimate(Contract):
    """What a model would have taken by the study's formulae (its Figure 6.1 and Tables 6.4 and 6.5)
    on its two platforms, and what it takes here."""

    published_qnx: ModelMemory
    published_irix: ModelMemory
    measured: ModelMemory
    names_bytes: Count
    """Names with their administration, which the study leaves out."""


class ModelCodeSize(Contract):
    """How long a model is in each form that it can be sent in."""

    text_bytes: Count
    compressed_bytes: Count
    tokenised_bytes: Count
    tokenised_compressed_bytes: Count


class ModelReport(Contract):
    """What a check says of a model."""

    schema_version: SchemaVersion
    ok: bool
    errors: Annotated[list[ModelError], Field(max_length=20)]
    component_count: Count
    components: Annotated[list[ModelComponent], Field(max_length=500)]
    """In the order of the text; at most the first 500."""
    estimate: ModelEstimate | None
    """Null for a model with errors."""
    code: ModelCodeSize | None
    """Null for a model with errors."""


class ModelCheck(Contract):
    """A model to be checked."""

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
