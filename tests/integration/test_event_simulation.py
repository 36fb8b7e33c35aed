"""A short run of each workload of event simulation with real backend, agents and workers."""

from __future__ import annotations

import pytest
from orrery_client import ProblemError
from orrery_contracts.api import NewRun, RunDocument
from orrery_contracts.presets import load_presets
from orrery_contracts.suites import load_suites
from orrery_testing.console import Console

pytestmark = pytest.mark.integration

SHORT = {
    "phold": ("workload.events=60000", "workload.lps=64", "workload.population=2000"),
    "fel_test": (
        "workload.num_cpus=1",
        "workload.num_srcs=3",
        "workload.src_events=40",
        "workload.e_dly=100",
    ),
    "thread_test": ("workload.num_cpus=1", "workload.num_threads=3", "workload.slices=40"),
    "primitives": ("workload.batches=3", "workload.batch_ms=1"),
    "hold": ("workload.population=1000", "workload.operations=50000"),
}
FIGURES = {
    "phold": {"events_per_second", "speedup", "windows"},
    "fel_test": {"speedup", "manager_time", "serial_fraction", "amdahl_speedup"},
    "thread_test": {"speedup", "ideal_share"},
    "primitives": {"unbound_thread_create", "process_create", "mutex_lock_unlock"},
    "hold": {"hold.binary_heap", "hold.buckets"},
}


@pytest.fixture
def console(two_nodes: Console) -> Console:
    """One console for all tests of this file: no test harms its parts."""
    return two_nodes


def run_of(console: Console, kind: str, *settings: str) -> RunDocument:
    return console.done(
        "smoke",
        "placement.count=1",
        "telemetry.interval_ms=50",
        f"workload.kind={kind}",
        *SHORT[kind],
        *settings,
    )


def wanted_by_suites(kind: str) -> set[str]:
    """Names of metrics in charts and shape checks of suites that use this workload only."""
    names: set[str] = set()
    specs = {preset.name: preset.spec for preset in load_presets()}
    for suite in load_suites():
        bases = [item.sweep.base for item in suite.items]
        kinds = {specs[base.preset].workload.kind for base in bases if base.preset}
        if kinds != {kind}:
            continue
        for part in [*suite.charts, *suite.shape_checks]:
            fields = part.model_dump(mode="json", include={"metric", "over", "to_metric"})
            names.update(value for value in fields.values() if value)
            names.update(getattr(part, "metrics", []), getattr(part, "columns", []))
    assert names
    return names


@pytest.mark.parametrize("kind", SHORT)
def test_each_workload_is_measured_checked_and_kept(console: Console, kind: str) -> None:
    document = run_of(console, kind)
    assert document.summary.workload == kind
    assert FIGURES[kind] <= {metric.name for metric in document.metrics}
    (repeat,) = document.repeats
    assert repeat.checks
    assert [check.name for check in repeat.checks if not check.holds] == []

    # The run has every metric that the charts and checks of its suites use.
    measured = {metric.name for metric in document.metrics}
    assert wanted_by_suites(kind) <= measured

    # The operating system's counts for the process.
    (use,) = repeat.nodes[0].processes
    assert use.elapsed_us > 0
    assert use.user_us + use.system_us > 0
    assert use.peak_rss_bytes > 1_000_000

    # Live windows are stored with progress and the counts of the operating system.
    (series,) = console.client.series(document.summary.id, frame="window").items
    columns = {column.name: column.values for column in series.columns}
    done = sum(value for value in columns["steps"] if value is not None)
    assert done > 0
    assert {"voluntary_switches", "minor_faults", "block_writes"} <= columns.keys()


def test_every_engine_of_phold_commits_the_same(console: Console) -> None:
    checksums = {
        run_of(console, "phold", f"workload.engine={engine}", *more).repeats[0].state_checksum
        for engine, more in (
            ("sequential", ("workload.list=ladder",)),
            ("central_fel", ("workload.handover=mailbox",)),
            ("multi_fel", ("workload.workers=3",)),
            ("multi_fel", ("workload.workers=4", "workload.threads_per_list=2")),
            ("distributed", ("workload.workers=2", "placement.count=2")),
        )
    }
    assert len(checksums) == 1


@pytest.mark.parametrize(
    ("kind", "setting", "field"),
    [
        ("phold", "workload.lookahead=0", "workload.lookahead"),
        ("phold", "workload.workers=0", "workload.workers"),
        ("phold", "workload.mean_delay=-1", "workload.mean_delay"),
        ("hold", "workload.population=100000000000", "workload.population"),
        ("fel_test", "workload.num_cpus=1000", "workload.num_cpus"),
        ("thread_test", "placement.count=2", "placement.count"),
    ],
)
def test_bad_parameters_are_refused_before_anything_starts(
    console: Console, kind: str, setting: str, field: str
) -> None:
    settings = ["placement.count=1", f"workload.kind={kind}", *SHORT[kind], setting]
    with pytest.raises(ProblemError) as caught:
        console.client.create_run(NewRun(preset="smoke", set=settings))
    (error,) = caught.value.problem.errors
    assert error.field == field
    assert error.value
    assert error.message
    assert error.remedy
