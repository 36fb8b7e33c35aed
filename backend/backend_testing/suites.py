"""Suites with charts and cells of one's own, and the text of their reports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from statistics import median
from typing import Any

from orrery_contracts.api import IntervalKind, SummaryMetric, WindowMode, WindowModes
from orrery_contracts.group_results import GroupCell, GroupDocument, MetricHead
from orrery_contracts.results import Better
from orrery_contracts.suite_charts import SuiteChart
from orrery_contracts.sweep import GroupAxis


def window_modes(
    series: str, low: float, high: float, sentence: str = "", places: int = 1, measured: int = 1
) -> WindowModes:
    """Two modes over time, in `places` of `measured` repeats."""
    return WindowModes(
        series=series,
        title="Step time",
        unit="ns",
        repeat=0,
        node_index=0,
        modes=[WindowMode(median=low, windows=6), WindowMode(median=high, windows=4)],
        places=places,
        places_measured=measured,
        sentence=sentence or "Step time has two modes over time.",
    )


def metric(
    name: str,
    unit: str,
    values: list[float],
    low: float | None = None,
    high: float | None = None,
    better: Better = Better.LOWER,
) -> SummaryMetric:
    """`low`, `high`: of the interval; without them the least and the greatest value."""
    kind = IntervalKind.CONFIDENCE if len(values) >= 5 else IntervalKind.RANGE
    return SummaryMetric(
        name=name,
        title=name.replace("_", " ").replace(".p50", ", median").replace(".", ", ").capitalize(),
        unit=unit,
        better=better,
        values=values,
        median=median(values),
        low=min(values) if low is None else low,
        high=max(values) if high is None else high,
        interval=kind,
    )


def suite_of(
    example: GroupDocument,
    charts: Sequence[SuiteChart],
    axes: Sequence[GroupAxis],
    cells: Sequence[tuple[Any, ...]],
) -> GroupDocument:
    """The example with these charts and cells. A cell: values by axis as JSON, then metrics."""
    suite = example.suite
    assert suite is not None
    heads = {
        found.name: MetricHead(
            name=found.name, title=found.title, unit=found.unit, better=found.better
        )
        for _, *measured in cells
        for found in measured
    }
    made = [
        GroupCell(
            cell=at,
            item="",
            label=", ".join(
                f"{along.title.lower()} {value}" for along, value in zip(axes, values, strict=True)
            ),
            values=[*values],
            run=example.cells[0].run.model_copy(update={"number": 100 + at}),
            metrics=measured,
        )
        for at, (values, *measured) in enumerate(cells)
    ]
    return example.model_copy(
        update={
            "suite": suite.model_copy(update={"charts": [*charts]}),
            "axes": [*axes],
            "metrics": list(heads.values()),
            "cells": made,
        }
    )


def axis(path: str, title: str, values: list[str], unit: str = "") -> GroupAxis:
    numeric = all(re.fullmatch(r"[0-9.]+", value) for value in values)
    return GroupAxis(path=path, title=title, unit=unit, numeric=numeric, closed=True, values=values)


def section_of(report: str, title: str) -> str:
    """The text of a section, a bar between the cells of its tables and a line for each row."""
    [found] = [
        part for part in report.split("<section>") if unescape(part).startswith(f"<h2>{title}</h2>")
    ]
    text = re.sub(r"</t[dh]>", " | ", found.split("</section>")[0])
    text = re.sub(r"</(tr|p|h2|h3|figcaption)>", "\n", text)
    return unescape(re.sub(r"<[^>]+>", "", text))
