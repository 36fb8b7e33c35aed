"""Parsers and protocols of the Python parts on the committed corpus and on fixed mutations of it.

`make fuzz` searches from new seeds.
"""

from __future__ import annotations

import pytest
from orrery_fuzz.search import search
from orrery_fuzz.targets import TARGETS, Target

EACH = pytest.mark.parametrize("target", TARGETS, ids=[target.name for target in TARGETS])


@EACH
def test_the_corpus_breaks_nothing(target: Target) -> None:
    corpus = target.corpus()
    assert corpus
    for data in corpus:
        target.play(data)


@EACH
def test_inputs_made_from_the_corpus_break_nothing(target: Target) -> None:
    assert search(target, examples=300, fixed=True) >= 100
