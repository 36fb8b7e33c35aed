"""Static charts as SVG: no script, no font and no picture beside them. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.quantity import quantity

from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.ticks import Scale, labels_of, scale_over

#: Colour-blind-safe, in the order of the console's nodes.
COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#aa3f8a",
    "#b58900",
    "#3f8fc9",
    "#7a5195",
    "#66707d",
)
_INK = "#18202b"
_SOFT = "#5f6b7a"
_LINE = "#e4dfd4"
_BETTER = "#1d7a46"
_WORSE = "#b3261e"
_WIDTH = 680.0
_RIGHT, _TOP, _BOTTOM = 16.0, 12.0, 40.0
_ROW = 26.0
#: About the width of a character at 12 px.
_CHARACTER = 6.6
#: So many places along x are labelled one by one.
_FEW = 8


@dataclass(frozen=True, slots=True)
class Point:
    """A figure with its interval; `low` and `high` equal `y` without one."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """Points in the order of x. `band`: the interval is drawn as a band, not as whiskers."""

    name: str
    points: Sequence[Point]
    band: bool = False


@dataclass(frozen=True, slots=True)
class RatioRow:
    """A ratio of a candidate over its baseline. `tone`: `better`, `worse` or empty."""

    name: str
    ratio: float
    low: float | None
    high: float | None
    tone: str


def line_chart(
    label: str,
    lines: Sequence[Line],
    unit: str,
    x_title: str,
    *,
    categories: Sequence[str] = (),
    log_x: bool = False,
    log_y: bool = False,
    top: float | None = None,
    height: float = 260.0,
) -> Markup:
    """Lines against a number, or against `categories` by their index. `top`: greatest value that
    is shown; what is above is cut off and the text beside the chart says so.
    """
    xs = [point.x for line in lines for point in line.points]
    ys = [y for line in lines for point in line.points for y in (point.y, point.low, point.high)]
    if top is not None:
        ys = [min(y, top) for y in ys]
    y = scale_over(ys, height - _BOTTOM, _TOP, from_zero=True, is_log=log_y)
    left = _left_of(y, unit)
    x_ends = (left + 8, _WIDTH - _RIGHT - 8)
    x = scale_over(xs, *x_ends, margin=0.02, is_log=log_x and not categories)
    places = sorted(set(xs))
    x_ticks = places if len(places) <= _FEW else x.ticks(8)
    parts = [*_y_axis(y, unit, left), *_x_axis(x, x_ticks, x_title, categories, height)]
    for index, line in enumerate(lines):
        parts += _line(line, COLOURS[index % len(COLOURS)], x, y)
    return element("figure", _svg(label, _WIDTH, height, parts), _legend(lines))


def repeats_chart(
    label: str, values: Sequence[float], low: float, high: float, unit: str
) -> Markup:
    """One dot for each repeat, and the interval as a band."""
    height = 150.0
    y = scale_over([*values, low, high], height - _BOTTOM, _TOP)
    left = _left_of(y, unit)
    x = Scale(0.5, len(values) + 0.5, left + 8, _WIDTH - _RIGHT - 8)
    band = element(
        "rect",
        x=left,
        y=y.place(high),
        width=_WIDTH - left - _RIGHT,
        height=max(1.0, y.place(low) - y.place(high)),
        fill=COLOURS[0],
        fill_opacity="0.14",
    )
    dots = [
        element("circle", cx=x.place(at), cy=y.place(value), r=3.5, fill=COLOURS[0])
        for at, value in enumerate(values, 1)
    ]
    ticks = [at for at in range(1, len(values) + 1) if len(values) <= 20 or at % 5 == 0]
    axis = [_text(x.place(at), height - _BOTTOM + 16, str(at), "middle") for at in ticks]
    axis.append(_text((left + _WIDTH) / 2, height - 6, "repeat", "middle"))
    return element(
        "figure", _svg(label, _WIDTH, height, [*_y_axis(y, unit, left), band, *dots, *axis])
    )


def ratio_chart(label: str, rows: Sequence[RatioRow]) -> Markup:
    """Ratios with their intervals on a logarithmic axis, one row each; a line at 1."""
    left = min(300.0, max(80.0, max(len(row.name) for row in rows) * _CHARACTER + 16))
    ends = [end for row in rows for end in (row.ratio, row.low or row.ratio, row.high or row.ratio)]
    x = scale_over([*ends, 0.98, 1.02], left + 8, _WIDTH - _RIGHT - 8, is_log=True)
    bottom = _TOP + _ROW * len(rows)
    parts = [element("line", x1=x.place(1), x2=x.place(1), y1=_TOP, y2=bottom, stroke=_INK)]
    ticks = x.ticks(7)
    for value, words in zip(ticks, labels_of(ticks, lambda v: f"{v:.3g}"), strict=True):
        at = x.place(value)
        parts.append(element("line", x1=at, x2=at, y1=_TOP, y2=bottom, stroke=_LINE))
        parts.append(_text(at, bottom + 16, words, "middle"))
    for index, row in enumerate(rows):
        y = _TOP + _ROW * (index + 0.5)
        colour = {"better": _BETTER, "worse": _WORSE}.get(row.tone, _SOFT)
        parts.append(_text(left - 8, y + 4, _cut(row.name, left - 16), "end"))
        if row.low is not None and row.high is not None:
            parts.append(_stroke(x.place(row.low), y, x.place(row.high), y, colour, 2))
        parts.append(element("circle", cx=x.place(row.ratio), cy=y, r=4, fill=colour))
    parts.append(_text((left + _WIDTH) / 2, bottom + 34, "ratio to the baseline", "middle"))
    return element("figure", _svg(label, _WIDTH, bottom + 40, parts))


def _line(line: Line, colour: str, x: Scale, y: Scale) -> list[Markup]:
    places = [(x.place(p.x), y.place(p.y), y.place(p.low), y.place(p.high)) for p in line.points]
    parts: list[Markup] = []
    if line.band and places:
        upper = [f"{at:.1f},{high:.1f}" for at, _, _, high in places]
        lower = [f"{at:.1f},{low:.1f}" for at, _, low, _ in reversed(places)]
        parts.append(
            element("polygon", points=" ".join(upper + lower), fill=colour, fill_opacity="0.16")
        )
    path = " ".join(f"{at:.1f},{middle:.1f}" for at, middle, _, _ in places)
    parts.append(element("polyline", points=path, fill="none", stroke=colour, stroke_width="1.6"))
    if not line.band:
        for at, middle, low, high in places:
            if low != high:
                parts.append(_stroke(at, low, at, high, colour, 1.4))
            parts.append(element("circle", cx=at, cy=middle, r=3, fill=colour))
    return parts


def _left_of(y: Scale, unit: str) -> float:
    """Room that the labels of the y axis take."""
    longest = max((len(quantity(value, unit)) for value in y.ticks(5)), default=0)
    return longest * _CHARACTER + 20


def _y_axis(y: Scale, unit: str, left: float) -> list[Markup]:
    ticks = y.ticks(5)
    parts: list[Markup] = []
    for value, words in zip(ticks, labels_of(ticks, lambda v: quantity(v, unit)), strict=True):
        at = y.place(value)
        parts.append(_stroke(left, at, _WIDTH - _RIGHT, at, _LINE, 1))
        parts.append(_text(left - 8, at + 4, words, "end"))
    return parts


def _x_axis(
    x: Scale, ticks: Sequence[float], title: str, categories: Sequence[str], height: float
) -> list[Markup]:
    base = height - _BOTTOM
    parts = [_text((x.start + x.end) / 2, height - 6, title, "middle")]
    if categories:
        room = (x.end - x.start) / len(categories)
        return parts + [
            _text(x.place(index), base + 16, _cut(name, room), "middle")
            for index, name in enumerate(categories)
        ]
    for value, words in zip(ticks, labels_of(ticks, _number), strict=True):
        at = x.place(value)
        parts.append(_stroke(at, base, at, base + 4, _SOFT, 1))
        parts.append(_text(at, base + 16, words, "middle"))
    return parts


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.4g}"


def _legend(lines: Sequence[Line]) -> Markup:
    if len(lines) < 2:
        return Markup("")
    names = [
        element(
            "span",
            element("i", style=f"background:{COLOURS[index % len(COLOURS)]}"),
            line.name,
        )
        for index, line in enumerate(lines)
    ]
    return element("figcaption", *names, class_="legend")


def _svg(label: str, width: float, height: float, parts: Sequence[Markup]) -> Markup:
    return element(
        "svg",
        *parts,
        role="img",
        aria_label=label,
        viewBox=f"0 0 {math.ceil(width)} {math.ceil(height)}",
    )


def _text(x: float, y: float, text: str, anchor: str) -> Markup:
    return element("text", text, x=x, y=y, text_anchor=anchor)


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)


def _cut(text: str, room: float) -> str:
    most = max(3, int(room / _CHARACTER))
    return text if len(text) <= most else text[: most - 1] + "…"
