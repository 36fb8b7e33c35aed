"""Examples of annotations and saved views, for the description of the interface."""

from __future__ import annotations

from orrery_contracts.annotation import Annotation
from orrery_contracts.view import View, ViewList
from pydantic import BaseModel

_AT = "2026-03-03T12:02:00.000Z"


def note_examples() -> dict[str, BaseModel]:
    """By the name of the document."""
    annotation = Annotation(
        id="01jzq3v5m8c2k4w9x7t6n0r1ae",
        at=_AT,
        author="ada",
        text="The backup began here.",
        repeat=0,
        step=1200,
    )
    view = View(name="failed", query="state=failed&sort=-started", author="ada", saved_at=_AT)
    return {"Annotation": annotation, "View": view, "ViewList": ViewList(items=[view])}
