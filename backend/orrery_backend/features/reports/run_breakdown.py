"""Where a step of a run went, by node. Pure."""

from __future__ import annotations

from orrery_contracts.api import RepeatNode, RunDocument
from orrery_contracts.quantity import quantity, span

from orrery_backend.features.reports.bars import Bar, stacked_bars
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import section, table
from orrery_backend.results.service import median_repeat

_PREFIX = "activity."
_NOTE = (
    "Mean of each activity per step. Below each mean: its range over the repeats, from least to "
    "greatest."
)


def run_breakdown(run: RunDocument) -> Markup:
    """Of the median repeat of those that measured activities; a bar for each node. Nothing without
    such a repeat.
    """
    kept = [r for r in run.repeats if r.replaced_by is None]
    measured = [r for r in kept if any(_activities(node) for node in r.nodes)]
    shown_repeat = median_repeat(run.summary.workload, measured)
    if shown_repeat is None:
        return Markup("")
    repeats = [{node.node_index: _activities(node) for node in r.nodes} for r in measured]
    shown = repeats[measured.index(shown_repeat)]
    titles = {name: title for own in shown.values() for name, (title, _) in own.items()}
    happened = [name for name in titles if any(_value(own, name) for own in shown.values())]
    if not happened:
        return Markup("")
    nodes = {node.index: node.name for node in run.nodes}
    bars: list[Bar] = []
    rows: list[list[Markup]] = []
    for index, own in shown.items():
        node = nodes.get(index, f"node {index}")
        bars.append(Bar(node, [_value(own, name) for name in happened]))
        cells = []
        for name in happened:
            over = [_value(there[index], name) for there in repeats if index in there]
            cells.append(_figure(_value(own, name), over))
        rows.append([joined(node), *cells])
    title = f"Where a step went, repeat {shown_repeat.repeat + 1}"
    names = [titles[name] for name in happened]
    return section(
        title,
        stacked_bars(f"{title}, by node", names, bars, lambda value: quantity(value, "ns")),
        table(["Node", *names], rows, range(1, len(names) + 1), class_="figures"),
        element("p", _NOTE, class_="soft"),
    )


def _figure(value: float, over: list[float]) -> Markup:
    below = "one repeat" if len(over) < 2 else span(min(over), max(over), "ns")
    return joined(quantity(value, "ns"), " ", element("small", below))


Activities = dict[str, tuple[str, float]]
"""Title and ns per step of each activity by name."""


def _activities(node: RepeatNode) -> Activities:
    return {
        metric.name: (metric.title.partition(", mean")[0], metric.value)
        for metric in node.metrics
        if metric.name.startswith(_PREFIX) and metric.unit == "ns"
    }


def _value(own: Activities, name: str) -> float:
    """In ns, at least 0."""
    return max(0.0, own[name][1]) if name in own else 0.0
