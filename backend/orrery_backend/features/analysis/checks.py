"""What must hold over all compared runs, computed from what they measured. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from orrery_contracts.api import RunDocument, SummaryMetric
from orrery_contracts.results import Check
from orrery_contracts.universe_steps import UniverseSteps

from orrery_backend.features.analysis.simulations import simulated_by
from orrery_backend.kit.problems import shortened

_SHAPE_METRIC = "step_time.mean"
_NOISE = 0.05


def checks_over(runs: Sequence[RunDocument]) -> list[Check]:
    return [*_counts(runs), *_checksums(runs), *_managers_cost(runs)]


def _counts(runs: Sequence[RunDocument]) -> list[Check]:
    wrong = [
        f"run {run.summary.number}, repeat {repeat.repeat + 1}: {m.kind} {m.counted} of "
        f"{m.expected}"
        for run in runs
        for repeat in run.repeats
        for m in repeat.messages
        if m.expected != m.counted
    ]
    counted = sum(len(repeat.messages) for run in runs for repeat in run.repeats)
    if not counted:
        return []
    return [
        Check(
            name="message_counts",
            title="Message counts are exact in every run",
            holds=not wrong,
            expected="as the message model says",
            found=shortened("; ".join(wrong), 2000) if wrong else f"{counted} counts, all exact",
        )
    ]


def _checksums(runs: Sequence[RunDocument]) -> list[Check]:
    """Process model, transport, placement and split must not change what is simulated."""
    groups: dict[tuple[object, ...], dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        for repeat in run.repeats:
            if repeat.state_checksum is not None:
                group = groups[simulated_by(run.spec)]
                group[repeat.state_checksum].append(run.summary.number)
    if not groups:
        return []
    wrong = [sums for sums in groups.values() if len(sums) > 1]
    found = "; ".join(
        ", ".join(f"{checksum} in run {_numbers(at)}" for checksum, at in sums.items())
        for sums in wrong
    )
    return [
        Check(
            name="state_checksums",
            title="Runs of one simulation end in the same state",
            holds=not wrong,
            expected="equal checksums for equal seed and equal parameters of the model",
            found=shortened(found, 2000)
            if wrong
            else f"{len(groups)} different simulations, each with one checksum",
        )
    ]


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, dict.fromkeys(numbers)))


def _managers_cost(runs: Sequence[RunDocument]) -> list[Check]:
    """The study's shape: a step takes longer with more managers, all else equal."""
    universes = [(run, w) for run in runs if isinstance(w := run.spec.workload, UniverseSteps)]
    points = sorted(
        (workload.managers, metric.median)
        for run, workload in universes
        if (metric := _metric(run, _SHAPE_METRIC)) is not None
    )
    alike = {w.model_copy(update={"managers": 0}).model_dump_json() for _, w in universes}
    if len({managers for managers, _ in points}) < 3 or len(alike) > 1:
        return []
    falls = [(a, b) for a, b in pairwise(points) if b[1] < a[1] * (1 - _NOISE)]
    found = ", ".join(f"{managers}: {value / 1000:.3g} µs" for managers, value in points)
    return [
        Check(
            name="managers_cost",
            title="More managers make a step longer",
            holds=not falls,
            expected=f"step time grows with managers, within {_NOISE:.0%} noise",
            found=shortened(found, 2000),
        )
    ]


def _metric(run: RunDocument, name: str) -> SummaryMetric | None:
    return next((metric for metric in run.metrics if metric.name == name), None)
