"""Static charts as SVG: no script, no font and no picture beside them. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from orrery_contracts.quantity import quantity

from orrery_backend.features.reports.markup import Markup, Part, element
from orrery_backend.features.reports.ticks import Scale, labels_of, scale_over
from orrery_backend.features.reports.trend_axis import Along

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
_TONES = {"better": "#1d7a46", "worse": "#b3261e", "published": "#8a5a0c"}
#: Of published figures, as on the console's page.
_BRASS = _TONES["published"]
#: Tell published lines of one chart apart.
_DASHES = ("5 5", "2 4", "9 4", "9 3 2 3")
WIDTH = 680.0
_RIGHT, _TOP, _BOTTOM = 16.0, 12.0, 40.0
_ROW = 26.0
#: About the width of a character at 12 px.
_CHARACTER = 6.6
#: So many places along x are labelled one by one.
_FEW = 8


@dataclass(frozen=True, slots=True)
class Point:
    """A figure with its interval; `low` and `high` equal `y` without one. `modes`: the lower and
    the upper figure of repeats in two modes, drawn in place of `y`.
    """

    x: float
    y: float
    low: float
    high: float
    modes: tuple[float, ...] = ()

    @property
    def figures(self) -> tuple[float, ...]:
        return self.modes or (self.y,)


@dataclass(frozen=True, slots=True)
class Line:
    """Points in the order of x. `band`: the interval is drawn as a band, not as whiskers.
    `dashes`: the line is not measured, and has no marks. `colour`: by its place if empty.
    """

    name: str
    points: Sequence[Point]
    band: bool = False
    dashes: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """Published figures with their places. A place of None: a level along the whole axis."""

    name: str
    points: Sequence[tuple[float | None, float]]


@dataclass(frozen=True, slots=True)
class Published:
    """Published lines of one unit, which share an axis of their own at the right."""

    unit: str
    lines: Sequence[PublishedLine]


@dataclass(frozen=True, slots=True)
class RatioRow:
    """A ratio with its interval. `tone`: `better`, `worse`, `published` or empty. A row without a
    ratio is the heading of those below.
    """

    name: str
    ratio: float | None
    low: float | None
    high: float | None
    tone: str


@dataclass(frozen=True, slots=True)
class RunPoint:
    """A run of a trend. `low` and `high` equal `value` without an interval."""

    value: float
    low: float
    high: float
    hollow: bool


@dataclass(frozen=True, slots=True)
class Level:
    """The median of the runs between two places of the axis. `begins`: what is written where it
    begins; empty: it begins with no change. `tone`: `better`, `worse` or empty, of that change.
    """

    start: float
    end: float
    value: float
    tone: str
    begins: str


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
    published: Published | None = None,
    also_y: Sequence[float] = (),
) -> Markup:
    """Lines against a number, or marks against `categories` by their index. `top`: greatest value
    that is shown; what is above is cut off and the text beside the chart says so. `also_y`: values
    of charts beside this one, which share its axis.
    """
    beside = published.lines if published else ()
    measured = {point.x for line in lines if not line.dashes for point in line.points}
    theirs = {x for line in beside for x, _ in line.points if x is not None}
    xs = [*sorted(measured), *sorted(theirs - measured)]
    points = [point for line in lines for point in line.points]
    ys = [y for point in points for y in (*point.figures, point.low, point.high)]
    ys += also_y
    if top is not None:
        ys = [min(y, top) for y in ys]
    ceiling = _TOP + (18 if published else 0)
    y = scale_over(ys, height - _BOTTOM, ceiling, from_zero=True, is_log=log_y)
    right_y = scale_over(
        [value for line in beside for _, value in line.points], y.start, y.end, from_zero=True
    )
    left = _left_of(y, unit)
    right = WIDTH - _RIGHT - (_widest(right_y, _number) + 8 if published else 0)
    x_ends = (left + 8, right - 8)
    if categories:
        room = (right - left) / len(categories) / 2
        x = Scale(0.0, max(1.0, len(categories) - 1.0), left + room, right - room)
    else:
        x = scale_over(xs, *x_ends, margin=0.02, is_log=log_x)
    x_ticks = _apart(xs, x) if len(xs) <= _FEW else x.ticks(8)
    parts = [*_y_axis(y, unit, left, right), *_x_axis(x, x_ticks, x_title, categories, height)]
    if published:
        parts += _published(published, x, right_y, right, joined_up=not categories)
    for index, line in enumerate(lines):
        shift = (index - (len(lines) - 1) / 2) * min(8.0, 40.0 / len(lines)) if categories else 0.0
        parts += _line(line, _colour(line, index), x, y, shift, joined_up=not categories)
    return figure(svg(label, WIDTH, height, parts), _legend(lines, beside))


def _colour(line: Line, index: int) -> str:
    return line.colour or COLOURS[index % len(COLOURS)]


def _published(
    published: Published, x: Scale, y: Scale, right: float, *, joined_up: bool
) -> list[Markup]:
    """Dashed lines with diamonds, and their axis at the right."""
    title = f"published, {published.unit}"
    parts = [element("text", title, x=WIDTH, y=12, text_anchor="end", class_="published")]
    ticks = y.ticks(5)
    for value, words in zip(ticks, labels_of(ticks, _number), strict=True):
        at = y.place(value) + 4
        parts.append(element("text", words, x=right + 8, y=at, class_="published"))
    names: list[tuple[float, float, float]] = []
    for index, line in enumerate(published.lines):
        dashes = _DASHES[index % len(_DASHES)]
        there = sorted((x.place(at), y.place(value)) for at, value in line.points if at is not None)
        if len(there) > 1 and joined_up:
            parts.append(_path(there, _BRASS, dashes))
        parts += [_diamond(*place) for place in there]
        for level in [y.place(value) for at, value in line.points if at is None]:
            parts.append(_path([(x.start - 8, level), (right, level)], _BRASS, dashes))
            parts.append(_diamond(right - 4, level))
            there.append((x.start, level))
        parts.append(_name(line.name, there[-1], (x.start + x.end) / 2, names))
    return parts


def _name(
    name: str, place: tuple[float, float], middle: float, others: list[tuple[float, float, float]]
) -> Markup:
    """The name of a published line beside its last mark, clear of the names in `others`: their
    ends along x, and y.
    """
    words = cut(name, 300)
    x, y = place[0], max(24.0, place[1] - 8)
    width = len(words) * _CHARACTER
    start, end = (x, x + width) if x < middle else (x - width, x)
    while any(abs(y - at) < 13 and start < high and low < end for low, high, at in others):
        y += 13
    others.append((start, end, y))
    anchor = "start" if x < middle else "end"
    return element("text", words, x=x, y=y, text_anchor=anchor, class_="published")


def trend_chart(
    label: str, points: Sequence[RunPoint], levels: Sequence[Level], unit: str, along: Along
) -> Markup:
    """Runs at their places, a dashed line before the first run after each change."""
    height, top = 280.0, _TOP + 18
    ys = [value for point in points for value in (point.value, point.low, point.high)]
    y = scale_over(ys, height - _BOTTOM, top)
    left, right = _left_of(y, unit), WIDTH - _RIGHT
    x = Scale(along.low, along.high, left + 4, right - 4)
    parts = _y_axis(y, unit, left, right)
    for level in levels:
        colour = _TONES.get(level.tone, _SOFT)
        ends = [(x.place(at), y.place(level.value)) for at in (level.start, level.end)]
        parts.append(_path(ends, _SOFT, "5 5"))
        if level.begins:
            at = x.place(level.start)
            parts.append(_path([(at, top - 4), (at, height - _BOTTOM)], colour, "3 3"))
            anchor = "start" if at < (left + right) / 2 else "end"
            parts.append(text(at, top - 8, level.begins, anchor))
    for place, point in zip(along.places, points, strict=True):
        at = x.place(place)
        if point.low != point.high:
            parts.append(_stroke(at, y.place(point.low), at, y.place(point.high), COLOURS[0], 1))
        fill = "#fff" if point.hollow else COLOURS[0]
        parts.append(
            element("circle", cx=at, cy=y.place(point.value), r=2.6, fill=fill, stroke=COLOURS[0])
        )
    parts += [
        text(x.place(place), height - _BOTTOM + 16, words, "middle") for place, words in along.ticks
    ]
    parts.append(text((left + right) / 2, height - 6, along.title, "middle"))
    return figure(svg(label, WIDTH, height, parts))


def repeats_chart(
    label: str, values: Sequence[float], interval: tuple[float, float] | None, unit: str
) -> Markup:
    """One dot for each repeat, and the interval, if there is one, as a band."""
    height = 150.0
    y = scale_over([*values, *(interval or ())], height - _BOTTOM, _TOP)
    left = _left_of(y, unit)
    x = Scale(0.5, len(values) + 0.5, left + 8, WIDTH - _RIGHT - 8)
    band = [
        element(
            "rect",
            x=left,
            y=y.place(high),
            width=WIDTH - left - _RIGHT,
            height=max(1.0, y.place(low) - y.place(high)),
            fill=COLOURS[0],
            fill_opacity="0.14",
        )
        for low, high in ([interval] if interval else [])
    ]
    dots = [
        element("circle", cx=x.place(at), cy=y.place(value), r=3.5, fill=COLOURS[0])
        for at, value in enumerate(values, 1)
    ]
    ticks = [at for at in range(1, len(values) + 1) if len(values) <= 20 or at % 5 == 0]
    axis = [text(x.place(at), height - _BOTTOM + 16, str(at), "middle") for at in ticks]
    axis.append(text((left + WIDTH) / 2, height - 6, "repeat", "middle"))
    y_axis = _y_axis(y, unit, left, WIDTH - _RIGHT)
    return figure(svg(label, WIDTH, height, [*y_axis, *band, *dots, *axis]))


def ratio_chart(
    label: str, rows: Sequence[RatioRow], axis: str = "ratio to the baseline"
) -> Markup:
    """Ratios with their intervals on a logarithmic axis, one row each; a line at 1."""
    names = [row.name for row in rows if row.ratio is not None]
    left = min(300.0, max(80.0, max(map(len, names), default=0) * _CHARACTER + 16))
    ends = [end for row in rows for end in (row.ratio, row.low, row.high) if end]
    x = scale_over([*ends, 0.98, 1.02], left + 8, WIDTH - _RIGHT - 8, is_log=True)
    bottom = _TOP + _ROW * len(rows)
    parts = [element("line", x1=x.place(1), x2=x.place(1), y1=_TOP, y2=bottom, stroke=_INK)]
    ticks = x.ticks(7)
    for value, words in zip(ticks, labels_of(ticks, lambda v: f"{v:.3g}"), strict=True):
        at = x.place(value)
        parts.append(element("line", x1=at, x2=at, y1=_TOP, y2=bottom, stroke=_LINE))
        parts.append(text(at, bottom + 16, words, "middle"))
    for index, row in enumerate(rows):
        y = _TOP + _ROW * (index + 0.5)
        colour = _TONES.get(row.tone, _SOFT)
        if row.ratio is None:
            name = cut(row.name, WIDTH)
            parts.append(element("text", name, x=0, y=y + 6, text_anchor="start", class_="head"))
            continue
        parts.append(text(left - 8, y + 4, cut(row.name, left - 16), "end"))
        if row.low is not None and row.high is not None:
            parts.append(_stroke(x.place(row.low), y, x.place(row.high), y, colour, 2))
        if row.tone == "published":
            parts.append(_diamond(x.place(row.ratio), y))
        else:
            parts.append(element("circle", cx=x.place(row.ratio), cy=y, r=4, fill=colour))
    parts.append(text((left + WIDTH) / 2, bottom + 34, axis, "middle"))
    return figure(svg(label, WIDTH, bottom + 40, parts))


def _line(
    line: Line, colour: str, x: Scale, y: Scale, shift: float, *, joined_up: bool
) -> list[Markup]:
    """`shift`: how far to the right of its place each mark stands."""
    places = [
        (x.place(p.x) + shift, y.place(p.y), y.place(p.low), y.place(p.high)) for p in line.points
    ]
    parts: list[Markup] = []
    if line.band and places:
        upper = [f"{at:.1f},{high:.1f}" for at, _, _, high in places]
        lower = [f"{at:.1f},{low:.1f}" for at, _, low, _ in reversed(places)]
        parts.append(
            element("polygon", points=" ".join(upper + lower), fill=colour, fill_opacity="0.16")
        )
    if joined_up:
        parts += _joined(line, colour, x, y, shift)
    if not line.band and not line.dashes:
        for point, (at, _, low, high) in zip(line.points, places, strict=True):
            if low != high and not point.modes:
                parts.append(_stroke(at, low, at, high, colour, 1.4))
            parts += [_mark(at, y.place(figure), colour) for figure in point.figures]
    return parts


def _joined(line: Line, colour: str, x: Scale, y: Scale, shift: float) -> list[Markup]:
    """One path; where a point has two figures, a piece to each of them."""
    places = [
        (x.place(point.x) + shift, [y.place(value) for value in point.figures])
        for point in line.points
    ]
    if all(len(figures) == 1 for _, figures in places):
        return [_path([(at, figures[0]) for at, figures in places], colour, line.dashes)]
    return [
        _path(
            [(left, before[min(i, len(before) - 1)]), (right, after[min(i, len(after) - 1)])],
            colour,
            line.dashes,
        )
        for (left, before), (right, after) in pairwise(places)
        for i in range(max(len(before), len(after)))
    ]


def _mark(x: float, y: float, colour: str) -> Markup:
    """Each colour has its own shape, so that lines can be told apart in print without colour."""
    place = COLOURS.index(colour) if colour in COLOURS else 0
    fill = colour if place < 4 else "#fff"
    if place % 4 == 0:
        return element("circle", cx=x, cy=y, r=3, fill=fill, stroke=colour)
    ends = {
        1: ((-3, -3), (3, -3), (3, 3), (-3, 3)),
        2: ((0, -4), (3.6, 3), (-3.6, 3)),
        3: ((0, 4), (3.6, -3), (-3.6, -3)),
    }[place % 4]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in ends)
    return element("polygon", points=points, fill=fill, stroke=colour)


def _path(places: Sequence[tuple[float, float]], colour: str, dashes: str = "") -> Markup:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return element(
        "polyline",
        points=points,
        fill="none",
        stroke=colour,
        stroke_width="1.6",
        stroke_dasharray=dashes or None,
    )


def _diamond(x: float, y: float) -> Markup:
    points = f"{x - 5:.1f},{y:.1f} {x:.1f},{y - 5:.1f} {x + 5:.1f},{y:.1f} {x:.1f},{y + 5:.1f}"
    return element("polygon", points=points, fill="#fff", stroke=_BRASS, stroke_width="1.6")


def _left_of(y: Scale, unit: str) -> float:
    """Room that the labels of the y axis take."""
    return _widest(y, lambda value: quantity(value, unit)) + 20


def _widest(y: Scale, words: Callable[[float], str]) -> float:
    return max((len(words(value)) for value in y.ticks(5)), default=0) * _CHARACTER


def _y_axis(y: Scale, unit: str, left: float, right: float) -> list[Markup]:
    ticks = y.ticks(5)
    parts: list[Markup] = []
    for value, words in zip(ticks, labels_of(ticks, lambda v: quantity(v, unit)), strict=True):
        at = y.place(value)
        parts.append(_stroke(left, at, right, at, _LINE, 1))
        parts.append(text(left - 8, at + 4, words, "end"))
    return parts


def _x_axis(
    x: Scale, ticks: Sequence[float], title: str, categories: Sequence[str], height: float
) -> list[Markup]:
    base = height - _BOTTOM
    parts = [text((x.start + x.end) / 2, height - 6, title, "middle")]
    if categories:
        room = (x.end - x.start) / max(1, len(categories) - 1)
        return parts + [
            text(x.place(index), base + 16, cut(name, room), "middle")
            for index, name in enumerate(categories)
        ]
    for value, words in zip(ticks, labels_of(ticks, _number), strict=True):
        at = x.place(value)
        parts.append(_stroke(at, base, at, base + 4, _SOFT, 1))
        parts.append(text(at, base + 16, words, "middle"))
    return parts


def _apart(values: Sequence[float], x: Scale) -> list[float]:
    """Those whose labels do not meet the labels of values before them."""
    kept: list[float] = []
    for value in values:
        room = (len(_number(value)) + 1) * _CHARACTER
        if all(abs(x.place(value) - x.place(other)) >= room for other in kept):
            kept.append(value)
    return kept


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:.4g}"


def _legend(lines: Sequence[Line], published: Sequence[PublishedLine]) -> Markup:
    shown = [(line, _colour(line, at)) for at, line in enumerate(lines) if line.name]
    if len(shown) + len(published) < 2:
        return Markup("")
    names = []
    for line, colour in shown:
        mark = [_path([(0, 6), (24, 6)], colour, line.dashes)]
        if not line.band and not line.dashes:
            mark.append(_mark(12, 6, colour))
        names.append(legend_entry(mark, line.name))
    for index, curve in enumerate(published):
        dashes = _DASHES[index % len(_DASHES)]
        mark = [_path([(0, 6), (24, 6)], _BRASS, dashes), _diamond(12, 6)]
        name = curve.name if "published" in curve.name else f"{curve.name}, published"
        names.append(legend_entry(mark, f"{name}, right axis", "published"))
    return element("figcaption", *names, class_="legend")


def legend_entry(mark: Sequence[Markup], name: str, class_: str | None = None) -> Markup:
    """A mark of 24 by 12 px as the chart has it, and what it stands for."""
    swatch = element("svg", *mark, viewBox="0 0 24 12", aria_hidden="true")
    return element("span", swatch, name, class_=class_)


def figure(*parts: Part) -> Markup:
    """A chart with its legend. It scrolls on narrow screens, also by keyboard."""
    return element("figure", *parts, tabindex="0")


def svg(label: str, width: float, height: float, parts: Sequence[Markup]) -> Markup:
    return element(
        "svg",
        *parts,
        role="img",
        aria_label=label,
        viewBox=f"0 0 {math.ceil(width)} {math.ceil(height)}",
    )


def text(x: float, y: float, words: str, anchor: str) -> Markup:
    return element("text", words, x=x, y=y, text_anchor=anchor)


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str, width: float) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)


def cut(words: str, room: float) -> str:
    """At most as many characters as fit in `room` px."""
    most = max(3, int(room / _CHARACTER))
    return words if len(words) <= most else words[: most - 1] + "…"
