"""What was asked for, in the words of the forms: of a sweep what varies and what all runs share, of
a suite what was chosen of it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.group_results import GroupDocument
from orrery_contracts.spec_paths import title_of
from orrery_contracts.suite import RunSuite, Suite
from orrery_contracts.sweep import Combine, GroupAxis

from orrery_backend.features.groups.service import read, unit_words, value_words
from orrery_backend.features.reports.conditions import Setting
from orrery_backend.features.reports.markup import Markup, element
from orrery_backend.features.reports.page import section, table

_HEAD = ["Setting", "Value", "Path"]


def requested(group: GroupDocument, settings: Sequence[Setting]) -> Markup:
    """`settings`: of one cell of a sweep."""
    if group.suite is not None and group.run_suite is not None:
        return _of_suite(group.suite, group.run_suite, group.summary.variant)
    varied = [axis.path for axis in group.axes]
    shared = [s for s in settings if not any(_is_within(s[0], path) for path in varied)]
    together = group.sweep is not None and group.sweep.combine is Combine.TOGETHER
    return section(
        "Settings",
        element("p", f"What varies; the values are {'paired' if together else 'combined'}:"),
        table(["Setting", "Values", "Path"], [_values(axis) for axis in group.axes]),
        element("p", "What all runs share:"),
        table(_HEAD, [[title, value, path] for path, title, value in shared]),
    )


def _is_within(path: str, varied: str) -> bool:
    return path == varied or path.startswith((f"{varied}.", f"{varied}["))


def _values(axis: GroupAxis) -> list[str]:
    words = [value_words(read(value), closed=axis.closed) for value in axis.values]
    return [axis.title, f"{', '.join(words)} {unit_words(axis)}".rstrip(), axis.path]


def _of_suite(suite: Suite, asked: RunSuite, variant: str | None) -> Markup:
    titles = {item.name: item.title for item in suite.items}
    chosen = ", ".join(titles.get(name, name) for name in asked.items) or "all of the variant"
    rows = [
        ["Suite", f"{suite.title}, version {suite.version}", suite.name],
        ["Variant", variant or "–", ""],
        ["Items", chosen, ""],
        ["Repeats", "as the items say" if asked.repeats is None else str(asked.repeats), "repeats"],
        *(_setting(text) for text in asked.set),
    ]
    return section("Settings", table(_HEAD, rows))


def _setting(text: str) -> list[str]:
    path, _, value = text.partition("=")
    return [title_of(path), value_words(read(value), closed=False), path]
