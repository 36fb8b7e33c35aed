"""Ratios over settings: exact cases, and how often the test and the interval are right."""

from __future__ import annotations

import numpy as np
import pytest
from orrery_backend.kit.statistics.ratios import (
    Sides,
    least_ratio_p,
    mean_ratio,
    mean_ratio_interval,
    ratio_p,
)


def _strata(
    generator: np.random.Generator, settings: int, repeats: int, change: float
) -> list[Sides]:
    """Log-normal repeats with 3 % noise; settings differ by orders of magnitude."""
    found = []
    for place in range(settings):
        level = 10.0**place
        under = level * generator.lognormal(0, 0.03, repeats)
        over = level * change * generator.lognormal(0, 0.03, repeats)
        found.append(Sides(under.tolist(), over.tolist()))
    return found


def test_the_mean_ratio_is_geometric() -> None:
    twice, half = Sides([1.0, 1.0, 1.0], [2.0, 2.0, 2.0]), Sides([4.0], [2.0])
    assert mean_ratio([twice]) == pytest.approx(2.0)
    assert mean_ratio([twice, half]) == pytest.approx(1.0)


def test_a_median_of_zero_has_no_ratio() -> None:
    assert mean_ratio([Sides([0.0], [1.0])]) is None
    assert mean_ratio([Sides([1.0], [0.0])]) is None
    assert mean_ratio([]) is None


def test_an_interval_needs_five_repeats_on_each_side() -> None:
    five, four = [1.0, 1.1, 0.9, 1.05, 0.95], [1.0, 1.1, 0.9, 1.05]
    assert mean_ratio_interval([Sides(five, four)]) is None
    assert mean_ratio_interval([Sides(five, five), Sides(four, five)]) is None
    assert mean_ratio_interval([Sides(five, five)]) is not None


def test_many_settings_show_what_few_repeats_of_one_cannot() -> None:
    one = [Sides([1.0, 1.01, 0.99], [1.2, 1.21, 1.19])]
    assert least_ratio_p(one) > 0.05
    assert least_ratio_p(one * 4) < 0.001
    assert ratio_p(one * 4) < 0.01


@pytest.mark.parametrize(("settings", "repeats"), [(1, 10), (4, 5), (12, 3)])
def test_equal_sides_raise_few_false_alarms(settings: int, repeats: int) -> None:
    generator = np.random.default_rng(1)
    alarms = sum(ratio_p(_strata(generator, settings, repeats, 1.0)) < 0.05 for _ in range(200))
    # 5 % of 200 is 10; 18 or more have a probability of 1 %.
    assert alarms < 18


def test_five_percent_is_found() -> None:
    generator = np.random.default_rng(2)
    found = sum(ratio_p(_strata(generator, 4, 5, 1.05)) < 0.025 for _ in range(100))
    assert found >= 90


def test_the_interval_covers_the_true_ratio() -> None:
    generator = np.random.default_rng(3)
    covered = 0
    for _ in range(200):
        interval = mean_ratio_interval(_strata(generator, 4, 8, 1.1))
        assert interval is not None
        covered += interval.low <= 1.1 <= interval.high
    assert covered >= 180
