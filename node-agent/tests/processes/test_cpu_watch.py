"""Threads that want CPUs, and their frequency: a simulated /proc and /sys, and the real ones."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from orrery_agent.processes.cpu_watch import LEAST_LOOKS, CpuWatch

WORKER, CHILD = 40, 41


class _Host:
    """Files of a machine with two CPUs."""

    def __init__(self, folder: Path) -> None:
        self.proc, self.cpus = folder / "proc", folder / "cpu"
        self.task(os.getpid(), os.getpid(), "R", 0)
        self.task(WORKER, WORKER, "S", 0)
        self.running(1)
        self.watch = CpuWatch(self.proc, self.cpus, Random(1))
        self.watch.follow(WORKER)

    def running(self, threads: int) -> None:
        (self.proc / "stat").write_text(f"cpu 1 2 3\nctxt 9\nprocs_running {threads}\nsoftirq 1\n")

    def task(self, process: int, thread: int, state: str, cpu: int, children: str = "") -> None:
        folder = self.proc / str(process) / "task" / str(thread)
        folder.mkdir(parents=True, exist_ok=True)
        middle = " ".join("0" for _ in range(35))
        (folder / "stat").write_text(f"{thread} (odd) R 1) {state} {middle} {cpu} 0 0\n")
        (folder / "children").write_text(children)

    def clock(self, cpu: int, **files: object) -> None:
        for name, value in files.items():
            path = self.cpus / f"cpu{cpu}" / name.replace("__", "/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{value}\n")

    def look(self, times: int = LEAST_LOOKS) -> None:
        for _ in range(times):
            self.watch.look()


@pytest.fixture
def host(tmp_path: Path) -> _Host:
    return _Host(tmp_path)


def test_threads_of_the_run_and_of_others_are_told_apart_and_the_agent_is_left_out(
    host: _Host,
) -> None:
    host.watch.begin()
    host.task(WORKER, WORKER, "R", 0, children=f"{CHILD} ")
    host.task(WORKER, WORKER + 100, "S", 1)
    host.task(CHILD, CHILD, "R", 1)
    host.running(1 + 2 + 2)
    host.look(LEAST_LOOKS // 2)
    host.task(CHILD, CHILD, "S", 1)
    host.running(1 + 1 + 2)
    host.look(LEAST_LOOKS // 2)
    demand, clock = host.watch.end()
    assert demand is not None
    assert (demand.machine, demand.own) == (3.5, 1.5)
    assert clock is None


def test_what_came_before_the_repeat_is_told_at_its_begin(host: _Host) -> None:
    assert host.watch.begin() is None
    host.running(1 + 3)
    host.look()
    before = host.watch.begin()
    assert before is not None
    assert (before.machine, before.own) == (3, 0)
    host.look(LEAST_LOOKS - 1)
    assert host.watch.end() == (None, None), "too few looks"


def test_the_clock_is_that_of_cpus_on_which_the_run_ran(host: _Host) -> None:
    host.clock(0, cpufreq__scaling_cur_freq=800_000, cpufreq__base_frequency=3_200_000)
    host.clock(1, cpufreq__scaling_cur_freq=1_800_000, cpufreq__base_frequency=3_200_000)
    host.watch.begin()
    host.look(5)
    host.task(WORKER, WORKER, "R", 1)
    host.look()
    _, clock = host.watch.end()
    assert clock is not None
    assert clock.mean_ghz == pytest.approx(1.8)
    assert clock.base_ghz == pytest.approx(3.2)


@pytest.mark.parametrize(
    ("files", "base"),
    [
        ({"acpi_cppc__nominal_freq": 2450}, 2.45),
        ({"cpufreq__scaling_driver": "acpi-cpufreq", "cpufreq__cpuinfo_max_freq": 2_600_000}, 2.6),
        ({"cpufreq__scaling_driver": "intel_pstate", "cpufreq__cpuinfo_max_freq": 4e6}, None),
        ({"cpufreq__scaling_driver": "amd-pstate-epp", "cpufreq__cpuinfo_max_freq": 4e6}, None),
        ({}, None),
    ],
)
def test_without_a_base_frequency_nothing_is_said_of_the_clock(
    host: _Host, files: dict[str, object], base: float | None
) -> None:
    host.clock(0, cpufreq__scaling_cur_freq=2_000_000, **files)
    host.task(WORKER, WORKER, "R", 0)
    host.watch.begin()
    host.look()
    _, clock = host.watch.end()
    assert (None if clock is None else clock.base_ghz) == (
        None if base is None else pytest.approx(base)
    )


def test_without_lists_of_children_nothing_is_said(host: _Host) -> None:
    (host.proc / str(WORKER) / "task" / str(WORKER) / "children").unlink()
    host.watch.begin()
    host.look()
    assert host.watch.end() == (None, None)


def test_an_ended_worker_is_forgotten(host: _Host) -> None:
    host.task(WORKER, WORKER, "R", 0)
    host.watch.forget(WORKER)
    host.watch.begin()
    host.look()
    demand, _ = host.watch.end()
    assert demand is not None
    assert demand.own == 0


def test_the_real_proc_shows_a_thread_that_computes() -> None:
    compute = "import os; os.write(1, b'x')\nwhile True: pass"
    with subprocess.Popen([sys.executable, "-c", compute], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.read(1)
            watch = CpuWatch()
            watch.follow(process.pid)
            watch.begin()
            for _ in range(LEAST_LOOKS):
                watch.look()
            demand, _ = watch.end()
        finally:
            process.kill()
    assert demand is not None
    assert demand.own == 1


async def test_a_started_watch_looks_by_itself_until_it_is_stopped(host: _Host) -> None:
    looked = asyncio.Event()
    looks: list[None] = []

    def count() -> None:
        looks.append(None)
        looked.set()

    host.watch.look = count  # type: ignore[method-assign]
    host.watch.start()
    await asyncio.wait_for(looked.wait(), 60)
    host.watch.stop()
    seen = len(looks)
    await asyncio.sleep(0.5)
    assert len(looks) == seen
