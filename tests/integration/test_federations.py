"""A short run of each workload on the RTI core with real backend, agents and workers.

Runs use one node and two nodes.
"""

from __future__ import annotations

import os
import re
import signal
from importlib.util import find_spec
from pathlib import Path

import pytest
from orrery_contracts.api import RunDocument, RunState
from orrery_testing.console import Console
from orrery_testing.waiting import eventually

pytestmark = pytest.mark.integration

SHARED = Path("/dev/shm")
#: Queues of brokers and cores, as sim-core/peers/helics names them.
HELICS_QUEUE = r"orrery[0-9a-f]+(b|c[0-9]+)q(_state)?"
SHORT = {
    "rti_latency": ("workload.round_trips=400", "workload.warmup_round_trips=20"),
    "rti_throughput": (
        "workload.cycles=3",
        "workload.updates_per_cycle=2000",
        "workload.receivers=3",
    ),
    "rti_time_advance": (
        "workload.advances=300",
        "workload.warmup_advances=10",
        "workload.federates=4",
    ),
    "rti_integrated": (
        "workload.federates=3",
        "workload.updates=3000",
        "workload.warmup_updates=50",
        "workload.returned_every=10",
    ),
    "rti_stress": ("workload.updates=2000", "workload.loads.cpu_share=0.1"),
}
FIGURES = {
    "rti_latency": {"round_trip.p50", "rate", "delay.way"},
    "rti_throughput": {"sent_rate", "received_rate", "loss_share", "latency.p99.federate3"},
    "rti_time_advance": {"grants_per_second", "computations_per_grant"},
    "rti_integrated": {"round_trip.p50", "received_rate", "round_trip.p50.federate1"},
    "rti_stress": {"received_rate.federate0", "delivered_rate"},
}


@pytest.fixture
def console(two_nodes: Console) -> Console:
    """One console for all tests of this file: no test harms its parts."""
    return two_nodes


def run_of(console: Console, kind: str, *settings: str) -> RunDocument:
    return console.done(
        "smoke", "telemetry.interval_ms=50", f"workload.kind={kind}", *SHORT[kind], *settings
    )


@pytest.mark.parametrize("kind", SHORT)
@pytest.mark.parametrize(
    "placed",
    [
        ("placement.count=1", "workload.process_model=process"),
        ("placement.count=2", "workload.process_model=pooled"),
        ("placement.count=2", "workload.process_model=pooled", "transports.nodes=tls"),
    ],
    ids=["processes", "two nodes", "two nodes over TLS"],
)
def test_federates_exchange_and_count_exactly(
    console: Console, kind: str, placed: tuple[str, ...]
) -> None:
    document = run_of(console, kind, *placed)
    assert document.summary.workload == kind
    assert FIGURES[kind] <= {metric.name for metric in document.metrics}
    (repeat,) = document.repeats
    assert repeat.checks
    assert [check.name for check in repeat.checks if not check.holds] == []


LOSS = "workload.data.impairment.loss_share=0.01"
BEST_EFFORT = ("workload.data.transportation=best_effort", LOSS)
MULTICAST = ("workload.data.reliable=nak_multicast", LOSS)


ONE_NODE = ("placement.count=1", "workload.process_model=process")
TWO_NODES = ("placement.count=2", "workload.process_model=pooled")


@pytest.mark.parametrize(
    ("kind", "path", "placed"),
    [
        ("rti_throughput", BEST_EFFORT, ONE_NODE),
        ("rti_throughput", MULTICAST, ONE_NODE),
        ("rti_throughput", MULTICAST, TWO_NODES),
        ("rti_integrated", BEST_EFFORT, TWO_NODES),
    ],
    ids=["best effort", "multicast", "multicast, two nodes", "stream, best effort"],
)
def test_what_a_lossy_path_loses_is_counted_or_repaired(
    console: Console, kind: str, path: tuple[str, ...], placed: tuple[str, ...]
) -> None:
    document = run_of(console, kind, *path, *placed)
    figures = {metric.name: metric.median for metric in document.metrics}
    (repeat,) = document.repeats
    assert [check.name for check in repeat.checks if not check.holds] == []
    if path == BEST_EFFORT:
        assert figures["loss_share"] > 0
        assert figures["path.lost"] > 0
    else:
        assert figures["loss_share"] == 0
        assert figures["path.repairs"] > 0


@pytest.mark.parametrize("placed", [ONE_NODE, TWO_NODES], ids=["one node", "two nodes"])
def test_transportation_switches_within_a_run(console: Console, placed: tuple[str, ...]) -> None:
    switches = ("workload.cycles=5", "workload.switch_every=1")
    document = run_of(console, "rti_throughput", *BEST_EFFORT, *placed, *switches)
    (repeat,) = document.repeats
    assert [check.name for check in repeat.checks if not check.holds] == []
    found = {check.name: check.found for check in repeat.checks}
    assert found["switches"] == "4"
    assert found["reliable.left"] == "0"
    figures = {metric.name: metric.median for metric in document.metrics}
    assert figures["loss_share.best_effort"] > figures["loss_share"] > 0


@pytest.mark.parametrize("transportation", ["reliable", "best_effort"])
def test_data_goes_over_dds_where_workers_have_it(console: Console, transportation: str) -> None:
    if not all("dds" in node.facts.third_party_transports for node in console.nodes()):
        pytest.skip("the workers were built without Cyclone DDS (package cyclonedds-dev)")
    document = run_of(
        console,
        "rti_throughput",
        f"workload.data.transportation={transportation}",
        "workload.data.reliable=dds",
        "workload.data.best_effort=dds",
        "placement.count=2",
        "workload.process_model=pooled",
    )
    (repeat,) = document.repeats
    assert [check.name for check in repeat.checks if not check.holds] == []


@pytest.mark.parametrize("placed", [ONE_NODE, TWO_NODES], ids=["processes", "two nodes"])
def test_data_goes_over_norm_where_workers_have_it(
    console: Console, placed: tuple[str, ...]
) -> None:
    if not all("norm" in node.facts.third_party_transports for node in console.nodes()):
        pytest.skip("the workers were built without NORM (package libnorm-dev)")
    document = run_of(console, "rti_throughput", "workload.data.reliable=norm", *placed)
    (repeat,) = document.repeats
    assert [check.name for check in repeat.checks if not check.holds] == []


@pytest.mark.parametrize(
    "placed",
    [ONE_NODE, (*TWO_NODES, *BEST_EFFORT)],
    ids=["one node", "two nodes, best effort"],
)
def test_a_mix_of_a_federation_is_scored(console: Console, placed: tuple[str, ...]) -> None:
    document = console.done(
        "smoke",
        "telemetry.interval_ms=50",
        "workload.kind=federation_mix",
        "workload.federates=8",
        "workload.rate_hz=10",
        "workload.measured_s=0.5",
        "workload.warmup_s=0.1",
        "workload.joins_per_s=50",
        *placed,
    )
    figures = {metric.name: metric.median for metric in document.metrics}
    assert 0 < figures["score"] <= 100
    if BEST_EFFORT[0] in placed:
        assert 0 < figures["loss_share"] < 1
        assert figures["score.delivery"] == pytest.approx(100 * (1 - figures["loss_share"]))
        assert figures["clock_uncertainty"] > 0
    else:
        assert figures["score.delivery"] == 100
    (repeat,) = document.repeats
    assert [check.name for check in repeat.checks if not check.holds] == []


@pytest.mark.parametrize("placed", [ONE_NODE, TWO_NODES], ids=["processes", "two nodes"])
@pytest.mark.parametrize("kind", ["rti_throughput", "rti_integrated"])
def test_windows_tell_what_each_receiver_got(
    console: Console, kind: str, placed: tuple[str, ...]
) -> None:
    """Of a receiver on the other node, one node tells its messages, and one its times."""
    document = run_of(console, kind, *placed)
    wanted = {"rti_throughput": 3 * 2000, "rti_integrated": 3000}[kind]
    names = [f"receiver.2.{what}" for what in ("received", "p50", "p99")]
    found = console.client.series(document.summary.id, columns=names).items
    assert [column.name for column in found[0].columns] == names
    received, medians, slow = (
        [value for series in found for value in series.columns[at].values if value is not None]
        for at in range(3)
    )
    assert max(received) == wanted
    assert medians
    assert all(value > 0 for value in medians)
    assert max(slow) >= max(medians)


def test_returned_updates_are_kept_as_traces(console: Console) -> None:
    document = run_of(console, "rti_integrated", "placement.count=1")
    (repeat,) = document.repeats
    assert [trace.name for trace in repeat.traces] == [
        "round_trip.federate1",
        "round_trip.federate2",
    ]
    assert all(len(trace.x) == len(trace.y) == 300 for trace in repeat.traces)


def helics_settings(console: Console, model: str) -> tuple[str, ...]:
    """Returns settings for a run on HELICS. Skips if the Python package helics is not installed."""
    offered = [node.facts.rti_peers for node in console.nodes()]
    if find_spec("helics") is None:
        pytest.skip("the Python package helics is not installed")
    assert offered == [["helics"]] * len(offered)
    return ("workload.rti=helics", "placement.count=1", f"workload.process_model={model}")


@pytest.mark.parametrize(
    ("kind", "model"),
    [("rti_latency", "process"), ("rti_throughput", "thread"), ("rti_time_advance", "process")],
)
def test_helics_exchanges_and_counts_exactly(console: Console, kind: str, model: str) -> None:
    document = run_of(console, kind, *helics_settings(console, model))
    assert getattr(document.spec.workload, "rti", None) == "helics"
    assert document.repeats[0].checks


#: Settings with one federate on each node.
HELICS_ON_TWO_NODES = {
    "rti_latency": (),
    "rti_throughput": ("workload.receivers=1",),
    "rti_time_advance": ("workload.federates=2",),
}


@pytest.mark.parametrize("kind", HELICS_ON_TWO_NODES)
def test_helics_exchanges_between_nodes(console: Console, kind: str) -> None:
    settings = (*helics_settings(console, "process"), *HELICS_ON_TWO_NODES[kind])
    document = run_of(console, kind, *settings, "placement.count=2")
    (repeat,) = document.repeats
    assert len(document.nodes) == 2
    assert repeat.checks
    assert [check.name for check in repeat.checks if not check.holds] == []


def test_a_killed_worker_ends_a_run_on_helics_between_nodes(console: Console) -> None:
    run = console.launch(
        "rti-throughput",
        *helics_settings(console, "process"),
        "placement.count=2",
        "workload.receivers=1",
        "workload.cycles=1000",
        "workload.updates_per_cycle=10000",
    )
    console.wait_for_measurement(run)
    victim = next(name for name in console.agents if console.workers(name))
    os.kill(console.workers(victim)[0], signal.SIGKILL)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.remedy
    console.wait_for_workers_to_end(*console.agents)
    console.wait_for_free_nodes()


def helics_queues() -> set[str]:
    return {each.name for each in SHARED.iterdir() if re.fullmatch(HELICS_QUEUE, each.name)}


@pytest.mark.parametrize("victim", [0, -1], ids=["worker", "federate"])
def test_a_killed_process_ends_a_run_truly(console: Console, victim: int) -> None:
    run = console.launch(
        "rti-throughput",
        "placement.count=1",
        "workload.process_model=process",
        "workload.receivers=3",
        "workload.cycles=1000",
        "workload.updates_per_cycle=100000",
    )
    console.wait_for_measurement(run)
    (processes,) = (found for name in console.agents if (found := console.workers(name)))
    os.kill(processes[victim], signal.SIGKILL)
    document = console.wait_for_state(run, RunState.FAILED)
    failure = document.summary.failure
    assert failure is not None
    assert failure.node == document.nodes[0].name
    assert failure.remedy
    if victim:
        assert failure.process.startswith("federate ")
        assert "signal 9" in failure.message
    console.wait_for_workers_to_end(*console.agents)
    console.wait_for_free_nodes()


#: Loads for kills: mostly idle, and always busy in HELICS' queues.
ON_HELICS = {
    "latency": ("rti-latency", "workload.round_trips=10000000", "workload.rate_hz=100"),
    "throughput": (
        "rti-throughput",
        "workload.receivers=3",
        "workload.instances=100",
        "workload.cycles=1000",
        "workload.updates_per_cycle=100000",
    ),
}


@pytest.mark.parametrize("load", ON_HELICS)
@pytest.mark.parametrize("victim", [0, -1], ids=["worker", "federate"])
def test_a_killed_process_ends_a_run_on_helics(console: Console, load: str, victim: int) -> None:
    before = helics_queues()
    run = console.launch(*ON_HELICS[load], *helics_settings(console, "process"))
    console.wait_for_measurement(run)
    (processes,) = (found for name in console.agents if (found := console.workers(name)))
    os.kill(processes[victim], signal.SIGKILL)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.remedy
    if victim:
        assert failure.process.startswith("federate ")
        assert "signal 9" in failure.message
    console.wait_for_workers_to_end(*console.agents)
    console.wait_for_free_nodes()
    eventually(lambda: helics_queues() <= before or None, "HELICS' queues are gone")
