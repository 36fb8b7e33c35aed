"""What is not the same in all compared runs: settings by their path in the spec, facts by node.
Pure.
"""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.api import Difference, RunDocument
from orrery_contracts.spec_paths import title_of

from orrery_backend.kit.setting_words import (
    ABSENT,
    differing_settings,
    flatten,
    in_words,
    setting_paths,
    settings_of,
)

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


def count_compared(runs: Sequence[RunDocument]) -> int:
    """Settings and facts that `find_differences` looks at."""
    least = min((len(run.nodes) for run in runs), default=0)
    most = max((len(run.nodes) for run in runs), default=0)
    console = 1
    return (
        len(setting_paths([settings_of(run.spec) for run in runs]))
        + least * len(_FACTS)
        + (most - least)
        + console
    )


def find_differences(runs: Sequence[RunDocument]) -> list[Difference]:
    """Settings first. Of runs with different workloads, the settings that all of them have."""
    return [*_differing_settings(runs), *_differing_facts(runs)]


def settings_in_words(run: RunDocument) -> list[tuple[str, str, str]]:
    """Path, title and value of every setting of a run."""
    settings = settings_of(run.spec)
    return [(path, title_of(path, settings), text) for path, text in flatten(settings).items()]


def _differing_settings(runs: Sequence[RunDocument]) -> list[Difference]:
    found = differing_settings([settings_of(run.spec) for run in runs])
    return [
        Difference(path=each.path, title=each.title, kind="setting", values=each.values)
        for each in found
    ]


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
    consoles = [next(iter(run.versions), ABSENT) for run in runs]
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
