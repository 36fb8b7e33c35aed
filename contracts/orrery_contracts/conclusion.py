"""What a sweep, a suite or a comparison found, in sentences. The console makes it; pages, the
command line and REST show the same text."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from orrery_contracts.base import Contract, Label, Slug, SpecPath, Text

Sentences = Annotated[list[Text], Field(max_length=100)]


class Outcome(StrEnum):
    """What a conclusion comes to."""

    FOUND = "found"
    """A difference or an effect was found, or checks passed."""
    NOT_FOUND = "not_found"
    """No difference was found."""
    NOT_CERTAIN = "not_certain"
    """Only one of the test and the interval shows a difference or an effect."""
    OPEN = "open"
    """Too little was measured to say, or the repeats are in two modes."""
    FAILED = "failed"
    """A run or a check failed."""


class ModelKind(StrEnum):
    """A model of how a metric goes with a parameter."""

    LINE = "line"
    """a + b x."""
    POWER = "power"
    """a x^b."""
    AMDAHL = "amdahl"
    """t (s + (1 - s) / x): a share s of the work cannot be divided among x workers."""


class FittedModel(Contract):
    """A model that fits: every median is within a tenth of it. Cells in two modes are left out."""

    kind: ModelKind
    parameter: SpecPath
    metric: Slug
    setting: Label
    """The other parameters, e.g. `entities 20`; empty if there are none."""
    formula: Label
    """E.g. `median step time = 5 ms + 0.31 ms x managers`."""
    r_squared: Annotated[float, Field(ge=0, le=1)]
    """Share of the variance of the medians that the model explains."""


class Conclusion(Contract):
    """What was found, how sure it is, and what to do next."""

    outcome: Outcome
    sentence: Text
    """The most important finding, with figure, interval and direction."""
    findings: Sentences
    """The other findings, the largest effects first."""
    models: Annotated[list[FittedModel], Field(max_length=100)]
    doubts: Sentences
    """What makes the findings doubtful: few repeats, disturbed machines, failed checks."""
    next_steps: Sentences
    """What to do next, the most useful first."""
