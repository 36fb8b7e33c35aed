"""Networked universe systems over real backend, agents and workers."""

from __future__ import annotations

import pytest
from orrery_client import ProblemError
from orrery_contracts.api import NewRun, RunDocument
from orrery_testing.console import Console

pytestmark = pytest.mark.integration


def run_of(console: Console, *settings: str) -> RunDocument:
    return console.done(
        "networked-systems",
        "repeats=1",
        "workload.steps=300",
        "workload.link_jitter_ms=15",
        "telemetry.interval_ms=50",
        *settings,
    )


def test_the_same_on_one_node_and_on_two(two_nodes: Console) -> None:
    documents = [
        run_of(two_nodes, "placement.count=1"),
        run_of(two_nodes, "placement.count=2", "transports.nodes=shm"),
        run_of(two_nodes, "placement.count=2", "transports.nodes=tcp"),
    ]
    repeats = [document.repeats[0] for document in documents]
    for repeat in repeats:
        assert {check.name for check in repeat.checks} >= {"traffic", "error_bound", "oracle_state"}
        assert [check.name for check in repeat.checks if not check.holds] == []
    assert len({repeat.state_checksum for repeat in repeats}) == 1
    assert len(repeats[0].messages) == 12
    assert all(repeat.messages == repeats[0].messages for repeat in repeats)
    for name in ("traffic", "error.p99", "error.max", "way.mean"):
        (value,) = {
            metric.median
            for document in documents
            for metric in document.metrics
            if metric.name == name
        }
        assert value > 0
    assert "exchanged" in {metric.name for metric in documents[1].metrics}

    # Both nodes reported their progress.
    live = two_nodes.client.series(documents[1].summary.id, frame="window").items
    for series in live:
        steps = next(column.values for column in series.columns if column.name == "steps")
        assert sum(value for value in steps if value is not None) == 300
    assert {series.node_index for series in live} == {0, 1}


def test_what_cannot_be_is_refused_by_name(two_nodes: Console) -> None:
    for field, value in (("workload.systems", 1), ("workload.threshold_m", 0)):
        with pytest.raises(ProblemError) as caught:
            two_nodes.client.create_run(
                NewRun(preset="networked-systems", set=[f"{field}={value}"])
            )
        assert field in {error.field for error in caught.value.problem.errors}
