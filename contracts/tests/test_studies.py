"""The index of the studies."""

from __future__ import annotations

import pytest
from orrery_contracts.studies import (
    entries_named,
    inconsistencies,
    load_studies,
    places_named,
)
from orrery_contracts.study import StudyEntry, SuitePart
from orrery_contracts.suites import load_suites

SUITES = load_suites()
STUDIES = load_studies(SUITES)

#: Suites that follow a study, and the study.
FOLLOWS = {
    "uss": [suite.name for suite in SUITES if suite.name.startswith("uss-")],
    "rtibm": ["rtibm"],
    "rtikit": ["rti-kit"],
    "feltest": ["fel-study", "thread-study", "primitives-study"],
    "rtis": ["rti-s"],
}


def _indexed(study: str) -> dict[str, set[tuple[str, str]]]:
    entries = next(each for each in STUDIES if each.name == study).entries
    found: dict[str, set[tuple[str, str]]] = {}
    for entry in entries:
        (where,) = entries_named(entry.where) or [entry.where]
        found.setdefault(where, set()).update((part.suite, part.item) for part in entry.parts)
    return found


@pytest.mark.parametrize(
    ("study", "suite"), [(study, suite) for study, names in FOLLOWS.items() for suite in names]
)
def test_each_figure_that_an_item_names_is_in_the_index_with_that_item(
    study: str, suite: str
) -> None:
    indexed = _indexed(study)
    shipped = next(each for each in SUITES if each.name == suite)
    missing = [
        (item.name, named)
        for item in shipped.items
        for named in entries_named(item.figure_of)
        if (suite, item.name) not in indexed.get(named, set())
    ]
    assert missing == []
    named_by_charts = {
        named for chart in shipped.charts for named in entries_named(chart.figure_of)
    }
    assert named_by_charts - set(indexed) == set()


@pytest.mark.parametrize(
    ("study", "suite"), [(study, suite) for study, names in FOLLOWS.items() for suite in names]
)
def test_each_place_that_a_shape_check_names_is_in_the_index(study: str, suite: str) -> None:
    entries = next(each for each in STUDIES if each.name == study).entries
    indexed = set(_indexed(study)) | {place for entry in entries for place in entry.sections}
    indexed |= {entry.where for entry in entries}
    shipped = next(each for each in SUITES if each.name == suite)
    missing = [
        (check.name, place)
        for check in shipped.shape_checks
        for place in places_named(check.source)
        if place not in indexed
    ]
    assert missing == []
    unplaced = [c.name for c in shipped.shape_checks if c.source and not places_named(c.source)]
    assert unplaced == []


@pytest.mark.parametrize(
    ("study", "kind", "first", "last"),
    [
        ("uss", "Figure 6.", 1, 43),
        ("uss", "Table 6.", 1, 9),
        ("rtibm", "Table ", 1, 2),
        ("rtibm", "T", 1, 6),
        ("rtikit", "Figure ", 2, 6),
        ("rtikit", "Table ", 1, 1),
        ("feltest", "Figure ", 7, 8),
        ("rtis", "Figure 6.", 1, 5),
        ("rtis", "Table 6.", 1, 2),
    ],
)
def test_every_figure_and_table_of_a_study_has_a_row(
    study: str, kind: str, first: int, last: int
) -> None:
    indexed = _indexed(study)
    assert [n for n in range(first, last + 1) if f"{kind}{n}" not in indexed] == []


def test_labels_name_their_figures() -> None:
    assert entries_named("") == []
    assert entries_named("Figure 6.23a") == ["Figure 6.23"]
    assert entries_named("Figures 6.3a and 6.3b") == ["Figure 6.3", "Figure 6.3"]
    assert entries_named("Figures 6.9 to 6.11") == ["Figure 6.9", "Figure 6.10", "Figure 6.11"]
    assert entries_named("Table 6.7, Figure 6.3") == ["Table 6.7", "Figure 6.3"]
    assert entries_named("Figures 5 and 6") == ["Figure 5", "Figure 6"]
    assert entries_named("section 6.6.3") == ["section 6.6.3"]


def test_sources_name_their_places() -> None:
    assert places_named("") == []
    assert places_named("section 6.4.4, Figure 6.22") == ["Figure 6.22", "section 6.4.4"]
    assert places_named("sections 7 and 8") == ["section 7", "section 8"]
    assert places_named("section 4: the cost of grouping the data") == ["section 4"]
    assert places_named("Figure 3, abstract") == ["Figure 3", "abstract"]
    assert places_named("an author's page") == []


def test_entries_that_lead_nowhere_are_found() -> None:
    study = STUDIES[0]

    def messages(entry: StudyEntry) -> list[str]:
        changed = study.model_copy(update={"entries": [entry]})
        return [error.message for error in inconsistencies(changed, SUITES)]

    def entry(*parts: SuitePart, gap: str = "") -> StudyEntry:
        return StudyEntry(where="Figure 1", title="t", parts=list(parts), gap=gap)

    assert messages(entry()) == ["Nothing reproduces it."]
    assert messages(entry(gap="The hardware cannot be had.")) == []
    assert messages(entry(SuitePart(suite="smok", item="two-nodes"))) == ["There is no suite smok."]
    assert messages(entry(SuitePart(suite="smoke", item="x"))) == ["smoke has no item x."]
    twice = study.model_copy(update={"entries": [study.entries[0], study.entries[0]]})
    assert next(inconsistencies(twice, SUITES)).message.endswith("stands twice.")
