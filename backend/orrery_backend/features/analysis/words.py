"""What a comparison found, in sentences. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from orrery_contracts.api import ComparedRun, MetricComparison, Verdict

from orrery_backend.kit.statistics.bootstrap import Interval

_SHOWN = (Verdict.BETTER, Verdict.WORSE)


def sentence(
    title: str,
    verdict: Verdict,
    ratio: float | None,
    interval: Interval | None,
    needed: int | None,
) -> str:
    """About one metric."""
    if verdict is Verdict.NOT_ENOUGH_DATA:
        return (
            f"{title}: not enough data; with {needed} repeats on each side a difference"
            " could be shown."
        )
    how_much = _how_much(ratio)
    within = _within(interval)
    if verdict is Verdict.NO_DIFFERENCE:
        return f"{title}: no difference shown ({how_much}{within})."
    return f"{title}: {verdict.value}, {how_much}{within}."


def _how_much(ratio: float | None) -> str:
    if ratio is None:
        return "the baseline is zero"
    if ratio >= 2:
        return f"{ratio:.3g} times the baseline"
    change = (ratio - 1) * 100
    if abs(change) < 0.05:
        return "equal to the baseline"
    return f"{abs(change):.2g} % {'above' if change > 0 else 'below'} the baseline"


def _within(interval: Interval | None) -> str:
    return (
        f"; 95 % interval of the ratio {interval.low:.3g} to {interval.high:.3g}"
        if interval
        else ""
    )


def headline(
    runs: Sequence[ComparedRun],
    baseline: str,
    metrics: Sequence[MetricComparison],
) -> tuple[Verdict, str, str]:
    """Verdict, one sentence, and a second one; about the leading metric over all runs: each run's
    metrics begin with those that say most, and the first of those that most runs have leads."""
    others = [run for run in runs if run.summary.id != baseline]
    shared = Counter(metric.metric for metric in metrics)
    lead = max(shared, key=shared.__getitem__, default=None)
    led = {metric.run: metric for metric in metrics if metric.metric == lead}
    if not others:
        return (
            Verdict.NOT_ENOUGH_DATA,
            "Nothing to compare yet.",
            "Add a run to compare with the baseline.",
        )
    if not led:
        return (
            Verdict.NOT_ENOUGH_DATA,
            "These runs have no results to compare.",
            "Wait until they are done, or choose others.",
        )
    name_of = {run.summary.id: run.label for run in runs}
    found = list(led.values())
    if len(others) == 1:
        only = found[0]
        label = name_of[only.run]
        return only.verdict, f"{_short(label)}: {_verdict_words(only)}", only.sentence
    return _of_many(found, name_of, name_of[baseline])


def _of_many(
    found: Sequence[MetricComparison], name_of: dict[str, str], baseline: str
) -> tuple[Verdict, str, str]:
    detail = " ".join(f"{_short(name_of[m.run])}: {_verdict_words(m)}." for m in found)
    verdicts = {metric.verdict for metric in found}
    title = found[0].title
    if len(verdicts) == 1:
        verdict = found[0].verdict
        what = {
            Verdict.BETTER: f"All are better than {_short(baseline)}",
            Verdict.WORSE: f"All are worse than {_short(baseline)}",
            Verdict.NO_DIFFERENCE: "No difference is shown",
            Verdict.NOT_ENOUGH_DATA: "There is not enough data to tell",
        }[verdict]
        most = _farthest(found)
        by = f", at most {_how_much(most.ratio)}" if verdict in _SHOWN else ""
        return verdict, f"{what} in {_lower(title)}{by}", detail
    shown = [m for m in found if m.verdict in _SHOWN]
    if not shown:
        return Verdict.NO_DIFFERENCE, f"No difference is shown in {_lower(title)}", detail
    most = _farthest(shown)
    return most.verdict, f"{_short(name_of[most.run])} differs most: {_verdict_words(most)}", detail


def _farthest(found: Sequence[MetricComparison]) -> MetricComparison:
    """The largest difference from the baseline: half of it is as far away as twice it."""
    return max(found, key=lambda metric: _distance(metric.ratio))


def _distance(ratio: float | None) -> float:
    return abs(math.log(ratio)) if ratio is not None and ratio > 0 else 0.0


def _verdict_words(metric: MetricComparison) -> str:
    title = _lower(metric.title)
    match metric.verdict:
        case Verdict.NOT_ENOUGH_DATA:
            return f"not enough data about {title}"
        case Verdict.NO_DIFFERENCE:
            return f"no difference shown in {title}"
        case verdict:
            return f"{verdict.value}, {title} {_how_much(metric.ratio)}"


def _lower(title: str) -> str:
    """In the middle of a sentence; an abbreviation stays as it is."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


def _short(label: str) -> str:
    return label if len(label) <= 60 else label[:59] + "…"
