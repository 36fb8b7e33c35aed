#!/usr/bin/env python3
"""Run suites several times while one core is kept busy, and compare the verdicts of their checks.

    same_verdicts.py SUITE... [--times N] [--quiet]

Each time has a console of its own (`./orrery suite SUITE --local`). A check that passed one time
and failed, or was not found, another time contradicts itself. A check that was not measured says
nothing. Prints a table and each contradiction. The exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from orrery_contracts.group_results import GroupDocument
from orrery_contracts.shape_checks import ShapeVerdict

_ROOT = Path(__file__).parents[1]
_SPIN = "while True: pass"


@dataclass
class Verdicts:
    """The verdicts of a suite's checks, one of each time."""

    by_check: dict[str, list[ShapeVerdict]] = field(default_factory=dict)
    found: dict[str, list[str]] = field(default_factory=dict)

    def add(self, group: GroupDocument) -> None:
        for shape in group.shapes:
            self.by_check.setdefault(shape.name, []).append(shape.verdict)
            self.found.setdefault(shape.name, []).append(shape.found)

    def same(self) -> int:
        return sum(len(set(verdicts)) == 1 for verdicts in self.by_check.values())

    def unmeasured(self) -> int:
        """Checks that were not measured at least once."""
        return sum(ShapeVerdict.NOT_MEASURED in verdicts for verdicts in self.by_check.values())

    def contradictions(self) -> list[str]:
        return [
            name
            for name, verdicts in self.by_check.items()
            if len(set(verdicts) - {ShapeVerdict.NOT_MEASURED}) > 1
        ]


@contextmanager
def busy_core() -> Iterator[None]:
    """Keeps the last core that this process may use busy."""
    core = max(os.sched_getaffinity(0))
    spin = subprocess.Popen([sys.executable, "-c", _SPIN])
    os.sched_setaffinity(spin.pid, {core})
    try:
        yield
    finally:
        spin.kill()
        spin.wait()


def run_suite(suite: str) -> GroupDocument:
    """Runs a suite once. Raises RuntimeError if the command gives no results."""
    command = [str(_ROOT / "orrery"), "suite", suite, "--local", "--json", "--yes"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"suite {suite} gave no results: {done.stderr[-500:]}")
    return GroupDocument.model_validate_json(done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("suites", nargs="+", metavar="SUITE")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--quiet", action="store_true", help="keep no core busy")
    asked = parser.parse_args()
    contradict = False
    print(
        "| Suite | Times | Checks | Same verdict each time | At times not measured | Contradict |"
    )
    print("|---|---|---|---|---|---|")
    for suite in asked.suites:
        verdicts = Verdicts()
        for _ in range(asked.times):
            if asked.quiet:
                verdicts.add(run_suite(suite))
            else:
                with busy_core():
                    verdicts.add(run_suite(suite))
        against = verdicts.contradictions()
        contradict = contradict or bool(against)
        print(
            f"| {suite} | {asked.times} | {len(verdicts.by_check)} | {verdicts.same()}"
            f" | {verdicts.unmeasured()} | {len(against)} |",
            flush=True,
        )
        for name in against:
            for verdict, found in zip(verdicts.by_check[name], verdicts.found[name], strict=True):
                print(f"    {name}: {verdict.value}: {found}", file=sys.stderr, flush=True)
    return 1 if contradict else 0


if __name__ == "__main__":
    sys.exit(main())
