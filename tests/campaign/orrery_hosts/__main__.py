"""Plays faults on hosts from the command line; its account is a file in the folder `--reports`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

from orrery_hosts.account import Account
from orrery_hosts.cluster import why_no_cluster
from orrery_hosts.play import play


def main() -> int:
    parser = argparse.ArgumentParser(prog="orrery_hosts", description=__doc__)
    parser.add_argument("--seed", type=int, help="of faults and people (default: a random one)")
    parser.add_argument("--faults", type=int, default=200, metavar="N")
    parser.add_argument("--reports", type=Path, default=Path("build/campaign"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        why = why_no_cluster(Path(folder))
    if why:
        sys.stderr.write(f"error: hosts cannot be made here: {why}\n")
        return 2
    seed = given.seed or SystemRandom().randrange(1, 10**6)
    given.reports.mkdir(parents=True, exist_ok=True)
    report = given.reports / f"hosts-{seed}.txt"
    with report.open("w") as live:
        account = Account(live)
        counts = play(seed, given.faults, account)
    for kind, count in sorted(counts.items()):
        sys.stdout.write(f"  {count:4} {kind}\n")
    for problem in account.problems:
        sys.stdout.write(f"FAILED {problem}\n")
    sys.stdout.write(
        f"seed {seed}: {sum(counts.values())} faults, {len(account.problems)} checks failed; what"
        f" happened is in {report}\n"
    )
    return 1 if account.problems else 0


if __name__ == "__main__":
    raise SystemExit(main())
