"""What is not the same in all compared runs: settings by their path in the spec, facts by node.
Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from orrery_contracts.api import Difference, RunDocument
from orrery_contracts.spec_paths import shared_title, title_of

#: What a person calls a run, and how often it is repeated, is no condition of it.
_LABELS = frozenset({"schema_version", "name", "note", "tags"})
_FACTS = {
    "name": "node",
    "hostname": "host",
    "cpu_model": "processor",
    "cores": "cores",
    "cpu_limit": "CPU limit",
    "memory_bytes": "memory",
    "kernel": "kernel",
    "os": "operating system",
    "build": "worker build",
    "commit": "worker commit",
    "worker_version": "worker version",
    "agent_version": "agent version",
    "rating": "CPU rating",
}
#: An agent measures its rating again at each start; its noise is no difference.
_RATING_TOLERANCE = 0.05
_ABSENT = "–"


def count_compared(runs: Sequence[RunDocument]) -> int:
    """Settings and facts that `find_differences` looks at."""
    least = min((len(run.nodes) for run in runs), default=0)
    most = max((len(run.nodes) for run in runs), default=0)
    console = 1
    return len(_paths(runs)) + least * len(_FACTS) + (most - least) + console


def find_differences(runs: Sequence[RunDocument]) -> list[Difference]:
    """Settings first. Of runs with different workloads, the settings that all of them have."""
    return [*_differing_settings(runs), *_differing_facts(runs)]


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
            return _ABSENT
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list():
            return ", ".join(in_words(entry) for entry in value) or _ABSENT
        case str():
            return value or _ABSENT
        case _:
            return str(value)


def _settings(run: RunDocument) -> dict[str, Any]:
    spec: dict[str, Any] = json.loads(run.spec.model_dump_json())
    return {key: value for key, value in spec.items() if key not in _LABELS}


def settings_in_words(run: RunDocument) -> list[tuple[str, str, str]]:
    """Path, title and value of every setting of a run."""
    settings = _settings(run)
    return [(path, title_of(path, settings), text) for path, text in flatten(settings).items()]


def _differing_settings(runs: Sequence[RunDocument]) -> list[Difference]:
    settings = [_settings(run) for run in runs]
    flat = [flatten(each) for each in settings]
    return [
        Difference(path=path, title=shared_title(path, settings), kind="setting", values=values)
        for path in _paths(runs)
        if len(set(values := [leaves.get(path, _ABSENT) for leaves in flat])) > 1
    ]


def _paths(runs: Sequence[RunDocument]) -> list[str]:
    """Settings of any of the runs. Settings of different workloads are not the same settings: of
    them, those that every run has.
    """
    flat = [flatten(_settings(run)) for run in runs]
    paths = list(dict.fromkeys(path for leaves in flat for path in leaves))
    if len({run.summary.workload for run in runs}) < 2:
        return paths
    return [path for path in paths if all(path in leaves for leaves in flat)]


def _differing_facts(runs: Sequence[RunDocument]) -> list[Difference]:
    found: list[Difference] = []
    most = max((len(run.nodes) for run in runs), default=0)
    least = min((len(run.nodes) for run in runs), default=0)
    for index in range(most):
        # A run that lacks the node differs in its name alone.
        for key, title in _FACTS.items() if index < least else [("name", _FACTS["name"])]:
            raw = [_fact(run, index, key) for run in runs]
            if _differ(key, raw):
                role = "master" if index == 0 else f"node {index + 1}"
                values = [_fact_words(key, value) for value in raw]
                found.append(
                    Difference(
                        path=f"nodes.{index}.{key}",
                        title=f"{title} ({role})",
                        kind="fact",
                        values=values,
                    )
                )
    consoles = [next(iter(run.versions), _ABSENT) for run in runs]
    if len(set(consoles)) > 1:
        found.append(Difference(path="versions", title="console", kind="fact", values=consoles))
    return found


def _fact(run: RunDocument, index: int, key: str) -> object:
    if index >= len(run.nodes):
        return None
    node = run.nodes[index]
    return node.name if key == "name" else getattr(node.facts, key)


def _differ(key: str, values: Sequence[object]) -> bool:
    if key == "rating":
        ratings = [value for value in values if isinstance(value, float)]
        return bool(ratings) and min(ratings) < max(ratings) * (1 - _RATING_TOLERANCE)
    return len({str(value) for value in values}) > 1


def _fact_words(key: str, value: object) -> str:
    if key == "memory_bytes" and isinstance(value, int):
        return f"{value / 2**30:.1f} GiB"
    return in_words(value)
