"""The gains charts of a suite's report: how many times better with each switch. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from orrery_contracts.api import IntervalKind, PublishedTable
from orrery_contracts.group_results import GainPair, GroupDocument
from orrery_contracts.quantity import rounded, rounded_span
from orrery_contracts.suite_charts import Gain, GainsChart

from orrery_backend.features.reports.charts import RatioRow, ratio_chart
from orrery_backend.features.reports.markup import Markup, element, joined
from orrery_backend.features.reports.page import table

_NOTE = (
    "Times better: the ratio of the medians with and without the switch. Lines: the 95 % interval, "
    "or with fewer than five repeats the range of the ratios of any two repeats."
)
_MODES = (
    "Two modes: a side has two modes, among its repeats or over time. The ratio of each mode is"
    " drawn."
)
_BOTH = "Both sides have two modes: there is no ratio."


def gains(
    group: GroupDocument, chart: GainsChart, published: Sequence[PublishedTable]
) -> list[Markup]:
    """Ratios with their intervals, as a chart and as a table; nothing before a pair is measured."""
    by_name = {gain.name: gain for gain in chart.gains}
    measured = next((f.gains for f in group.chart_figures if f.chart == chart.name), [])
    drawn: list[RatioRow] = []
    rows: list[list[Markup]] = []
    notes = {_NOTE: None}
    for found in measured:
        gain = by_name[found.name]
        has_places = all(pair.label for pair in found.pairs)
        heading = gain.title if has_places else f"{gain.title}: {found.note}"
        drawn.append(RatioRow(heading, None, None, None, ""))
        for pair in found.pairs:
            name = pair.label or "measured"
            if pair.ratio:
                drawn.append(RatioRow(name, pair.ratio, pair.low, pair.high, "measured"))
            drawn += [
                RatioRow(f"{name}, two modes", mode, None, None, "measured") for mode in pair.modes
            ]
            rows.append([joined(gain.title), *_cells(pair)])
            if pair.two_modes:
                notes[_MODES if pair.modes else _BOTH] = None
        for source, low, high in _expected(gain, chart, published):
            middle = math.sqrt(low * high)
            drawn.append(RatioRow("expected by the study", middle, low, high, "published"))
            words = f"{rounded(low)}×" if low == high else f"{rounded_span(low, high)}×"
            figure = element("span", words, class_="published")
            by_study = element("span", "expected by the study", class_="published")
            rows.append([joined(gain.title), by_study, joined("–"), figure, joined("–")])
            notes[f"Published: {source}."] = None
    if not rows:
        return []
    title = next((m.title for m in group.metrics if m.name == chart.metric), chart.metric)
    head = ["Switch", "At", "Run", "Times better", "Interval"]
    return [
        element("h3", title),
        ratio_chart(f"Times better with each switch: {title}", drawn, "times better"),
        table(head, rows, (2, 3), class_="figures"),
        *(element("p", note, class_="soft") for note in notes),
    ]


def _cells(pair: GainPair) -> list[Markup]:
    interval = "one repeat"
    if pair.low is not None and pair.high is not None:
        kind = "95 %" if pair.interval is IntervalKind.CONFIDENCE else "range"
        interval = f"{rounded_span(pair.low, pair.high)}× ({kind})"
    elif pair.ratio is None or pair.interval is IntervalKind.CONFIDENCE:
        interval = "–"
    ratio = joined(_ratio(pair))
    return [joined(pair.label or "–"), joined(str(pair.run)), ratio, joined(interval)]


def _ratio(pair: GainPair) -> str:
    if pair.modes:
        return "two modes: " + " and ".join(f"{rounded(mode)}×" for mode in pair.modes)
    if pair.ratio is not None:
        return f"{rounded(pair.ratio)}×"
    return "both sides have two modes" if pair.two_modes else "the divisor is 0"


def _expected(
    gain: Gain, chart: GainsChart, published: Sequence[PublishedTable]
) -> Iterator[tuple[str, float, float]]:
    """Source, least and greatest of each published table that has this gain."""
    for study in published:
        if study.id not in chart.published or "gain" not in study.columns:
            continue
        for cells in study.rows:
            row = dict(zip(study.columns, cells, strict=True))
            low, high = row.get("times_least"), row.get("times_most")
            if row["gain"] != gain.name:
                continue
            if isinstance(low, int | float) and isinstance(high, int | float):
                yield f"{study.source_title}, {study.where}, {study.year}", low, high
