"""A console and three hosts with an agent each: real processes with own disks and clocks."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from orrery_client import Orrery, UnreachableError
from orrery_testing.console import free_port
from orrery_testing.hosts import Hosts, why_not, why_not_lossy
from orrery_testing.part import Part
from orrery_testing.paths import ROOT, WORKER
from orrery_testing.waiting import eventually

from orrery_hosts.clocks import SteppedClock
from orrery_hosts.disks import Disk, why_not_disks

_AGENT_TOKEN, _OPERATOR_TOKEN = "agent-token-of-the-campaign", "operator-token-of-the-campaign"
_CONSOLE_DISK_MIB, _AGENT_DISK_MIB = 256, 32
_CALL_S = 4.0


def why_no_cluster(folder: Path) -> str:
    """Returns why no cluster can be made on this machine; empty if it can."""
    return why_not() or why_not_lossy() or why_not_disks(folder)


class Machine:
    """A host's program: the console (host 0) or an agent."""

    def __init__(self, name: str, host: int, part: Part, disk: Disk, clock: SteppedClock) -> None:
        self.name = name
        self.host = host
        self.part = part
        self.disk = disk
        self.clock = clock

    def stop(self) -> None:
        """Sends SIGSTOP."""
        if self.part.runs():
            os.kill(self.part.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Sends SIGCONT."""
        if self.part.runs():
            os.kill(self.part.pid, signal.SIGCONT)


class Cluster:
    """The console and the agents. As a context manager it starts them and ends them."""

    def __init__(self, folder: Path, environment: Mapping[str, str], count: int) -> None:
        self.folder = folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        paths = [str(ROOT / "tests" / "campaign"), environment.get("PYTHONPATH", "")]
        self._environment = {
            **environment,
            "TMPDIR": str(self.temporary),
            "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        }
        self._disks: list[Disk] = []
        self.hosts = Hosts(count)
        try:
            address = self.hosts.address(0)
            self.port = free_port(address)
            self.url = f"http://{address}:{self.port}"
            self.console = self._console(address)
            self.agents = [self._agent(number) for number in range(1, count + 1)]
        except BaseException:
            self._remove()
            raise
        self.client = self.new_client()

    def new_client(self) -> Orrery:
        """Returns a client with the operator's token."""
        return Orrery(self.url, token=_OPERATOR_TOKEN, timeout=_CALL_S)

    @property
    def headers(self) -> dict[str, str]:
        """The headers with which a viewer signs in."""
        return {"Authorization": f"Bearer {_OPERATOR_TOKEN}"}

    @property
    def machines(self) -> list[Machine]:
        return [self.console, *self.agents]

    def observed(self, agent: Machine) -> Path:
        """The file with the notes of an agent (orrery_hosts.agent)."""
        return self.folder / f"{agent.name}.observed"

    def data(self) -> Path:
        return self.console.disk.folder

    def __enter__(self) -> Cluster:
        try:
            for machine in self.machines:
                machine.part.start()
            self.wait_for_console()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        for machine in self.machines:
            machine.go_on()
            machine.part.clear()
        self._remove()

    def wait_for_console(self) -> None:
        eventually(self._answers, "the console answers", explain=self.console.part.output)

    def _answers(self) -> bool:
        assert self.console.part.runs(), self.console.part.output()
        try:
            self.client.health()
        except UnreachableError:
            return False
        return True

    def explain(self) -> str:
        """The last lines of all logs."""
        return "\n".join(f"--- {each.name}\n{each.part.output(15)}" for each in self.machines)

    def _console(self, address: str) -> Machine:
        tokens = self.folder / "tokens"
        tokens.write_text(f"agent={_AGENT_TOKEN}\noperator={_OPERATOR_TOKEN}\n")
        (self.folder / "agent-token").write_text(f"{_AGENT_TOKEN}\n")
        disk = self._disk("console", _CONSOLE_DISK_MIB)
        command = [
            sys.executable, "-m", "orrery_hosts.console",
            "--host", address,
            "--port", str(self.port),
            "--data", str(disk.folder),
            "--token-file", str(tokens),
            "--admit-any-node",
        ]  # fmt: skip
        return self._machine("console", 0, command, disk, {})

    def _agent(self, number: int) -> Machine:
        name = f"host-{number}"
        disk = self._disk(name, _AGENT_DISK_MIB)
        command = [
            *self.hosts.through(number),
            sys.executable, "-m", "orrery_hosts.agent",
            "--join", self.url,
            "--name", name,
            "--spool", str(disk.folder),
            "--worker", str(WORKER),
            "--token-file", str(self.folder / "agent-token"),
        ]  # fmt: skip
        notes = {"ORRERY_OBSERVED": str(self.folder / f"{name}.observed")}
        return self._machine(name, number, command, disk, notes)

    def _machine(
        self, name: str, host: int, command: list[str], disk: Disk, more: Mapping[str, str]
    ) -> Machine:
        clock = SteppedClock(self.folder / f"{name}.clock")
        environment = {**self._environment, **more, **clock.environment()}
        part = Part(command, self.folder / f"{name}.log", environment)
        return Machine(name, host, part, disk, clock)

    def _disk(self, name: str, size_mib: int) -> Disk:
        disk = Disk(self.folder / "disks" / name, size_mib)
        self._disks.append(disk)
        return disk

    def _remove(self) -> None:
        self.hosts.remove()
        for disk in self._disks:
            disk.remove()
