"""Small hosts on one Linux machine: network namespaces on a bridge.

A slow host also has a limit of CPU time. Hosts need root and iproute2; `why_not` returns why they
cannot be made. `remove` removes everything, including processes that a test left on a host. Names
are random, so that several clusters can exist at once.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from orrery_testing.waiting import eventually

_CGROUPS = Path("/sys/fs/cgroup")
_PERIOD_US = 100_000
#: Addresses whose last byte is at least this lose no packets.
_SOUND = 128


def why_not() -> str:
    """Returns why hosts cannot be made on this machine; empty if they can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "the command ip (package iproute2) is not installed"
    tried = subprocess.run(
        ["unshare", "--net", "true"], capture_output=True, text=True, check=False
    )
    if tried.returncode != 0:
        return f"this kernel or container allows no network namespaces: {tried.stderr.strip()}"
    return ""


def why_not_slow() -> str:
    """Returns why hosts cannot be slowed on this machine; empty if they can."""
    if _cpu_controller() is None:
        return "there is no writable CPU controller in /sys/fs/cgroup"
    return ""


def why_not_lossy() -> str:
    """Returns why hosts cannot lose packets on this machine; empty if they can."""
    if shutil.which("nft") is None:
        return "the command nft (package nftables) is not installed"
    tried = subprocess.run(["unshare", "--net", "nft", "list", "ruleset"], capture_output=True)
    return "" if tried.returncode == 0 else "this kernel or container allows no nftables"


class Hosts:
    """Hosts 1 to `count`. Index 0 is this machine's end of the bridge."""

    def __init__(self, count: int, shares: Sequence[float] = ()) -> None:
        self.name = f"o{secrets.token_hex(4)}"
        self._network = f"10.{secrets.randbelow(100) + 100}.{secrets.randbelow(250) + 1}"
        self._bridge = f"{self.name}-br"
        self._count = 0
        self._groups: dict[int, Path] = {}
        try:
            self._make_bridge()
            for index in range(1, count + 1):
                self._make_host(index)
            for index, share in enumerate(shares, start=1):
                self._slow(index, share)
        except BaseException:
            self.remove()
            raise

    def address(self, index: int) -> str:
        """The address of a host; with index 0 this machine's."""
        return f"{self._network}.{index or 100}"

    def sound_address(self, index: int) -> str:
        """A host's second address. Packets to or from it are never lost (`lose`)."""
        return f"{self._network}.{index + _SOUND}"

    def name_space(self, index: int) -> str:
        """The network namespace that is a host."""
        return self._host(index)

    def through(self, index: int) -> list[str]:
        """The command prefix that runs a command on a host. It replaces itself by the command."""
        entered = ["ip", "netns", "exec", self._host(index)]
        group = self._groups.get(index)
        if group is None:
            return entered
        return ["sh", "-c", 'echo $$ >"$0" && exec "$@"', str(group / "cgroup.procs"), *entered]

    def cut(self, index: int) -> None:
        """Unplugs a host from the network."""
        _ip("link", "set", self._cable(index), "nomaster")

    def heal(self, index: int) -> None:
        """Plugs a host in again."""
        _ip("link", "set", self._cable(index), "master", self._bridge)

    def lose(self, index: int, per_mille: int) -> None:
        """Makes a host lose this share of its incoming packets at random.

        Also sets TCP's least retransmission time-out to 10 ms, as fits a local network, not 200 ms:
        a test then waits for what it tests.
        """
        sound = f"{self._network}.{_SOUND}/25"
        host = self._host(index)
        route = ["dev", "eth0", "proto", "kernel", "scope", "link", "src", self.address(index)]
        _ip("-n", host, "route", "change", f"{self._network}.0/24", *route, "rto_min", "10ms")
        self._drop(
            index,
            "input",
            f"ip saddr {sound} accept",
            f"ip daddr {sound} accept",
            f'iifname "eth0" numgen random mod 1000 < {per_mille} drop',
        )

    def cut_one_way(self, index: int, *, inwards: bool) -> None:
        """Drops all packets that come to a host, or all that leave it."""
        if inwards:
            self._drop(index, "input", 'iifname "eth0" drop')
        else:
            self._drop(index, "output", 'oifname "eth0" drop')

    def drop_nothing(self, index: int) -> None:
        """Ends `lose` and `cut_one_way`."""
        self._nft(index, "add table inet lossy\ndelete table inet lossy\n")

    def _drop(self, index: int, hook: str, *rules: str) -> None:
        self.drop_nothing(index)
        chain = f"add chain inet lossy drops {{ type filter hook {hook} priority 0 ; }}"
        lines = ["add table inet lossy", chain]
        lines += [f"add rule inet lossy drops {rule}" for rule in rules]
        self._nft(index, "\n".join(lines) + "\n")

    def _nft(self, index: int, rules: str) -> None:
        done = subprocess.run(
            ["ip", "netns", "exec", self._host(index), "nft", "-f", "-"],
            input=rules,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"nft on host {index}: {done.stderr}"

    def remove(self) -> None:
        """Kills all processes on the hosts and removes the hosts."""
        for index in range(1, self._count + 1):
            self._end_all(index)
            subprocess.run(["ip", "netns", "del", self._host(index)], check=False)
        for group in self._groups.values():
            eventually(partial(_removed, group), f"{group} is removed", watchdog_s=20)
        self._groups.clear()
        self._filter("-D")
        subprocess.run(["ip", "link", "del", self._bridge], check=False)

    def _host(self, index: int) -> str:
        return f"{self.name}-{index}"

    def _cable(self, index: int) -> str:
        return f"{self.name}-v{index}"

    def _make_bridge(self) -> None:
        _ip("link", "add", self._bridge, "type", "bridge", "mcast_snooping", "0")
        _ip("addr", "add", f"{self.address(0)}/24", "dev", self._bridge)
        _ip("link", "set", self._bridge, "up")
        self._filter("-I")

    def _make_host(self, index: int) -> None:
        host, cable = self._host(index), self._cable(index)
        _ip("netns", "add", host)
        self._count = index
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", host)
        _ip("link", "set", cable, "master", self._bridge, "up")
        for address in (self.address(index), self.sound_address(index)):
            _ip("-n", host, "addr", "add", f"{address}/24", "dev", "eth0")
        _ip("-n", host, "link", "set", "lo", "up")
        _ip("-n", host, "link", "set", "eth0", "up")

    def _slow(self, index: int, share: float) -> None:
        controller = _cpu_controller()
        assert controller is not None
        group = controller / self._host(index)
        group.mkdir()
        self._groups[index] = group
        quota = int(share * _PERIOD_US)
        if (group / "cpu.cfs_quota_us").exists():
            (group / "cpu.cfs_period_us").write_text(str(_PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {_PERIOD_US}")

    def _end_all(self, index: int) -> None:
        def ended() -> bool:
            listed = subprocess.run(
                ["ip", "netns", "pids", self._host(index)],
                capture_output=True,
                text=True,
                check=False,
            )
            pids = [int(pid) for pid in listed.stdout.split()]
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            return not pids

        eventually(ended, f"nothing runs on host {index}", watchdog_s=20)

    def _filter(self, action: str) -> None:
        """Lets packets of the bridge pass a container engine's filter."""
        if shutil.which("iptables") is not None:
            subprocess.run(
                ["iptables", action, "FORWARD", "-i", self._bridge, "-j", "ACCEPT"],
                capture_output=True,
                check=False,
            )


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}"


def _removed(group: Path) -> bool:
    try:
        group.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _cpu_controller() -> Path | None:
    """The folder in which CPU control groups can be made; None if there is none."""
    for folder in (_CGROUPS / "cpu", _CGROUPS / "cpu,cpuacct"):
        if (folder / "cpu.cfs_quota_us").exists() or (folder / "tasks").exists():
            return folder if os.access(folder, os.W_OK) else None
    control = _CGROUPS / "cgroup.subtree_control"
    if control.exists() and "cpu" in control.read_text().split():
        return _CGROUPS if os.access(_CGROUPS, os.W_OK) else None
    return None
