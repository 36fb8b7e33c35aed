"""Build steps under make: a failure shows its reason, and an interrupt leaves no process behind."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STEP = f"python3 {ROOT}/scripts/step.py"
WATCHDOG_S = 60.0


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + WATCHDOG_S
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def running(mark: str) -> list[int]:
    """Processes with this text among their arguments."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "cmdline").read_text().split("\0"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """An argument that marks the processes of this test. No such process may be left."""
    duration = str(1_000_000 + hash(tmp_path) % 1_000_000)
    yield duration
    wait_until(lambda: not running(duration))


def makefile(tmp_path: Path, recipe: str) -> list[str]:
    (tmp_path / "Makefile").write_text(f"all:\n\t@{recipe}\n")
    return ["make", "-C", str(tmp_path)]


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "recipe",
    [
        '{step} "Sleep {mark}" -- sleep {mark}',
        '{step} "Orphan {mark}" -- sh -c "setsid sleep {mark} & sleep {mark}"',
        'true; {step} "In a shell {mark}" -- sleep {mark}',
    ],
)
def test_a_signal_to_make_alone_ends_everything(
    tmp_path: Path, mark: str, recipe: str, signum: signal.Signals
) -> None:
    make = subprocess.Popen(
        makefile(tmp_path, recipe.format(step=STEP, mark=mark)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: bool(running(mark)))
    make.send_signal(signum)
    assert make.wait(WATCHDOG_S) != 0
    wait_until(lambda: not running(mark))


def test_a_step_that_fails_shows_its_end_and_names_its_log(tmp_path: Path) -> None:
    recipe = f'{STEP} "Break it {tmp_path.name}" -- sh -c "echo the cause; exit 7"'
    result = subprocess.run(makefile(tmp_path, recipe), capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "the cause" in result.stderr
    assert "failed (exit status 7)" in result.stderr
    assert "remedy: the whole output is in build/logs/break-it-" in result.stderr


def test_what_a_step_leaves_running_is_ended(tmp_path: Path, mark: str) -> None:
    recipe = f'{STEP} "Leave it {mark}" -- sh -c "setsid sleep {mark} >/dev/null 2>&1 &"'
    assert subprocess.run(makefile(tmp_path, recipe), check=False).returncode == 0
    assert not running(mark)
