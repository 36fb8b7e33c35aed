"""The RTI on three hosts.

The checks among nodes and of each service group are those of one host, in the same executable, with
every channel and data path that crosses hosts. Reliable data also meets lost packets. One test cuts
a host off. Others make runs over each reliable multicast on a lossy network.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from orrery_testing.console import Console
from orrery_testing.hosts import Hosts, why_not_lossy
from orrery_testing.joining import join_all
from orrery_testing.paths import RTI_CHECKS
from orrery_testing.waiting import WATCHDOG_S

# Longer than run_over() waits: it says which check hangs.
pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.timeout(5 * WATCHDOG_S)]

MakeHosts = Callable[..., Hosts]
MakeConsole = Callable[[Hosts], Console]
HOSTS = 3
AMONG_NODES = "Kinds/*:Ways/*:Sockets/*"
#: Of the kinds only tcp: `tcp_per_message` takes a second for each packet lost during a connect,
#: and mailers behave like their connection.
LOSSY = "Ways/*:Kinds/*/tcp"
GROUPS = "Groups/*"
CUTS = "Cuts/*"
SERVICE_GROUPS = {
    "AutoProvide",
    "AutomaticResign",
    "Callbacks",
    "Conveyance",
    "DataDistribution",
    "Declaration",
    "Federation",
    "InvalidTimes",
    "KnownClass",
    "LargeMessages",
    "Management",
    "ManagementConditions",
    "MessageOrder",
    "NameSets",
    "NewestInRegions",
    "NewestNode",
    "Objects",
    "Ownership",
    "OwnershipNotices",
    "OwnershipRequests",
    "RegionOwnership",
    "RegionalOrder",
    "Resignation",
    "Retraction",
    "SaveRestore",
    "SavedNewest",
    "ServiceReports",
    "Support",
    "SwitchesOfTheModel",
    "SyncPoints",
    "TimeManagement",
    "TimePromises",
    "TimedDeletion",
    "Transportations",
    "TunedNode",
    "UpdateRates",
    "ValueRequests",
}
#: Reliable channels and data paths between hosts, and those of third parties, which may be built
#: in.
CARRIED = {"tcp", "tcp_per_message", "mailer", "tcp_nak", "tcp_region"}
THIRD_PARTIES = {"tcp_dds", "tcp_norm"}
MAY_LOSE = {"tcp_udp", "tcp_both", "tcp_both_dds"}
#: One check of each group for `tcp_per_message` on a lossy network. Each takes about 6 s there,
#: because the kernel waits a second before it repeats a connect.
OF_CONNECTIONS = {
    "AutoProvide.ForWhatTheDiscovererIsSubscribedTo",
    "AutomaticResign.IsSetAndGot",
    "Callbacks.WaitWhileTheyAreDisabled",
    "Conveyance.IsOffAtFirstAndOfEachFederate",
    "DataDistribution.InteractionsGoWhereRegionsOverlap",
    "Declaration.SubclassesAreDiscoveredAsTheSubscribedClass",
    "Federation.JoiningMayAddModules",
    "InvalidTimes.WhatIsNoFiniteNumberIsNoTimeAndNoLookahead",
    "KnownClass.OtherAttributesAreNotDefined",
    "LargeMessages.ValuesAndTagsArriveWholeAndInTheirOrder",
    "Management.TheFederationIsAnObjectThatAnyFederateDiscovers",
    "ManagementConditions.OfTimeManagementAreUpdatedWheneverTheyChange",
    "MessageOrder.TimeStampOrderComesBeforeItsGrantWhateverIsDeclaredMeanwhile",
    "NameSets.AreReservedWithOneCallback",
    "NewestInRegions.WhoComesNearHoldsTheStateToo",
    "NewestNode.AOneShotLeavesAtItsTime",
    "Objects.DeletionRemovesOnceAndOnlyForItsOwner",
    "Ownership.AcquisitionAsksTheOwnerWhoDivestsIfWanted",
    "OwnershipNotices.EachDivestitureIsOfferedOnce",
    "OwnershipRequests.EachAcquirersTagReachesTheOwner",
    "RegionOwnership.ANewOwnersRegionsCountFromThenOn",
    "RegionalOrder.InteractionsInRegionsKeepTheirOrderWhateverIsDeclaredMeanwhile",
    "Resignation.ByUnconditionalDivestiture",
    "Retraction.WhatCameInReceiveOrderIsAskedBack",
    "SaveRestore.ASaveIsRequestedInitiatedBegunAndCompleted",
    "SavedNewest.AStateIsThatOfTheSave",
    "ServiceReports.EachServiceIsReportedWithItsArgumentsAndResult",
    "Support.OrdersHaveNames",
    "SwitchesOfTheModel.SayWhatIsConveyed",
    "SyncPoints.AllAchieveIt",
    "TimeManagement.TheFirstRegulatorBeginsWhereTheConstrainedAre",
    "TimePromises.WithZeroLookaheadATimeThatIsOverStaysOver",
    "TimedDeletion.UntilItsTimeOthersKnowAndDiscoverTheObject",
    "Transportations.AnAttributeIsChangedConfirmedAndReported",
    "TunedNode.AFederateSeesWhatWaitsForIt",
    "UpdateRates.AreThoseOfTheTable",
    "ValueRequests.AClassMeansItsInstancesAndThoseOfItsSubclasses",
}
#: What loses nothing is checked where packets are lost, the rest where none are: each once.
LOSSY_GROUPS = ":".join(
    [f"{GROUPS}/{way}" for way in sorted(CARRIED - {"tcp_per_message"} | THIRD_PARTIES)]
    + [f"Groups/{check}/tcp_per_message" for check in sorted(OF_CONNECTIONS)]
)
SOUND_GROUPS = ":".join(f"{GROUPS}/{way}" for way in sorted(MAY_LOSE))
#: Number of processes on each host that share the checks.
SHARDS = 6


def faults_in(folder: Path, ended: Mapping[str, int]) -> str:
    """Describes each failed process: its exit status and the first failure in its log.

    Without a failure in the log it gives the last lines.
    """
    said = []
    for name, status in ended.items():
        if status == 0:
            continue
        lines = (folder / f"{name}.log").read_text().splitlines()
        first = next((at for at, line in enumerate(lines) if ": Failure" in line), len(lines) - 5)
        begun = [line for line in lines[:first] if line.startswith("[ RUN ")]
        said += [f"{name} ended with {status} in {(begun or ['nothing'])[-1]}"]
        said += lines[max(0, first) : first + 20]
    return "\n".join(said)


def run_over(
    hosts: Hosts,
    folder: Path,
    environment: Mapping[str, str],
    checks: str,
    per_mille: int,
    shards: int = 1,
) -> list[str]:
    """Runs checks on all hosts; returns their names. Fails if one fails or hosts differ."""
    assert RTI_CHECKS.exists(), f"{RTI_CHECKS} has not been built; remedy: make build"
    running: dict[str, subprocess.Popen[bytes]] = {}
    for shard in range(shards):
        meeting = folder / f"meeting-{shard}"
        meeting.mkdir()
        layout = {
            "ORRERY_RTI_HOSTS": ",".join(hosts.address(1 + host) for host in range(HOSTS)),
            "ORRERY_RTI_LINES": ",".join(hosts.sound_address(1 + host) for host in range(HOSTS)),
            "ORRERY_RTI_FOLDER": str(meeting),
            "ORRERY_RTI_LOSS": str(per_mille / 1000),
            "GTEST_TOTAL_SHARDS": str(shards),
            "GTEST_SHARD_INDEX": str(shard),
        }
        for host in range(HOSTS):
            name = f"host-{host}-{shard}"
            with (folder / f"{name}.log").open("w") as log:
                command = [
                    *hosts.through(1 + host),
                    str(RTI_CHECKS),
                    f"--gtest_filter={checks}",
                    f"--gtest_output=json:{folder / f'{name}.json'}",
                ]
                here = {**environment, **layout, "ORRERY_RTI_HOST": str(host)}
                running[name] = subprocess.Popen(
                    command, env=here, stdout=log, stderr=subprocess.STDOUT
                )
    until = time.monotonic() + 4 * WATCHDOG_S
    while any(each.poll() is None for each in running.values()) and time.monotonic() < until:
        do_as_asked(hosts, folder)
        time.sleep(0.01)
    for process in running.values():
        process.kill()
    ended = {name: process.wait() for name, process in running.items()}
    assert not any(ended.values()), faults_in(folder, ended)
    return [name for shard in range(shards) for name in names_of(folder, shard)]


def do_as_asked(hosts: Hosts, folder: Path) -> None:
    """Cuts off or heals a host when a check asks for it (sim-core/rti/tests/layout.hpp)."""
    for asked in [*folder.glob("meeting-*/cut.*"), *folder.glob("meeting-*/heal.*")]:
        what, host = asked.name.split(".")
        (hosts.cut if what == "cut" else hosts.heal)(1 + int(host))
        asked.unlink()


def names_of(folder: Path, shard: int) -> list[str]:
    of_hosts = []
    for host in range(HOSTS):
        suites = json.loads((folder / f"host-{host}-{shard}.json").read_text())["testsuites"]
        of_hosts.append([f"{s['name']}.{one['name']}" for s in suites for one in s["testsuite"]])
    assert of_hosts[0] == of_hosts[1] == of_hosts[2]
    return of_hosts[0]


def make_lossy(hosts: Hosts, per_mille: int) -> None:
    if not per_mille:
        return
    if why_not_lossy():
        pytest.skip(why_not_lossy())
    for host in range(1, HOSTS + 1):
        hosts.lose(host, per_mille)


either_network = pytest.mark.parametrize("per_mille", [0, 50], ids=["sound", "lossy"])


@either_network
def test_every_check_among_nodes_holds_over_hosts(
    make_hosts: MakeHosts,
    tmp_path: Path,
    environment: Mapping[str, str],
    per_mille: int,
) -> None:
    hosts = make_hosts(HOSTS)
    make_lossy(hosts, per_mille)
    names = run_over(hosts, tmp_path, environment, LOSSY if per_mille else AMONG_NODES, per_mille)
    ways = {name.rsplit("/", 1)[1] for name in names}
    assert {"tcp", "tcp_udp", "tcp_multicast", "tcp_nak", "tcp_region"} <= ways


@either_network
def test_every_service_group_holds_over_hosts(
    make_hosts: MakeHosts,
    tmp_path: Path,
    environment: Mapping[str, str],
    per_mille: int,
) -> None:
    hosts = make_hosts(HOSTS)
    make_lossy(hosts, per_mille)
    checks = LOSSY_GROUPS if per_mille else GROUPS if why_not_lossy() else SOUND_GROUPS
    names = run_over(hosts, tmp_path, environment, checks, per_mille, SHARDS)
    groups_by_way: dict[str, set[str]] = {}
    for name in names:
        group, way = name.removeprefix("Groups/").split(".")[0], name.rsplit("/", 1)[1]
        groups_by_way.setdefault(way, set()).add(group)
    if per_mille or why_not_lossy():
        assert set(groups_by_way) - THIRD_PARTIES - MAY_LOSE == CARRIED
    assert (groups_by_way.keys() & MAY_LOSE == set()) == (per_mille > 0)
    assert all(groups == SERVICE_GROUPS for groups in groups_by_way.values()), groups_by_way


def test_federates_on_a_host_that_is_cut_off_are_lost_and_the_others_go_on(
    make_hosts: MakeHosts, tmp_path: Path, environment: Mapping[str, str]
) -> None:
    names = run_over(make_hosts(HOSTS), tmp_path, environment, CUTS, 0)
    ways = {name.rsplit("/", 1)[1] for name in names}
    assert ways - THIRD_PARTIES == {"tcp", "tcp_nak", "tcp_region"}


@pytest.mark.parametrize("protocol", ["nak_multicast", "region_multicast", "dds", "norm"])
def test_a_reliable_multicast_repairs_what_hosts_lose(
    make_hosts: MakeHosts, make_console: MakeConsole, agent_token_file: Path, protocol: str
) -> None:
    hosts = make_hosts(HOSTS)
    make_lossy(hosts, 10)
    console = make_console(hosts)
    join_all(console, hosts, HOSTS, agent_token_file)
    if protocol in ("dds", "norm") and not all(
        protocol in node.facts.third_party_transports for node in console.nodes()
    ):
        pytest.skip(f"the workers were built without {protocol}")
    document = console.done(
        "rti-throughput",
        "repeats=1",
        "workload.cycles=3",
        "workload.updates_per_cycle=5000",
        "workload.process_model=pooled",
        f"workload.data.reliable={protocol}",
        "workload.receivers=2",
        f"placement.count={HOSTS}",
        "transports.nodes=tcp",
    )
    (repeat,) = document.repeats
    assert [check.name for check in repeat.checks if not check.holds] == []
    assert {metric.name: metric.median for metric in document.metrics}["loss_share"] == 0
