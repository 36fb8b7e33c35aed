"""A ratio with its interval in words, the same in every page, report and answer. Pure."""

from __future__ import annotations

from orrery_contracts.quantity import rounded, rounded_span

from orrery_backend.kit.statistics.bootstrap import Interval

#: A ratio is said in times from here on, below in percent.
_TIMES_FROM = 2


def how_much(ratio: float | None, whose: str = "the baseline") -> str:
    """`20 % above the baseline`, `2.3 times the baseline`."""
    if ratio is None:
        return f"{whose} is zero"
    if ratio >= _TIMES_FROM:
        return f"{rounded(ratio)} times {whose}"
    change = (ratio - 1) * 100
    if abs(change) < 0.05:
        return f"equal to {whose}"
    return f"{rounded(abs(change), 2)} % {'above' if change > 0 else 'below'} {whose}"


def interval_words(ratio: float | None, interval: Interval | None) -> str:
    """In the terms of `how_much`: `95 % interval 20 to 24 %`; empty without an interval."""
    if ratio is None or interval is None:
        return ""
    low, high = interval.low, interval.high
    if ratio >= _TIMES_FROM:
        return f"95 % interval {rounded_span(low, high)} times"
    ends = (low - 1) * 100, (high - 1) * 100
    if low < 1 < high:
        return f"95 % interval {rounded_span(*ends, 2, signed=True)} %"
    nearer, farther = sorted(map(abs, ends))
    return f"95 % interval {rounded_span(nearer, farther, 2)} %"


def would_be_seen(interval: Interval) -> str:
    """The least difference that the interval of a ratio leaves out."""
    most = max(abs(interval.low - 1), abs(interval.high - 1)) * 100
    return f"more than {rounded(most, 2)} % would have been seen"


def disagreement(interval: Interval | None) -> str:
    """Why it is not certain that there is a difference: what finds one, and what does not."""
    if interval is not None and interval.holds(1.0):
        return "the test finds a difference, the interval does not"
    return "the interval finds a difference, the test does not"
