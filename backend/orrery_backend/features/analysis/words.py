"""What a comparison found, in sentences. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from orrery_contracts.api import ComparedRun, MetricComparison, SummaryMetric, Verdict
from orrery_contracts.quantity import is_timed, quantity

from orrery_backend.kit.statistics.bootstrap import Interval

_SHOWN = (Verdict.BETTER, Verdict.WORSE)
#: Metrics that a headline names.
_NAMED = 3


def sentence(
    title: str,
    verdict: Verdict,
    ratio: float | None,
    interval: Interval | None,
    needed: int | None,
) -> str:
    """About one metric. `needed`: repeats on each side from which a difference can show."""
    if verdict is Verdict.NOT_ENOUGH_DATA:
        return f"{title}: not enough data; measure {needed} repeats on each side."
    how_much = _how_much(ratio)
    within = _within(interval)
    if verdict is Verdict.NO_DIFFERENCE:
        return f"{title}: no difference found ({how_much}{within})."
    return f"{title}: {verdict.value}, {how_much}{within}."


def modes_sentence(baseline: SummaryMetric, other: SummaryMetric) -> str:
    """Why a metric is not compared whose repeats gather around two figures."""
    sides = [("the baseline", baseline), ("this run", other)]
    said = [f"{name}: {modes_in_words(metric)}" for name, metric in sides if metric.modes]
    return f"{baseline.title}: not compared; two modes. In {'; in '.join(said)}."


def modes_in_words(metric: SummaryMetric) -> str:
    """E.g. `600 ns in 3 repeats, 50 us in 2`."""
    first, second = (
        f"{quantity(mode.median, metric.unit)} in {mode.repeats}" for mode in metric.modes
    )
    return f"{first} repeats, {second}"


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
    """Verdict, one sentence, and a second one. They are about the leading metric, the first that
    most runs have, and about every other metric that speaks against it.
    """
    others = [run for run in runs if run.summary.id != baseline]
    workloads = list(dict.fromkeys(run.summary.workload.replace("_", " ") for run in runs))
    shared = Counter(metric.metric for metric in metrics)
    lead = max(shared, key=shared.__getitem__, default=None)
    led = [metric for metric in metrics if metric.metric == lead]
    if not others:
        return (
            Verdict.NOT_ENOUGH_DATA,
            "Nothing to compare yet.",
            "Add a run to compare with the baseline.",
        )
    if not led and len(workloads) > 1:
        return (
            Verdict.NOT_ENOUGH_DATA,
            f"These runs share no metric: their workloads are {_listed(workloads)}.",
            "Compare runs of one workload.",
        )
    if not led:
        return (
            Verdict.NOT_ENOUGH_DATA,
            "These runs have no results to compare.",
            "Wait until they are done, or choose others.",
        )
    name_of = {run.summary.id: run.label for run in runs}
    if len(others) == 1:
        only = led[0]
        verdict, title, detail = (
            only.verdict,
            f"{_short(name_of[only.run])}: {_verdict_words(only)}",
            only.sentence,
        )
    else:
        verdict, title, detail = _of_many(led, name_of, name_of[baseline])
    verdict, contrary = _beside(verdict, [m for m in metrics if m.metric != lead])
    if len(workloads) > 1:
        detail = (
            f"The workloads differ ({_listed(workloads)}): only shared settings and metrics are"
            f" compared. {detail}"
        )
    return verdict, title + contrary, detail


def _beside(verdict: Verdict, rest: Sequence[MetricComparison]) -> tuple[Verdict, str]:
    """The verdict over all metrics, and what the others than the leading one add to the headline: a
    leading metric without a difference must not hide another that is worse.
    """
    worse = [metric for metric in rest if metric.verdict is Verdict.WORSE]
    better = [metric for metric in rest if metric.verdict is Verdict.BETTER]
    against = worse or better if verdict not in _SHOWN else []
    if verdict is Verdict.BETTER:
        against = worse
    elif verdict is Verdict.WORSE:
        against = better
    if not against:
        return verdict, ""
    found = against[0].verdict
    names = list(dict.fromkeys(_lower(metric.title) for metric in against))
    count = "another metric is" if len(names) == 1 else f"{len(names)} other metrics are"
    listed = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
    return (
        verdict if verdict in _SHOWN else found,
        f"; but {count} {found.value}: {listed}",
    )


def _of_many(
    found: Sequence[MetricComparison], name_of: dict[str, str], baseline: str
) -> tuple[Verdict, str, str]:
    detail = " ".join(f"{_short(name_of[m.run])}: {_verdict_words(m)}." for m in found)
    verdicts = {metric.verdict for metric in found}
    title = _lower(found[0].title)
    if len(verdicts) == 1:
        verdict = found[0].verdict
        most = _farthest(found)
        words = {
            Verdict.NO_DIFFERENCE: f"No difference found in {title}",
            Verdict.NOT_ENOUGH_DATA: f"Not enough data about {title}",
            Verdict.TWO_MODES: f"Two modes in {title}: nothing to compare",
        }
        if verdict in words:
            return verdict, words[verdict], detail
        found_all = f"All are {_comparative(most)} than {_short(baseline)}"
        return verdict, f"{found_all}: {title} up to {_how_much(most.ratio)}", detail
    shown = [m for m in found if m.verdict in _SHOWN]
    if not shown:
        return Verdict.NO_DIFFERENCE, f"No difference found in {title}", detail
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
        case Verdict.TWO_MODES:
            return f"{title} has two modes"
        case Verdict.NO_DIFFERENCE:
            return f"no difference found in {title}{_excluded(metric)}"
        case _:
            return f"{_comparative(metric)}, {title} {_how_much(metric.ratio)}"


def _comparative(metric: MetricComparison) -> str:
    """Times and rates are faster or slower; other figures better or worse."""
    if not is_timed(metric.unit):
        return metric.verdict.value
    return "faster" if metric.verdict is Verdict.BETTER else "slower"


def _excluded(metric: MetricComparison) -> str:
    """How large a difference the interval leaves out."""
    low, high = metric.ratio_low, metric.ratio_high
    if low is None or high is None:
        return ""
    most = max(abs(low - 1), abs(high - 1)) * 100
    return f"; more than {most:.2g} % would have been seen"


def _lower(title: str) -> str:
    """In the middle of a sentence; an abbreviation stays as it is."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]


def _short(label: str) -> str:
    return label if len(label) <= 60 else label[:59] + "…"
