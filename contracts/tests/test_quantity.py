"""Figures in sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orrery_contracts.quantity import quantity, rounded, rounded_span


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (1_300.0, 2, "1,300"),
        (103.4, 2, "100"),
        (0.04123, 3, "0.0412"),
        (2.50, 3, "2.5"),
        (9.996, 3, "10"),
        (-0.5, 2, "-0.5"),
        (0.0, 3, "0"),
    ],
)
def test_a_figure_is_written_in_full(value: float, digits: int, text: str) -> None:
    assert rounded(value, digits) == text


@given(
    st.floats(min_value=1e-9, max_value=1e12) | st.floats(min_value=-1e12, max_value=-1e-9),
    st.integers(min_value=1, max_value=6),
)
def test_no_figure_is_a_power_of_ten(value: float, digits: int) -> None:
    text = rounded(value, digits, signed=True)
    assert "e" not in text
    assert text[0] in "+-"
    assert float(text.replace(",", "")) == pytest.approx(float(f"{value:.{digits}g}"))


def test_a_span_signs_both_ends() -> None:
    assert rounded_span(-4.0, 1_312.0, 2, signed=True) == "-4 to +1,300"


def test_long_times_are_written_in_full() -> None:
    assert quantity(1.234e12, "ns") == "1,230 s"
