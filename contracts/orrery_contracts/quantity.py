"""Figures for people to read, in terminals and in sentences. Pure."""

from __future__ import annotations

_SCALES = {
    "ns": ((1e9, "s"), (1e6, "ms"), (1e3, "µs")),
    "us": ((1e6, "s"), (1e3, "ms")),
    "B": ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")),
}


def is_timed(unit: str) -> bool:
    """Whether a figure of this unit is a time or a rate: what else runs on the machine moves it."""
    return unit in ("ns", "us", "ms", "s") or unit.endswith("/s")


def quantity(value: float, unit: str) -> str:
    """A value with its unit: times and sizes in the unit that suits them, shares as percent."""
    if unit == "share":
        return f"{value * 100:.3g} %" if abs(value) < 10 else f"{value * 100:,.0f} %"
    for factor, scaled in _SCALES.get(unit, ()):
        if abs(value) >= factor:
            return f"{value / factor:.3g} {scaled}"
    if unit == "ratio":
        return f"{value:.3g} x"
    text = f"{value:,.0f}" if abs(value) >= 1000 or value == int(value) else f"{value:.3g}"
    if unit in ("", "count"):
        return text
    return f"{text} µs" if unit == "us" else f"{text} {unit}"


def span(low: float, high: float, unit: str) -> str:
    """`0.27 to 0.36 ms`: the unit once where both ends have the same."""
    first, last = quantity(low, unit), quantity(high, unit)
    number, _, name = first.partition(" ")
    if name and last.endswith(f" {name}"):
        first = number
    return f"{first} to {last}"
