"""The frame of a report: what every report has, and the tables that several have. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import IntervalKind, SummaryMetric, WindowModes
from orrery_contracts.conclusion import Conclusion
from orrery_contracts.quantity import quantity, span
from orrery_contracts.results import Check
from orrery_contracts.version import VERSION

from orrery_backend.features.analysis.service import modes_in_words, over_time_in_words
from orrery_backend.features.reports.markup import Markup, Part, element, joined

#: A browser that opens the file may load nothing and run nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 24px 64px; max-width: 960px; background: #fff; color: #18202b;
  font: 14px/1.5 system-ui, 'Segoe UI', 'Liberation Sans', sans-serif;
  font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 32px 0 8px; font-size: 17px; }
h3 { margin: 16px 0 4px; font-size: 14px; }
p { margin: 6px 0; }
ul { margin: 6px 0; padding-left: 20px; }
header p, figcaption, .soft { color: #4b5665; }
.conclusion { margin: 20px 0; padding: 16px 20px; border: 1px solid #cfc8b8;
  border-left: 5px solid #8a5a0c; border-radius: 8px; background: #fbfaf7; }
.conclusion.found { border-left-color: #1f55a5; }
.conclusion.failed { border-left-color: #b3261e; }
.conclusion > p:first-child { margin-top: 0; font-size: 18px; font-weight: 600; }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 5px 8px; border-bottom: 1px solid #e4dfd4; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
th { white-space: nowrap; color: #4b5665; font-weight: 600; border-bottom-color: #cfc8b8; }
th.number, td.number { text-align: right; white-space: nowrap; }
.figures { margin-bottom: 12px; }
.figures th { white-space: normal; vertical-align: bottom; }
.figures small { display: block; color: #5f6b7a; white-space: normal; }
.heat { margin: -3px -6px; padding: 3px 6px; }
.heat small { color: inherit; }
.published { color: #8a5a0c; font-style: italic; }
.good, .bad, .warn { white-space: nowrap; }
p.bad { white-space: normal; }
.good { color: #1d7a46; } .bad { color: #b3261e; } .warn { color: #8a5b00; }
figure { margin: 8px 0 16px; break-inside: avoid; }
svg { display: block; width: 100%; height: auto; }
svg text { font: 12px system-ui, 'Segoe UI', 'Liberation Sans', sans-serif; fill: #4b5665; }
.legend span { display: inline-block; margin-right: 16px; }
.legend svg { display: inline-block; width: 24px; height: 12px; margin-right: 6px;
  vertical-align: -1px; }
svg text.published { fill: #8a5a0c; }
svg text.head { fill: #18202b; font-weight: 600; }
svg text.inside { fill: #18202b; }
svg text.inside, svg text.published { stroke: #fff; stroke-width: 3px; paint-order: stroke; }
pre { padding: 12px; border: 1px solid #e4dfd4; border-radius: 8px; background: #fbfaf7;
  font: 12px/1.45 ui-monospace, 'Liberation Mono', monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; }
footer { margin-top: 32px; color: #5f6b7a; font-size: 12px; }
@media screen and (max-width: 640px) {
  figure { overflow-x: auto; }
  figure > svg { width: 600px; }
}
@page { size: A4; margin: 16mm 14mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; -webkit-print-color-adjust: exact;
    print-color-adjust: exact; }
  h2, h3 { break-after: avoid; }
  tr, .conclusion { break-inside: avoid; }
  thead { display: table-header-group; }
  .table { overflow: visible; }
  table { font-size: 9pt; }
}
"""


def report_page(title: str, facts: Sequence[str], made_at: str, *sections: Part) -> str:
    """The whole file. `facts`: what the report is about, in a line; `made_at`: UTC, ISO 8601."""
    head = element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", f"{title} – Orrery report"),
        Markup(f"<style>{_STYLE}</style>"),
    )
    body = element(
        "body",
        element("header", element("h1", title), element("p", " · ".join(facts))),
        element("main", *sections),
        element("footer", f"Orrery {VERSION}, report of {when(made_at)}."),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def when(at: str | None) -> str:
    """`2026-11-24 14:02 UTC`; a dash for None."""
    return f"{at[:10]} {at[11:16]} UTC" if at else "–"


def section(title: str, *parts: Part) -> Markup:
    return element("section", element("h2", title), *parts)


def sentences(title: str, texts: Sequence[str]) -> Markup:
    """A list under a small heading; nothing without texts."""
    if not texts:
        return Markup("")
    return joined(element("h3", title), element("ul", *(element("li", text) for text in texts)))


def conclusion_box(conclusion: Conclusion) -> Markup:
    """The conclusion as the console says it."""
    formulas = [
        f"{model.setting}: {model.formula}" if model.setting else model.formula
        for model in conclusion.models
    ]
    return element(
        "section",
        element("p", conclusion.sentence),
        sentences("Findings", conclusion.findings),
        sentences("Fitted models", formulas),
        sentences("Doubts", conclusion.doubts),
        sentences("Next steps", conclusion.next_steps),
        class_=f"conclusion {conclusion.outcome.value}",
        aria_label="Conclusion",
    )


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[int] = (),
    class_: str | None = None,
) -> Markup:
    """`numbers`: columns that are aligned to the right. Wide tables scroll on their own."""

    def cell(tag: str, index: int, text: str) -> Markup:
        return element(tag, text, class_="number" if index in numbers else None)

    return element(
        "div",
        element(
            "table",
            element("thead", element("tr", *(cell("th", i, t) for i, t in enumerate(head)))),
            element(
                "tbody",
                *(element("tr", *(cell("td", i, t) for i, t in enumerate(row))) for row in rows),
            ),
            class_=class_,
        ),
        class_="table",
        tabindex="0",
        role="region",
        aria_label=", ".join(text for text in head if text),
    )


def interval_words(metric: SummaryMetric) -> str:
    """`57.9 to 58.6 ms (95 % interval)`, or the least and the greatest value."""
    if len(metric.values) < 2:
        return "–"
    kind = "95 % interval" if metric.interval is IntervalKind.CONFIDENCE else "least to greatest"
    return f"{span(metric.low, metric.high, metric.unit)} ({kind})"


def figure_words(metric: SummaryMetric, window_modes: Sequence[WindowModes]) -> tuple[str, str]:
    """The median and its interval; for two modes, both figures in place of the interval."""
    if metric.modes:
        return "two modes", modes_in_words(metric)
    if over_time := over_time_in_words(metric.name, window_modes):
        return "two modes", over_time
    return quantity(metric.median, metric.unit), interval_words(metric)


def metrics_table(
    metrics: Sequence[SummaryMetric], window_modes: Sequence[WindowModes] = ()
) -> Markup:
    return table(
        ["Metric", "Median", "Interval", "Repeats"],
        [
            [
                m.title,
                *figure_words(m, window_modes),
                str(len(m.values)),
            ]
            for m in metrics
        ],
        (1, 3),
    )


def check_row(check: Check, where: str = "") -> list[Markup]:
    result = element("span", "passed" if check.holds else "failed", class_=_tone(check.holds))
    title = f"{check.title} ({where})" if where else check.title
    return [joined(title), result, joined(check.expected), joined(check.found)]


def checks_table(rows: Sequence[Sequence[Markup]]) -> Markup:
    return table(["Check", "Result", "Expected", "Found"], rows)


def _tone(holds: bool) -> str:
    return "good" if holds else "bad"
