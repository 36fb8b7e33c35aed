"""Words for figures."""

from __future__ import annotations

import pytest
from orrery_backend.features.analysis.service import modes_in_words
from orrery_backend.results.service import summary_of
from orrery_contracts.results import Better, Metric


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([421.0, 49_400.0], "421 ns in 1 repeat, 49.4 µs in 1"),
        ([600.0, 600.0, 50_000.0, 50_000.0], "600 ns in 2 repeats, 50 µs in 2"),
    ],
)
def test_two_modes_say_how_many_repeats_they_have(values: list[float], words: str) -> None:
    metrics = [
        Metric(name="round_trip.p50", title="Round trip", value=v, unit="ns", better=Better.LOWER)
        for v in values
    ]
    assert modes_in_words(summary_of(metrics)) == words
