"""What every user of a node sees of a worker's processes must not give access to the run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from orrery_contracts.worker import Prepared
from orrery_contracts.workloads.universe_steps import ProcessModel
from orrery_testing.plans import Universe
from orrery_testing.worker_run import workers

pytestmark = pytest.mark.integration


def processes_of(session: int) -> list[Path]:
    """Returns the worker and its child processes, which are in one session."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.getsid(int(entry.name)) == session:
                    found.append(entry)
            except ProcessLookupError:
                pass
    return found


def test_the_runs_token_is_in_no_argument_and_no_environment(
    tmp_path: Path, environment: Mapping[str, str]
) -> None:
    plans = Universe(
        entities=(4, 4),
        managers=(2, 2),
        steps=5,
        warmup_steps=1,
        process_model=ProcessModel.PROCESS,
    ).plans()
    token = str(plans[0].transports.token).encode()
    with workers(plans, tmp_path, environment) as started:
        for worker in started:
            worker.expect(Prepared)
        seen = [process for worker in started for process in processes_of(worker.pid)]
        assert len(seen) > len(started)
        for process in seen:
            for file in ("cmdline", "environ"):
                assert token not in (process / file).read_bytes()
