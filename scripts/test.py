#!/usr/bin/env python3
"""Run test suites one after another and print one sum.

    test.py [SUITE]...      all suites of scripts/suites.py by default

A failure does not stop the other suites. The last line is `N passed, N failed` over all suites. A
suite that could not be built or run, ran no test, or left a process behind counts as a failed test.
The exit status is 0 only if nothing failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import step
from junit import Tally, read_report
from suites import REPORTS, ROOT, SUITES, Suite

LOGS = ROOT / "build" / "logs"


@dataclass
class Outcome:
    """The result of a suite."""

    suite: Suite
    tally: Tally
    seconds: float


def main() -> int:
    known = {suite.name: suite for suite in SUITES}
    unknown = [name for name in sys.argv[1:] if name not in known]
    if unknown:
        print(f"error: no suite is called {unknown[0]}", file=sys.stderr)
        print(f"remedy: name one of {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = [known[name] for name in sys.argv[1:]] or list(SUITES)
    REPORTS.mkdir(parents=True, exist_ok=True)
    return step.guarded("tests", lambda guard: run_all(chosen, guard))


def run_all(chosen: list[Suite], guard: step.Guard) -> int:
    outcomes: list[Outcome] = []
    unbuilt: dict[str, str] = {}
    targets = list(dict.fromkeys(target for suite in chosen for target in suite.targets))
    for target in targets:
        if not build(target, guard):
            unbuilt[target] = f"not run: `make {target}` failed"
    for suite in chosen:
        begin = time.monotonic()
        missing = [unbuilt[target] for target in suite.targets if target in unbuilt]
        tally = Tally(failures=missing) if missing else run_suite(suite, guard)
        outcomes.append(Outcome(suite, tally, time.monotonic() - begin))
    return summarise(outcomes)


def build(target: str, guard: step.Guard) -> bool:
    """Returns whether make built the target. Its steps print their own errors."""
    make = subprocess.Popen(["make", "--no-print-directory", target], cwd=ROOT)
    while make.poll() is None:
        guard.check()
        time.sleep(0.05)
    return make.returncode == 0


def run_suite(suite: Suite, guard: step.Guard) -> Tally:
    if not suite.checks:
        suite.report.unlink(missing_ok=True)
        code, left = run(suite.title, suite.name, list(suite.command), suite, guard)
        tally = read_report(suite.report)
        if code != 0 and not tally.failures:
            tally.failures.append(f"ended with exit status {code}; see {log_of(suite.name)}")
    else:
        tally = Tally()
        left = []
        for number, check in enumerate(suite.checks, start=1):
            name = f"{suite.name}-{number}"
            code, more = run(check.title, name, check.command, suite, guard, check.directory)
            left += more
            if code == 0:
                tally.passed += 1
            else:
                tally.failures.append(f"{check.title}: see {log_of(name)}")
    tally.failures += [f"left behind: {process}" for process in left]
    return tally


def run(
    title: str,
    name: str,
    command: list[str],
    suite: Suite,
    guard: step.Guard,
    directory: str | None = None,
) -> tuple[int, list[str]]:
    """Returns the exit status and a line for each process that was left behind and then ended."""
    return step.run(
        title,
        command,
        ROOT / log_of(name),
        guard,
        directory=ROOT / (directory or suite.directory),
        environment=os.environ | suite.environment,
    )


def log_of(name: str) -> Path:
    return Path("build/logs") / f"test-{name}.log"


def summarise(outcomes: list[Outcome]) -> int:
    total = Tally()
    for outcome in outcomes:
        total.add(outcome.tally)
        for failure in outcome.tally.failures:
            print(f"  FAILED {outcome.suite.name}: {failure}")
    print(f"\n  {'suite':<52} {'passed':>7} {'skipped':>8} {'failed':>7} {'time':>8}")
    for outcome in outcomes:
        tally = outcome.tally
        print(
            f"  {outcome.suite.title:<52} {tally.passed:>7} {tally.skipped:>8}"
            f" {tally.failed:>7} {outcome.seconds:>6.0f} s"
        )
    if total.failed:
        print(f"\n  the output of each suite is in {LOGS.relative_to(ROOT)}/test-<suite>.log")
    print(f"\n{total.passed} passed, {total.failed} failed", flush=True)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
