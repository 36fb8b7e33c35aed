"""Metrics of single receivers are found by their names."""

from __future__ import annotations

from orrery_contracts.receivers import is_of_receiver, receivers_of, times_name
from orrery_contracts.results import Metric


def _metric(name: str) -> Metric:
    return Metric(name=name, title=name, value=1, unit="ns")


def test_receivers_are_in_the_order_of_their_numbers() -> None:
    names = ["latency.p50.federate10", "received_rate.federate10", "received_rate.federate2"]
    metrics = [_metric(name) for name in [*names, "latency.p99.federate2", "received_rate"]]
    second, tenth = receivers_of(metrics)
    assert (second.federate, tenth.federate) == (2, 10)
    assert (second.rate, second.p50, second.p99) == (metrics[2], None, metrics[3])
    assert (tenth.rate, tenth.p50, tenth.p99) == (metrics[1], metrics[0], None)
    assert times_name(metrics) == "latency"
    assert times_name([_metric("round_trip.p50.federate1")]) == "round trip"


def test_metrics_of_all_receivers_together_are_not_of_one() -> None:
    for name in ("received_rate", "received_rate.least", "latency.p50.greatest", "latency.p50"):
        assert not is_of_receiver(name)
    assert receivers_of([_metric("received_rate.least")]) == []
