"""Settings of run specs in words, and in which of them specs differ. Pure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orrery_contracts.spec import RunSpec
from orrery_contracts.spec_paths import shared_title

from orrery_backend.kit.problems import shortened

#: What a person calls a run is no setting of it.
_LABELS = frozenset({"schema_version", "name", "note", "tags"})
ABSENT = "–"
#: Settings that a label names.
MOST_NAMED = 3

Settings = dict[str, Any]
"""A spec as JSON values, without labels."""


@dataclass(frozen=True, slots=True)
class SettingDifference:
    """A setting that is not the same in all specs."""

    path: str
    title: str
    values: list[str]
    """In words, in the order of the specs."""


def settings_of(spec: RunSpec) -> Settings:
    document: dict[str, Any] = json.loads(spec.model_dump_json())
    return {key: value for key, value in document.items() if key not in _LABELS}


def flatten(document: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Paths of leaves and their values in words. A list is a leaf."""
    leaves: dict[str, str] = {}
    for key, value in document.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict):
            leaves |= flatten(value, f"{path}.")
        else:
            leaves[path] = in_words(value)
    return leaves


def in_words(value: object) -> str:
    match value:
        case None:
            return ABSENT
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list():
            return ", ".join(in_words(entry) for entry in value) or ABSENT
        case str():
            return value or ABSENT
        case _:
            return str(value)


def setting_paths(settings: Sequence[Settings]) -> list[str]:
    """Settings of any of the specs. Settings of different workloads are not the same settings: of
    them, those that every spec has.
    """
    flat = [flatten(each) for each in settings]
    paths = list(dict.fromkeys(path for leaves in flat for path in leaves))
    if len({each["workload"]["kind"] for each in settings}) < 2:
        return paths
    return [path for path in paths if all(path in leaves for leaves in flat)]


def differing_settings(settings: Sequence[Settings]) -> list[SettingDifference]:
    flat = [flatten(each) for each in settings]
    return [
        SettingDifference(path, shared_title(path, settings), values)
        for path in setting_paths(settings)
        if len(set(values := [leaves.get(path, ABSENT) for leaves in flat])) > 1
    ]


def setting_label(titles: Sequence[str], values: Sequence[str]) -> str:
    """`managers 2, process model pooled`."""
    named = zip(titles, values, strict=True)
    return shortened(", ".join(f"{_in_sentence(title)} {value}" for title, value in named))


def labels_apart(settings: Sequence[Settings]) -> list[str]:
    """What tells each spec from the others: the values of the settings that differ. Where more than
    `MOST_NAMED` differ, those in which a spec differs from most; empty for one that differs in
    none.
    """
    found = differing_settings(settings)
    if len(found) <= MOST_NAMED:
        titles = [each.title for each in found]
        return [
            setting_label(titles, [each.values[index] for each in found])
            for index in range(len(settings))
        ]
    usual = [Counter(each.values).most_common(1)[0][0] for each in found]
    return [_unusual(found, usual, index) for index in range(len(settings))]


def _unusual(found: Sequence[SettingDifference], usual: Sequence[str], index: int) -> str:
    own = [
        (each.title, each.values[index])
        for each, common in zip(found, usual, strict=True)
        if each.values[index] != common
    ]
    shown = own[:MOST_NAMED]
    label = setting_label([title for title, _ in shown], [value for _, value in shown])
    rest = len(own) - len(shown)
    return shortened(f"{label}, {rest} more") if rest else label


def _in_sentence(title: str) -> str:
    """In the middle of a sentence; an abbreviation stays as it is."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]
