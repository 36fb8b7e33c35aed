"""Agents of one machine: one measures, the others take its rating."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from orrery_agent.facts import SharedRatings, look_at_machine, ratings_folder
from orrery_agent.facts.shared_rating import (
    MOST_AGE_DISTURBED_S,
    MOST_AGE_S,
    MOST_OTHERS,
    PROBE_MS,
)
from orrery_contracts.worker import Calibration


class Worker:
    """Counts calibrations; each full one has another rating."""

    def __init__(self, commit: str = "abc") -> None:
        self.measured: list[int | None] = []
        self.commit = commit

    def __call__(self, ms: int | None) -> Calibration:
        self.measured.append(ms)
        return Calibration(
            schema_version=1,
            rating=7.0 if ms is not None else 400.0 + len(self.measured),
            clock_resolution_ns=1.0,
            clock_read_ns=20.0,
            transports=["tcp"],
            rti_peers=[],
            third_party_transports=[],
            worker_version="0.2.0",
            build="release",
            commit=self.commit,
            cores=2,
        )


class Agents:
    """Agents of one user on one machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes: list[str] = []
        self.machine = look_at_machine()
        self.others_share = 0.0

    def start(self, worker: Worker, *, again: bool = False) -> float:
        ratings = SharedRatings(
            self.folder,
            self.notes.append,
            lock_within_s=0.2,
            watch=lambda: lambda: self.others_share,
        )
        return ratings.calibrate(self.machine, worker, again=again).rating

    @property
    def file(self) -> Path:
        (found,) = self.folder.glob("rating-*.json")
        return found

    def change(self, **fields: Any) -> None:
        self.file.write_text(json.dumps(json.loads(self.file.read_text()) | fields))


@pytest.fixture
def agents(tmp_path: Path) -> Agents:
    return Agents(tmp_path / "ratings")


def test_the_second_agent_takes_the_rating_and_checks_its_own_worker(agents: Agents) -> None:
    first, second = Worker(), Worker()
    rating = agents.start(first)
    assert agents.start(second) == rating
    assert first.measured == [None]
    assert second.measured == [PROBE_MS]
    assert agents.notes == ["the rating is that of another agent on this machine"]


def test_an_agent_can_measure_again(agents: Agents) -> None:
    worker = Worker()
    agents.start(worker)
    again = agents.start(worker, again=True)
    assert worker.measured == [None, None]
    assert agents.start(worker) == again


@pytest.mark.parametrize(
    "stale",
    [
        {"machine_id": "another"},
        {"boot_id": "another"},
        {"agent_version": "0.0.1"},
        {"cpus": [4711]},
        {"cpu_limit": 0.125},
        {"measured_at_s": 1.0},
        {"measured_at_s": 4e9},
        {"others_share": -1.0},
        {"format": 2},
        {"more": "than the format has"},
        {"calibration": {"rating": 1e9}},
    ],
    ids=lambda fields: " ".join(f"{key}={value}" for key, value in fields.items()),
)
def test_a_rating_that_does_not_fit_is_ignored(stale: dict[str, Any], agents: Agents) -> None:
    agents.start(Worker())
    agents.change(**stale)
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [None]
    assert agents.start(Worker()) == 401.0, "it was replaced"


@pytest.mark.parametrize(
    ("others_share", "age_s", "used"),
    [
        (0.0, MOST_AGE_S - 60, True),
        (MOST_OTHERS, MOST_AGE_S - 60, True),
        (0.3, MOST_AGE_DISTURBED_S / 2, True),
        (0.3, MOST_AGE_DISTURBED_S + 1, False),
        (0.0, MOST_AGE_S + 1, False),
    ],
)
def test_a_rating_measured_beside_other_programs_is_soon_too_old(
    others_share: float, age_s: float, used: bool, agents: Agents
) -> None:
    agents.others_share = others_share
    agents.start(Worker())
    agents.change(measured_at_s=time.time() - age_s)
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [PROBE_MS if used else None]


def test_a_rating_of_another_build_is_ignored(agents: Agents) -> None:
    agents.start(Worker())
    worker = Worker(commit="def")
    assert agents.start(worker) == 402.0
    assert worker.measured == [PROBE_MS, None]


@pytest.mark.parametrize("text", ["", "{", "null", "x" * 100_000, '{"format": 1}', "\0\xff"])
def test_a_damaged_file_is_ignored(text: str, agents: Agents) -> None:
    agents.start(Worker())
    agents.file.write_text(text)
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [None]


def test_a_link_in_place_of_the_file_is_ignored(agents: Agents, tmp_path: Path) -> None:
    agents.start(Worker())
    elsewhere = tmp_path / "elsewhere"
    agents.file.rename(elsewhere)
    (agents.folder / agents_file_name(agents)).symlink_to(elsewhere)
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [None]


def agents_file_name(agents: Agents) -> str:
    (lock,) = agents.folder.glob("rating-*.lock")
    return lock.with_suffix(".json").name


def test_a_folder_that_others_can_write_is_not_used(agents: Agents) -> None:
    agents.start(Worker())
    agents.folder.chmod(0o777)
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [None]
    assert "only this user" in agents.notes[-1]


def test_an_agent_measures_without_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (None, tmp_path / "file" / "below"):
        worker = Worker()
        notes: list[str] = []
        SharedRatings(folder, notes.append).calibrate(look_at_machine(), worker, again=False)
        assert worker.measured == [None]
        assert len(notes) == 1


def test_another_machine_has_another_file(agents: Agents) -> None:
    agents.start(Worker())
    agents.machine = replace(agents.machine, machine_id="another")
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [None]
    assert len(list(agents.folder.glob("rating-*.json"))) == 2


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ratings_folder({"XDG_CACHE_HOME": "/cache"}) == Path("/cache/orrery/ratings")
    monkeypatch.setenv("HOME", "/home/somebody")
    below_home = Path("/home/somebody/.cache/orrery/ratings")
    assert ratings_folder({}) == below_home
    assert ratings_folder({"XDG_CACHE_HOME": "relative"}) == below_home


_AGENT = """
    import sys, time
    from pathlib import Path
    from orrery_agent.facts import SharedRatings, calibrate, look_at_machine
    from functools import partial
    ratings = SharedRatings(Path(sys.argv[1]), lambda note: None)
    worker = partial(calibrate, Path(sys.argv[2]))
    print(ratings.calibrate(look_at_machine(), worker, again=False).rating)
"""
_WORKER = """\
#!/bin/sh
[ "$2" = --ms ] || { echo $$ >> "$0.log"; sleep 0.3; }
echo '{"schema_version": 1, "rating": '$$', "clock_resolution_ns": 1, "clock_read_ns": 20,
"transports": [], "rti_peers": [], "third_party_transports": [], "worker_version": "1",
"build": "b", "commit": "c", "cores": 2}'
"""


def test_of_agents_that_start_at_once_one_measures(tmp_path: Path) -> None:
    worker = tmp_path / "worker"
    worker.write_text(_WORKER)
    worker.chmod(0o755)
    command = [sys.executable, "-c", textwrap.dedent(_AGENT), str(tmp_path / "r"), str(worker)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) for _ in range(4)]
    ratings = {agent.communicate(timeout=60)[0] for agent in started}
    (measured,) = (tmp_path / "worker.log").read_text().split()
    assert ratings == {f"{float(measured)}\n".encode()}


def test_a_holder_that_is_killed_frees_the_lock_and_one_that_hangs_holds_nobody_up(
    agents: Agents,
) -> None:
    agents.start(Worker())
    lock = agents.file.with_suffix(".lock")
    script = f"import fcntl, time; f = open({str(lock)!r}); fcntl.flock(f, fcntl.LOCK_EX); "
    script += "print('held', flush=True); time.sleep(60)"
    holder = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    try:
        assert holder.stdout is not None
        holder.stdout.readline()
        worker = Worker()
        begun = time.monotonic()
        agents.start(worker)
        assert time.monotonic() - begun >= 0.2
        assert worker.measured == [None]
        assert "another agent has measured for" in agents.notes[-1]
    finally:
        holder.kill()
        holder.communicate()
    worker = Worker()
    agents.start(worker)
    assert worker.measured == [PROBE_MS]
