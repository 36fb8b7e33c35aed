"""What a comparison found, in sentences. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from orrery_contracts.api import (
    ComparedRun,
    MetricComparison,
    SummaryMetric,
    Verdict,
    WindowModes,
    over_time_of,
)
from orrery_contracts.quantity import is_timed, quantity, rounded_span

from orrery_backend.features.analysis.effect_words import metric_words
from orrery_backend.features.analysis.judging import ratio_distance
from orrery_backend.features.analysis.ratio_words import (
    disagreement,
    how_much,
    interval_words,
    would_be_seen,
)
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
    change = how_much(ratio)
    within = _within(interval)
    if verdict is Verdict.AS_SET:
        return f"{title}: {change}, as the settings of the two runs decide."
    if verdict is Verdict.NO_DIFFERENCE:
        return f"{title}: no difference found ({change}{within})."
    if verdict is Verdict.NOT_CERTAIN:
        return f"{title}: not certain ({change}{within})."
    return f"{title}: {verdict.value}, {change}{within}."


def modes_sentence(baseline: SummaryMetric, other: SummaryMetric) -> str:
    """Why a metric is not compared whose repeats gather around two figures."""
    sides = [("the baseline", baseline), ("this run", other)]
    said = [f"{name}: {modes_in_words(metric)}" for name, metric in sides if metric.modes]
    return f"{baseline.title}: not compared; two modes. In {'; in '.join(said)}."


def modes_in_words(metric: SummaryMetric) -> str:
    """E.g. `600 ns in 3 repeats, 50 µs in 2`."""
    first, second = (
        f"{quantity(mode.median, metric.unit)} in {mode.repeats}" for mode in metric.modes
    )
    repeats = "repeat" if metric.modes[0].repeats == 1 else "repeats"
    return f"{first} {repeats}, {second}"


def over_time_in_words(name: str, window_modes: Sequence[WindowModes]) -> str:
    """`over time: 600 ns, 50 µs`; empty if no modes over time concern the metric."""
    found = over_time_of(name, window_modes)
    if found is None:
        return ""
    return "over time: " + ", ".join(quantity(mode.median, found.unit) for mode in found.modes)


def _within(interval: Interval | None) -> str:
    return (
        f"; 95 % interval of the ratio {rounded_span(interval.low, interval.high)}"
        if interval
        else ""
    )


def headline(
    runs: Sequence[ComparedRun],
    baseline: str,
    metrics: Sequence[MetricComparison],
) -> tuple[Verdict, str, list[str]]:
    """Verdict, one sentence, and more of them. They are about the leading metric, the first that
    most runs have, and about every other metric that speaks against it. Counts that the settings
    decide speak neither for nor against a run.
    """
    metrics = [metric for metric in metrics if metric.verdict is not Verdict.AS_SET]
    others = [run for run in runs if run.summary.id != baseline]
    workloads = list(dict.fromkeys(run.summary.workload.replace("_", " ") for run in runs))
    shared = Counter(metric.metric for metric in metrics)
    lead = max(shared, key=shared.__getitem__, default=None)
    led = [metric for metric in metrics if metric.metric == lead]
    if not others:
        return Verdict.NOT_ENOUGH_DATA, "Nothing to compare yet.", []
    if not led and len(workloads) > 1:
        return (
            Verdict.NOT_ENOUGH_DATA,
            f"These runs share no metric: their workloads are {_listed(workloads)}.",
            [],
        )
    if not led:
        return Verdict.NOT_ENOUGH_DATA, "These runs have no results to compare.", []
    name_of = {run.summary.id: run.label for run in runs}
    sides = _Sides(runs, baseline)
    if len(others) == 1:
        only = led[0]
        verdict, title = only.verdict, f"{_short(name_of[only.run])}: {_verdict_words(only, sides)}"
        findings: list[str] = []
    else:
        verdict, title, findings = _of_many(led, name_of, sides)
    rest = [metric for metric in metrics if metric.metric != lead]
    verdict, contrary = _beside(verdict, rest)
    if len(workloads) > 1:
        differ = f"The workloads differ ({_listed(workloads)})"
        findings = [f"{differ}: only shared settings and metrics are compared.", *findings]
    return verdict, title + contrary + ".", findings


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
    by_name: dict[str, MetricComparison] = {}
    for metric in sorted(against, key=lambda metric: ratio_distance(metric.ratio), reverse=True):
        by_name.setdefault(metric_words(metric.title), metric)
    said = [f"{name} {how_much(metric.ratio)}" for name, metric in by_name.items()]
    count = "another metric is" if len(said) == 1 else f"{len(said)} other metrics are"
    listed = "; ".join(said[:_NAMED]) + ("; …" if len(said) > _NAMED else "")
    return (
        verdict if verdict in _SHOWN else found,
        f"; but {count} {found.value}: {listed}",
    )


def _of_many(
    found: Sequence[MetricComparison], name_of: dict[str, str], sides: _Sides
) -> tuple[Verdict, str, list[str]]:
    each = [f"{_short(name_of[m.run])}: {_verdict_words(m, sides)}." for m in found]
    verdicts = {metric.verdict for metric in found}
    title = metric_words(found[0].title)
    if len(verdicts) == 1:
        verdict = found[0].verdict
        most = _farthest(found)
        words = {
            Verdict.NO_DIFFERENCE: _capital(_not_shown(most, title)),
            Verdict.NOT_CERTAIN: _capital(_not_certain(most, title)),
            Verdict.NOT_ENOUGH_DATA: f"Not enough data about {title}",
            Verdict.TWO_MODES: f"Cannot be compared: {title} has two modes",
        }
        if verdict in words:
            return verdict, words[verdict], each
        found_all = f"All are {_comparative(most)} than {_short(name_of[sides.baseline])}"
        return verdict, f"{found_all}: {title} up to {_how_much_within(most)}", each
    shown = [m for m in found if m.verdict in _SHOWN]
    if not shown:
        return *_of_some(found, title), each
    most = _farthest(shown)
    how = _verdict_words(most, sides)
    return most.verdict, f"{_short(name_of[most.run])} differs most: {how}", each


def _of_some(found: Sequence[MetricComparison], title: str) -> tuple[Verdict, str]:
    """Where no difference is shown, and not all runs have the same verdict."""
    count = Counter(metric.verdict for metric in found)
    same, unsure = count[Verdict.NO_DIFFERENCE], count[Verdict.NOT_CERTAIN]
    rest = len(found) - same - unsure
    said = []
    if same:
        said.append(f"no difference found in {title} in {same} of {len(found)} runs")
    if unsure:
        said.append(f"not certain whether {title} differs in {unsure} of {len(found)} runs")
    if not said:
        why = f"{title} has two modes or too few repeats"
        return Verdict.NOT_ENOUGH_DATA, f"Cannot be compared: {why}"
    if rest:
        said.append(f"{rest} cannot be compared")
    return Verdict.NOT_CERTAIN if unsure else Verdict.NO_DIFFERENCE, _capital("; ".join(said))


def _farthest(found: Sequence[MetricComparison]) -> MetricComparison:
    """The largest difference from the baseline: half of it is as far away as twice it."""
    return max(found, key=lambda metric: ratio_distance(metric.ratio))


class _Sides:
    """Which of two compared runs has two modes."""

    def __init__(self, runs: Sequence[ComparedRun], baseline: str) -> None:
        self.baseline = baseline
        self._two = {(r.summary.id, m.name) for r in runs for m in r.metrics if m.modes}

    def with_two_modes(self, metric: MetricComparison) -> str:
        own = (metric.run, metric.metric) in self._two
        if not own:
            return "in the baseline"
        return "in both runs" if (self.baseline, metric.metric) in self._two else "in this run"


def _verdict_words(metric: MetricComparison, sides: _Sides) -> str:
    title = metric_words(metric.title)
    match metric.verdict:
        case Verdict.NOT_ENOUGH_DATA:
            return f"not enough data about {title}"
        case Verdict.TWO_MODES:
            what = "faster or slower" if is_timed(metric.unit) else "better or worse"
            where = sides.with_two_modes(metric)
            return f"cannot tell whether {what}; {title} has two modes {where}"
        case Verdict.NO_DIFFERENCE:
            return _not_shown(metric, title)
        case Verdict.NOT_CERTAIN:
            return _not_certain(metric, title)
        case _:
            return f"{_comparative(metric)}, {title} {_how_much_within(metric)}"


def _how_much_within(metric: MetricComparison) -> str:
    """With the interval in the same terms: `22 % above the baseline (95 % interval 20 to 24 %)`."""
    said, within = how_much(metric.ratio), interval_words(metric.ratio, _interval_of(metric))
    return f"{said} ({within})" if within else said


def _comparative(metric: MetricComparison) -> str:
    """Times and rates are faster or slower; other figures better or worse."""
    if not is_timed(metric.unit):
        return metric.verdict.value
    return "faster" if metric.verdict is Verdict.BETTER else "slower"


def _not_shown(metric: MetricComparison, title: str) -> str:
    """What was measured all the same, and how large a difference its interval leaves out."""
    interval = _interval_of(metric)
    if interval is None:
        return f"no difference found in {title}"
    change = f"{how_much(metric.ratio)}, {interval_words(metric.ratio, interval)}"
    return f"no difference found in {title} ({change}); {would_be_seen(interval)}"


def _interval_of(metric: MetricComparison) -> Interval | None:
    low, high = metric.ratio_low, metric.ratio_high
    return Interval(low, high) if low is not None and high is not None else None


def _not_certain(metric: MetricComparison, title: str) -> str:
    seen = f"not certain whether {title} differs: {_how_much_within(metric)}"
    return f"{seen}; {disagreement(_interval_of(metric))}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1]


def _short(label: str) -> str:
    return label if len(label) <= 60 else label[:59] + "…"
