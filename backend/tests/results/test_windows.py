"""Durations in two modes over time."""

from __future__ import annotations

from backend_testing.facts import schemas
from orrery_backend.results.windows import (
    SeriesOfWindows,
    judged_columns,
    modes_over_time,
)


def test_medians_of_windows_are_judged() -> None:
    windows, samples, entities = schemas()
    assert [windows.columns[at].name for at in judged_columns(windows)] == ["step_time.p50"]
    assert judged_columns(samples) == judged_columns(entities) == []


def test_the_place_where_both_modes_are_the_most_even_is_named() -> None:
    column = schemas()[0].columns[-1]
    few = [1.0] * 8 + [5.0] * 2
    even = [1.0] * 5 + [5.0] * 5
    series = SeriesOfWindows(column, {(0, 0): few, (1, 0): even, (2, 0): [1.0] * 10})
    [found] = modes_over_time({column.name: series}, [])
    assert (found.repeat, found.node_index, found.places, found.places_measured) == (1, 0, 2, 3)
    assert [(mode.median, mode.windows) for mode in found.modes] == [(1.0, 5), (5.0, 5)]
    assert "(repeat 2, node 1)" in found.sentence


def test_one_mode_is_no_finding() -> None:
    column = schemas()[0].columns[-1]
    steady = SeriesOfWindows(column, {(0, 0): [1.0, 1.1, 1.05, 1.2, 1.0, 1.3]})
    assert modes_over_time({column.name: steady}, []) == []
    assert modes_over_time({}, []) == []
