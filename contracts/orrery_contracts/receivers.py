"""Metrics of single federates that receive, by their names: `received_rate.federate3`,
`latency.p50.federate3`, `round_trip.p99.federate3`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

_OF_RECEIVER = re.compile(r"(received_rate|(latency|round_trip)\.p(50|99))\.federate(\d+)")


class Named(Protocol):
    """Anything with the name of a metric."""

    @property
    def name(self) -> str: ...


Metric = TypeVar("Metric", bound=Named)


@dataclass(slots=True)
class Receiver(Generic[Metric]):
    """What a run measured at one receiver; None: not measured."""

    federate: int
    rate: Metric | None = None
    p50: Metric | None = None
    p99: Metric | None = None


def is_of_receiver(name: str) -> bool:
    """Whether a metric is of one receiver: these have a table of their own."""
    return _OF_RECEIVER.fullmatch(name) is not None


def receivers_of(metrics: Sequence[Metric]) -> list[Receiver[Metric]]:
    """In the order of the federates."""
    found: dict[int, Receiver[Metric]] = {}
    for metric in metrics:
        match = _OF_RECEIVER.fullmatch(metric.name)
        if match is None:
            continue
        receiver = found.setdefault(int(match[4]), Receiver(int(match[4])))
        if match[3] is None:
            receiver.rate = metric
        elif match[3] == "50":
            receiver.p50 = metric
        else:
            receiver.p99 = metric
    return [found[federate] for federate in sorted(found)]


def times_name(metrics: Sequence[Metric]) -> str:
    """What the times of receivers are: `latency` or `round trip`."""
    returns = any(metric.name.startswith("round_trip.") for metric in metrics)
    return "round trip" if returns else "latency"
