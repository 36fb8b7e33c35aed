"""Permutation tests and fitted curves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.statistics.curves import fit_line, fit_power
from orrery_backend.kit.statistics.permutations import difference_p, least_p, trend_p


def _noise(rng: random.Random, base: float = 1.0) -> list[float]:
    return [base * (1 + rng.gauss(0, 0.05)) for _ in range(3)]


def test_noise_alone_raises_few_alarms() -> None:
    rng = random.Random(7)
    rounds = 200
    trends = differences = 0
    for _ in range(rounds):
        strata = [{float(x): _noise(rng) for x in range(3)} for _ in range(2)]
        trends += trend_p(strata) < 0.05
        differences += difference_p(strata) < 0.05
    assert trends / rounds < 0.10
    assert differences / rounds < 0.10


def test_a_trend_and_a_difference_are_found() -> None:
    rng = random.Random(7)
    rising = [{float(x): _noise(rng, 1 + 0.3 * x) for x in range(3)}]
    bent = [{0.0: _noise(rng), 1.0: _noise(rng, 2.0), 2.0: _noise(rng)}]
    assert trend_p(rising) < 0.01
    assert difference_p(bent) < 0.05
    assert trend_p(bent) > 0.05


def test_what_differs_between_strata_is_no_effect() -> None:
    strata = [{0.0: [1.0, 1.1, 1.2], 1.0: [1.2, 1.1, 1.0]}, {0.0: [9.0, 9.1], 1.0: [9.1, 9.0]}]
    assert trend_p(strata) > 0.5
    assert difference_p(strata) > 0.5


@pytest.mark.parametrize(
    ("sizes", "least"), [((1, 1, 1), 2 / 6), ((3, 3), 2 / 20), ((3, 3, 3), 2 / 1680)]
)
def test_the_least_p_counts_the_ways(sizes: tuple[int, ...], least: float) -> None:
    stratum = {float(x): [1.0] * size for x, size in enumerate(sizes)}
    assert least_p([stratum]) == pytest.approx(least)


@given(st.floats(0.1, 100), st.floats(0.1, 100))
def test_a_line_is_found_again(start: float, slope: float) -> None:
    x = [0.0, 1.0, 2.0, 5.0]
    fit = fit_line(x, [start + slope * each for each in x])
    assert fit is not None
    assert fit.a == pytest.approx(start, rel=1e-6)
    assert fit.b == pytest.approx(slope, rel=1e-6)
    assert fit.worst < 1e-6


@given(st.floats(0.1, 100), st.floats(-2, 2))
def test_a_power_law_is_found_again(start: float, power: float) -> None:
    x = [1.0, 2.0, 5.0]
    fit = fit_power(x, [start * each**power for each in x])
    assert fit is not None
    assert fit.a == pytest.approx(start, rel=1e-6)
    assert fit.b == pytest.approx(power, abs=1e-6)


def test_no_power_law_through_zero() -> None:
    assert fit_power([0.0, 1.0], [1.0, 2.0]) is None
    assert fit_line([1.0, 1.0], [1.0, 2.0]) is None
