"""Annotations: notes that people write on a run, or on a step of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from orrery_contracts.base import Contract, Count, Index, Instant, Label, RunId

#: Annotations of one run.
MOST_ANNOTATIONS = 500

AnnotationText = Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class NewAnnotation(Contract):
    """A note on a run, on one of its repeats, or on a step of a repeat."""

    text: AnnotationText
    repeat: Index | None = None
    """From 0. Null: the note is on the whole run."""
    step: Count | None = None
    """Step of the repeat, as in its series; needs `repeat`. Null: the note is on the whole
    repeat."""


class Annotation(Contract):
    """A stored note: who wrote it, when, and on what."""

    id: RunId
    """An id like a run's; ids sort by time of creation."""
    at: Instant
    """Time of writing."""
    author: Label
    """Name of the user or token; empty on a console without sign-in."""
    text: AnnotationText
    repeat: Index | None
    step: Count | None

    def place(self, unit: str = "step") -> str:
        """What the note is on: `whole run`, `repeat 2`, or `repeat 2, step 1,200`. `unit` is the
        workload's `progress_unit`.
        """
        if self.repeat is None:
            return "whole run"
        step = "" if self.step is None else f", {unit} {self.step:,}"
        return f"repeat {self.repeat + 1}{step}"
