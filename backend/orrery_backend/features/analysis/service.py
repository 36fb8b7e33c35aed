"""Compares runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from orrery_contracts.api import (
    ComparedRun,
    Comparison,
    Difference,
    PublishedTable,
    RunDocument,
)
from orrery_contracts.workloads.registry import leading_metrics

from orrery_backend.features.analysis.cases import Factor, MetricHeadline, TwoModes
from orrery_backend.features.analysis.checks import checks_over
from orrery_backend.features.analysis.concluding import conclude
from orrery_backend.features.analysis.differences import (
    count_compared,
    find_differences,
    settings_in_words,
)
from orrery_backend.features.analysis.doubts import ENOUGH_REPEATS, doubts_about
from orrery_backend.features.analysis.effect_words import (
    fitted_models,
    metric_words,
    next_steps_after,
    statement,
    withheld_statement,
)
from orrery_backend.features.analysis.effects import (
    Effect,
    Withheld,
    effects_of,
    is_workers,
    withheld,
)
from orrery_backend.features.analysis.judging import LEADING_PART, SIGNIFICANCE, holm, is_shown
from orrery_backend.features.analysis.metrics import MetricPair, compare_each, compare_metrics
from orrery_backend.features.analysis.simulations import amount_of
from orrery_backend.features.analysis.speed_up import SpeedUpSeries, speed_up
from orrery_backend.features.analysis.words import modes_in_words, over_time_in_words
from orrery_backend.features.analysis.words import sentence as metric_sentence
from orrery_backend.features.reference.service import ReferenceService
from orrery_backend.features.runs.service import RunService
from orrery_backend.kit.problems import field_error, invalid, shortened
from orrery_backend.kit.setting_words import MOST_NAMED, setting_label

__all__ = [
    "ENOUGH_REPEATS",
    "LEADING_PART",
    "SIGNIFICANCE",
    "AnalysisService",
    "Effect",
    "Factor",
    "MetricHeadline",
    "MetricPair",
    "SpeedUpSeries",
    "TwoModes",
    "Withheld",
    "compare_each",
    "doubts_about",
    "effects_of",
    "fitted_models",
    "holm",
    "is_shown",
    "is_workers",
    "metric_sentence",
    "metric_words",
    "modes_in_words",
    "next_steps_after",
    "over_time_in_words",
    "settings_in_words",
    "speed_up",
    "statement",
    "withheld",
    "withheld_statement",
]

MAX_RUNS = 32


class AnalysisService:
    """Stateless: a comparison is computed when it is asked for."""

    def __init__(self, runs: RunService, reference: ReferenceService) -> None:
        self._runs = runs
        self._reference = reference

    async def compare(self, keys: Sequence[str], baseline_key: str | None) -> Comparison:
        """By ids or numbers. The first is the baseline unless another is named. Raises
        `ProblemError`.
        """
        unique = list(dict.fromkeys(keys))
        if not unique:
            raise invalid(
                field_error(
                    "runs",
                    "",
                    "No run is named.",
                    "Give ids or numbers with commas between: runs=1,2.",
                )
            )
        if len(unique) > MAX_RUNS:
            raise invalid(
                field_error(
                    "runs",
                    len(unique),
                    f"{len(unique)} runs are too many for one comparison.",
                    f"Name at most {MAX_RUNS}.",
                )
            )
        documents: dict[str, RunDocument] = {}
        for key in unique:
            document, _ = await self._runs.document(key)
            documents.setdefault(document.summary.id, document)
        baseline = await self._baseline(list(documents.values()), baseline_key)
        tables = [
            table
            for workload in dict.fromkeys(d.summary.workload for d in documents.values())
            for table in self._reference.for_workload(workload)
        ]
        # Bootstrap and exact tests take their time: live streams must not wait for them.
        return await asyncio.to_thread(_compare, list(documents.values()), baseline, tables)

    async def _baseline(self, runs: Sequence[RunDocument], key: str | None) -> RunDocument:
        if key is None:
            return runs[0]
        for run in runs:
            if key in (run.summary.id, str(run.summary.number)):
                return run
        raise invalid(
            field_error(
                "baseline",
                key,
                f"Run {shortened(key, 60)!r} is not among the runs compared.",
                f"Name one of {', '.join(str(run.summary.number) for run in runs)}.",
            )
        )


def _compare(
    runs: Sequence[RunDocument], baseline: RunDocument, published: list[PublishedTable]
) -> Comparison:
    differences = find_differences(runs)
    compared = [
        ComparedRun(
            summary=run.summary,
            label=label_in_comparison(runs, index, differences),
            metrics=run.metrics,
            doubts=[shortened(doubt, 2000) for doubt in doubts_about(run, baseline)],
        )
        for index, run in enumerate(runs)
    ]
    leading = leading_metrics(baseline.summary.workload)
    metrics = [
        comparison
        for run in runs
        if run.summary.id != baseline.summary.id
        for comparison in compare_metrics(
            run.summary.id,
            baseline.metrics,
            run.metrics,
            leading,
            same_amount=amount_of(run.spec) == amount_of(baseline.spec),
        )
    ]
    checks = checks_over(runs)
    verdict, conclusion = conclude(
        compared, runs, baseline.summary.id, metrics, differences, checks
    )
    return Comparison(
        baseline=baseline.summary.id,
        verdict=verdict,
        conclusion=conclusion,
        runs=compared,
        settings_compared=count_compared(runs),
        differences=differences,
        metrics=metrics,
        checks=checks,
        published=published,
    )


def label_in_comparison(
    runs: Sequence[RunDocument], index: int, differences: Sequence[Difference]
) -> str:
    """The name that a person has given the run, if no two have the same; else what sets it apart.
    Names of cells of a sweep or suite repeat its settings.
    """
    names = [run.summary.name for run in runs]
    if len(set(names)) == len(names) and all(run.summary.group is None for run in runs):
        return shortened(names[index])
    return label_of(runs[index], index, differences)


def label_of(run: RunDocument, index: int, differences: Sequence[Difference]) -> str:
    """The settings that set the run apart, e.g. `managers 2`; its name and number if none does, or
    more than `MOST_NAMED` do.
    """
    settings = [difference for difference in differences if difference.kind == "setting"]
    if not 0 < len(settings) <= MOST_NAMED:
        return shortened(f"{run.summary.name} #{run.summary.number}")
    return setting_label(
        [difference.title for difference in settings],
        [difference.values[index] for difference in settings],
    )
