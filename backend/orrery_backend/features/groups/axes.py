"""What varies within a group, and what its cells are called. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from orrery_contracts.offers import DDS, HELICS
from orrery_contracts.spec import RunSpec
from orrery_contracts.spec_paths import (
    ABSENT,
    is_closed,
    shared_closed,
    shared_title,
    shared_unit,
    title_of,
    value_at,
)
from orrery_contracts.sweep import GroupAxis

from orrery_backend.kit.problems import shortened

#: Entries that a shortened list shows. A list with one entry more is not shortened.
_SHOWN_ENTRIES = 5
#: Values that have names of their own.
_NAMES = {"orrery": "Orrery"} | {offer.value: offer.name for offer in (DDS, HELICS)}

Dumped = dict[str, Any]
"""A spec as JSON values."""


def dumped(spec: RunSpec) -> Dumped:
    return spec.model_dump(mode="json")


def axes_of(paths: Sequence[str], documents: Sequence[Dumped]) -> list[GroupAxis]:
    """What occurs at these paths over all cells."""
    axes: list[GroupAxis] = []
    for path in dict.fromkeys(paths):
        found = [value_at(document, path) for document in documents]
        there = [value for value in found if value is not ABSENT]
        texts = list(dict.fromkeys(json.dumps(value) for value in there))
        axes.append(
            GroupAxis(
                path=path,
                title=shared_title(path, documents),
                unit=shared_unit(path, documents),
                numeric=bool(there) and all(is_number(value) for value in there),
                closed=shared_closed(path, documents),
                values=[shortened(text, 2000) for text in texts],
            )
        )
    return axes


def is_number(value: Any) -> bool:
    """Whether it is a JSON number: true is none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def values_of(document: Dumped, axes: Sequence[GroupAxis]) -> list[str | None]:
    """By axis, as JSON; None where the spec has no such parameter."""
    found = (value_at(document, axis.path) for axis in axes)
    return [None if value is ABSENT else shortened(json.dumps(value), 2000) for value in found]


def label_of(document: Dumped, paths: Sequence[str]) -> str:
    """`managers 2, monitors 1`; empty without axes."""
    parts = []
    for path in paths:
        value = value_at(document, path)
        if value is not ABSENT:
            title = title_of(path, document)
            # An abbreviation stays as it is.
            words = title if title[:2].isupper() else title[:1].lower() + title[1:]
            parts.append(f"{words} {value_words(value, closed=is_closed(path, document))}")
    return shortened(", ".join(parts), 120)


def named(axis: GroupAxis, value: Any) -> str:
    """A value with its parameter's name: `managers 2`, `update cost 20 µs`."""
    words = value_words(value, closed=axis.closed)
    return f"{in_sentence(axis)} {words} {unit_words(axis)}".rstrip()


def in_sentence(axis: GroupAxis) -> str:
    """The parameter's title in the middle of a sentence; an abbreviation stays as it is."""
    return axis.title if axis.title[:2].isupper() else axis.title[:1].lower() + axis.title[1:]


def unit_words(axis: GroupAxis) -> str:
    """The parameter's unit as people write it; empty if it has none."""
    return "µs" if axis.unit == "us" else axis.unit


def value_words(value: Any, *, closed: bool, shorten: bool = True) -> str:
    """A parameter's value as people write it. `closed`: its texts are of a closed list, and are
    turned into words; other texts were chosen by a person, and stay as written. `shorten`: a long
    list ends with `and 3 more`.
    """
    if isinstance(value, list):
        words = [value_words(entry, closed=closed, shorten=shorten) for entry in value]
        more = len(words) - _SHOWN_ENTRIES
        if shorten and more > 1:
            return f"{', '.join(words[:_SHOWN_ENTRIES])} and {more} more"
        return ", ".join(words)
    if isinstance(value, dict) and isinstance(value.get("kind"), str):
        parts = [part for name, part in value.items() if name != "kind" and part != ""]
        shown = [part for part in parts if isinstance(part, str) or is_number(part)]
        details = [value_words(part, closed=False) for part in shown]
        return " ".join([value_words(value["kind"], closed=True), *details])
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return (_words(value) if closed else value) or "none"
    return _number_text(value)


def distinct_words(values: Sequence[Any], *, closed: bool) -> tuple[str, ...]:
    """`value_words` of each value, not shortened if shortening makes different values equal."""
    whole = tuple(value_words(value, closed=closed, shorten=False) for value in values)
    shortened_words = tuple(value_words(value, closed=closed) for value in values)
    return shortened_words if len(set(shortened_words)) == len(set(whole)) else whole


def _words(value: str) -> str:
    """As people say it: best effort, not best_effort."""
    return _NAMES.get(value, value.replace("_", " "))


def _number_text(value: Any) -> str:
    """As people write it: 20, not 20.0."""
    whole = isinstance(value, float) and value.is_integer()
    return json.dumps(int(value) if whole else value)
