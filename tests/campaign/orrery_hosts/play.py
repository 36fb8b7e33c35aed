"""One campaign: rounds of faults on one cluster, with the checks after each round."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path
from random import Random

from orrery_testing.leftovers import MARK, marked
from orrery_testing.waiting import NeverHappened, eventually

from orrery_hosts.account import Account
from orrery_hosts.checks import Checks
from orrery_hosts.cluster import Cluster
from orrery_hosts.faults import Faults
from orrery_hosts.people import People
from orrery_hosts.viewers import Viewer
from orrery_hosts.watch import Watch

_HOSTS = 3
_ROUND = 10
"""Faults of a round, after which the cluster must settle."""
_ALONE = 0.6
"""Share of faults that end before the next begins."""


def play(seed: int, faults: int, account: Account) -> dict[str, int]:
    """Plays `faults` faults from a seed; returns the number of each kind.

    Stops after a round in which a check failed.
    """
    mark = secrets.token_hex(8)
    with tempfile.TemporaryDirectory(prefix="orrery-hosts-") as folder:
        counts = _play(Path(folder), mark, Random(seed), faults, account)
    _check_processes(mark, account)
    return counts


def _play(folder: Path, mark: str, random: Random, faults: int, account: Account) -> dict[str, int]:
    environment = {**os.environ, MARK: mark}
    own = f"{MARK}={mark}".encode()
    with Cluster(folder, environment, _HOSTS) as cluster:
        viewers = [_viewer(number, cluster) for number in (1, 2)]
        people = People(
            cluster.new_client(), Random(random.getrandbits(64)), account, len(cluster.agents)
        )
        watch = Watch(own, account)
        striking = Faults(cluster, viewers, Random(random.getrandbits(64)), account)
        checks = Checks(cluster, people, viewers, striking.troubles, own, account)
        try:
            eventually(
                lambda: len(cluster.client.nodes().items) == _HOSTS,
                "all agents have joined",
                explain=cluster.explain,
            )
            left = faults
            while left and not account.problems:
                _round(min(left, _ROUND), people, viewers, striking, random, account)
                left -= min(left, _ROUND)
                eventually(people.cancelled_all, "all runs are cancelled", explain=cluster.explain)
                checks.run()
                _come_and_go(viewers, cluster, faults - left)
                account.note("campaign", f"{faults - left} faults, {len(account.problems)} failed")
            if account.problems:
                account.note("campaign", cluster.explain())
            else:
                _end(cluster, account)
        finally:
            striking.wait()
            people.close()
            watch.close()
            for viewer in viewers:
                viewer.leave()
    return striking.counts


def _round(
    faults: int,
    people: People,
    viewers: list[Viewer],
    striking: Faults,
    random: Random,
    account: Account,
) -> None:
    people.start()
    for _ in range(faults):
        run = people.some_run()
        if run is not None:
            random.choice(viewers).follow(run)
        striking.strike(alone=random.random() < _ALONE)
    striking.wait()
    people.stop()
    account.note("campaign", "faults end")


def _viewer(number: int, cluster: Cluster) -> Viewer:
    return Viewer(f"viewer-{number}", cluster.url, cluster.headers)


def _come_and_go(viewers: list[Viewer], cluster: Cluster, number: int) -> None:
    viewers.pop(0).leave()
    viewers.append(_viewer(number, cluster))


def _end(cluster: Cluster, account: Account) -> None:
    """Ends every part, and checks its exit status and that the store exists."""
    for machine in (*cluster.agents, cluster.console):
        status = machine.part.stop()
        account.check(status == 0, f"{machine.name} ended with {status}")
    store = cluster.data() / "orrery.sqlite"
    account.check(store.exists(), "the store is gone")
    left = {path.name for path in cluster.data().iterdir()}
    account.note("campaign", f"the console leaves {sorted(left)}")


def _check_processes(mark: str, account: Account) -> None:
    try:
        eventually(lambda: not marked(mark), "every process has ended", watchdog_s=20)
    except NeverHappened:
        for process in marked(mark):
            account.fail(f"left behind: {process.pid} {process.command}")
            process.kill()
