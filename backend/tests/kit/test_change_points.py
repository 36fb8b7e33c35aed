"""Change points over seeded series: none, step, drift, outlier."""

from __future__ import annotations

import numpy as np
import pytest
from orrery_backend.kit.statistics.change_points import (
    ENOUGH_FOR_CHANGES,
    change_points,
    is_drift,
)


@pytest.mark.parametrize("tails", ["normal", "heavy"])
def test_a_series_without_a_change_raises_few_false_alarms(tails: str) -> None:
    generator = np.random.default_rng(7)
    alarms = 0
    for _ in range(100):
        noise = generator.normal(0, 1, 16) if tails == "normal" else generator.standard_t(2, 16)
        alarms += bool(change_points(list(noise)))
    # 5 % of 100 with three standard deviations of a binomial count.
    assert alarms <= 11


def test_a_step_is_found_where_it_is() -> None:
    generator = np.random.default_rng(8)
    near = lines = 0
    for _ in range(30):
        values = [*generator.normal(1.0, 0.03, 12), *generator.normal(1.1, 0.03, 8)]
        found = change_points(values)
        near += any(abs(at - 12) <= 1 for at in found)
        lines += bool(found) and is_drift(values, found)
    assert near >= 27
    assert lines <= 3


def test_two_steps_are_two_changes() -> None:
    generator = np.random.default_rng(9)
    values = [*generator.normal(1, 0.02, 10), *generator.normal(1.3, 0.02, 10)]
    values += list(generator.normal(0.9, 0.02, 10))
    assert change_points(values) == [10, 20]


def test_an_outlier_is_no_change() -> None:
    generator = np.random.default_rng(10)
    alarms = 0
    for _ in range(40):
        values = generator.normal(1, 0.03, 18)
        values[9] = 3.0
        alarms += bool(change_points(list(values)))
    assert alarms <= 6


def test_a_drift_is_a_line_and_no_steps() -> None:
    generator = np.random.default_rng(11)
    lines = 0
    for _ in range(20):
        values = list(np.linspace(0, 0.4, 24) + generator.normal(0, 0.03, 24))
        found = change_points(values)
        lines += bool(found) and is_drift(values, found)
    assert lines >= 18


def test_short_and_constant_series_have_no_change() -> None:
    assert change_points([]) == []
    assert change_points([1.0, 2.0] * 3 + [9.0]) == []
    assert change_points([1.0] * 30) == []
    step = [1.0] * ENOUGH_FOR_CHANGES + [2.0] * ENOUGH_FOR_CHANGES
    assert change_points(step) == [ENOUGH_FOR_CHANGES]
    assert change_points(step) == change_points(step)


def test_a_change_is_looked_for_at_the_edges_alone() -> None:
    step = [1.0] * 10 + [2.0] * 10
    assert change_points(step, [4, 10, 15]) == [10]
    # The nearest edge to a change that lies between two edges.
    assert change_points(step, [4, 9, 16]) == [9]
    assert change_points(step, []) == []
    assert change_points(step, range(len(step))) == change_points(step)


def test_edges_raise_no_more_false_alarms() -> None:
    generator = np.random.default_rng(12)
    alarms = sum(
        bool(change_points(list(generator.standard_t(2, 18)), [0, 3, 6, 9, 12, 15]))
        for _ in range(100)
    )
    # 5 % of 100 with three standard deviations of a binomial count.
    assert alarms <= 11


def test_a_drift_goes_with_the_places_of_the_values() -> None:
    generator = np.random.default_rng(13)
    places = [float(place) for place in range(8) for _ in range(3)]
    # Three values at each of eight places, on a line through the places.
    values = [0.05 * place + float(generator.normal(0, 0.02)) for place in places]
    found = change_points(values, range(0, 24, 3))
    assert found
    assert is_drift(values, found, places)
    steps = [1.0] * 12 + [2.0] * 12
    assert not is_drift(steps, change_points(steps, range(0, 24, 3)), places)
