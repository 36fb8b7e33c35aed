#!/usr/bin/env python3
"""Run one step of a build: say what it is, keep its output in a file, leave no process behind.

    step.py [--live] [--log FILE] TITLE -- COMMAND [ARG]...

On a terminal a spinner shows the time gone; elsewhere one line at the start and one at the end.
The output goes to build/logs/<title>.log; on failure its end is shown and the file named. With
--live it is shown as well while it comes. Standard library only: it runs before the environment
exists. The command gets a process group of its own; whatever it started is ended with it, also if
this process is interrupted, terminated or, by the parent-death signal, killed.
"""

from __future__ import annotations

import argparse
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import BinaryIO

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "client"))

from orrery_cli.reaper import (
    become_subreaper,
    die_with_parent,
    end_descendants,
    make_above,
    make_was_interrupted,
)

TAIL_LINES = 40
ROOT = Path(__file__).resolve().parent.parent


class Interrupted(Exception):  # noqa: N818 -- it is a request and not an error
    """A signal asked this step to end."""

    def __init__(self, signum: int) -> None:
        super().__init__(signum)
        self.signum = signum


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--live", action="store_true", help="show the output while it comes")
    parser.add_argument("--log", type=Path, help="keep the output in this file")
    parser.add_argument("title")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    slug = re.sub(r"[^a-z0-9]+", "-", options.title.lower()).strip("-")
    log = options.log or ROOT / "build" / "logs" / f"{slug}.log"
    log.parent.mkdir(parents=True, exist_ok=True)

    def interrupt(signum: int, _frame: FrameType | None) -> None:
        raise Interrupted(signum)

    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, interrupt)
    make = make_above()
    die_with_parent(signal.SIGTERM)
    become_subreaper()
    try:
        return run(options.title, options.command, log, live=options.live, make=make)
    except Interrupted as reason:
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, signal.SIG_IGN)
        end_descendants()
        print(f"\n  {options.title}: stopped", file=sys.stderr)
        return 128 + reason.signum


def run(title: str, command: list[str], log: Path, *, live: bool, make: int | None) -> int:
    begin = time.monotonic()
    spinner = sys.stdout.isatty() and not live
    if not spinner:
        print(f"  {title} ...", flush=True)
    with log.open("wb") as sink:
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if live else sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            print(f"error: {title}: {command[0]}: {error.strerror}", file=sys.stderr)
            print("remedy: make setup, then try again", file=sys.stderr)
            return 127
        copier = copy_output(child, sink) if live else None
        code = wait(child, title, begin, spinner=spinner, make=make)
        end_descendants()
        if copier is not None:
            copier.join()
    seconds = time.monotonic() - begin
    if spinner:
        print("\r\033[K", end="")
    if code == 0:
        print(f"  {title}: done in {seconds:.1f} s", flush=True)
        return 0
    report_failure(title, code, log, shown=live)
    return code if code > 0 else 128 - code


def copy_output(child: subprocess.Popen[bytes], sink: BinaryIO) -> threading.Thread:
    def copy() -> None:
        assert child.stdout is not None
        for line in child.stdout:
            sink.write(line)
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    thread = threading.Thread(target=copy, daemon=True)
    thread.start()
    return thread


def wait(
    child: subprocess.Popen[bytes], title: str, begin: float, *, spinner: bool, make: int | None
) -> int:
    frames = "|/-\\"
    ticks = 0
    while True:
        try:
            return child.wait(timeout=0.2)
        except subprocess.TimeoutExpired:
            ticks += 1
        if make_was_interrupted(make):
            raise Interrupted(signal.SIGINT)
        if spinner:
            seconds = int(time.monotonic() - begin)
            print(f"\r\033[K{frames[ticks % 4]} {title} {seconds} s", end="", flush=True)


def report_failure(title: str, code: int, log: Path, *, shown: bool) -> None:
    sys.stdout.flush()
    where = log.relative_to(ROOT) if log.is_relative_to(ROOT) else log
    if not shown:
        lines = log.read_text(errors="replace").splitlines()
        for line in lines[-TAIL_LINES:]:
            print(f"    {line}", file=sys.stderr)
    ending = f"exit status {code}" if code > 0 else f"signal {signal.Signals(-code).name}"
    print(f"error: {title} failed ({ending})", file=sys.stderr)
    print(
        f"remedy: the whole output is in {where}; mend the first error there, then run the "
        "same command again",
        file=sys.stderr,
    )


if __name__ == "__main__":
    sys.exit(main())
