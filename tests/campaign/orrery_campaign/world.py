"""All parts of one history."""

from __future__ import annotations

from pathlib import Path
from random import Random

from orrery_campaign.agents import AgentHost
from orrery_campaign.console import URL, ConsoleHost
from orrery_campaign.disk import SimulatedDisk
from orrery_campaign.faults import Faults
from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.network import Network
from orrery_campaign.receiver import Receiver
from orrery_campaign.spools import SpoolCalls
from orrery_campaign.users import Users
from orrery_campaign.viewers import Viewer
from orrery_campaign.workers import Workers

_DATA = Path("/simulated/data")


class World:
    """The parts, made from one seed."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.random = Random(seed)
        self.loop = SimulatedLoop()
        self.history = History(self.loop.time, str(folder))
        self.network = self.loop.network = Network(self.loop, self._stream())
        self.spools = SpoolCalls()
        self.workers = Workers(
            self._stream(), self.history, self.random.choice((0.0, 0.05, 0.15, 0.4))
        )
        disk = SimulatedDisk(self._stream())
        self.receiver = Receiver(Random(seed))
        self.console = ConsoleHost(
            self.loop, self._stream(), self.history, _DATA, disk, self.receiver
        )
        self.agents = [
            AgentHost(
                f"node-{number}",
                self.loop,
                self._stream(),
                self.workers,
                self.history,
                self.spools,
                folder / f"node-{number}",
                URL,
            )
            for number in range(1, self.random.randint(2, 3) + 1)
        ]
        self.viewers = [
            Viewer(f"viewer-{number}", self.loop, self.history)
            for number in range(1, self.random.randint(1, 2) + 1)
        ]
        self.users = Users(self.console, self._stream(), self.history, len(self.agents))
        self.faults = Faults(
            self.loop,
            self._stream(),
            self.history,
            self.network,
            self.console,
            self.agents,
            self.viewers,
            [],
        )

    def _stream(self) -> Random:
        return Random(self.random.getrandbits(64))
