#!/usr/bin/env python3
"""Run one step of a build: say what it is, keep its output in a file, leave no process behind.

    step.py [--quiet] [--show] TITLE -- COMMAND [ARG]...

On a terminal a spinner shows the elapsed time; otherwise one line is printed at the start and one
at the end. The output goes to build/logs/<title>.log. On failure the step prints the end of the
output and the file's name. A quiet step that takes under a second prints nothing. --show also
prints the output of a successful command. The command gets its own session; all its descendants end
with it, also if this process is interrupted or terminated. If this process is killed, the kernel
ends at least the command. The script uses the standard library only, because it runs before the
environment exists.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "client"))

from orrery_cli.reaper import (  # noqa: E402 -- the path to it had to be set first
    become_subreaper,
    descendants,
    die_with_parent,
    end_descendants,
    make_was_interrupted,
    makes_above,
    reap_and_list,
)

TAIL_LINES = 40
QUIET_SECONDS = 1.0
LEAVING_SECONDS = 3.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(Exception):  # noqa: N818 -- it is a request and not an error
    """A signal asked this step to end."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


class Guard:
    """Watches the make that started this step; `check` raises `Interrupted` when make shall end.

    A step whose make has already ended must end at once.
    """

    def __init__(self) -> None:
        makes = makes_above()
        self._make = makes[0] if makes else None
        self._orphan = len(makes) < int(os.environ.get("MAKELEVEL", "0"))

    def check(self) -> None:
        if make_was_interrupted(self._make) or self._orphan:
            raise Interrupted(signal.SIGINT)


def guarded(title: str, work: Callable[[Guard], int]) -> int:
    """Runs the work; on a signal ends all its processes. Returns the exit status."""

    def interrupt(signum: int, _frame: FrameType | None) -> None:
        # Raise once only: make passes SIGTERM on, and make's end sends the parent-death signal as
        # well.
        for known in _SIGNALS:
            signal.signal(known, signal.SIG_IGN)
        raise Interrupted(signum)

    for signum in _SIGNALS:
        signal.signal(signum, interrupt)
    die_with_parent(signal.SIGTERM)
    guard = Guard()
    become_subreaper()
    try:
        guard.check()
        return work(guard)
    except Interrupted as reason:
        end_descendants()
        print(f"\n  {title}: stopped", file=sys.stderr)
        return 128 + reason.signum


def run(
    title: str,
    command: list[str],
    log: Path,
    guard: Guard,
    *,
    directory: Path = ROOT,
    environment: Mapping[str, str] = os.environ,
    quiet: bool = False,
) -> tuple[int, list[str]]:
    """Returns the exit status and a line for each process that was left behind and then ended."""
    begin = time.monotonic()
    spinner = sys.stdout.isatty()
    log.parent.mkdir(parents=True, exist_ok=True)
    if not spinner and not quiet:
        print(f"  {title} ...", flush=True)
    with log.open("wb") as sink:
        try:
            child = subprocess.Popen(
                command,
                cwd=directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(signal.SIGTERM),  # noqa: PLW1509 -- no threads
            )
        except OSError as error:
            print(f"error: {title}: {command[0]}: {error.strerror}", file=sys.stderr)
            print("remedy: make setup, then try again", file=sys.stderr)
            return 127, []
        code = _wait(child, title, begin, guard, spinner=spinner)
    left = _left_behind()
    seconds = time.monotonic() - begin
    if spinner:
        print("\r\033[K", end="")
    if code != 0:
        _report_failure(title, code, log)
    elif not quiet or seconds > QUIET_SECONDS:
        print(f"  {title}: done in {seconds:.1f} s", flush=True)
    return (code if code >= 0 else 128 - code), left


def _wait(
    child: subprocess.Popen[bytes], title: str, begin: float, guard: Guard, *, spinner: bool
) -> int:
    frames = "|/-\\"
    ticks = 0
    while True:
        try:
            return child.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            ticks += 1
        guard.check()
        if spinner:
            seconds = int(time.monotonic() - begin)
            print(f"\r\033[K{frames[ticks % 4]} {title} {seconds} s", end="", flush=True)


def _left_behind() -> list[str]:
    """Ends the processes that outlive the command by `LEAVING_SECONDS`; returns a line for each."""
    deadline = time.monotonic() + LEAVING_SECONDS
    while reap_and_list() and time.monotonic() < deadline:
        time.sleep(0.02)
    left = [_describe(pid) for pid in descendants(os.getpid())]
    end_descendants()
    return left


def _describe(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
    except OSError:
        command = "has just ended"
    return f"process {pid}, {command}"


def _report_failure(title: str, code: int, log: Path) -> None:
    sys.stdout.flush()
    for line in log.read_text(errors="replace").splitlines()[-TAIL_LINES:]:
        print(f"    {line}", file=sys.stderr)
    ending = f"exit status {code}" if code > 0 else f"signal {signal.Signals(-code).name}"
    where = log.relative_to(ROOT) if log.is_relative_to(ROOT) else log
    print(f"error: {title} failed ({ending})", file=sys.stderr)
    print(
        f"remedy: the whole output is in {where}; mend the first error there, then run the same"
        " command again",
        file=sys.stderr,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quiet", action="store_true", help="say nothing of a quick success")
    parser.add_argument("--show", action="store_true", help="print the output of a success")
    parser.add_argument("title")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    slug = re.sub(r"[^a-z0-9]+", "-", options.title.lower()).strip("-")
    log = ROOT / "build" / "logs" / f"{slug}.log"

    def work(guard: Guard) -> int:
        code, _left = run(options.title, options.command, log, guard, quiet=options.quiet)
        if code == 0 and options.show:
            print(log.read_text(errors="replace"))
        return code

    return guarded(options.title, work)


if __name__ == "__main__":
    sys.exit(main())
