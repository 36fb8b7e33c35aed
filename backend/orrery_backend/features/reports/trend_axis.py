"""The axis of a trend's chart: where each run stands, and the labels. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from orrery_contracts.trend import MetricTrend, TrendAxis

#: Labels under the axis, at most about.
_LABELS = 10
_DATE_LABELS = 8
_HOUR = 3_600.0
_DAY = 24 * _HOUR
_STEPS = (_HOUR, 3 * _HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 7 * _DAY, 14 * _DAY)
_LONG_STEP = 30 * _DAY


@dataclass(frozen=True, slots=True)
class Along:
    """`places`: of the runs, in their order. All places are within `low` and `high`."""

    places: list[float]
    low: float
    high: float
    ticks: list[tuple[float, str]]
    title: str

    def edge(self, index: int) -> float:
        """Half way between a run and the run before it; an end of the axis at its ends."""
        if index <= 0:
            return self.low
        if index >= len(self.places):
            return self.high
        return (self.places[index - 1] + self.places[index]) / 2


def axis_of(trend: MetricTrend) -> Along:
    """Where the runs of the trend stand. The trend has runs."""
    if trend.axis is TrendAxis.DATES:
        return _dates([datetime.fromisoformat(point.at).timestamp() for point in trend.points])
    if trend.axis is TrendAxis.COMMITS:
        commits = list(dict.fromkeys(point.commit for point in trend.points))
        at = {commit: float(place) for place, commit in enumerate(commits)}
        places = [at[point.commit] for point in trend.points]
        names = [commit[:7] for commit in commits]
        return _even(places, names, "commit, in the order of first runs")
    names = [str(point.run) for point in trend.points]
    return _even([float(i) for i in range(len(names))], names, "run, the oldest first")


def _even(places: list[float], names: Sequence[str], title: str) -> Along:
    every = -(-len(names) // _LABELS)
    ticks = [(float(at), names[at]) for at in range(0, len(names), every)]
    return Along(places, -0.5, len(names) - 0.5, ticks, title)


def _dates(places: list[float]) -> Along:
    """`places`: in seconds since 1970."""
    first, last = min(places), max(places)
    room = (last - first) * 0.03 or _HOUR
    low, high = first - room, last + room
    step = next((s for s in _STEPS if (high - low) / s <= _DATE_LABELS), 0.0)
    if not step:
        step = _LONG_STEP * -(-(high - low) // (_LONG_STEP * _DATE_LABELS))
    form = "%Y-%m-%d" if step >= _DAY else "%m-%d %H:%M"
    ticks = []
    at = datetime.fromtimestamp(low - low % min(step, _DAY), UTC)
    while at.timestamp() <= high:
        if at.timestamp() >= low:
            ticks.append((at.timestamp(), at.strftime(form)))
        at += timedelta(seconds=step)
    return Along(places, low, high, ticks, "when the run ended, UTC")
