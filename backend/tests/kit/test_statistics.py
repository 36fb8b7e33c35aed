"""Statistics against scipy's and against values worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from orrery_backend.kit.statistics.bootstrap import median_interval, ratio_interval
from orrery_backend.kit.statistics.mann_whitney import least_p, superiority, two_sided_p
from orrery_backend.kit.statistics.modes import two_modes

_SAMPLE = st.lists(st.integers(0, 30), min_size=2, max_size=6)


def test_complete_separation_of_five_and_five() -> None:
    p = two_sided_p([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    assert p == pytest.approx(2 / 252)
    assert p == pytest.approx(least_p(5, 5))


def test_equal_samples_show_nothing() -> None:
    assert two_sided_p([1, 1, 1], [1, 1, 1]) == 1.0
    assert superiority([1, 1, 1], [1, 1, 1]) == 0.5


@given(
    st.lists(st.floats(0, 1), min_size=2, max_size=8, unique=True),
    st.lists(st.floats(2, 3), min_size=2, max_size=8, unique=True),
    st.randoms(use_true_random=False),
)
def test_without_ties_as_scipy_exact(low: list[float], high: list[float], chance: object) -> None:
    pool = low + high
    chance.shuffle(pool)  # type: ignore[attr-defined]
    first, second = pool[: len(low)], pool[len(low) :]
    expected = scipy.stats.mannwhitneyu(first, second, method="exact").pvalue
    assert two_sided_p(first, second) == pytest.approx(expected, rel=1e-9)


@settings(max_examples=40, deadline=None)
@given(_SAMPLE, _SAMPLE)
def test_with_ties_as_a_permutation_test(first: list[int], second: list[int]) -> None:
    ranks = scipy.stats.rankdata(first + second)
    expected = scipy.stats.permutation_test(
        (ranks[: len(first)], ranks[len(first) :]),
        lambda a, _b: np.sum(a),
        permutation_type="independent",
        n_resamples=np.inf,
    ).pvalue
    assert two_sided_p([*map(float, first)], [*map(float, second)]) == pytest.approx(
        expected, abs=1e-9
    )


def test_many_values_as_scipy_asymptotic() -> None:
    generator = np.random.default_rng(3)
    first = generator.integers(0, 40, 60).astype(float).tolist()
    second = generator.integers(5, 45, 50).astype(float).tolist()
    expected = scipy.stats.mannwhitneyu(first, second, method="asymptotic").pvalue
    assert two_sided_p(first, second) == pytest.approx(expected, rel=1e-9)


@given(_SAMPLE, _SAMPLE)
def test_superiority_as_mann_whitney_u(first: list[int], second: list[int]) -> None:
    u = scipy.stats.mannwhitneyu(first, second, method="asymptotic").statistic
    found = superiority([*map(float, first)], [*map(float, second)])
    assert found == pytest.approx(u / (len(first) * len(second)))


def test_median_interval_is_near_scipys() -> None:
    values = np.random.default_rng(7).lognormal(10, 0.3, 25)
    ours = median_interval(values.tolist())
    theirs = scipy.stats.bootstrap(
        (values,), np.median, method="BCa", n_resamples=9999, random_state=1
    ).confidence_interval
    assert ours.low == pytest.approx(theirs.low, rel=0.03)
    assert ours.high == pytest.approx(theirs.high, rel=0.03)
    assert ours.low < float(np.median(values)) < ours.high


def test_ratio_interval_is_near_scipys() -> None:
    generator = np.random.default_rng(11)
    over, under = generator.normal(120, 6, 12), generator.normal(100, 5, 12)
    ours = ratio_interval(over.tolist(), under.tolist())
    assert ours is not None
    theirs = scipy.stats.bootstrap(
        (over, under),
        lambda a, b, axis=-1: np.median(a, axis=axis) / np.median(b, axis=axis),
        method="BCa",
        n_resamples=9999,
        random_state=1,
    ).confidence_interval
    assert ours.low == pytest.approx(theirs.low, rel=0.02)
    assert ours.high == pytest.approx(theirs.high, rel=0.02)


def test_intervals_are_the_same_each_time() -> None:
    values = [3.0, 1.0, 4.0, 1.5, 9.0]
    assert median_interval(values) == median_interval(values)


def test_constant_values_have_a_point_as_interval() -> None:
    interval = median_interval([2.0] * 6)
    assert (interval.low, interval.high) == (2.0, 2.0)


def test_no_ratio_to_zero() -> None:
    assert ratio_interval([1.0, 2.0, 3.0], [0.0, 0.0, 1.0]) is None


@given(st.lists(st.floats(1, 1e9), min_size=2, max_size=20))
def test_interval_lies_within_the_values(values: list[float]) -> None:
    interval = median_interval(values)
    assert min(values) <= interval.low <= interval.high <= max(values)


@pytest.mark.parametrize(
    ("values", "lower", "upper"),
    [
        ([0.6, 50.0, 0.61, 51.0, 0.59], (0.6, 3), (50.5, 2)),
        ([1.0, 1.0, 2.0, 2.0], (1.0, 2), (2.0, 2)),
        ([49.4, 0.421], (0.421, 1), (49.4, 1)),
        ([10.0, 10.1, 10.2, 16.0, 16.1, 16.2], (10.1, 3), (16.1, 3)),
    ],
)
def test_values_that_gather_around_two_figures(
    values: list[float], lower: tuple[float, int], upper: tuple[float, int]
) -> None:
    found = two_modes(values)
    assert found is not None
    assert (found[0].median, found[0].values) == pytest.approx(lower)
    assert (found[1].median, found[1].values) == pytest.approx(upper)


@pytest.mark.parametrize(
    "values",
    [
        [1.0, 2.9],
        [0.0, 5.0],
        [1.0],
        [],
        [1.0, 50.0, 51.0],
        [1.0, 1.0, 1.0, 50.0],
        [1.0, 1.0, 1.2, 1.2],
        [0.0, 0.0, 5.0, 5.0],
        [1.0, 2.0, 3.0, 4.0, 5.0],
        [7.0] * 9,
    ],
)
def test_too_few_outliers_small_gaps_and_zeros_are_no_modes(values: list[float]) -> None:
    assert two_modes(values) is None


@pytest.mark.parametrize("repeats", [4, 5, 6, 8, 12, 20, 60, 600])
def test_one_distribution_seldom_looks_like_two(repeats: int) -> None:
    generator = np.random.default_rng(repeats)
    draws: list[Callable[[], np.typing.NDArray[np.float64]]] = [
        lambda: np.abs(generator.normal(1.0, 0.3, repeats)),
        lambda: generator.lognormal(0.0, 1.0, repeats),
        lambda: generator.exponential(1.0, repeats),
    ]
    for draw in draws:
        alarms = sum(two_modes(draw().tolist()) is not None for _ in range(1500))
        assert alarms <= 0.02 * 1500


def test_many_values_may_have_outliers_and_still_two_modes() -> None:
    generator = np.random.default_rng(7)
    polled = generator.normal(0.6, 0.02, 200).tolist()
    woken = generator.normal(50.0, 2.0, 90).tolist()
    found = two_modes([*polled, *woken, 900.0, 2000.0])
    assert found is not None
    assert [mode.values for mode in found] == [200, 92]
    assert [mode.median for mode in found] == pytest.approx([0.6, 50.0], rel=0.05)


def test_a_few_of_many_values_are_no_mode() -> None:
    assert two_modes([1.0] * 95 + [5.0] * 5) is None
    assert two_modes([1.0] * 80 + [5.0] * 20) is not None
