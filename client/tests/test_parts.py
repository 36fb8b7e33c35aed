"""Child processes of a local console: how they start, end, and never stay behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from orrery_cli.parts import Part, PartPlan, RestartLimit, describe_exit

WATCHDOG_S = 60.0


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WATCHDOG_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def python_part(tmp_path: Path, program: str, stop_timeout_s: float = WATCHDOG_S) -> Part:
    command = [sys.executable, "-u", "-c", program]
    return Part(
        PartPlan("part", command, {"PART": "1"}, tmp_path / "l" / "part.log", stop_timeout_s)
    )


def test_a_part_says_how_it_ended_and_what_it_wrote(tmp_path: Path) -> None:
    part = python_part(tmp_path, "import os; print('a'); print(os.environ['PART']); exit(3)")
    part.start()
    wait_until(lambda: part.exit_status() is not None)
    assert part.exit_status() == 3
    assert part.last_output(1) == ["1"]
    assert describe_exit(3) == "exit status 3"
    assert describe_exit(-9) == "signal SIGKILL"


def test_a_part_that_will_not_end_is_killed_with_its_group(tmp_path: Path) -> None:
    program = (
        "import signal, subprocess, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "print(subprocess.Popen(['sleep', '1000']).pid)\n"
        "time.sleep(1000)"
    )
    part = python_part(tmp_path, program, stop_timeout_s=0.1)
    part.start()
    wait_until(lambda: bool(part.last_output()))
    child = int(part.last_output()[0])
    part.stop()
    assert part.exit_status() == -signal.SIGKILL
    wait_until(lambda: not alive(child))


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    part = Part(PartPlan("part", ["/no/such/program"], {}, tmp_path / "part.log", 1.0))
    with pytest.raises(FileNotFoundError):
        part.start()


def test_a_part_ends_when_its_supervisor_is_killed(tmp_path: Path) -> None:
    supervisor = subprocess.Popen(
        [
            sys.executable,
            "-c",
            (
                "import sys, time; from pathlib import Path\n"
                "from orrery_cli.parts import Part, PartPlan\n"
                "part = Part(PartPlan('p', ['sleep', '1000'], {}, Path(sys.argv[1]), 1.0))\n"
                "part.start(); print(part._process.pid, flush=True); time.sleep(1000)"
            ),
            str(tmp_path / "part.log"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert supervisor.stdout is not None
    with supervisor.stdout:
        pid = int(supervisor.stdout.readline())
    assert alive(pid)
    supervisor.kill()
    supervisor.wait()
    wait_until(lambda: not alive(pid))


def test_restarting_stops_when_it_has_become_pointless() -> None:
    limit = RestartLimit(most=2, within_s=1000.0)
    assert [limit.allows() for _ in range(3)] == [True, True, False]
    forgetful = RestartLimit(most=1, within_s=0.0)
    assert [forgetful.allows() for _ in range(3)] == [True, True, True]


def test_a_part_that_obeys_is_ended_politely(tmp_path: Path) -> None:
    part = python_part(tmp_path, "import time; time.sleep(1000)")
    part.start()
    part.stop()
    assert part.exit_status() == -signal.SIGTERM
    part.stop()  # a second call does nothing
