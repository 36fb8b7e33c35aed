"""HELICS' queues in shared memory have locks.

If a killed process held a lock, all others wait in HELICS for ever, even in its abort. Here a test
makes them wait.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from orrery_agent.facts.peers import HELICS, helics_library
from orrery_contracts.api import RunState
from orrery_testing.console import Console
from orrery_testing.process_tree import is_alive
from orrery_testing.waiting import eventually

pytestmark = pytest.mark.integration

#: Replaces two functions of HELICS. A process whose federate is stuck creates a file.
STUCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void stay(void) { for (;;) pause(); }

void helicsAbort(int code, const char* why) { (void)code; (void)why; stay(); }

double helicsFederateRequestTime(void* federate, double time, void* error) {
  double (*const next)(void*, double, void*) = dlsym(RTLD_NEXT, "helicsFederateRequestTime");
  char here[4096];
  snprintf(here, sizeof here, "%s/%d.stick", getenv("STUCK_FOLDER"), (int)getpid());
  if (access(here, F_OK) != 0) return next(federate, time, error);
  snprintf(here, sizeof here, "%s/%d.stuck", getenv("STUCK_FOLDER"), (int)getpid());
  close(open(here, O_CREAT | O_WRONLY, 0600));
  stay();
  return 0;
}
"""


@pytest.fixture
def stuck_helics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes processes of the test load HELICS behind `STUCK`.

    A process is stuck from its next call on when the returned folder has a file `PID.stick`.
    """
    library = helics_library()
    if library is None:
        pytest.skip("the Python package helics is not installed")
    compiler = shutil.which("cc")
    assert compiler is not None, "no C compiler; remedy: apt-get install gcc"
    source = tmp_path / "stuck.c"
    source.write_text(STUCK)
    stuck = tmp_path / "libstuck.so"
    linked = [str(library), f"-Wl,-rpath,{library.parent}"]
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", stuck, source, "-ldl", "-Wl,--no-as-needed", *linked],
        check=True,
    )
    monkeypatch.setenv(HELICS, str(stuck))
    monkeypatch.setenv("STUCK_FOLDER", str(tmp_path))
    return tmp_path


def test_a_killed_federate_ends_a_run_though_helics_never_returns(
    stuck_helics: Path, console: Console
) -> None:
    console.start("a")
    run = console.launch(
        "rti-latency",
        "workload.rti=helics",
        "workload.process_model=process",
        "workload.round_trips=10000000",
        "workload.warmup_round_trips=10",
        "workload.rate_hz=100",
    )
    console.wait_for_measurement(run)
    worker, federate = console.workers("a")
    # The worker first: it might else wait for the stuck federate in a call that it has made before.
    (stuck_helics / f"{worker}.stick").touch()
    eventually(
        (stuck_helics / f"{worker}.stuck").exists,
        "the worker's federate is stuck",
        explain=console.explain,
    )
    os.kill(federate, signal.SIGKILL)
    failure = console.wait_for_state(run, RunState.FAILED).summary.failure
    assert failure is not None
    assert failure.node == "a"
    assert failure.process == "federate 1"
    assert "signal 9" in failure.message
    assert failure.remedy
    console.wait_for_workers_to_end("a")
    assert not is_alive(worker)
    console.wait_for_free_nodes()
