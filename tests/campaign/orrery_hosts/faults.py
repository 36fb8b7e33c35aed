"""Faults on the hosts: one after the other, chosen at random, each with its own end."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

from orrery_testing.process_tree import descendants

from orrery_hosts.account import Account, Trouble
from orrery_hosts.cluster import Cluster, Machine
from orrery_hosts.viewers import Viewer
from orrery_hosts.watch import serves_a_run

_LENGTHS_S = (0.1, 0.5, 1.5, 3.0, 7.0, 14.0)
"""Lengths of faults in seconds. Some outlast every time-out of the link (5 s, 12 s)."""
_STEPS_S = (-3600, -60, -2, 2, 60, 3600)


class Faults:
    """The machines and viewers that faults can hit. Faults of different machines may overlap."""

    def __init__(
        self, cluster: Cluster, viewers: list[Viewer], random: Random, account: Account
    ) -> None:
        self._cluster = cluster
        self._viewers = viewers
        self._random = random
        self._account = account
        self._running: list[threading.Thread] = []
        self._hit: set[str] = set()
        """Machines with a present fault."""
        self.troubles: list[Trouble] = []
        self.counts: dict[str, int] = {}

    def strike(self, *, alone: bool) -> None:
        """Starts one fault. Waits for the end of all faults if `alone`."""
        kind = self._choose()
        machines = [m for m in self._candidates(kind) if m.name not in self._hit]
        if not machines:
            self.wait()
            machines = self._candidates(kind)
        machine = self._random.choice(machines)
        length = self._random.choice(_LENGTHS_S) * (0.5 + self._random.random())
        name = kind.__name__.strip("_").replace("_", " ")
        self.counts[name] = self.counts.get(name, 0) + 1
        self._hit.add(machine.name)
        draw = Random(self._random.getrandbits(64))
        thread = threading.Thread(
            target=self._last, args=(kind, name, machine, length, draw), name=name
        )
        thread.start()
        self._running.append(thread)
        if alone:
            self.wait()

    def wait(self) -> None:
        """Waits until no fault is present."""
        for thread in self._running:
            thread.join()
        self._running.clear()

    def _choose(self) -> Callable[[Machine, float, Random], None]:
        kinds: list[tuple[Callable[[Machine, float, Random], None], int]] = [
            (self._worker_killed, 4),
            (self._worker_stopped, 2),
            (self._agent_killed, 4),
            (self._agent_stopped, 3),
            (self._console_killed, 4),
            (self._console_stopped, 2),
            (self._cut, 4),
            (self._cut_one_way, 4),
            (self._loss, 3),
            (self._agent_disk_full, 2),
            (self._console_disk_full, 3),
            (self._viewer_stalls, 1),
            (self._clock_steps, 4),
        ]
        (kind,) = self._random.choices([k for k, _ in kinds], [weight for _, weight in kinds])
        return kind

    def _candidates(self, kind: Callable[[Machine, float, Random], None]) -> list[Machine]:
        if "console" in kind.__name__ or kind == self._viewer_stalls:
            return [self._cluster.console]
        if kind == self._clock_steps:
            return self._cluster.machines
        return self._cluster.agents

    def _last(
        self,
        kind: Callable[[Machine, float, Random], None],
        name: str,
        machine: Machine,
        length: float,
        draw: Random,
    ) -> None:
        self._account.note("fault", f"{name} {machine.name} for {length:.1f} s")
        begin = time.monotonic()
        try:
            kind(machine, length, draw)
        except Exception as error:  # noqa: BLE001 - a thread's error must not be lost
            self._account.fail(f"fault {name} at {machine.name}: {error!r}")
        self.troubles.append(Trouble(name, machine.name, begin, time.monotonic()))
        self._hit.discard(machine.name)
        self._account.note("fault", f"{name} {machine.name} is over")

    # Kinds.

    def _worker_process(self, machine: Machine, draw: Random) -> int | None:
        """Returns the id of the worker or of a process that the worker made; None without one."""
        own = [pid for pid in descendants(machine.part.pid) if serves_a_run(pid)]
        return draw.choice(own) if own else None

    def _worker_killed(self, machine: Machine, length: float, draw: Random) -> None:
        deadline = time.monotonic() + length
        while time.monotonic() < deadline:
            pid = self._worker_process(machine, draw)
            if pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                return
            time.sleep(0.05)

    def _worker_stopped(self, machine: Machine, length: float, draw: Random) -> None:
        pid = self._worker_process(machine, draw)
        with suppress(ProcessLookupError):
            if pid is not None:
                os.kill(pid, signal.SIGSTOP)
                time.sleep(length)
                if serves_a_run(pid):
                    os.kill(pid, signal.SIGCONT)

    def _agent_killed(self, machine: Machine, length: float, draw: Random) -> None:
        machine.part.kill()
        time.sleep(length)
        machine.part.start()

    def _console_killed(self, machine: Machine, length: float, draw: Random) -> None:
        machine.part.kill()
        time.sleep(length)
        machine.part.start()
        self._cluster.wait_for_console()

    def _agent_stopped(self, machine: Machine, length: float, draw: Random) -> None:
        machine.stop()
        time.sleep(length)
        machine.go_on()

    def _console_stopped(self, machine: Machine, length: float, draw: Random) -> None:
        self._agent_stopped(machine, length, draw)

    def _cut(self, machine: Machine, length: float, draw: Random) -> None:
        self._cluster.hosts.cut(machine.host)
        time.sleep(length)
        self._cluster.hosts.heal(machine.host)

    def _cut_one_way(self, machine: Machine, length: float, draw: Random) -> None:
        self._cluster.hosts.cut_one_way(machine.host, inwards=draw.random() < 0.5)
        time.sleep(length)
        self._cluster.hosts.drop_nothing(machine.host)

    def _loss(self, machine: Machine, length: float, draw: Random) -> None:
        self._cluster.hosts.lose(machine.host, draw.choice((20, 100, 300)))
        time.sleep(length)
        self._cluster.hosts.drop_nothing(machine.host)

    def _agent_disk_full(self, machine: Machine, length: float, draw: Random) -> None:
        machine.disk.fill()
        time.sleep(length)
        machine.disk.free()

    def _console_disk_full(self, machine: Machine, length: float, draw: Random) -> None:
        self._agent_disk_full(machine, length, draw)

    def _clock_steps(self, machine: Machine, length: float, draw: Random) -> None:
        machine.clock.step(draw.choice(_STEPS_S))

    def _viewer_stalls(self, machine: Machine, length: float, draw: Random) -> None:
        viewer = draw.choice(self._viewers)
        viewer.stall()
        time.sleep(length)
        viewer.go_on()
