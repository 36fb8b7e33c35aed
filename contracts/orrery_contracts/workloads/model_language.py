"""Workload `model_language`: cost of the universe modelling language on a node. Source:
uss-prototype-evaluation, section 6.3 (Tables 6.3 to 6.8, Figures 6.2 to 6.9)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from orrery_contracts.base import Label
from orrery_contracts.model import ModelSource, ModelText, ShippedModel
from orrery_contracts.workloads.record import Family, PlannedWorkload, WorkloadRecord, WorkloadSpec

#: Ranges that a spec and its plan share.
ArrayLength = Annotated[int, Field(ge=2, le=4_194_304)]
Nesting = Annotated[int, Field(ge=1, le=30)]
StringLength = Annotated[int, Field(ge=0, le=60_000)]
LiveInstances = Annotated[int, Field(ge=1, le=1_000_000)]
Rounds = Annotated[int, Field(ge=1, le=10_000)]
FigureUs = Annotated[int, Field(ge=10, le=1_000_000)]


class ModelLanguage(WorkloadSpec):
    """Interprets definitions, changes them while instances exist, and handles state: construct,
    destruct, size, pack, unpack. Each result is the median of batches in several rounds."""

    kind: Literal["model_language"] = "model_language"
    model: ModelSource = ShippedModel()
    """Model whose code size, memory and instance times are measured. The other results use small
    models, as in the study."""
    array_length: Annotated[ArrayLength, Field(title="Greatest array")] = 10_000
    """Length of the longest measured array, in integers: 1, 10, 100 and so on up to this length."""
    nesting: Annotated[Nesting, Field(title="Deepest nesting")] = 5
    """Levels of the deepest measured nesting of elements."""
    string_length: Annotated[
        StringLength, Field(title="Length of the string", json_schema_extra={"unit": "characters"})
    ] = 40
    """Length of the measured string."""
    live_instances: Annotated[LiveInstances, Field(title="Live instances")] = 1_000
    """Instances that exist while their definition changes."""
    rounds: Annotated[Rounds, Field(title="Rounds")] = 20
    """Number of rounds after one warm-up round. Each round measures everything once."""
    figure_us: Annotated[
        FigureUs, Field(title="Time for a figure", json_schema_extra={"unit": "us"})
    ] = 2_000
    """Time for each measurement in a round. A longer operation is measured three times."""


class ModelLanguagePlan(PlannedWorkload):
    """`model_language` as one worker gets it: the model as text. Same names and units as
    `ModelLanguage`."""

    kind: Literal["model_language"] = "model_language"
    model_name: Label
    """For messages: a name that ships, or `given text`."""
    model_text: ModelText
    array_length: ArrayLength
    nesting: Nesting
    string_length: StringLength
    live_instances: LiveInstances
    rounds: Rounds
    figure_us: FigureUs


RECORD = WorkloadRecord(
    title="modelling language",
    family=Family.UNIVERSE,
    spec=ModelLanguage,
    plan=ModelLanguagePlan,
    progress_unit="figure",
    carried="components",
    leading_metrics=(
        "insert.property",
        "replace.property",
        "delete.property",
        "array_rate.pack",
        "memory.definition",
        "instance.pack",
    ),
    simulated_by=("model",),
    presets=("model-language", "model-language-own"),
)
