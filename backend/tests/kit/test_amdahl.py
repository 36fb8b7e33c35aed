"""Amdahl's law, fitted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_backend.kit.statistics.amdahl import fit_amdahl


def _times(serial: float, workers: list[int], scale: float = 3.0) -> dict[float, list[float]]:
    return {float(w): [scale * (serial + (1 - serial) / w)] * 5 for w in workers}


@given(st.floats(0, 1), st.floats(1e-6, 1e6))
def test_exact_times_give_the_serial_fraction_back(serial: float, scale: float) -> None:
    fit = fit_amdahl(_times(serial, [1, 2, 4, 8], scale))
    assert fit is not None
    assert fit.serial == pytest.approx(serial, abs=1e-6)
    assert fit.interval is not None
    assert fit.interval.low == pytest.approx(serial, abs=1e-6)


def test_amdahls_own_example() -> None:
    """With a tenth serial, ten workers are 5.26 times as fast (1 / (0.1 + 0.9 / 10))."""
    fit = fit_amdahl(_times(0.1, [1, 2, 5, 10]))
    assert fit is not None
    assert fit.speed_up(10, over=1) == pytest.approx(1 / 0.19)
    assert fit.speed_up(10, over=2) == pytest.approx(0.55 / 0.19)


def test_the_interval_covers_the_truth_of_noisy_times() -> None:
    serial, covered = 0.2, 0
    for seed in range(60):
        noise = np.random.default_rng(seed)
        times = {
            w: list(t * noise.normal(1, 0.03, 8))
            for w, (t, *_) in _times(serial, [1, 2, 4]).items()
        }
        fit = fit_amdahl(times)
        assert fit is not None
        assert fit.interval is not None
        covered += fit.interval.low <= serial <= fit.interval.high
    # Percentile intervals of eight repeats are a little narrow: about 92 % in place of 95.
    assert covered >= 50


def test_no_speed_up_at_all_is_wholly_serial() -> None:
    fit = fit_amdahl({1.0: [2.0, 2.0, 2.0], 2.0: [2.4, 2.4, 2.4]})
    assert fit is not None
    assert fit.serial == 1.0


def test_better_than_ideal_is_not_serial() -> None:
    fit = fit_amdahl({1.0: [2.0], 2.0: [0.9]})
    assert fit is not None
    assert (fit.serial, fit.interval) == (0.0, None)


def test_one_number_of_workers_is_no_line() -> None:
    assert fit_amdahl({2.0: [1.0, 2.0]}) is None
    assert fit_amdahl({}) is None
