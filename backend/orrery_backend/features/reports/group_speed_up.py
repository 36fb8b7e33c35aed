"""The speed-ups of a sweep's or suite's report, with Amdahl's law fitted. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.group_results import GroupDocument, SpeedUp, SpeedUpPoint, SpeedUps
from orrery_contracts.quantity import quantity, rounded, rounded_span, span
from orrery_contracts.suite_charts import SpeedUpChart

from orrery_backend.features.groups.service import in_sentence, named, read
from orrery_backend.features.reports.charts import COLOURS, Line, Point, line_chart
from orrery_backend.features.reports.group_charts import MOST_LINES
from orrery_backend.features.reports.group_values import axis_of
from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.page import table

_DASHES, _DOTS = "6 4", "2 4"
_GREY = "#66707d"
#: An ideal that is far above what was measured leaves the chart at this many times the greatest.
_ROOM = 1.6
_NOTE = (
    "Speed-up: ratio of medians. Whiskers: its 95 % interval; none with fewer than five repeats. "
    "Dashed: Amdahl's law, fitted. Dotted: ideal."
)


def speed_ups(group: GroupDocument, chart: SpeedUpChart, found: SpeedUps) -> list[Markup]:
    """Measured speed-ups, the law fitted to each, and the ideal line; nothing before two places
    are measured.
    """
    series = [one for one in found.series if one.points]
    if found.baseline_x is None or not series:
        return []
    names = _names(group, chart, series)
    xs = sorted({point.x for one in series for point in one.points})
    axis = axis_of(group, chart.x)
    x_title = in_sentence(axis) if axis else found.x_title
    title = f"Speed-up over {x_title} {rounded(found.baseline_x)}: {found.title}"
    figures = []
    for start in range(0, len(series), MOST_LINES):
        end = start + MOST_LINES
        drawn = [
            line
            for at, (name, one) in enumerate(zip(names[start:end], series[start:end], strict=True))
            for line in _measured_and_fit(name, one, COLOURS[at % len(COLOURS)])
        ]
        ideal = _ideal(xs, found.baseline_x, series[start:end])
        drawn.append(Line("ideal", ideal, dashes=_DOTS, colour=_GREY))
        figures.append(line_chart(title, drawn, "ratio", x_title))
    return [
        element("h3", title),
        *_fits(names, series),
        *figures,
        _table(found, names, series),
        *(
            element("p", note, class_="soft")
            for note in [_NOTE, *_left_out(found, names, series), *_not_fitted(names, series)]
        ),
    ]


def _names(group: GroupDocument, chart: SpeedUpChart, series: Sequence[SpeedUp]) -> list[str]:
    """By the parameters that tell the series apart; empty if there is one series alone."""
    axes = [axis_of(group, path) for path in chart.series]
    apart = [at for at in range(len(axes)) if len({one.values[at] for one in series}) > 1]
    return [
        ", ".join(named(axis, read(one.values[at])) for at in apart if (axis := axes[at]))
        or (one.label if len(series) > 1 else "")
        for one in series
    ]


def _measured_and_fit(name: str, one: SpeedUp, colour: str) -> list[Line]:
    points = [Point(p.x, p.speed_up, p.low, p.high, tuple(p.modes)) for p in one.points]
    fit = [Point(p.x, y, y, y) for p, y in zip(one.points, one.fitted, strict=False)]
    lines = [Line(name or "measured", points, colour=colour)]
    if len(fit) > 1:
        label = "" if name else "Amdahl's law, fitted"
        lines.append(Line(label, fit, dashes=_DASHES, colour=colour))
    return lines


def _ideal(xs: Sequence[float], baseline: float, series: Sequence[SpeedUp]) -> list[Point]:
    most = _ROOM * max(point.high for one in series for point in one.points)
    ends = [xs[0] / baseline, min(xs[-1] / baseline, most)]
    return [Point(y * baseline, y, y, y) for y in ends]


def _fits(names: Sequence[str], series: Sequence[SpeedUp]) -> list[Markup]:
    """What Amdahl's law needs to fit each series, in words."""
    fitted = [
        (name, one, one.serial_fraction)
        for name, one in zip(names, series, strict=True)
        if one.serial_fraction is not None
    ]
    if not fitted:
        return [element("p", "Amdahl's law needs at least two points to be fitted.")]
    sentences = [
        f"{f'With {name}, ' if name else ''}Amdahl's law fits a serial fraction of"
        f" {quantity(fraction, 'share')} ({_interval(one)})."
        for name, one, fraction in fitted
    ]
    if len(sentences) == 1:
        return [element("p", sentences[0])]
    return [element("ul", *(element("li", sentence) for sentence in sentences))]


def _left_out(found: SpeedUps, names: Sequence[str], series: Sequence[SpeedUp]) -> list[str]:
    """Names the places without a point."""
    baseline = rounded(found.baseline_x or 0.0)
    return [
        f"{f'{name}: no' if name else 'No'} speed-up at {', '.join(map(rounded, curve.left_out))},"
        f" as the repeats there or at {baseline} have no median, being in two modes."
        for name, curve in zip(names, series, strict=True)
        if curve.left_out
    ]


def _not_fitted(names: Sequence[str], series: Sequence[SpeedUp]) -> list[str]:
    return [
        f"{f'{name}: ' if name else ''}Amdahl's law leaves out"
        f" {', '.join(map(rounded, curve.not_fitted))}, as the repeats there are in two modes."
        for name, curve in zip(names, series, strict=True)
        if curve.not_fitted
    ]


def _interval(one: SpeedUp) -> str:
    low, high = one.serial_fraction_low, one.serial_fraction_high
    if low is None or high is None:
        return "no interval: fewer than five repeats at a point"
    return f"95 % interval {span(low, high, 'share')}"


def _speed_up(point: SpeedUpPoint) -> str:
    if point.modes:
        return "two modes: " + " and ".join(f"{rounded(mode)}×" for mode in point.modes)
    return f"{rounded(point.speed_up)}×"


def _table(found: SpeedUps, names: Sequence[str], series: Sequence[SpeedUp]) -> Markup:
    rows = [
        [
            name or "measured",
            rounded(point.x),
            _speed_up(point),
            f"{rounded_span(point.low, point.high)}×" if point.low != point.high else "–",
            f"{rounded(one.fitted[at])}×" if at < len(one.fitted) else "–",
            f"{rounded(point.x / (found.baseline_x or point.x))}×",
        ]
        for name, one in zip(names, series, strict=True)
        for at, point in enumerate(one.points)
    ]
    head = ["Series", found.x_title, "Speed-up", "95 % interval", "Fitted", "Ideal"]
    return table(head, rows, range(1, 6), class_="figures")
