"""Words for what a note is on."""

from __future__ import annotations

import pytest
from orrery_contracts.annotation import Annotation


@pytest.mark.parametrize(
    ("repeat", "step", "words"),
    [
        (None, None, "whole run"),
        (1, None, "repeat 2"),
        (1, 0, "repeat 2, round trip 0"),
        (0, 1200, "repeat 1, round trip 1,200"),
    ],
)
def test_the_place_of_a_note(repeat: int | None, step: int | None, words: str) -> None:
    note = Annotation(
        id="0" * 26, at="2026-03-03T12:02:00.000Z", author="", text="x", repeat=repeat, step=step
    )
    assert note.place("round trip") == words
