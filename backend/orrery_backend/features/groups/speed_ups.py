"""A group's speed-up over one of its parameters. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import SummaryMetric
from orrery_contracts.fields import suggestion
from orrery_contracts.group_results import SpeedUps
from orrery_contracts.results import Better
from orrery_contracts.spec_paths import ABSENT, shared_title

from orrery_backend.features.analysis.service import SpeedUpSeries, speed_up
from orrery_backend.features.groups.axes import label_of
from orrery_backend.features.groups.documents import SeenCell
from orrery_backend.kit.problems import field_error, invalid


@dataclass(frozen=True, slots=True)
class SpeedUpQuery:
    """What is drawn against what; `items` restricts a suite's."""

    x: str
    metric: str
    series: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


def speed_ups(query: SpeedUpQuery, cells: Sequence[SeenCell]) -> SpeedUps:
    """Raises `ProblemError` for a parameter or metric that no cell has."""
    chosen = [cell for cell in cells if not query.items or cell.ref.item in query.items]
    _check_parameter("x", query.x, chosen)
    for path in query.series:
        _check_parameter("series", path, chosen)
    head = _check_metric(query.metric, chosen)
    by_series: dict[str, SpeedUpSeries] = {}
    for cell in chosen:
        x = cell.facts.value(query.x)
        metric = cell.facts.metrics.get(query.metric)
        if metric is None or not isinstance(x, int | float) or isinstance(x, bool) or x <= 0:
            continue
        values = [json.dumps(_plain(cell.facts.value(path))) for path in query.series]
        series = by_series.setdefault(
            json.dumps(values),
            SpeedUpSeries(label_of(cell.facts.spec, query.series), values, metric.better, {}),
        )
        series.measured.setdefault(float(x), []).extend(metric.values)
        if cell.facts.over_time(query.metric):
            series.over_time.add(float(x))
    least = min((x for s in by_series.values() for x in s.measured), default=None)
    return SpeedUps(
        x=query.x,
        x_title=shared_title(query.x, [cell.facts.spec for cell in chosen]),
        metric=query.metric,
        title=head.title if head else query.metric,
        baseline_x=least,
        series=[speed_up(s, least) for s in by_series.values()] if least is not None else [],
    )


def _plain(value: object) -> object:
    return None if value is ABSENT else value


def _check_parameter(field: str, path: str, cells: Sequence[SeenCell]) -> None:
    if cells and all(cell.facts.value(path) is ABSENT for cell in cells):
        raise invalid(
            field_error(
                field,
                path,
                f"No run of this group has a parameter {path[:80]}.",
                "Name one of the group's axes.",
            )
        )


def _check_metric(name: str, cells: Sequence[SeenCell]) -> SummaryMetric | None:
    """The metric in some cell; None if nothing is measured yet."""
    known: dict[str, SummaryMetric] = {}
    for cell in cells:
        known |= cell.facts.metrics
    if name in known and known[name].better is Better.NEITHER:
        raise invalid(
            field_error(
                "metric",
                name,
                f"{known[name].title} is neither a time nor a rate: it has no speed-up.",
                "Name a metric of which less or more is better.",
            )
        )
    if known and name not in known:
        raise invalid(
            field_error(
                "metric",
                name,
                f"No run of this group measured {name[:80]}.",
                suggestion(name[:80], list(known), "metrics"),
            )
        )
    return known.get(name)
