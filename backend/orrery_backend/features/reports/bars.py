"""Stacked bars as SVG. Each part has a colour, a hatching and a label. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orrery_backend.features.reports.charts import (
    COLOURS,
    WIDTH,
    cut,
    figure,
    legend_entry,
    svg,
    text,
)
from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.ticks import Scale, labels_of

_TOP, _BOTTOM = 8.0, 24.0
_ROW, _BAR = 28.0, 20.0
#: About the width of a character at 12 px.
_CHARACTER = 6.6
#: Distance of the lines of a hatching.
_STEP = 6.0


@dataclass(frozen=True, slots=True)
class Bar:
    """A row. `parts`: a value for each part of the chart, at least 0."""

    name: str
    parts: Sequence[float]


def stacked_bars(
    label: str,
    parts: Sequence[str],
    bars: Sequence[Bar],
    words: Callable[[float], str],
) -> Markup:
    """A bar for each row with the names of `parts` in a legend. `words`: a value with its unit."""
    totals = [sum(bar.parts) for bar in bars]
    longest = max(len(bar.name) for bar in bars)
    left = min(240.0, max(60.0, longest * _CHARACTER + 14))
    right = WIDTH - max(len(words(total)) for total in totals) * _CHARACTER - 14
    x = Scale(0.0, max(totals) or 1.0, left, right)
    bottom = _TOP + _ROW * len(bars)
    drawn: list[Markup] = []
    ticks = x.ticks(5)
    for value, shown in zip(ticks, labels_of(ticks, words), strict=True):
        at = x.place(value)
        drawn.append(element("line", x1=at, x2=at, y1=_TOP, y2=bottom, stroke="#e4dfd4"))
        drawn.append(text(at, bottom + 16, shown, "middle"))
    for row, (bar, total) in enumerate(zip(bars, totals, strict=True)):
        y = _TOP + _ROW * row + (_ROW - _BAR) / 2
        drawn.append(text(left - 8, y + 14, cut(bar.name, left - 10), "end"))
        start = 0.0
        for part, value in enumerate(bar.parts):
            at, end = x.place(start), x.place(start + value)
            drawn += _segment(part, at, y, end - at, _BAR)
            shown = words(value)
            if end - at > len(shown) * _CHARACTER + 6:
                middle = {"x": (at + end) / 2, "y": y + 14}
                drawn.append(
                    element("text", shown, **middle, text_anchor="middle", class_="inside")
                )
            start += value
        drawn.append(text(x.place(total) + 6, y + 14, words(total), "start"))
    names = [legend_entry(_segment(at, 0, 0, 24, 12), name) for at, name in enumerate(parts)]
    legend = element("figcaption", *names, class_="legend")
    return figure(svg(label, WIDTH, bottom + _BOTTOM, drawn), legend)


def _segment(part: int, x: float, y: float, width: float, height: float) -> list[Markup]:
    """A rectangle with the colour and the hatching of this part."""
    if width <= 0:
        return []
    fill = COLOURS[part % len(COLOURS)]
    drawn = [element("rect", x=x, y=y, width=width, height=height, fill=fill, stroke="#fff")]
    strokes = _hatching(part, x, y, width, height)
    if strokes:
        path = " ".join(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" for x1, y1, x2, y2 in strokes)
        drawn.append(element("path", d=path, stroke="#fff", stroke_width="1.3", fill="none"))
    return drawn


def _hatching(
    part: int, x: float, y: float, width: float, height: float
) -> list[tuple[float, float, float, float]]:
    """White lines within a rectangle: none, rising, falling, upright, flat, or crossed."""
    kind = part % 6
    strokes: list[tuple[float, float, float, float]] = []
    if kind in (1, 2, 5):
        offset = _STEP - height
        while offset < width:
            low, high = max(0.0, offset), min(width, offset + height)
            begin, end = low - offset, high - offset
            if kind != 2:
                strokes.append((x + low, y + height - begin, x + high, y + height - end))
            if kind != 1:
                strokes.append((x + low, y + begin, x + high, y + end))
            offset += _STEP
    elif kind == 3:
        strokes = [(x + at, y, x + at, y + height) for at in _steps(width)]
    elif kind == 4:
        strokes = [(x, y + at, x + width, y + at) for at in _steps(height)]
    return strokes


def _steps(length: float) -> list[float]:
    return [_STEP * index for index in range(1, int(length / _STEP) + 1) if _STEP * index < length]
