"""A sweep or suite compared with a baseline. Pure.

- A cell is compared with the baseline's cell of the same item and settings, by its leading metric.
- Over all cells the mean ratio of each leading metric is tested; single cells are tested beside it.
  Each of the two gets half of the 5 %. Holm's correction is over metrics, and over cells.
- A change counts only if it is larger than the tolerance, and the test and the interval, if there
  is one, both show it. If only one of the two does, the verdict is "not certain".
- Times and rates of disturbed repeats, and repeats in two modes, are left out and named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from orrery_contracts.api import MetricComparison, SummaryMetric, Verdict
from orrery_contracts.baseline import (
    Baseline,
    BaselineCell,
    CellComparison,
    GroupComparison,
    MetricOverCells,
)
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.quantity import is_timed, rounded, rounded_span
from orrery_contracts.results import Better

from orrery_backend.features.analysis.service import (
    LEADING_PART,
    SIGNIFICANCE,
    MetricPair,
    compare_each,
    holm,
    is_shown,
    metric_sentence,
    metric_words,
)
from orrery_backend.kit.counted import IS, part_that
from orrery_backend.kit.problems import shortened
from orrery_backend.kit.statistics.bootstrap import ENOUGH_FOR_INTERVAL, Interval
from orrery_backend.kit.statistics.ratios import (
    Sides,
    least_ratio_p,
    mean_ratio,
    mean_ratio_interval,
    ratio_p,
)

_NAMED = 3
#: What is worse speaks first.
_SHOWN = (Verdict.WORSE, Verdict.BETTER)
#: Verdicts that the sentence gives with the figures of a metric over all cells.
_SAID = (*_SHOWN, Verdict.NOT_CERTAIN)
_THE_BASELINE = "the baseline"
_Key = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class _Matched:
    """A cell on both sides, with its leading metric."""

    cell: BaselineCell
    old: BaselineCell
    pair: MetricPair
    left_out: str
    """Why it is not judged; empty if it is."""


def compare(candidate: Baseline, baseline: Baseline, tolerance: float) -> GroupComparison:
    """Takes its time: tests over repeats are drawn here."""
    older = {_key(cell): cell for cell in baseline.cells}
    newer = {_key(cell) for cell in candidate.cells}
    matched = [
        found
        for cell in candidate.cells
        if (old := older.get(_key(cell))) is not None and (found := _matched(cell, old)) is not None
    ]
    judged = [match for match in matched if not match.left_out]
    metrics = _over_cells(judged, tolerance)
    cells = _cells(candidate, judged, tolerance)
    verdict = _verdict([m.verdict for m in metrics], [c.metric.verdict for c in cells])
    leading = next((m for m in metrics if m.verdict is verdict and verdict in _SAID), None)
    only_here = [_name(cell) for cell in candidate.cells if _key(cell) not in older]
    only_there = [_name(cell) for cell in baseline.cells if _key(cell) not in newer]
    return GroupComparison(
        baseline=baseline.name,
        baseline_group=baseline.group,
        group=candidate.group.id,
        number=candidate.group.number,
        tolerance=tolerance,
        verdict=verdict,
        conclusion=Conclusion(
            outcome=_OUTCOMES[verdict],
            sentence=shortened(_sentence(verdict, leading, cells, baseline, tolerance), 2000),
            findings=[shortened(text, 2000) for text in _findings(metrics, leading, cells)],
            models=[],
            doubts=_doubts(candidate, baseline, matched, only_here, only_there),
            next_steps=_next_steps(verdict, matched, judged),
        ),
        metrics=metrics,
        cells=cells,
        only_here=only_here,
        only_in_baseline=only_there,
    )


def has_same_settings(candidate: Baseline, baseline: Baseline) -> bool:
    """Whether both have a cell in common, and all cells in common ran with the same settings."""
    older = {_key(cell): cell.settings_digest for cell in baseline.cells}
    shared = [
        (cell.settings_digest, older[_key(cell)]) for cell in candidate.cells if _key(cell) in older
    ]
    return bool(shared) and all(here and here == there for here, there in shared)


_OUTCOMES = {
    Verdict.BETTER: Outcome.FOUND,
    Verdict.WORSE: Outcome.FOUND,
    Verdict.NO_DIFFERENCE: Outcome.NOT_FOUND,
    Verdict.NOT_CERTAIN: Outcome.NOT_CERTAIN,
    Verdict.NOT_ENOUGH_DATA: Outcome.OPEN,
    Verdict.TWO_MODES: Outcome.OPEN,
}


def _key(cell: BaselineCell) -> _Key:
    return cell.item, tuple(sorted((s.path, s.value) for s in cell.settings))


def _name(cell: BaselineCell) -> str:
    return shortened(": ".join(filter(None, (cell.item, cell.label))) or f"run {cell.run}")


def _matched(cell: BaselineCell, old: BaselineCell) -> _Matched | None:
    """None if they share no metric with values."""
    theirs = {metric.name: metric for metric in old.metrics if metric.values}
    for metric in cell.metrics:
        if metric.values and metric.name in theirs:
            pair = MetricPair(theirs[metric.name], metric)
            return _Matched(cell, old, pair, _left_out(cell, old, pair))
    return None


def _left_out(cell: BaselineCell, old: BaselineCell, pair: MetricPair) -> str:
    if pair.baseline.modes or pair.other.modes:
        return f"{pair.other.title} has two modes"
    if is_timed(pair.other.unit) and (cell.disturbed or old.disturbed):
        return (cell.disturbed or f"In the baseline: {old.disturbed}").rstrip(".")
    return ""


def _over_cells(judged: Sequence[_Matched], tolerance: float) -> list[MetricOverCells]:
    by_metric: dict[str, list[MetricPair]] = {}
    for match in judged:
        by_metric.setdefault(match.pair.other.name, []).append(match.pair)
    strata = {name: [_sides(pair) for pair in pairs] for name, pairs in by_metric.items()}
    corrected = holm([ratio_p(sides) for sides in strata.values()])
    limit = SIGNIFICANCE * LEADING_PART / max(1, len(strata))
    return [
        _metric(pairs[0].other, strata[name], min(1.0, p / LEADING_PART), limit, tolerance)
        for (name, pairs), p in zip(by_metric.items(), corrected, strict=True)
    ]


def _sides(pair: MetricPair) -> Sides:
    return Sides(pair.baseline.values, pair.other.values)


def _metric(
    head: SummaryMetric, strata: Sequence[Sides], p: float, limit: float, tolerance: float
) -> MetricOverCells:
    ratio, interval = mean_ratio(strata), mean_ratio_interval(strata)
    enough = least_ratio_p(strata) < limit and ratio is not None
    verdict = Verdict.NOT_ENOUGH_DATA
    if enough:
        verdict = _judge(p, ratio, interval, head.better, tolerance)
    return MetricOverCells(
        metric=head.name,
        title=head.title,
        unit=head.unit,
        better=head.better,
        cells=len(strata),
        ratio=ratio,
        ratio_low=interval.low if interval else None,
        ratio_high=interval.high if interval else None,
        p_value=p,
        verdict=verdict,
        sentence=_metric_sentence(head, len(strata), ratio, interval, verdict),
    )


_SAME = Verdict.NO_DIFFERENCE


def _judge(
    p: float, ratio: float | None, interval: Interval | None, better: Better, tolerance: float
) -> Verdict:
    verdict = _direction(ratio, better, tolerance)
    shown = is_shown(p, SIGNIFICANCE, interval)
    if verdict is _SAME or shown is False:
        return _SAME
    return verdict if shown else Verdict.NOT_CERTAIN


def _direction(ratio: float | None, better: Better, tolerance: float) -> Verdict:
    """Better or worse, if the change is larger than the tolerance either way."""
    if ratio is None or 1 / (1 + tolerance) <= ratio <= 1 + tolerance:
        return _SAME
    return Verdict.BETTER if (ratio > 1) == (better is Better.HIGHER) else Verdict.WORSE


def _cells(
    candidate: Baseline, judged: Sequence[_Matched], tolerance: float
) -> list[CellComparison]:
    compared = compare_each([(candidate.group.id, match.pair) for match in judged])
    return [
        CellComparison(
            item=match.cell.item,
            label=match.cell.label,
            run=match.cell.run,
            baseline_run=match.old.run,
            metric=_within(metric, tolerance),
        )
        for match, metric in zip(judged, compared, strict=True)
    ]


def _within(metric: MetricComparison, tolerance: float) -> MetricComparison:
    """Judged by the tolerance too."""
    if metric.verdict not in _SAID:
        return metric
    p = metric.p_adjusted if metric.p_adjusted is not None else 1.0
    low, high = metric.ratio_low, metric.ratio_high
    interval = Interval(low, high) if low is not None and high is not None else None
    verdict = _judge(p, metric.ratio, interval, metric.better, tolerance)
    said = metric_sentence(metric.title, verdict, metric.ratio, interval, None)
    return metric.model_copy(update={"verdict": verdict, "sentence": said})


def _verdict(metrics: Sequence[Verdict], cells: Sequence[Verdict]) -> Verdict:
    """What is worse speaks first, then what is better; single cells count as all together do."""
    for verdict in _SHOWN:
        if verdict in metrics or verdict in cells:
            return verdict
    for verdict in (Verdict.NOT_CERTAIN, _SAME):
        if verdict in metrics:
            return verdict
    return Verdict.NOT_ENOUGH_DATA


# In words.


def _metric_sentence(
    head: SummaryMetric,
    cells: int,
    ratio: float | None,
    interval: Interval | None,
    verdict: Verdict,
) -> str:
    what = metric_words(head.title)
    where = "in the only cell" if cells == 1 else f"over {cells} cells"
    change = _change(ratio, interval)
    match verdict:
        case Verdict.NOT_ENOUGH_DATA:
            return f"Not enough data about {what} {where} ({change})."
        case Verdict.NO_DIFFERENCE:
            return f"No difference found in {what} {where} ({change})."
        case Verdict.NOT_CERTAIN:
            return f"Not certain whether {what} {where} differs ({change})."
        case _:
            return f"{_comparative(verdict, head.unit).capitalize()}: {what} {where} is {change}."


def _comparative(verdict: Verdict, unit: str) -> str:
    if not is_timed(unit):
        return verdict.value
    return "faster" if verdict is Verdict.BETTER else "slower"


def _change(ratio: float | None, interval: Interval | None) -> str:
    if ratio is None:
        return "a median is zero"
    within = f" (95 % interval {rounded_span(interval.low, interval.high)})" if interval else ""
    return f"{rounded(ratio)} times {_THE_BASELINE}{within}"


def _sentence(
    verdict: Verdict,
    leading: MetricOverCells | None,
    cells: Sequence[CellComparison],
    baseline: Baseline,
    tolerance: float,
) -> str:
    name = f"baseline {baseline.name}"
    if leading is not None:
        return leading.sentence.replace(_THE_BASELINE, name)
    found = [cell for cell in cells if cell.metric.verdict is verdict]
    if verdict in _SHOWN:
        return (
            f"{part_that(len(found), len(cells), 'cell', IS)}"
            f" {_comparative(verdict, found[0].metric.unit)} than {name}."
        )
    if verdict is _SAME:
        return f"No change of more than {rounded(tolerance * 100)} % found against {name}."
    return f"Too little was measured to compare with {name}."


def _findings(
    metrics: Sequence[MetricOverCells],
    leading: MetricOverCells | None,
    cells: Sequence[CellComparison],
) -> list[str]:
    """What the sentence does not say already."""
    shown = [cell for cell in cells if cell.metric.verdict in _SHOWN]
    return [metric.sentence for metric in metrics if metric is not leading] + [
        f"{': '.join(filter(None, (cell.item, cell.label))) or f'Run {cell.run}'}:"
        f" {cell.metric.sentence}"
        for cell in shown[:20]
    ]


def _doubts(
    candidate: Baseline,
    baseline: Baseline,
    matched: Sequence[_Matched],
    only_here: Sequence[str],
    only_there: Sequence[str],
) -> list[str]:
    said = []
    reasons: dict[str, int] = {}
    for match in matched:
        if match.left_out:
            reasons[match.left_out] = reasons.get(match.left_out, 0) + 1
    for reason, count in list(reasons.items())[:_NAMED]:
        said.append(f"{part_that(count, len(matched), 'cell', IS)} left out: {reason}.")
    if only_here:
        said.append(f"{_cells_are(only_here)} not in the baseline.")
    if only_there:
        said.append(f"{_cells_are(only_there)} in the baseline alone.")
    if candidate.group.version != baseline.group.version:
        said.append(
            f"The suite has version {candidate.group.version} here and {baseline.group.version} in"
            " the baseline."
        )
    if candidate.group.variant != baseline.group.variant:
        said.append(
            f"The variant is {candidate.group.variant} here and {baseline.group.variant} in the"
            " baseline."
        )
    if candidate.asked != baseline.asked:
        said.append(
            f"Settings asked for: {', '.join(candidate.asked) or 'none'} here,"
            f" {', '.join(baseline.asked) or 'none'} in the baseline."
        )
    if candidate.machines != baseline.machines:
        said.append(
            f"Other machines: {_listed(candidate.machines)} here, {_listed(baseline.machines)} in"
            " the baseline."
        )
    if min((_repeats(match) for match in matched), default=0) < ENOUGH_FOR_INTERVAL:
        said.append(f"Fewer than {ENOUGH_FOR_INTERVAL} repeats in a cell: no interval.")
    return [shortened(text, 2000) for text in said]


def _repeats(match: _Matched) -> int:
    return min(len(match.pair.baseline.values), len(match.pair.other.values))


def _cells_are(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"1 cell is ({names[0]})"
    more = ", …" if len(names) > _NAMED else ""
    return f"{len(names)} cells are ({', '.join(names[:_NAMED])}{more})"


def _listed(names: Iterable[str]) -> str:
    return "; ".join(names) or "unknown"


def _next_steps(
    verdict: Verdict, matched: Sequence[_Matched], judged: Sequence[_Matched]
) -> list[str]:
    said = []
    if not matched:
        return ["Run the sweep or suite that the baseline was made from, with the same settings."]
    if verdict is Verdict.WORSE:
        said.append("Run it again to see whether it stays, then compare the runs of a cell.")
    if len(judged) < len(matched):
        said.append("Stop other work on the machines, or pin the processes, then run it again.")
    if verdict is Verdict.NOT_CERTAIN:
        said.append("Run it again with more repeats (--repeats).")
    if verdict is Verdict.NOT_ENOUGH_DATA and judged:
        said.append(f"Repeat each cell {ENOUGH_FOR_INTERVAL} times or more (--repeats).")
    return said
