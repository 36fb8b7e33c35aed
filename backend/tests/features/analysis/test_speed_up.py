"""Speed-ups over a parameter."""

from __future__ import annotations

from dataclasses import replace

import pytest
from orrery_backend.features.analysis.service import SpeedUpSeries, speed_up
from orrery_contracts.results import Better


def _series(**at: list[float]) -> SpeedUpSeries:
    measured = {float(x.removeprefix("x")): values for x, values in at.items()}
    return SpeedUpSeries("", [], Better.LOWER, measured)


def test_repeats_in_two_modes_have_two_speed_ups() -> None:
    two = [1.0, 1.01, 1.02, 5.0, 5.01, 5.02]
    found = speed_up(_series(x1=[10.0] * 5, x2=two, x4=[2.0] * 5), 1.0)
    first, second, third = found.points
    assert second.modes == [pytest.approx(10 / 5.01), pytest.approx(10 / 1.01)]
    assert first.modes == third.modes == []


def test_the_fit_leaves_out_repeats_in_two_modes_and_names_them() -> None:
    two = [1.0, 1.01, 1.02, 5.0, 5.01, 5.02]
    alone = speed_up(_series(x1=[10.0] * 5, x4=[2.5] * 5), 1.0)
    found = speed_up(_series(x1=[10.0] * 5, x2=two, x4=[2.5] * 5), 1.0)
    assert found.serial_fraction == alone.serial_fraction
    assert (found.not_fitted, alone.not_fitted) == ([2.0], [])
    none = speed_up(_series(x1=[10.0] * 5, x2=two), 1.0)
    assert (none.serial_fraction, none.fitted, none.not_fitted) == (None, [], [2.0])


def test_two_sides_in_two_modes_have_no_speed_up() -> None:
    two = [1.0, 1.01, 1.02, 5.0, 5.01, 5.02]
    found = speed_up(_series(x1=two, x2=two, x4=[0.5] * 6, x8=[0.25] * 6), 1.0)
    assert [point.x for point in found.points] == [1.0, 4.0, 8.0]
    assert found.left_out == [2.0]
    assert len(found.fitted) == len(found.points)


def test_a_baseline_in_two_modes_makes_two_speed_ups_of_every_other_place() -> None:
    two = [1.0, 1.01, 1.02, 5.0, 5.01, 5.02]
    first, second = speed_up(_series(x1=two, x2=[0.5] * 5), 1.0).points
    assert first.modes == []
    assert second.modes == [pytest.approx(2.02), pytest.approx(10.02)]


def test_a_place_with_two_modes_over_time_has_no_speed_up_and_is_not_fitted() -> None:
    alone = speed_up(_series(x1=[10.0] * 5, x4=[2.5] * 5), 1.0)
    series = _series(x1=[10.0] * 5, x2=[3.0] * 5, x4=[2.5] * 5)
    found = speed_up(replace(series, over_time={2.0}), 1.0)
    assert found.points == alone.points
    assert (found.left_out, found.not_fitted) == ([2.0], [2.0])
    assert found.serial_fraction == alone.serial_fraction
    none = speed_up(replace(series, over_time={1.0}), 1.0)
    assert (none.points, none.left_out, none.serial_fraction) == ([], [1.0, 2.0, 4.0], None)
