"""The report of a comparison. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import ComparedRun, Comparison, MetricComparison, RunDocument, Verdict
from orrery_contracts.quantity import quantity

from orrery_backend.features.analysis.service import modes_in_words
from orrery_backend.features.reports.charts import RatioRow, ratio_chart
from orrery_backend.features.reports.conditions import (
    Setting,
    machines,
    repeats,
    settings_table,
)
from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.page import (
    check_row,
    checks_table,
    conclusion_box,
    interval_words,
    metrics_table,
    report_page,
    section,
    table,
    when,
)

_TONES = {Verdict.BETTER: "better", Verdict.WORSE: "worse"}
#: Ratios of one run that the chart shows.
_DRAWN = 24


def comparison_report(
    comparison: Comparison,
    documents: Sequence[RunDocument],
    settings: Sequence[Setting],
    made_at: str,
) -> str:
    """The whole file. `settings`: of the baseline; a section says in which others differ."""
    runs = comparison.runs
    baseline = next(run for run in runs if run.summary.id == comparison.baseline)
    others = [run for run in runs if run is not baseline]
    numbers = ", ".join(f"run {run.summary.number}" for run in others)
    title = f"{numbers[:1].upper()}{numbers[1:]} against run {baseline.summary.number}"
    if not others:
        title = f"Run {baseline.summary.number} alone"
    facts = [*dict.fromkeys(run.summary.workload.replace("_", " ") for run in runs)]
    sections = [
        conclusion_box(comparison.conclusion),
        _runs(runs, comparison.baseline),
        _differences(comparison),
        *(_metrics(run, comparison.metrics) for run in others),
        *(
            section(f"Figures of {_name(run)}", metrics_table(run.metrics))
            for run in runs
            if run.metrics
        ),
    ]
    if comparison.checks:
        rows = [check_row(check) for check in comparison.checks]
        sections.append(section("Checks over all runs", checks_table(rows)))
    sections.append(settings_table(settings, f" of run {baseline.summary.number}, the baseline"))
    for run in documents:
        of = f" of run {run.summary.number}"
        sections += [machines(run, of), repeats(run, of)]
    return report_page(title, facts, made_at, *sections)


def _name(run: ComparedRun) -> str:
    return f"run {run.summary.number}, {run.label}"


def _runs(runs: Sequence[ComparedRun], baseline: str) -> Markup:
    rows = [
        [
            str(run.summary.number),
            run.summary.name,
            "baseline" if run.summary.id == baseline else run.label,
            when(run.summary.ended_at),
            ", ".join(run.summary.nodes),
            _lead(run),
        ]
        for run in runs
    ]
    head = ["Run", "Name", "Label", "Ended", "Nodes", "Leading metric"]
    return section("Runs", table(head, rows, (0,)))


def _lead(run: ComparedRun) -> str:
    metric = next(iter(run.summary.headline), None)
    if metric is None:
        return "no result"
    if metric.modes:
        return f"{metric.title}, two modes: {modes_in_words(metric)}"
    middle = quantity(metric.median, metric.unit)
    return f"{metric.title} {middle}, {interval_words(metric)}"


def _differences(comparison: Comparison) -> Markup:
    found = comparison.differences
    compared = f"{comparison.settings_compared} settings and facts were compared."
    if not found:
        return section("What differs", element("p", f"Nothing. {compared}"))
    head = ["Setting or fact", *(f"Run {run.summary.number}" for run in comparison.runs)]
    rows = [[difference.title, *difference.values] for difference in found]
    return section("What differs", table(head, rows), element("p", compared, class_="soft"))


def _metrics(run: ComparedRun, metrics: Sequence[MetricComparison]) -> Markup:
    own = [metric for metric in metrics if metric.run == run.summary.id]
    if not own:
        return Markup("")
    drawn = [
        RatioRow(m.title, m.ratio, m.ratio_low, m.ratio_high, _TONES.get(m.verdict, ""))
        for m in own
        if m.ratio is not None and m.ratio > 0
    ][:_DRAWN]
    rows = [
        [
            metric.title,
            _figure(metric.baseline_median, metric.baseline_modes, metric.unit),
            _figure(metric.median, metric.modes, metric.unit),
            _ratio(metric),
            _p_words(metric.p_adjusted),
            metric.verdict.value.replace("_", " "),
        ]
        for metric in own
    ]
    head = ["Metric", "Baseline", "Run", "Ratio (95 % interval)", "p (corrected)", "Verdict"]
    name = f"{_name(run)[:1].upper()}{_name(run)[1:]}, against the baseline"
    return section(name, ratio_chart(name, drawn) if drawn else "", table(head, rows, (1, 2, 3, 4)))


def _p_words(p: float | None) -> str:
    if p is None:
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _figure(median: float, modes: Sequence[float], unit: str) -> str:
    if modes:
        return "two modes: " + " and ".join(quantity(mode, unit) for mode in modes)
    return quantity(median, unit)


def _ratio(metric: MetricComparison) -> str:
    if metric.ratio is None:
        return "–"
    if metric.ratio_low is None or metric.ratio_high is None:
        return f"{metric.ratio:.3f}"
    return f"{metric.ratio:.3f} ({metric.ratio_low:.3f} to {metric.ratio_high:.3f})"
