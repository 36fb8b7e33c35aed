"""The node's facts, on this machine and on simulated machines."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from orrery_agent.facts import LoadMeter, look_at_machine
from orrery_agent.facts.control_group import cpu_limit, memory_limit
from orrery_agent.facts.load import watch_others
from orrery_contracts.agent import LastWorker


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_the_tightest_limit_of_version_2_counts(tmp_path: Path) -> None:
    root, own = tmp_path / "cgroup", tmp_path / "own"
    write(own, "0::/a/b\n")
    write(root / "a/b/cpu.max", "max 100000\n")
    write(root / "a/cpu.max", "150000 100000\n")
    write(root / "a/b/memory.max", "1000\n")
    write(root / "a/memory.max", "max\n")
    assert cpu_limit(root, own) == 1.5
    assert memory_limit(root, own) == 1000


def test_the_limits_of_version_1_count(tmp_path: Path) -> None:
    root, own = tmp_path / "cgroup", tmp_path / "own"
    write(own, "4:memory:/m\n1:cpu,cpuacct:/c\n0::/\n")
    write(root / "cpu/c/cpu.cfs_quota_us", "33000\n")
    write(root / "cpu/c/cpu.cfs_period_us", "100000\n")
    write(root / "cpu/cpu.cfs_quota_us", "-1\n")
    write(root / "memory/m/memory.limit_in_bytes", "77\n")
    assert cpu_limit(root, own) == 0.33
    assert memory_limit(root, own) == 77


def test_in_a_container_the_mounted_root_counts(tmp_path: Path) -> None:
    root, own = tmp_path / "cgroup", tmp_path / "own"
    write(own, "0::/system.slice/of-the-host\n")
    write(root / "cpu.max", "50000 100000\n")
    assert cpu_limit(root, own) == 0.5


@pytest.mark.parametrize("text", ["", "0::/\n", "0::/../elsewhere\n"])
def test_no_limit_is_none(text: str, tmp_path: Path) -> None:
    root, own = tmp_path / "cgroup", tmp_path / "own"
    root.mkdir()
    write(own, text)
    assert cpu_limit(root, own) is None
    assert memory_limit(root, own) is None


def test_this_machine_is_described() -> None:
    machine = look_at_machine()
    assert machine.hostname
    assert machine.kernel.startswith("Linux ")
    assert machine.cpu_model
    assert 0 < machine.cpu_limit <= machine.cores
    assert machine.memory_bytes > 1 << 20
    assert machine.machine_id == look_at_machine().machine_id
    assert len(machine.machine_id) == 16


def test_the_busy_share_is_of_the_time_between(tmp_path: Path) -> None:
    write(tmp_path / "meminfo", "MemTotal: 9 kB\nMemAvailable:   1234 kB\n")
    write(tmp_path / "stat", "cpu  100 0 100 800 0 0 0 0 50 0\ncpu0 1 2\n")
    meter = LoadMeter(tmp_path)
    assert meter.heartbeat().busy_share == 0.0
    write(tmp_path / "stat", "cpu  130 0 110 850 10 0 0 0 70 0\ncpu0 1 2\n")
    beat = meter.heartbeat()
    assert beat.busy_share == pytest.approx(0.4)
    assert beat.memory_available_bytes == 1234 * 1024


def test_the_busy_share_leaves_out_what_was_before_a_restart(tmp_path: Path) -> None:
    write(tmp_path / "meminfo", "MemTotal: 9 kB\nMemAvailable:   1234 kB\n")
    write(tmp_path / "stat", "cpu  100 0 100 800 0 0 0 0 50 0\n")
    meter = LoadMeter(tmp_path)
    write(tmp_path / "stat", "cpu  500 0 100 800 0 0 0 0 50 0\n")
    meter.restart()
    write(tmp_path / "stat", "cpu  510 0 100 890 0 0 0 0 50 0\n")
    after = LastWorker(run_id="01j00000000000000000000000", repeat=2)
    beat = meter.heartbeat(after)
    assert beat.busy_share == pytest.approx(0.1)
    assert beat.after == after


def test_what_others_use_is_the_busy_time_of_all_without_this_programs_own(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text("cpu 100 0 0 100 0 0 0 0 0 0\n")
    others = watch_others(tmp_path)
    time.sleep(0.05)
    stat.write_text("cpu 150 0 0 150 0 0 0 0 0 0\n")
    assert 0.25 < others() <= 0.5
    until = time.process_time() + 0.05
    while time.process_time() < until:
        pass
    stat.write_text("cpu 150 0 0 250 0 0 0 0 0 0\n")
    assert others() == 0.0
