"""Figures for people to read, in terminals and in sentences. Pure."""

from __future__ import annotations

import math

_SCALES = {
    "ns": ((1e9, "s"), (1e6, "ms"), (1e3, "µs")),
    "us": ((1e6, "s"), (1e3, "ms")),
    "B": ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")),
}
_SPANS = ((86_400, "d", 3_600, "h"), (3_600, "h", 60, "min"), (60, "min", 1, "s"))


def is_timed(unit: str) -> bool:
    """Whether a figure of this unit is a time or a rate: what else runs on the machine moves it."""
    return unit in ("ns", "us", "ms", "s") or unit.endswith("/s")


def rounded(value: float, digits: int = 3, *, signed: bool = False) -> str:
    """A value to `digits` significant digits, never as a power of ten: `1,300`, `0.041`."""
    kept = float(f"{value:.{digits}g}")
    plus = "+" if signed else ""
    if kept == 0 or not math.isfinite(kept):
        return f"{kept:{plus}g}"
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(kept))))
    text = f"{kept:{plus},.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text


def rounded_span(low: float, high: float, digits: int = 3, *, signed: bool = False) -> str:
    """Two values as `rounded` writes them: `9 to 15`."""
    return f"{rounded(low, digits, signed=signed)} to {rounded(high, digits, signed=signed)}"


def quantity(value: float, unit: str) -> str:
    """A value with its unit: times and sizes in the unit that suits them, shares as percent."""
    if unit == "share":
        return f"{rounded(value * 100)} %" if abs(value) < 10 else f"{value * 100:,.0f} %"
    for factor, scaled in _SCALES.get(unit, ()):
        if abs(value) >= factor:
            return f"{rounded(value / factor)} {scaled}"
    if unit == "ratio":
        return f"{rounded(value)} x"
    text = f"{value:,.0f}" if abs(value) >= 1000 or value == int(value) else rounded(value)
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
