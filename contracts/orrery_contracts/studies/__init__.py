"""The studies that Orrery reproduces, one JSON file each in this folder.

`load_studies` reads and validates them; it raises InvalidDocument, naming the file, if an entry
names a suite or item that does not exist, or reproduces nothing and gives no reason.
`entries_named` reads the label of a suite item or chart (`figure_of`), `places_named` that of a
shape check (`source`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from orrery_contracts.documents import InvalidDocument, read_text
from orrery_contracts.errors import FieldError
from orrery_contracts.fields import suggestion
from orrery_contracts.study import Study, StudyEntry
from orrery_contracts.suite import Suite

#: In the order in which the studies are offered.
_ORDER = ("uss", "rtibm", "rtikit", "feltest", "rtis")
_LIST = re.compile(r"(Figure|Table)s? ([\d.]+[a-c]?(?:(?:, | and | to )[\d.]+[a-c]?)*)")
_NUMBER = re.compile(r"(, | and | to |^)([\d.]+)[a-c]?")
_SECTIONS = re.compile(r"(section|chapter)s? ([\d.]*\d)((?: and [\d.]*\d)*)")
#: Parts of a study without a number.
_NAMED_PARTS = ("abstract", "Introduction", "Methodology", "future work")


def load_studies(suites: list[Suite]) -> list[Study]:
    """All studies, in order."""
    found: list[Study] = []
    for entry in files(__name__).iterdir():
        if entry.name.endswith(".json"):
            study = read_text(Study, entry.read_bytes(), prefix=entry.name)
            errors = list(inconsistencies(study, suites, entry.name))
            if errors:
                raise InvalidDocument(errors)
            found.append(study)
    return sorted(found, key=lambda study: _ORDER.index(study.name))


def inconsistencies(study: Study, suites: list[Suite], prefix: str = "") -> Iterator[FieldError]:
    """Names that lead nowhere or stand twice, and entries without parts or reason."""
    items = {suite.name: [item.name for item in suite.items] for suite in suites}
    places = [entry.where for entry in study.entries]
    for place in sorted({place for place in places if places.count(place) > 1}):
        yield _error(f"{prefix}:entries", place, f"{place} stands twice.", "Join the entries.")
    for entry in study.entries:
        yield from _of_entry(entry, items, f"{prefix}:entries.{entry.where}")


def entries_named(figure_of: str) -> list[str]:
    """The figures and tables in a label: `Figures 6.13, 6.17 and 6.20`, `Figures 6.10 to 6.12`;
    a letter after the number is dropped. A label without any is one entry by itself; an empty label
    has none.
    """
    if not figure_of:
        return []
    found: list[str] = []
    for kind, numbers in _LIST.findall(figure_of):
        for joint, number in _NUMBER.findall(numbers):
            if joint == " to ":
                found += [f"{kind} {each}" for each in _between(found[-1].split()[1], number)]
            else:
                found.append(f"{kind} {number}")
    return found or [figure_of]


def places_named(source: str) -> list[str]:
    """The figures, tables, sections and parts of a study in a label: `section 6.4.4, Figure 6.22`;
    none if it names no place.
    """
    found = entries_named(source) if _LIST.search(source) else []
    for kind, first, more in _SECTIONS.findall(source):
        found += [f"{kind} {number}" for number in [first, *more.split(" and ")[1:]]]
    return found + [part for part in _NAMED_PARTS if part in source]


def _between(first: str, last: str) -> list[str]:
    chapter, _, begin = first.rpartition(".")
    _, _, end = last.rpartition(".")
    dot = f"{chapter}." if chapter else ""
    return [f"{dot}{number}" for number in range(int(begin) + 1, int(end) + 1)]


def _of_entry(entry: StudyEntry, items: dict[str, list[str]], place: str) -> Iterator[FieldError]:
    if not entry.parts and not entry.gap:
        yield _error(place, entry.where, "Nothing reproduces it.", "Name parts, or the gap.")
    for part in entry.parts:
        known = items.get(part.suite)
        if known is None:
            remedy = suggestion(part.suite, list(items), "suites")
            yield _error(place, part.suite, f"There is no suite {part.suite}.", remedy)
        elif part.item not in known:
            remedy = suggestion(part.item, known, "items")
            yield _error(place, part.item, f"{part.suite} has no item {part.item}.", remedy)


def _error(field: str, value: str, message: str, remedy: str) -> FieldError:
    return FieldError(field=field, value=value, message=message, remedy=remedy)
