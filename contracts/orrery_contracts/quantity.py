"""Figures for people to read, in terminals and in sentences. Pure."""

from __future__ import annotations

_SCALES = {
    "ns": ((1e9, "s"), (1e6, "ms"), (1e3, "µs")),
    "us": ((1e6, "s"), (1e3, "ms")),
    "B": ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")),
}
_SPANS = ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s"))


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


def duration(seconds: float) -> str:
    """A span of time of at least 0 seconds: `0.25 s`, `9 s`, `1 min 20 s`, `2 h 5 min`."""
    if seconds < 9.95:
        decimals = 2 if seconds < 0.95 else 1
        return f"{seconds:.{decimals}f}".rstrip("0").rstrip(".") + " s"
    whole = round(seconds)
    for long, long_unit, short, short_unit in _SPANS:
        if whole >= long:
            rest = whole % long // short
            return f"{whole // long} {long_unit}" + (f" {rest} {short_unit}" if rest else "")
    return f"{whole} s"
