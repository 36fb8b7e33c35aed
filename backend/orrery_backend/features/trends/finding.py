"""What a trend shows: change points, drift, and the sentences about them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from orrery_contracts.api import Verdict
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.group_results import MetricHead
from orrery_contracts.quantity import quantity, rounded, rounded_span
from orrery_contracts.results import Better
from orrery_contracts.trend import TrendAxis, TrendChange, TrendPoint, TrendShape

from orrery_backend.features.analysis.service import metric_words
from orrery_backend.features.trends.axes import edges_along, places_along
from orrery_backend.kit.counted import HAS, WAS, counted, part_that
from orrery_backend.kit.problems import shortened
from orrery_backend.kit.statistics.bootstrap import (
    ENOUGH_FOR_INTERVAL,
    Interval,
    ratio_interval,
)
from orrery_backend.kit.statistics.change_points import (
    ENOUGH_FOR_CHANGES,
    LEAST_SEGMENT,
    change_points,
    is_drift,
)

#: A ratio is said in times from here on, below in percent.
_TIMES_FROM = 2
#: Runs that a doubt names.
_NAMED = 8
_MOVED = " It ran on other machines than the run before."
_OUTCOMES = {
    TrendShape.TOO_FEW: Outcome.OPEN,
    TrendShape.STEADY: Outcome.NOT_FOUND,
    TrendShape.STEPS: Outcome.FOUND,
    TrendShape.DRIFT: Outcome.FOUND,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found in the points of a trend."""

    shape: TrendShape
    changes: list[TrendChange]
    sentence: str
    doubts: list[str]


def find(
    points: Sequence[TrendPoint], metric: MetricHead, axis: TrendAxis = TrendAxis.RUNS
) -> Finding:
    """Of points in the order of the axis. The unit is the run: its median over repeats. Along
    commits, a change lies between two commits.
    """
    doubts = _doubts(points)
    if len(points) < ENOUGH_FOR_CHANGES:
        sentence = (
            f"Too few runs: {counted(len(points), 'run')}. A change can be found from"
            f" {ENOUGH_FOR_CHANGES} runs in all: {LEAST_SEGMENT} before it and {LEAST_SEGMENT} from"
            " it on."
        )
        return Finding(TrendShape.TOO_FEW, [], sentence, doubts)
    places = places_along(axis, points)
    commits = len(set(places)) if axis is TrendAxis.COMMITS else None
    if commits == 1:
        sentence = (
            "Too few commits: 1 commit. A change between commits can be found from 2 commits on."
        )
        return Finding(TrendShape.TOO_FEW, [], sentence, doubts)
    values = [point.metric.median for point in points]
    # A change is a ratio: on a logarithmic scale it is as great at any level.
    scaled = list(np.log(values)) if min(values) > 0 else values
    found = change_points(scaled, edges_along(axis, points))
    over = f"{len(points)} runs" + (f" of {commits} commits" if commits else "")
    if not found:
        sentence = f"No change found in {metric_words(metric.title)} over {over}."
        return Finding(TrendShape.STEADY, [], sentence, doubts)
    if is_drift(scaled, found, places):
        levels = _ends_of_line(values, scaled, places)
        cause = "commit" if commits else "run"
        sentence = _drift_sentence(*levels, metric, over, cause)
        return Finding(TrendShape.DRIFT, [], sentence, doubts)
    changes = _changes(points, values, found, metric, axis)
    rest = len(changes) - 1
    before = "change was" if rest == 1 else "changes were"
    more = f" {rest} earlier {before} found." if rest else ""
    return Finding(TrendShape.STEPS, changes, changes[-1].sentence + more, doubts)


def conclusion_of(
    found: Finding, points: Sequence[TrendPoint], more_doubts: Sequence[str] = ()
) -> Conclusion:
    """What was found in these points, in sentences. The earlier changes come newest first."""
    steps = []
    if len(points) < ENOUGH_FOR_CHANGES:
        more = ENOUGH_FOR_CHANGES - len(points)
        times = counted(more, "more time" if points else "time")
        steps = [
            (
                f"Run it {times} with the same settings: {ENOUGH_FOR_CHANGES} runs in all, at least"
                f" {LEAST_SEGMENT} of them from the change on."
            )
        ]
    if found.changes:
        after = [point.run_id for point in points].index(found.changes[-1].run_id)
        beside = f"{points[after - 1].run} and {points[after].run}"
        steps = [f"Compare runs {beside}, before and after the newest change."]
    return Conclusion(
        outcome=_OUTCOMES[found.shape],
        sentence=shortened(found.sentence, 2000),
        findings=[shortened(change.sentence, 2000) for change in found.changes[-2::-1]],
        models=[],
        doubts=[shortened(doubt, 2000) for doubt in (*found.doubts, *more_doubts)],
        next_steps=steps,
    )


def _changes(
    points: Sequence[TrendPoint],
    values: Sequence[float],
    found: Sequence[int],
    metric: MetricHead,
    axis: TrendAxis,
) -> list[TrendChange]:
    edges = [0, *found, len(values)]
    changes = []
    for index, at in enumerate(found):
        before = values[edges[index] : at]
        after = values[at : edges[index + 2]]
        low, high = median(before), median(after)
        interval = None
        if min(len(before), len(after)) >= ENOUGH_FOR_INTERVAL and min(values) > 0:
            interval = ratio_interval(after, before)
        last, point = points[at - 1], points[at]
        where = _between(last, point, axis)
        changes.append(
            TrendChange(
                run=point.run,
                run_id=point.run_id,
                commit=point.commit,
                commit_before=last.commit,
                before=low,
                after=high,
                ratio=high / low if low > 0 else None,
                ratio_low=interval.low if interval else None,
                ratio_high=interval.high if interval else None,
                verdict=_verdict(low, high, interval, metric.better),
                sentence=_change_sentence(where, low, high, interval, metric)
                + (_MOVED if point.machines != last.machines else ""),
            )
        )
    return changes


def _verdict(before: float, after: float, interval: Interval | None, better: Better) -> Verdict:
    if better is Better.NEITHER or before == after:
        return Verdict.NO_DIFFERENCE
    if interval is not None and interval.holds(1.0):
        return Verdict.NOT_CERTAIN
    fell = after < before
    return Verdict.BETTER if fell == (better is Better.LOWER) else Verdict.WORSE


def _change_sentence(
    where: str, before: float, after: float, interval: Interval | None, metric: MetricHead
) -> str:
    verb = "rose" if after > before else "fell"
    ends = (interval.low, interval.high) if interval else None
    by = _by(before, after, ends, metric.unit)
    is_open = interval is not None and interval.holds(1.0)
    doubt = " Not certain: the interval includes no change." if is_open else ""
    return f"{_subject(metric)} {verb} {by} {where}.{doubt}"


def _between(last: TrendPoint, first: TrendPoint, axis: TrendAxis) -> str:
    """The runs beside a change: `with run 41, between commits a1b2c3d and e4f5a6b`."""
    before, after = last.commit[:12], first.commit[:12]
    between = f"between commits {before} and {after}"
    if axis is TrendAxis.COMMITS:
        return between
    run = f"with run {first.run}"
    if not after:
        return run
    if not before:
        return f"{run}, commit {after}"
    return f"{run}, {between if before != after else f'within commit {after}'}"


def _subject(metric: MetricHead) -> str:
    """The metric as a sentence begins with it: `The median step time`."""
    words = metric_words(metric.title)
    return words[0].upper() + words[1:]


def _by(before: float, after: float, ends: tuple[float, float] | None, unit: str) -> str:
    """`by 12 % (9 to 15 %)`; `to 2.3 times (2.1 to 2.6)`; without a ratio, both figures."""
    if before <= 0 or after <= 0:
        return f"from {quantity(before, unit)} to {quantity(after, unit)}"
    ratio = after / before
    if ratio >= _TIMES_FROM:
        within = (
            f" ({rounded_span(ends[0], ends[1], 2)})" if ends else " (too few runs for an interval)"
        )
        return f"to {rounded(ratio, 2)} times{within}"
    if ends is None:
        return f"by {rounded(abs(ratio - 1) * 100, 2)} % (too few runs for an interval)"
    sign = 1 if ratio >= 1 else -1
    low, high = sorted(sign * (end - 1) * 100 for end in ends)
    return f"by {rounded(abs(ratio - 1) * 100, 2)} % ({rounded_span(low, high, 2)} %)"


def _ends_of_line(
    values: Sequence[float], scaled: Sequence[float], places: Sequence[int]
) -> tuple[float, float]:
    """First and last place of the line through all runs."""
    along = np.asarray(places, dtype=np.float64)
    slope, offset = (float(v) for v in np.polyfit(along, np.asarray(scaled), 1))
    first, last = offset, offset + slope * float(along[-1])
    if min(values) > 0:
        first, last = float(np.exp(first)), float(np.exp(last))
    return first, last


def _drift_sentence(first: float, last: float, metric: MetricHead, over: str, cause: str) -> str:
    verb = "rises" if last > first else "falls"
    return (
        f"{_subject(metric)} {verb} steadily, from {quantity(first, metric.unit)} to"
        f" {quantity(last, metric.unit)} over {over}; no single {cause} is the cause."
    )


def _runs(numbers: Sequence[str]) -> str:
    """The newest."""
    earlier = ", and earlier ones" if len(numbers) > _NAMED else ""
    return f"{'runs' if len(numbers) > 1 else 'run'} {', '.join(numbers[-_NAMED:])}{earlier}"


def doubt_of_left_out(points: Sequence[TrendPoint]) -> list[str]:
    """Of the runs that have no place on the axis of commits."""
    if not points:
        return []
    numbers = _runs([str(point.run) for point in points])
    have = "has" if len(points) == 1 else "have"
    runs = counted(len(points), "run")
    return [f"{runs} {have} no known commit and no place on the axis of commits ({numbers})."]


def _doubts(points: Sequence[TrendPoint]) -> list[str]:
    said = []
    disturbed = [str(point.run) for point in points if point.disturbed]
    if disturbed:
        said.append(
            f"{part_that(len(disturbed), len(points), 'run', WAS)} disturbed by other work"
            f" ({_runs(disturbed)})."
        )
    in_modes = [str(point.run) for point in points if point.metric.modes]
    if in_modes:
        which = part_that(len(in_modes), len(points), "run", HAS)
        median = "its median represents" if len(in_modes) == 1 else "their medians represent"
        said.append(f"{which} two modes, and {median} no repeat ({_runs(in_modes)}).")
    machines = list(dict.fromkeys(point.machines for point in points))
    if len(machines) > 1:
        said.append(f"The runs used {len(machines)} different sets of machines.")
    return said
