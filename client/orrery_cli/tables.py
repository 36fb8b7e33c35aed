"""Documents as tables for a terminal. Units are shown, three significant digits where it helps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from orrery_contracts.api import (
    Comparison,
    IntervalKind,
    NodeList,
    NodeState,
    PresetList,
    RunDocument,
    RunFailure,
    RunPage,
    RunState,
    RunSummary,
    SummaryMetric,
    Verdict,
    WindowModes,
    figures_of_modes,
    over_time_of,
)
from orrery_contracts.command import ORRERY
from orrery_contracts.conclusion import Conclusion, Outcome
from orrery_contracts.quantity import quantity, span
from orrery_contracts.receivers import is_of_receiver, receivers_of, times_name
from orrery_contracts.results import Check
from orrery_contracts.surroundings import Grade
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

_STATE_STYLES = {RunState.DONE: "green", RunState.FAILED: "red", RunState.CANCELLED: "yellow"}
#: The most findings that a terminal shows.
_FINDINGS = 12
#: The most names of nodes in a cell.
_NAMES = 3
_VERDICT_STYLES = {Verdict.BETTER: "green", Verdict.WORSE: "red"}


def run_view(document: RunDocument, console: Console) -> None:
    """A run: state, nodes, metrics, checks, failure."""
    summary = document.summary
    console.print(
        Text.assemble((f"run {summary.number}", "bold"), f"  {summary.name}  ", state_text(summary))
    )
    if document.nodes:
        view = table("node", "gets", "load before")
        for node in document.nodes:
            role = "master" if node.index == 0 else "slave"
            view.add_row(f"{node.name} ({role})", node.assigned, f"{node.load_before:.2f}")
        console.print(view)
    _print_waiting(document, console)
    if document.metrics:
        _print_metrics(document, console)
        _print_receivers(document, console)
    print_checks([check for repeat in document.repeats for check in repeat.checks], console)
    _print_quality(document, console)
    if summary.failure is not None:
        _print_failure(summary.failure, console)


def runs_view(page: RunPage, console: Console) -> None:
    """A page of runs."""
    if not page.items:
        console.print(f"no runs; {ORRERY} run universe-two-nodes makes one")
        return
    apart = {each.run: f" ({each.label})" for each in page.settings}
    view = table("run", "name", "state", "nodes", "result", "created")
    for run in page.items:
        result = ", ".join(figure_words(metric) for metric in run.headline[:2])
        nodes = ", ".join(run.nodes)
        view.add_row(
            str(run.number),
            run.name + apart.get(run.id, ""),
            state_text(run),
            nodes,
            result,
            when(run.created_at),
        )
    console.print(view)
    if page.total > len(page.items):
        console.print(f"{len(page.items)} of {page.total} runs; --limit shows more")


def figure_words(metric: SummaryMetric, window_modes: Sequence[WindowModes] = ()) -> str:
    """The median, or `two modes: 600 ns and 50 µs`, or `two modes over time: 600 ns and 50 µs`."""
    if metric.modes:
        return f"two modes: {_both([mode.median for mode in metric.modes], metric.unit)}"
    over_time = over_time_of(metric.name, window_modes)
    if over_time is not None:
        both = _both([mode.median for mode in over_time.modes], over_time.unit)
        return f"two modes over time: {both}"
    return quantity(metric.median, metric.unit)


def _side(median: float, modes: Sequence[float], unit: str) -> str:
    return f"two modes: {_both(modes, unit)}" if modes else quantity(median, unit)


def _both(figures: Sequence[float], unit: str) -> str:
    return " and ".join(quantity(figure, unit) for figure in figures)


def has_two_modes(metric: SummaryMetric, window_modes: Sequence[WindowModes]) -> bool:
    """Whether the median represents no part of the repeats."""
    return bool(figures_of_modes(metric, window_modes))


def nodes_view(fleet: NodeList, console: Console) -> None:
    """The fleet, and how a node joins it."""
    shares = any(node.shares_machine_with for node in fleet.items)
    columns = ["node", "state", "since", "cores", "rating", "memory", "run", "address"]
    view = table(*columns, *(["shares a machine with"] if shares else []))
    for node in fleet.items:
        style = "green" if node.state is NodeState.ONLINE else "dim"
        view.add_row(
            node.name,
            Text(node.state, style=style),
            when(node.since),
            f"{node.facts.cpu_limit:g}",
            f"{node.facts.rating:.0f}",
            quantity(node.facts.memory_bytes, "B"),
            node.current_run or "",
            node.facts.address,
            *([names_in_words(node.shares_machine_with)] if shares else []),
        )
    console.print(view)
    console.print(f"a node joins with: {fleet.join_command}", soft_wrap=True, markup=False)


def names_in_words(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; of more than three the first three, and `others`."""
    shown = [*names[:_NAMES], "others"] if len(names) > _NAMES else list(names)
    return " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))


def lent_view(fleet: NodeList, console: Console) -> None:
    """Nodes that a workload manager has lent."""
    lent = [(node, node.facts.allocation) for node in fleet.items if node.facts.allocation]
    if not lent:
        console.print(
            f"no node is lent; borrow some with: {ORRERY} fleet slurm --nodes 4, "
            "or fleet kubernetes"
        )
        return
    view = table("job", "partition", "until", "node", "state", "run")
    for node, allocation in lent:
        view.add_row(
            f"{allocation.manager} {allocation.job}",
            allocation.partition,
            when(allocation.ends_at) if allocation.ends_at else "no limit",
            node.name,
            Text(node.state, style="green" if node.state is NodeState.ONLINE else "dim"),
            node.current_run or "",
        )
    console.print(view)


def presets_view(presets: PresetList, console: Console) -> None:
    """Prints the presets that ship with Orrery."""
    view = table("preset", "what it is", "source")
    for preset in presets.items:
        view.add_row(preset.name, f"{preset.title}. {preset.summary}", preset.source)
    console.print(view)


def comparison_view(comparison: Comparison, console: Console) -> None:
    """Prints the conclusion and the differences, then the metrics and the checks."""
    print_conclusion(comparison.conclusion, console, verdict_style(comparison.verdict))
    labels = [f"{run.summary.number} {run.label}" for run in comparison.runs]
    if comparison.differences:
        view = table("differs", *labels)
        for difference in comparison.differences:
            view.add_row(difference.title, *difference.values)
        console.print(view)
    numbers = {run.summary.id: str(run.summary.number) for run in comparison.runs}
    view = table("run", "metric", "baseline", "run's", "ratio", "verdict")
    for metric in comparison.metrics:
        view.add_row(
            numbers.get(metric.run, metric.run),
            metric.title,
            _side(metric.baseline_median, metric.baseline_modes, metric.unit),
            _side(metric.median, metric.modes, metric.unit),
            ratio_words(metric.ratio, metric.ratio_low, metric.ratio_high),
            verdict_text(metric.verdict),
        )
    console.print(view)
    print_checks(comparison.checks, console)


def print_conclusion(conclusion: Conclusion, console: Console, style: str = "") -> None:
    """Prints the conclusion, further findings, doubts, and what to do next."""
    if conclusion.outcome is Outcome.FAILED:
        style = "red"
    console.print(Text(conclusion.sentence, style=f"bold {style}"), soft_wrap=True)
    for finding in conclusion.findings[:_FINDINGS]:
        console.print(Text(f"  {finding}"), soft_wrap=True)
    more = len(conclusion.findings) - _FINDINGS
    if more > 0:
        console.print(Text(f"  {more} more findings; --json lists them", style="dim"))
    for doubt in conclusion.doubts:
        console.print(Text.assemble("  ", Text("doubt  ", style="yellow"), doubt), soft_wrap=True)
    for step in conclusion.next_steps:
        console.print(Text.assemble("  ", Text("next   ", style="cyan"), step), soft_wrap=True)


def table(first: str, *columns: str) -> Table:
    """A table whose first column holds names for commands and is therefore never broken."""
    view = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    view.add_column(first, no_wrap=True)
    for column in columns:
        view.add_column(column, overflow="fold")
    return view


def when(instant: str) -> str:
    """Formats an instant in this machine's time zone."""
    return datetime.fromisoformat(instant).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def state_text(run: RunSummary) -> Text:
    """The run's state in its colour."""
    return Text(run.state, style=_STATE_STYLES.get(run.state, ""))


def verdict_text(verdict: Verdict) -> Text:
    """The verdict in its colour."""
    words = "no difference found" if verdict is Verdict.NO_DIFFERENCE else verdict.replace("_", " ")
    return Text(words, style=verdict_style(verdict))


def verdict_style(verdict: Verdict) -> str:
    """The colour of a verdict; empty without one."""
    return _VERDICT_STYLES.get(verdict, "")


def interval_words(metric: SummaryMetric, window_modes: Sequence[WindowModes] = ()) -> str:
    """`95 %: 139 to 141 µs`; the range if there are too few repeats for a confidence interval.

    Two modes have no interval.
    """
    if len(metric.values) < 2 or has_two_modes(metric, window_modes):
        return "–"
    kind = "95 %" if metric.interval is IntervalKind.CONFIDENCE else "range"
    return f"{kind}: {span(metric.low, metric.high, metric.unit)}"


def ratio_words(ratio: float | None, low: float | None, high: float | None) -> str:
    """`1.05 (1.02 to 1.08)`; without the interval if it is unknown."""
    if ratio is None:
        return "-"
    if low is None or high is None:
        return f"{ratio:.2f}"
    return f"{ratio:.2f} ({low:.2f} to {high:.2f})"


def _print_metrics(document: RunDocument, console: Console) -> None:
    view = table("metric", "median", "interval", "repeats")
    for metric in document.metrics:
        if is_of_receiver(metric.name):
            continue
        view.add_row(
            metric.title,
            figure_words(metric, document.window_modes),
            interval_words(metric, document.window_modes),
            str(len(metric.values)),
        )
    console.print(view)


def _print_receivers(document: RunDocument, console: Console) -> None:
    """Rate and latency of each federate that receives."""
    receivers = receivers_of(document.metrics)
    if not receivers:
        return
    times = times_name(document.metrics)
    view = table("federate", "received per second", f"{times}, median", f"{times}, 99 %")
    for receiver in receivers:
        metrics = (receiver.rate, receiver.p50, receiver.p99)
        view.add_row(str(receiver.federate), *(_with_interval(metric) for metric in metrics))
    console.print(view)


def _with_interval(metric: SummaryMetric | None) -> str:
    if metric is None:
        return "–"
    is_single = len(metric.values) < 2 or metric.modes
    return figure_words(metric) + ("" if is_single else f" ({interval_words(metric)})")


def print_checks(checks: list[Check], console: Console) -> None:
    """Prints one line for the repeats in which a check passed, and one for each failure."""
    by_title: dict[str, list[Check]] = {}
    for check in checks:
        by_title.setdefault(check.title, []).append(check)
    for title, found in by_title.items():
        failed = [check for check in found if not check.holds]
        for check in failed:
            rest = f"{title}: expected {check.expected}, found {check.found}"
            console.print(Text.assemble("  ", Text("FAILED ", style="bold red"), rest))
        held = len(found) - len(failed)
        if held:
            repeats = f" ({held} of {len(found)} repeats)" if len(found) > 1 else ""
            console.print(Text.assemble("  ", Text("passed ", style="green"), title, repeats))


def _print_waiting(document: RunDocument, console: Console) -> None:
    """Prints how endpoints wait, once for nodes that say the same."""
    said = {node.waiting.sentence: node.waiting.polls for node in document.nodes if node.waiting}
    for sentence, polls in said.items():
        word, style = ("waits  ", "green") if polls else ("doubt  ", "yellow")
        console.print(Text.assemble("  ", Text(word, style=style), sentence), soft_wrap=True)


def _print_quality(document: RunDocument, console: Console) -> None:
    """Prints each disturbed repeat, the precision of the result, and each metric with two modes."""
    for repeat in document.repeats:
        if repeat.replaced_by is not None:
            reason = f" ({repeat.quality.reason})" if repeat.quality else ""
            rest = f"repeat {repeat.repeat + 1} is replaced by repeat {repeat.replaced_by + 1}"
            said = Text.assemble("  ", Text("note   ", style="cyan"), rest, reason)
            console.print(said, soft_wrap=True)
        elif repeat.quality is not None and repeat.quality.grade is Grade.DISTURBED:
            rest = f"repeat {repeat.repeat + 1} disturbed: {repeat.quality.reason}"
            console.print(Text.assemble("  ", Text("doubt  ", style="yellow"), rest))
    if (precision := document.precision) is not None:
        word, style = ("settled", "green") if precision.settled else ("not settled", "yellow")
        rest = f"  {precision.sentence}"
        console.print(Text.assemble("  ", Text(word, style=style), rest), soft_wrap=True)
    for metric in document.metrics:
        if metric.modes:
            modes = ", ".join(
                f"{quantity(mode.median, metric.unit)} in {mode.repeats} repeats"
                for mode in metric.modes
            )
            rest = f"{metric.title} has two modes: {modes}"
            console.print(Text.assemble("  ", Text("doubt  ", style="yellow"), rest))
    for found in document.window_modes:
        doubt = Text("doubt  ", style="yellow")
        console.print(Text.assemble("  ", doubt, found.sentence), soft_wrap=True)


def _print_failure(failure: RunFailure, console: Console) -> None:
    where = [f"repeat {failure.repeat + 1}", str(failure.phase), failure.node, failure.process]
    console.print(Text(f"failed: {failure.message}", style="bold red"), soft_wrap=True)
    console.print(Text(f"where: {', '.join(part for part in where if part)}"), soft_wrap=True)
    for line in failure.last_output:
        console.print(Text(f"    {line}", style="dim"), soft_wrap=True)
    console.print(Text(f"remedy: {failure.remedy}"), soft_wrap=True)
