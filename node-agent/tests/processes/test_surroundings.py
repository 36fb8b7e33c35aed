"""The machine's activity beside a worker: a simulated /proc, and the real one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from orrery_agent.processes.cpu_watch import LEAST_LOOKS, CpuWatch
from orrery_agent.processes.surroundings import SurroundingsMeter
from orrery_contracts.surroundings import Demand

TICK_S = 1.0 / os.sysconf("SC_CLK_TCK")


def _write(proc: Path, cpu: str, processes: dict[int, tuple[int, int]], pressure: str = "") -> None:
    """`processes`: group and CPU ticks by process."""
    proc.mkdir(exist_ok=True)
    (proc / "stat").write_text(f"cpu  {cpu}\ncpu0 {cpu}\ncpu1 {cpu}\nintr 5\n")
    for pid, (group, ticks) in processes.items():
        (proc / str(pid)).mkdir(exist_ok=True)
        fields = f"S 1 {group} {group} 0 -1 0 0 0 0 0 {ticks} 1 2 3 20 0"
        (proc / str(pid) / "stat").write_text(f"{pid} (odd) name) {fields}\n")
    if pressure:
        (proc / "pressure").mkdir(exist_ok=True)
        (proc / "pressure" / "cpu").write_text(f"some avg10=0.00 total={pressure}\nfull total=0\n")


def test_what_others_and_the_host_had_is_told_apart(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    meter = SurroundingsMeter(CpuWatch(proc), proc)
    _write(proc, "100 0 50 1000 10 0 0 5 7 0", {40: (40, 10), 41: (40, 20), 50: (50, 9)})
    meter.start(40)
    _write(proc, "300 10 90 1100 20 1 2 25 9 0", {40: (40, 70), 41: (40, 80), 50: (50, 99)})
    found = meter.stop(40)
    assert found is not None
    assert found.cpus == 2
    assert found.busy_s == pytest.approx((200 + 10 + 40 + 1 + 2) * TICK_S)
    assert found.own_s == pytest.approx(120 * TICK_S)
    assert found.stolen_s == pytest.approx(20 * TICK_S)
    assert found.waiting_share is None
    assert (found.demand, found.demand_before, found.clock) == (None, None, None)


def test_the_share_of_time_in_which_somebody_waited(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    meter = SurroundingsMeter(CpuWatch(proc), proc)
    _write(proc, "1 0 0 1 0 0 0 0", {}, pressure="1000")
    meter.start(40)
    _write(proc, "1 0 0 1 0 0 0 0", {}, pressure="999999999999")
    found = meter.stop(40)
    assert found is not None
    assert found.waiting_share == 1.0


def test_the_watch_tells_of_the_time_before_and_of_the_repeat(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    watch = CpuWatch(proc)
    meter = SurroundingsMeter(watch, proc)
    for running, start in ((5, True), (2, False)):
        _write(proc, "1 0 0 1 0 0 0 0", {})
        with (proc / "stat").open("a") as file:
            file.write(f"procs_running {running}\n")
        for _ in range(LEAST_LOOKS):
            watch.look()
        if start:
            meter.start(40)
    found = meter.stop(40)
    assert found is not None
    assert found.demand_before == Demand(machine=5, own=0)
    assert found.demand == Demand(machine=2, own=0)


def test_nothing_is_told_without_a_start_or_without_proc(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    meter = SurroundingsMeter(CpuWatch(proc), proc)
    assert meter.stop(40) is None
    meter.start(40)
    assert meter.stop(40) is None
    _write(proc, "not numbers", {})
    meter.start(40)
    assert meter.stop(40) is None


def test_the_real_proc_sees_a_busy_process_of_a_group() -> None:
    busy = "import os; os.write(1, b'x')\nwhile os.times().user < 30: pass"
    with subprocess.Popen(
        [sys.executable, "-c", busy], start_new_session=True, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            process.stdout.read(1)
            meter = SurroundingsMeter(CpuWatch())
            meter.start(process.pid)
            before = _ticks(process.pid)
            while _ticks(process.pid) < before + 5:
                pass
            found = meter.stop(process.pid)
        finally:
            process.kill()
    assert found is not None
    assert found.cpus >= 1
    assert 0 < 5 * TICK_S <= found.own_s + TICK_S / 2
    assert found.busy_s > 0


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
