"""A group as it is stored: what was asked for. Its runs say the rest."""

from __future__ import annotations

from dataclasses import dataclass, field

from orrery_contracts.base import Contract
from orrery_contracts.group import GroupKind, GroupRef
from orrery_contracts.suite import RunSuite, Suite
from orrery_contracts.suite_charts import SuiteChart
from orrery_contracts.suites import paths_of
from orrery_contracts.sweep import Sweep


class Asked(Contract):
    """What was asked for, whole: a sweep, or a suite as it was then and what of it was to run."""

    sweep: Sweep | None = None
    suite: Suite | None = None
    run_suite: RunSuite | None = None


@dataclass(slots=True)
class GroupRecord:
    """One row of `run_groups`."""

    id: str
    number: int
    kind: GroupKind
    title: str
    created_ms: int
    interleaved: bool
    asked: Asked
    name: str | None = None
    version: int | None = None
    variant: str | None = None
    shapes_hold: bool | None = None
    note: str = ""
    tags: list[str] = field(default_factory=list)
    revision: int = 1

    def ref(self, item: str, cell: int, label: str) -> GroupRef:
        return GroupRef(
            id=self.id,
            number=self.number,
            kind=self.kind,
            title=self.title,
            item=item,
            cell=cell,
            label=label,
        )

    def varied_paths(self) -> list[str]:
        """The axes of its sweeps, and the nodes of items that each node runs."""
        paths = [axis.path for axis in self.asked.sweep.axes] if self.asked.sweep else []
        if self.asked.suite is not None:
            paths = [path for item in self.asked.suite.items for path in paths_of(item)]
        return list(dict.fromkeys(paths))

    def paths(self) -> list[str]:
        """Parameters that tell its cells apart: axes first, then what charts and shape checks
        name.
        """
        paths = self.varied_paths()
        for chart in self.asked.suite.charts if self.asked.suite is not None else []:
            paths += chart_paths(chart)
        return list(dict.fromkeys(paths))

    def wants_of_node(self, metric: str) -> bool:
        """Whether a node's own figure (`node0.activity.idle`) belongs to its cells: what charts and
        shape checks of a suite name; of a sweep where the master's time went.
        """
        suite = self.asked.suite
        if suite is None:
            return metric.startswith("node0.activity.")
        return any(metric in chart_metrics(chart) for chart in suite.charts) or any(
            metric in (getattr(check, "metric", None), getattr(check, "to_metric", None))
            for check in suite.shape_checks
        )


def chart_metrics(chart: SuiteChart) -> list[str]:
    """Figures that a chart draws."""
    match chart.kind:
        case "lines" | "breakdown":
            return list(chart.metrics)
        case "speedup" | "heat" | "gains":
            return [chart.metric]
        case "table":
            return list(chart.columns)
        case "traces":
            return []


def chart_paths(chart: SuiteChart) -> list[str]:
    """Parameters that a chart draws against."""
    match chart.kind:
        case "lines":
            return [chart.x, *chart.series, *([chart.facet] if chart.facet else [])]
        case "breakdown":
            return [chart.x, *([chart.facet] if chart.facet else [])]
        case "speedup":
            return [chart.x, *chart.series]
        case "heat":
            return [chart.x, chart.y, *([chart.facet] if chart.facet else [])]
        case "table":
            return list(chart.rows)
        case "gains":
            return [gain.switch for gain in chart.gains]
        case "traces":
            return [condition.partition("=")[0] for condition in chart.where]
