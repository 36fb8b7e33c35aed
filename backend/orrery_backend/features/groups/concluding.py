"""What a sweep or a suite found, from its cells and its shape checks. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from orrery_contracts.api import RunState, SummaryMetric
from orrery_contracts.conclusion import Conclusion, FittedModel, Outcome
from orrery_contracts.group import GroupKind
from orrery_contracts.quantity import quantity, span
from orrery_contracts.results import Better
from orrery_contracts.shape_checks import Claim, ShapeResult, ShapeVerdict
from orrery_contracts.spec_paths import ABSENT, shared_closed, shared_title, shared_unit

from orrery_backend.features.analysis.service import (
    ENOUGH_REPEATS,
    Effect,
    Factor,
    MetricHeadline,
    TwoModes,
    Withheld,
    effects_of,
    fitted_models,
    metric_words,
    modes_in_words,
    next_steps_after,
    statement,
    withheld,
    withheld_statement,
)
from orrery_backend.features.groups.axes import distinct_words, is_number
from orrery_backend.features.groups.facts import CellFacts
from orrery_backend.features.groups.record import GroupRecord, chart_metrics
from orrery_backend.kit.counted import HAS, IS, WAS, counted, part_of, part_that
from orrery_backend.kit.problems import shortened

#: Titles that a sentence lists.
_NAMED = 3
#: Runs that a doubt names.
_NAMED_RUNS = 12
#: Sentences of one list.
_MOST = 60


@dataclass(frozen=True, slots=True)
class ConcludedCell:
    """A cell as conclusions need it: its run's number, its facts, and its metrics, the leading ones
    first."""

    number: int
    facts: CellFacts
    headline: Sequence[SummaryMetric]


@dataclass(frozen=True, slots=True)
class _Part:
    """An item of a suite, or a whole sweep, and what its parameters did."""

    title: str
    metric: MetricHeadline | None
    cells: list[ConcludedCell]
    effects: list[Effect]
    withheld: list[Withheld]


def conclude(
    record: GroupRecord, cells: Sequence[ConcludedCell], shapes: Sequence[ShapeResult]
) -> Conclusion:
    """Takes its time: tests over repeats are drawn here. For groups that have ended."""
    parts = _parts(record, cells)
    broken = [cell for cell in cells if cell.facts.checks_hold is False]
    missing = [cell for cell in cells if not cell.facts.done]
    findings = [sentence for part in parts for sentence in _findings(part, alone=len(parts) == 1)]
    said, outcome = _sentence(record, shapes, parts, findings)
    if record.kind is GroupKind.SWEEP and findings and said == findings[0]:
        findings = findings[1:]
    if broken:
        if record.kind is GroupKind.SWEEP:
            findings = [said, *findings]
        numbers = _listed([str(cell.number) for cell in broken])
        said = f"Checks failed in run {numbers}: do not rely on {_its(broken)} figures."
        if shapes:
            said += f" {_shapes_words(shapes)}"
        outcome = Outcome.FAILED
    elif missing and not findings and not any(cell.facts.repeats for cell in cells):
        said, outcome = "Nothing was measured: no run is done.", Outcome.FAILED
    return Conclusion(
        outcome=outcome,
        sentence=shortened(said, 2000),
        findings=[shortened(text, 2000) for text in findings[:_MOST]],
        models=_models(parts),
        doubts=[shortened(text, 2000) for text in _doubts(record, parts, cells)[:_MOST]],
        next_steps=[shortened(text, 2000) for text in _next_steps(parts, cells)[:_MOST]],
    )


def _its(broken: Sequence[ConcludedCell]) -> str:
    return "its" if len(broken) == 1 else "their"


# What parameters did.


def _parts(record: GroupRecord, cells: Sequence[ConcludedCell]) -> list[_Part]:
    titles = {i.name: i.title for i in record.asked.suite.items} if record.asked.suite else {}
    parts = []
    for item in dict.fromkeys(cell.facts.item for cell in cells):
        here = [cell for cell in cells if cell.facts.item == item and cell.facts.repeats > 0]
        metric = _metric(record, item, here)
        measured = [c for c in here if metric is not None and metric.name in c.facts.metrics]
        part = _Part(titles.get(item, ""), metric, measured, [], [])
        if metric is not None:
            values = [cell.facts.metrics[metric.name].values for cell in measured]
            factors, two_modes = _factors(record, measured), _two_modes(metric, measured)
            effects = effects_of(factors, metric, values, two_modes)
            part = replace(part, effects=effects, withheld=withheld(factors, two_modes))
        parts.append(part)
    return parts


def _two_modes(metric: MetricHeadline, cells: Sequence[ConcludedCell]) -> TwoModes:
    repeats = frozenset(at for at, c in enumerate(cells) if c.facts.metrics[metric.name].modes)
    windows = frozenset(at for at, c in enumerate(cells) if c.facts.over_time(metric.name))
    return TwoModes(repeats, windows - repeats)


def _metric(
    record: GroupRecord, item: str, cells: Sequence[ConcludedCell]
) -> MetricHeadline | None:
    """What the suite's charts draw of the item, or else what leads the runs' results; of either the
    first with a better direction that most cells measured."""
    suite = record.asked.suite
    drawn = [
        name
        for chart in (suite.charts if suite else [])
        if item in chart.items
        for name in chart_metrics(chart)
    ]
    leading = [metric.name for cell in cells for metric in cell.headline]
    counts = Counter(name for cell in cells for name in cell.facts.metrics)
    known = {name: metric for cell in cells for name, metric in cell.facts.metrics.items()}
    wanted = [
        name
        for name in (*drawn, *leading, *known)
        if name in known and known[name].better is not Better.NEITHER
    ]
    if not wanted:
        return None
    most = max(counts[name] for name in wanted)
    found = known[next(name for name in wanted if counts[name] == most)]
    return MetricHeadline(found.name, found.title, found.unit, found.better)


def _factors(record: GroupRecord, cells: Sequence[ConcludedCell]) -> list[Factor]:
    """What varies among these cells, of the parameters that the group varies."""
    factors = []
    specs = [cell.facts.spec for cell in cells]
    for path in record.varied_paths():
        values = [cell.facts.value(path) for cell in cells]
        if ABSENT in values:
            continue
        words = distinct_words(values, closed=shared_closed(path, specs))
        if len(set(words)) < 2:
            continue
        numeric = all(is_number(value) for value in values)
        numbers = tuple(float(str(value)) for value in values) if numeric else None
        title, unit = shared_title(path, specs), shared_unit(path, specs)
        factors.append(Factor(path, title, unit, words, numbers))
    return factors


def _findings(part: _Part, *, alone: bool) -> list[str]:
    """Of a part with effects, one sentence for each; else its figure."""
    if part.metric is None or not part.cells:
        return []
    metric = part.metric
    said = [statement(effect, metric) for effect in part.effects]
    said += [withheld_statement(one, metric) for one in part.withheld]
    if not said and len(part.cells) == 1:
        said = [_single(part.cells[0].facts, metric.name)]
    elif not said:
        said = [_spread(metric, part.cells)]
    if alone or not part.title:
        return said
    return [f"{part.title}: {text}" for text in said]


def _single(facts: CellFacts, name: str) -> str:
    metric = facts.metrics[name]
    if metric.modes:
        return f"{metric.title} has two modes: {modes_in_words(metric)}."
    if over_time := facts.over_time(name):
        return over_time.sentence
    what = metric_words(metric.title)
    what = what[:1].upper() + what[1:]
    figure = quantity(metric.median, metric.unit)
    count = len(metric.values)
    if count == 1:
        return f"{what} is {figure} (one repeat)."
    kind = "95 % interval" if count >= ENOUGH_REPEATS else f"range of {count} repeats"
    return f"{what} is {figure} ({kind} {span(metric.low, metric.high, metric.unit)})."


def _spread(metric: MetricHeadline, cells: Sequence[ConcludedCell]) -> str:
    figures = [figure for cell in cells for figure in cell.facts.figures(metric.name)]
    what = metric_words(metric.title)
    what = what[:1].upper() + what[1:]
    return f"{what} is {span(min(figures), max(figures), metric.unit)} over {len(cells)} runs."


def _models(parts: Sequence[_Part]) -> list[FittedModel]:
    found = [
        model
        for part in parts
        if part.metric is not None
        for effect in part.effects
        for model in fitted_models(effect, part.metric)
    ]
    return found[:100]


# The sentence.


def _sentence(
    record: GroupRecord,
    shapes: Sequence[ShapeResult],
    parts: Sequence[_Part],
    findings: Sequence[str],
) -> tuple[str, Outcome]:
    if record.kind is GroupKind.SUITE and shapes:
        return _shapes_words(shapes), _shapes_outcome(shapes)
    if not findings:
        return "No run has a figure to conclude from.", Outcome.OPEN
    effects = [effect for part in parts for effect in part.effects]
    is_withheld = any(part.withheld for part in parts)
    if any(effect.shown for effect in effects) or not (effects or is_withheld):
        return findings[0], Outcome.FOUND
    if is_withheld:
        return findings[0], Outcome.OPEN
    if any(effect.uncertain for effect in effects):
        return findings[0], Outcome.NOT_CERTAIN
    decided = any(effect.decided for effect in effects)
    return findings[0], Outcome.NOT_FOUND if decided else Outcome.OPEN


def _shapes_outcome(shapes: Sequence[ShapeResult]) -> Outcome:
    verdicts = {shape.verdict for shape in shapes}
    if ShapeVerdict.FAILED in verdicts:
        return Outcome.FAILED
    if verdicts == {ShapeVerdict.NOT_MEASURED}:
        return Outcome.OPEN
    return Outcome.NOT_FOUND if ShapeVerdict.NOT_FOUND in verdicts else Outcome.FOUND


def _shapes_words(shapes: Sequence[ShapeResult]) -> str:
    """`1 of 12 checks failed: A. 2 of 5 findings of the study were not found here: B; C.`"""
    judged = [shape for shape in shapes if shape.verdict is not ShapeVerdict.NOT_MEASURED]
    findings = [shape for shape in judged if shape.claim is Claim.FINDING]
    own = [shape for shape in judged if shape.claim is not Claim.FINDING]
    failed = [shape for shape in own if shape.verdict is ShapeVerdict.FAILED]
    missed = [shape for shape in findings if shape.verdict is ShapeVerdict.NOT_FOUND]
    said = []
    if failed:
        which = part_of(len(failed), len(own), "check")
        said.append(f"{which[:1].upper()}{which[1:]} failed: {_titles(failed)}.")
    elif own:
        said.append(_all(len(own), "check", "passed"))
    if missed:
        which = part_of(len(missed), len(findings), "finding")
        said.append(
            f"{which[:1].upper()}{which[1:]} of the study {WAS[len(missed) > 1]} not found here:"
            f" {_titles(missed)}."
        )
    elif findings:
        said.append(_all(len(findings), "finding", "of the study found here too"))
    open_ones = len(shapes) - len(judged)
    if not judged:
        reason = next((shape.found for shape in shapes if shape.found), "")
        return f"No check was measured: {reason}." if reason else "No check was measured."
    if open_ones:
        said.append(f"{counted(open_ones, 'check')} {WAS[open_ones > 1]} not measured.")
    return " ".join(said)


def _all(count: int, what: str, rest: str) -> str:
    return f"The only {what} {rest}." if count == 1 else f"All {count} {what}s {rest}."


def _titles(shapes: Sequence[ShapeResult]) -> str:
    more = "; …" if len(shapes) > _NAMED else ""
    return "; ".join(shape.title for shape in shapes[:_NAMED]) + more


def _listed(names: Sequence[str], most: int = _NAMED) -> str:
    if len(names) > most:
        return ", ".join(names[:most]) + f" and {len(names) - most} more"
    return ", ".join(names[:-1]) + f" and {names[-1]}" if len(names) > 1 else names[0]


# Doubts and what to do.


def _doubts(
    record: GroupRecord, parts: Sequence[_Part], cells: Sequence[ConcludedCell]
) -> list[str]:
    said = []
    ended_badly = [cell for cell in cells if not cell.facts.done]
    if ended_badly:
        words = Counter(cell.facts.state.value for cell in ended_badly)
        states = " and ".join(f"{count} {state}" for state, count in words.items())
        of_all = f"Of {len(cells)} runs, {states}."
        said.append(
            of_all
            if len(cells) > 1
            else f"The run is {ended_badly[0].facts.state.value}, not done."
        )
    fewest = min((cell.facts.repeats for cell in cells if cell.facts.done), default=0)
    if 0 < fewest < ENOUGH_REPEATS:
        said.append(
            f"Cells have only {counted(fewest, 'repeat')}; a 95 % interval needs {ENOUGH_REPEATS}."
        )
    disturbances = [reason for cell in cells for reason in cell.facts.disturbances]
    if disturbances:
        repeats = sum(cell.facts.repeats for cell in cells)
        which = part_that(len(disturbances), repeats, "repeat", WAS)
        said.append(f"{which} disturbed. {disturbances[0]}")
    unsettled = [cell for cell in cells if cell.facts.done and cell.facts.unsettled]
    if unsettled:
        first = unsettled[0].facts
        where = f" With {first.label}: " if first.label else " "
        said.append(
            f"{part_that(len(unsettled), len(cells), 'run', IS)} not settled."
            f"{where}{first.unsettled}"
        )
    said += [text for part in parts for text in _modes(part)]
    said += _modes_over_time(cells)
    if not record.interleaved and len(cells) > 1:
        said.append("Cells ran one after another: a drift of the machine looks like an effect.")
    return said


def _modes(part: _Part) -> list[str]:
    if part.metric is None:
        return []
    found = [c for c in part.cells if c.facts.metrics[part.metric.name].modes]
    return [
        f"{part.metric.title} has two modes with {cell.facts.label or f'run {cell.number}'}:"
        f" {modes_in_words(cell.facts.metrics[part.metric.name])}."
        for cell in found[:_NAMED]
    ]


def _modes_over_time(cells: Sequence[ConcludedCell]) -> list[str]:
    """Names the runs, and the first finding."""
    found = [cell for cell in cells if cell.facts.window_modes]
    if not found:
        return []
    numbers = _listed([str(cell.number) for cell in found], _NAMED_RUNS)
    first = found[0].facts
    where = f" With {first.label}: " if first.label else " "
    which = part_that(len(found), len(cells), "run", HAS)
    return [f"{which} two modes over time ({numbers}).{where}{first.window_modes[0].sentence}"]


def _next_steps(parts: Sequence[_Part], cells: Sequence[ConcludedCell]) -> list[str]:
    said = []
    failed = [c for c in cells if c.facts.state in (RunState.FAILED, RunState.CANCELLED)]
    if failed:
        said.append("Retry the runs that failed or were cancelled.")
    if any(cell.facts.checks_hold is False for cell in cells):
        said.append("Open the run whose checks failed: its page shows what was expected.")
    if any(cell.facts.disturbances for cell in cells):
        said.append("Stop other work on the machines, then run it again.")
    if any(_modes(part) for part in parts):
        said.append("Pin the processes (Conditions, Pinning), then run it again.")
    if any(cell.facts.window_modes for cell in cells):
        said.append("Open a run with two modes over time: its series show when the mode changed.")
    if any(cell.facts.done and cell.facts.unsettled for cell in cells):
        said.append("Allow more repeats (settling.most_repeats) or accept a wider interval.")
    if any(0 < cell.facts.repeats < ENOUGH_REPEATS for cell in cells):
        said.append(f"Run it again with {ENOUGH_REPEATS} repeats or more.")
    for part in parts:
        if part.metric is not None:
            said += next_steps_after(part.effects, part.metric)
    return list(dict.fromkeys(said))
