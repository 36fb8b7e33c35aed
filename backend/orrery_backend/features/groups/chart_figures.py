"""Figures that compare the runs of a group: gains of switches, shares of another run. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import IntervalKind, Mode, SummaryMetric
from orrery_contracts.group_results import ChartFigures, GainPair, RunShare, SwitchGain
from orrery_contracts.results import Better
from orrery_contracts.spec_paths import ABSENT, is_closed
from orrery_contracts.suite_charts import Gain, GainsChart, LinesChart, SuiteChart
from orrery_contracts.sweep import GroupAxis

from orrery_backend.features.groups.axes import in_sentence, named, unit_words, value_words
from orrery_backend.features.groups.concluding import ConcludedCell
from orrery_backend.features.groups.facts import CellFacts, read
from orrery_backend.kit.problems import shortened
from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL, ratio_interval
from orrery_backend.kit.statistics.ratios import Sides, mean_ratio_range


def chart_figures(
    charts: Sequence[SuiteChart], cells: Sequence[ConcludedCell], axes: Sequence[GroupAxis]
) -> list[ChartFigures]:
    """For gains charts, and for lines charts with `relative_to`. Takes its time: intervals are
    drawn here.
    """
    found = []
    for chart in charts:
        if isinstance(chart, GainsChart):
            rows = [_gain(gain, chart.metric, cells, axes) for gain in chart.gains]
            gains = [row for row in rows if row is not None]
            found.append(ChartFigures(chart=chart.name, gains=gains, shares=[]))
        elif isinstance(chart, LinesChart) and chart.relative_to:
            shares, left_out = _shares(chart, cells, axes)
            found.append(ChartFigures(chart=chart.name, gains=[], shares=shares, left_out=left_out))
    return found


# What a switch gains.


def _gain(
    gain: Gain, metric: str, cells: Sequence[ConcludedCell], axes: Sequence[GroupAxis]
) -> SwitchGain | None:
    """None if no pair of runs is measured."""
    here = [cell for cell in cells if cell.facts.item == gain.item]
    others = _varying(axes, here, without=[gain.switch])
    switched = [cell for cell in here if cell.facts.fits([f"{gain.switch}={gain.on}"])]
    plain = [cell for cell in here if cell.facts.fits([f"{gain.switch}={gain.off}"])]
    pairs: list[GainPair] = []
    places: list[CellFacts] = []
    for on in switched:
        off = next((cell for cell in plain if _agree(cell, on, others)), None)
        if off is None or metric not in on.facts.metrics or metric not in off.facts.metrics:
            continue
        pairs.append(_pair(on, off, metric, others))
        places.append(on.facts)
    if not pairs:
        return None
    closed = is_closed(gain.switch, here[0].facts.spec) if here else is_closed(gain.switch)
    on_off = [value_words(read(text), closed=closed) for text in (gain.on, gain.off)]
    note = " against ".join(on_off)
    if others:
        note = "; ".join(_along(axis, places) for axis in others)
    return SwitchGain(name=gain.name, note=shortened(note, 2000), pairs=pairs)


def _pair(
    on: ConcludedCell, off: ConcludedCell, metric: str, others: Sequence[GroupAxis]
) -> GainPair:
    lower_is_better = on.facts.metrics[metric].better is Better.LOWER
    above, below = (off.facts, on.facts) if lower_is_better else (on.facts, off.facts)
    over, under = above.metrics[metric], below.metrics[metric]
    words = [named(a, v) for a in others if (v := on.facts.value(a.path)) is not ABSENT]
    sides = above.figures(metric), below.figures(metric)
    two_modes = under.median > 0 and any(len(side) > 1 for side in sides)
    ratio = None if two_modes or under.median <= 0 else over.median / under.median
    ends = None if two_modes else _ends(over, under)
    return GainPair(
        run=on.number,
        label=shortened(", ".join(words), 120),
        ratio=ratio,
        low=ends[0] if ends else None,
        high=ends[1] if ends else None,
        interval=_kind(over, under),
        two_modes=two_modes,
        modes=_ratios(*sides) if two_modes else [],
    )


def _along(axis: GroupAxis, places: Sequence[CellFacts]) -> str:
    """`entities 10, 20, 40`."""
    values = [value for place in places if (value := place.value(axis.path)) is not ABSENT]
    listed = ", ".join(dict.fromkeys(value_words(value, closed=axis.closed) for value in values))
    return f"{in_sentence(axis)} {listed} {unit_words(axis)}".rstrip()


# Shares of another run.


def _shares(
    chart: LinesChart, cells: Sequence[ConcludedCell], axes: Sequence[GroupAxis]
) -> tuple[list[RunShare], list[str]]:
    """The shares, and why others are left out."""
    here = [cell for cell in cells if not chart.items or cell.facts.item in chart.items]
    conditions = [condition.partition("=") for condition in chart.relative_to]
    by_path = {axis.path: axis for axis in axes}
    words = [named(by_path[p], read(v)) for p, _, v in conditions if p in by_path]
    others = _varying(axes, here, without=[path for path, _, _ in conditions])
    found: list[RunShare] = []
    left_out: list[str] = []
    for cell in here:
        base = _base(cell, chart, here, axes, others)
        if base is None:
            continue
        for name in chart.metrics:
            metric, divisor = cell.facts.metrics.get(name), base.facts.metrics.get(name)
            if metric is None or divisor is None or divisor.median <= 0:
                continue
            if base is not cell and (why := _no_share(cell, base, name)):
                left_out.append(f"{metric.title}, run {cell.number}: no share, as {why}.")
                continue
            title = f"{metric.title}, share of that with {', '.join(words)}"
            share = _share(metric, divisor, shortened(title, 120), is_itself=base is cell)
            found.append(RunShare(run=cell.number, metric=share))
    return found, [shortened(text, 2000) for text in left_out]


def _base(
    cell: ConcludedCell,
    chart: LinesChart,
    cells: Sequence[ConcludedCell],
    axes: Sequence[GroupAxis],
    others: Sequence[GroupAxis],
) -> ConcludedCell | None:
    """The run at the same place that meets the chart's conditions. Of several, the only one that
    differs in nothing else; None if that is not clear.
    """
    if cell.facts.fits(chart.relative_to):
        return cell
    along = [axis for axis in axes if axis.path in (chart.x, chart.facet)]
    there = [c for c in cells if c.facts.fits(chart.relative_to) and _agree(c, cell, along)]
    if len(there) > 1:
        there = [other for other in there if _agree(other, cell, others)]
    return there[0] if len(there) == 1 else None


def _share(
    metric: SummaryMetric, divisor: SummaryMetric, title: str, *, is_itself: bool
) -> SummaryMetric:
    ratio = metric.median / divisor.median
    ends = None if is_itself else _ends(metric, divisor)
    return metric.model_copy(
        update={
            "title": title,
            "unit": "share",
            "values": [value / divisor.median for value in metric.values],
            "median": ratio,
            "low": ends[0] if ends else ratio,
            "high": ends[1] if ends else ratio,
            "interval": _kind(metric, divisor),
            "modes": [] if is_itself else _modes(metric, divisor),
        }
    )


def _no_share(cell: ConcludedCell, base: ConcludedCell, name: str) -> str:
    """Why no share describes the run; empty if one does."""
    for side in (cell, base):
        if not side.facts.metrics[name].modes and side.facts.over_time(name):
            return f"run {side.number} has two modes over time"
    if cell.facts.metrics[name].modes and base.facts.metrics[name].modes:
        return f"both run {cell.number} and run {base.number} have two modes"
    return ""


# Both.


def _ratios(over: Sequence[float], under: Sequence[float]) -> list[float]:
    """Of two figures, one for each mode, to the one figure of the other side; the lower first. None
    if both sides have two.
    """
    if len(over) > 1 and len(under) > 1:
        return []
    return sorted(above / below for above in over for below in under if below > 0)


def _modes(metric: SummaryMetric, divisor: SummaryMetric) -> list[Mode]:
    """Of the ratio, the lower first: each mode of the side that has two, with the median of the
    other side. None if both sides have two: neither has a median then.
    """
    if metric.modes and divisor.modes:
        return []
    if metric.modes and divisor.median > 0:
        return [
            Mode(median=mode.median / divisor.median, repeats=mode.repeats) for mode in metric.modes
        ]
    return [
        Mode(median=metric.median / mode.median, repeats=mode.repeats)
        for mode in reversed(divisor.modes)
        if mode.median > 0
    ]


def _varying(
    axes: Sequence[GroupAxis], cells: Sequence[ConcludedCell], without: Sequence[str]
) -> list[GroupAxis]:
    """Parameters that differ among these runs, except these paths and parts of them."""

    def is_part(path: str, other: str) -> bool:
        return path == other or path.startswith(f"{other}.") or other.startswith(f"{path}.")

    return [
        axis
        for axis in axes
        if not any(is_part(axis.path, path) for path in without)
        and len({repr(cell.facts.value(axis.path)) for cell in cells} - {repr(ABSENT)}) > 1
    ]


def _agree(one: ConcludedCell, other: ConcludedCell, axes: Sequence[GroupAxis]) -> bool:
    return all(one.facts.value(axis.path) == other.facts.value(axis.path) for axis in axes)


def _kind(over: SummaryMetric, under: SummaryMetric) -> IntervalKind:
    enough = min(len(over.values), len(under.values)) >= ENOUGH_FOR_INTERVAL
    return IntervalKind.CONFIDENCE if enough else IntervalKind.RANGE


def _ends(over: SummaryMetric, under: SummaryMetric) -> tuple[float, float] | None:
    """The interval of the ratio of medians, or the range of the ratios of any two repeats; None
    with one repeat on a side, or if the divisor may be 0.
    """
    if _kind(over, under) is IntervalKind.CONFIDENCE:
        ends = ratio_interval(over.values, under.values)
    else:
        ends = mean_ratio_range([Sides(under.values, over.values)])
    return (ends.low, ends.high) if ends else None
