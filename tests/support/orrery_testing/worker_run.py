"""A whole run of real workers on this machine (rendezvous of docs/formats/worker-control.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from orrery_contracts.plan import WorkerPlan
from orrery_contracts.results import WorkerResult
from orrery_contracts.worker import GivePeers, Prepared, Ready, Result, Running, Start

from orrery_testing.worker_process import WorkerProcess


@contextmanager
def workers(
    plans: Sequence[WorkerPlan], folder: Path, environment: Mapping[str, str]
) -> Iterator[list[WorkerProcess]]:
    """Starts workers and gives them their plans. Ends them at the end of the block."""
    started: list[WorkerProcess] = []
    try:
        for plan in plans:
            worker = WorkerProcess(folder, environment, f"worker-{plan.node_index}")
            started.append(worker)
            worker.give_plan(plan)
        yield started
    finally:
        for worker in started:
            worker.close()


def rendezvous(started: Sequence[WorkerProcess]) -> None:
    """Takes workers from their plans to `running`."""
    endpoints = [worker.expect(Prepared).endpoint for worker in started]
    for worker in started:
        worker.give(GivePeers(endpoints=endpoints))
    for worker in started:
        worker.expect(Ready)
    for worker in started:
        worker.give(Start())
    for worker in started:
        worker.expect(Running)


def run(
    plans: Sequence[WorkerPlan], folder: Path, environment: Mapping[str, str]
) -> list[WorkerResult]:
    """Returns results in the order of the plans. Fails if a worker's exit status is not 0."""
    with workers(plans, folder, environment) as started:
        rendezvous(started)
        results = [worker.expect(Result).result for worker in started]
        statuses = [worker.exit_status() for worker in started]
    assert statuses == [0] * len(statuses), [worker.output() for worker in started]
    return results
