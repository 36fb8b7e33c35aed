"""Plays seeds from the command line.

`--seed N` plays one and prints its history, `--for SECONDS` plays new ones until the time is over.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import count
from pathlib import Path
from random import SystemRandom

from orrery_campaign.clocks import real_monotonic
from orrery_campaign.play import collect, play

_BATCH = 25
_MOST_REPORTED = 5


def _batch(first: int) -> list[tuple[int, str]]:
    """Returns the failed seeds of a batch, with their reports."""
    gc.disable()
    failed = []
    for seed in range(first, first + _BATCH):
        history = play(seed)
        if history.problems:
            failed.append((seed, history.report(seed)))
    collect()
    return failed


def _for(seconds: float, first: int, reports: Path) -> int:
    """Returns 1 if a seed failed. Writes the history of each failed seed to `reports`."""
    end = real_monotonic() + seconds
    failed: list[int] = []
    done = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        firsts = count(first, _BATCH)
        waiting = {pool.submit(_batch, next(firsts)) for _ in range(2 * (os.cpu_count() or 1))}
        while waiting:
            future = next(as_completed(waiting))
            waiting.remove(future)
            done += _BATCH
            for seed, report in future.result():
                failed.append(seed)
                reports.mkdir(parents=True, exist_ok=True)
                (reports / f"seed-{seed}.txt").write_text(report)
                if len(failed) <= _MOST_REPORTED:
                    sys.stdout.write(report.partition("Its history:")[0])
            sys.stdout.write(f"{done} seeds from {first}, {len(failed)} failed\n")
            sys.stdout.flush()
            if real_monotonic() < end:
                waiting.add(pool.submit(_batch, next(firsts)))
    if failed:
        sys.stdout.write(f"failed: {sorted(failed)}; their histories are in {reports}\n")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="orrery_campaign", description=__doc__)
    parser.add_argument("--seed", type=int, help="play this seed and print its history")
    parser.add_argument("--for", dest="seconds", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--first", type=int, help="the first seed (default: a random one)")
    parser.add_argument("--reports", type=Path, default=Path("build/campaign"))
    given = parser.parse_args()
    if given.seed is not None:
        history = play(given.seed)
        sys.stdout.write("\n".join([*history.lines, *history.problems]) + "\n")
        return 1 if history.problems else 0
    first = given.first or SystemRandom().randrange(10**6, 10**9)
    return _for(given.seconds, first, given.reports)


if __name__ == "__main__":
    raise SystemExit(main())
