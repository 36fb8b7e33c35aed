"""What a comparison found, how sure it is, and what to do next. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from orrery_contracts.api import (
    ComparedRun,
    Difference,
    MetricComparison,
    RepeatView,
    RunDocument,
    Verdict,
)
from orrery_contracts.conclusion import Conclusion, FittedModel, Outcome
from orrery_contracts.results import Better, Check
from orrery_contracts.spec_paths import shared_unit
from orrery_contracts.surroundings import Grade

from orrery_backend.features.analysis.cases import Factor, MetricHeadline, TwoModes
from orrery_backend.features.analysis.doubts import ENOUGH_REPEATS
from orrery_backend.features.analysis.effect_words import (
    fitted_models,
    next_steps_after,
    statement,
)
from orrery_backend.features.analysis.effects import Effect, effects_of
from orrery_backend.features.analysis.words import headline
from orrery_backend.kit.problems import shortened

_OUTCOMES = {
    Verdict.BETTER: Outcome.FOUND,
    Verdict.WORSE: Outcome.FOUND,
    Verdict.NO_DIFFERENCE: Outcome.NOT_FOUND,
    Verdict.NOT_CERTAIN: Outcome.NOT_CERTAIN,
    Verdict.NOT_ENOUGH_DATA: Outcome.OPEN,
    Verdict.TWO_MODES: Outcome.OPEN,
}
#: Runs from which on a parameter's effect says more than the runs one by one.
_LEAST_FOR_EFFECT = 3
_MOST = 60


def conclude(
    runs: Sequence[ComparedRun],
    documents: Sequence[RunDocument],
    baseline: str,
    metrics: Sequence[MetricComparison],
    differences: Sequence[Difference],
    checks: Sequence[Check],
) -> tuple[Verdict, Conclusion]:
    """The verdict, and the same in sentences. Takes its time: tests over repeats are drawn here."""
    verdict, said, findings = headline(runs, baseline, metrics)
    models: list[FittedModel] = []
    steps: list[str] = []
    effect, metric = _effect(runs, documents, metrics, differences)
    if effect is not None and metric is not None:
        models = fitted_models(effect, metric)
        steps = next_steps_after([effect], metric)
        if effect.shown and _agree(verdict, metrics, metric):
            findings = [said, *findings]
            said = statement(effect, metric)
    outcome = _OUTCOMES[verdict]
    doubts = [*_failed(checks), *_doubts(runs)]
    if _failed(checks) or any(run.summary.checks_hold is False for run in runs):
        outcome = Outcome.FAILED
    return verdict, Conclusion(
        outcome=outcome,
        sentence=shortened(said, 2000),
        findings=[shortened(text, 2000) for text in findings[:_MOST]],
        models=models[:_MOST],
        doubts=[shortened(text, 2000) for text in doubts[:_MOST]],
        next_steps=[*_next_steps(runs, documents, verdict, metrics, differences), *steps],
    )


def _effect(
    runs: Sequence[ComparedRun],
    documents: Sequence[RunDocument],
    metrics: Sequence[MetricComparison],
    differences: Sequence[Difference],
) -> tuple[Effect | None, MetricHeadline | None]:
    """Of the only setting that differs, if it is a number; on the leading metric."""
    settings = [difference for difference in differences if difference.kind == "setting"]
    if len(settings) != 1 or len(runs) < _LEAST_FOR_EFFECT or not metrics:
        return None, None
    setting, lead = settings[0], metrics[0]
    numbers = [_number(value) for value in setting.values]
    measured = [next((m for m in run.metrics if m.name == lead.metric), None) for run in runs]
    if any(number is None for number in numbers) or any(found is None for found in measured):
        return None, None
    if any(found.modes for found in measured if found is not None):
        return None, None
    factor = Factor(
        setting.path,
        setting.title,
        shared_unit(setting.path, [run.spec.model_dump(mode="json") for run in documents]),
        tuple(setting.values),
        tuple(number for number in numbers if number is not None),
    )
    metric = MetricHeadline(lead.metric, lead.title, lead.unit, lead.better)
    values = [found.values for found in measured if found is not None]
    return next(iter(effects_of([factor], metric, values, TwoModes())), None), metric


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _agree(verdict: Verdict, metrics: Sequence[MetricComparison], metric: MetricHeadline) -> bool:
    """Whether every run's own verdict on the metric is the verdict of the comparison: then the
    effect says all that they say."""
    return (
        metric.better is not Better.NEITHER
        and verdict in (Verdict.BETTER, Verdict.WORSE)
        and all(m.verdict is verdict for m in metrics if m.metric == metric.name)
    )


def _failed(checks: Sequence[Check]) -> list[str]:
    return [
        f"Check failed: {check.title}. Found: {check.found}." for check in checks if not check.holds
    ]


def _doubts(runs: Sequence[ComparedRun]) -> list[str]:
    """Each doubt once, with the runs that it is about."""
    about: dict[str, list[int]] = {}
    for run in runs:
        for doubt in run.doubts:
            about.setdefault(doubt, []).append(run.summary.number)
    said = []
    for doubt, numbers in about.items():
        if len(numbers) == len(runs):
            who = "All runs"
        else:
            who = (
                f"Run {numbers[0]}" if len(numbers) == 1 else f"Runs {', '.join(map(str, numbers))}"
            )
        said.append(f"{who}: {doubt}")
    return said


def _repeats(documents: Sequence[RunDocument]) -> list[RepeatView]:
    return [repeat for run in documents for repeat in run.repeats]


def _next_steps(
    runs: Sequence[ComparedRun],
    documents: Sequence[RunDocument],
    verdict: Verdict,
    metrics: Sequence[MetricComparison],
    differences: Sequence[Difference],
) -> list[str]:
    if len(runs) < 2:
        return ["Add a run to compare with the baseline."]
    said = []
    if len({run.summary.workload for run in runs}) > 1:
        said.append("Compare runs of one workload.")
    repeats = [sum(r.counts for r in run.repeats) for run in documents]
    if min(repeats) == 0:
        said.append("Wait until the runs are done, or choose others.")
    elif min(repeats) < ENOUGH_REPEATS:
        said.append(f"Repeat each run {ENOUGH_REPEATS} times or more.")
    elif verdict is Verdict.NOT_ENOUGH_DATA:
        # Says how many repeats it takes.
        said += [m.sentence for m in metrics if m.verdict is Verdict.NOT_ENOUGH_DATA][:1]
    elif verdict is Verdict.NOT_CERTAIN:
        said.append(f"Run both again with {2 * min(repeats)} repeats.")
    if any(
        repeat.counts and repeat.quality and repeat.quality.grade is Grade.DISTURBED
        for repeat in _repeats(documents)
    ):
        said.append("Stop other work on the machines, then run it again.")
    if verdict is Verdict.TWO_MODES:
        said.append("Pin the processes (Conditions, Pinning), then run both again.")
    settings = [difference.title for difference in differences if difference.kind == "setting"]
    if len(settings) > 1 and len(runs) == 2:
        said.append(
            f"{len(settings)} settings differ, and their effects cannot be told apart: change one"
            " at a time."
        )
    facts = [difference for difference in differences if difference.kind == "fact"]
    if facts and settings and len(runs) == 2:
        said.append("Run both on the same machines with the same build: those differ too.")
    return said
