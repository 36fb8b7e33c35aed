"""The RTI's checks among nodes, over three hosts: the same executable and checks as on one host,
with every channel and every path of data that crosses hosts."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from orrery_testing.hosts import Hosts, why_not_lossy
from orrery_testing.paths import RTI_CHECKS
from orrery_testing.waiting import WATCHDOG_S

pytestmark = [pytest.mark.integration, pytest.mark.slow]

MakeHosts = Callable[..., Hosts]
HOSTS = 3
AMONG_NODES = "Kinds/*:Ways/*:Sockets/*"
#: A connection for each message takes a second for each packet lost while it is made; mailers do
#: what their connection does.
LOSSY = "Ways/*:Kinds/*/tcp"


def run_over(
    hosts: Hosts, folder: Path, environment: Mapping[str, str], checks: str, per_mille: int
) -> list[str]:
    """The names of the checks that were run on every host, none of which failed."""
    assert RTI_CHECKS.exists(), f"{RTI_CHECKS} has not been built; remedy: make build"
    meeting = folder / "meeting"
    meeting.mkdir()
    layout = {
        "ORRERY_RTI_HOSTS": ",".join(hosts.address(1 + host) for host in range(HOSTS)),
        "ORRERY_RTI_FOLDER": str(meeting),
        "ORRERY_RTI_LOSS": str(per_mille / 1000),
    }
    running = []
    for host in range(HOSTS):
        with (folder / f"host-{host}.log").open("w") as log:
            command = [
                *hosts.through(1 + host),
                str(RTI_CHECKS),
                f"--gtest_filter={checks}",
                f"--gtest_output=json:{folder / f'host-{host}.json'}",
            ]
            here = {**environment, **layout, "ORRERY_RTI_HOST": str(host)}
            running.append(
                subprocess.Popen(command, env=here, stdout=log, stderr=subprocess.STDOUT)
            )
    ended = [process.wait(timeout=2 * WATCHDOG_S) for process in running]
    said = [(folder / f"host-{host}.log").read_text() for host in range(HOSTS)]
    assert ended == [0] * HOSTS, "\n".join(each[-10_000:] for each in said)
    names = []
    for host in range(HOSTS):
        suites = json.loads((folder / f"host-{host}.json").read_text())["testsuites"]
        names.append([f"{s['name']}.{one['name']}" for s in suites for one in s["testsuite"]])
    assert names[0] == names[1] == names[2]
    return names[0]


@pytest.mark.parametrize("per_mille", [0, 50], ids=["sound", "lossy"])
def test_every_check_among_nodes_holds_over_hosts(
    make_hosts: MakeHosts,
    tmp_path: Path,
    environment: Mapping[str, str],
    per_mille: int,
) -> None:
    hosts = make_hosts(HOSTS)
    if per_mille:
        if why_not_lossy():
            pytest.skip(why_not_lossy())
        for host in range(1, HOSTS + 1):
            hosts.lose(host, per_mille)
    names = run_over(hosts, tmp_path, environment, LOSSY if per_mille else AMONG_NODES, per_mille)
    ways = {name.rsplit("/", 1)[1] for name in names}
    assert {"tcp", "tcp_udp", "tcp_multicast", "tcp_nak", "tcp_region"} <= ways
