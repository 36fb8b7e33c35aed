"""What a cell has shown, as far as shape checks ask. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from orrery_contracts.api import (
    Precision,
    RunState,
    SummaryMetric,
    WindowModes,
    figures_of_modes,
    over_time_of,
)
from orrery_contracts.spec_paths import ABSENT, value_at
from orrery_contracts.surroundings import Grade

from orrery_backend.features.groups.axes import Dumped
from orrery_backend.results.service import Measured


@dataclass(frozen=True, slots=True)
class CellFacts:
    """One cell's newest run."""

    item: str
    label: str
    spec: Dumped
    state: RunState
    metrics: dict[str, SummaryMetric]
    checks_hold: bool | None
    miscounted: tuple[str, ...]
    """Kinds of messages that some repeat did not count as expected."""
    checksums: frozenset[str]
    """Final states over its repeats."""
    disturbed: str = ""
    """Why its times and rates say little; empty while half of its repeats or more were quiet
    enough."""
    repeats: int = 0
    """Those that are done."""
    disturbances: tuple[str, ...] = ()
    """Of each disturbed repeat, the reason."""
    unsettled: str = ""
    """Why the result is not as precise as the spec asks; empty if it is, or nothing is asked."""
    window_modes: tuple[WindowModes, ...] = ()
    """Durations in two modes over time. Empty until the run has ended."""

    @property
    def done(self) -> bool:
        return self.state is RunState.DONE

    def over_time(self, metric: str) -> WindowModes | None:
        """The two modes over time that keep the metric from representing the repeats."""
        return over_time_of(metric, self.window_modes)

    def figures(self, name: str) -> list[float]:
        """The median of a metric, or the two figures of its modes."""
        metric = self.metrics[name]
        return figures_of_modes(metric, self.window_modes) or [metric.median]

    def value(self, path: str) -> object:
        """The parameter's value, or `ABSENT`."""
        return value_at(self.spec, path)

    def fits(self, conditions: Sequence[str]) -> bool:
        """Whether every `path=value` holds; the value is JSON, or else text."""
        parts = (condition.partition("=") for condition in conditions)
        return all(holds(self.value(path), text) for path, _, text in parts)


def facts_of(
    item: str,
    label: str,
    spec: Dumped,
    state: RunState,
    measured: Measured,
    metrics: Sequence[SummaryMetric],
    precision: Precision | None,
) -> CellFacts:
    done = [repeat for repeat in measured.repeats if repeat.counts]
    miscounted = dict.fromkeys(
        message.title for r in done for message in r.messages if message.expected != message.counted
    )
    disturbances = tuple(
        r.quality.reason for r in done if r.quality and r.quality.grade is Grade.DISTURBED
    )
    return CellFacts(
        item=item,
        label=label,
        spec=spec,
        state=state,
        metrics={metric.name: metric for metric in metrics},
        checks_hold=measured.checks_hold,
        miscounted=tuple(miscounted),
        disturbed=disturbances[0] if len(disturbances) * 2 > len(done) else "",
        repeats=len(done),
        disturbances=disturbances,
        unsettled="" if precision is None or precision.settled else precision.sentence,
        checksums=frozenset(r.state_checksum for r in done if r.state_checksum is not None),
    )


def holds(found: object, text: str) -> bool:
    """Whether a parameter's value, or `ABSENT`, is the one that a condition names: JSON, or else
    text.
    """
    if found is ABSENT:
        return False
    wanted = read(text)
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    return found == wanted or (isinstance(found, str) and found == text)


def read(text: str) -> object:
    """A value from its JSON, or else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text
