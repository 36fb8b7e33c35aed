"""Faults of a history: one after the other, chosen at random, each with its own end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from orrery_campaign.agents import AgentHost
from orrery_campaign.console import HOST, ConsoleHost
from orrery_campaign.history import History
from orrery_campaign.loop import SimulatedLoop
from orrery_campaign.network import Network
from orrery_campaign.viewers import Viewer


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault from `begin` to `end` at a node; at all nodes if `node` is empty."""

    kind: str
    node: str
    begin: float
    end: float


@dataclass(eq=False)
class Faults:
    """The parts of a history that faults can hit."""

    loop: SimulatedLoop
    random: Random
    history: History
    network: Network
    console: ConsoleHost
    agents: list[AgentHost]
    viewers: list[Viewer]
    troubles: list[Trouble]

    def choose(self) -> Callable[[], Awaitable[None]]:
        kinds: list[tuple[Callable[[], Awaitable[None]], int]] = [
            (self._cut, 4),
            (self._cut_one_way, 2),
            (self._slow_link, 2),
            (self._reset, 2),
            (self._kill_agent, 3),
            (self._stop_agent, 2),
            (self._agent_disk_full, 1),
            (self._agent_write_fails, 1),
            (self._agent_clock_jumps, 1),
            (self._kill_console, 3),
            (self._kill_console_at_write, 5),
            (self._stop_console, 1),
            (self._console_disk_full, 2),
            (self._console_disk_slow, 2),
            (self._console_clock_jumps, 1),
            (self._stall_viewer, 2),
        ]
        (kind,) = self.random.choices([k for k, _ in kinds], [weight for _, weight in kinds])
        return kind

    def _length_s(self) -> float:
        """A random duration: most faults are short, some outlast every time-out."""
        return self.random.choice((0.3, 1.0, 3.0, 6.0, 14.0)) * (0.5 + self.random.random())

    async def _last(self, kind: str, node: str, seconds: float | None = None) -> None:
        """Records the fault and waits until its end."""
        length = self._length_s() if seconds is None else seconds
        begin = self.loop.time()
        self.history.note("fault", f"{kind} {node} for {length:.1f} s")
        self.troubles.append(Trouble(kind, node, begin, begin + length))
        await asyncio.sleep(length)
        self.history.note("fault", f"{kind} {node} is over")

    def _agent(self) -> AgentHost:
        return self.random.choice(self.agents)

    async def _cut(self) -> None:
        name = self._agent().name
        self.network.cut(name, HOST)
        self.network.cut(HOST, name)
        await self._last("cut", name)
        self.network.heal(name, HOST)
        self.network.heal(HOST, name)

    async def _cut_one_way(self) -> None:
        name = self._agent().name
        way = (name, HOST) if self.random.random() < 0.5 else (HOST, name)
        self.network.cut(*way)
        await self._last("cut one way", name)
        self.network.heal(*way)

    async def _slow_link(self) -> None:
        name = self._agent().name
        for way in ((name, HOST), (HOST, name)):
            direction = self.network.direction(*way)
            direction.delay_s = 0.3 * self.random.random()
            direction.jitter_s = 0.5 * self.random.random()
        await self._last("slow link", name)
        for way in ((name, HOST), (HOST, name)):
            direction = self.network.direction(*way)
            direction.delay_s = direction.jitter_s = 0.0005

    async def _reset(self) -> None:
        name = self._agent().name
        self.network.reset_between(name, HOST)
        await self._last("reset", name, 0.0)

    async def _kill_agent(self) -> None:
        agent = self._agent()
        agent.kill()
        await self._last("agent killed", agent.name)
        agent.start()

    async def _stop_agent(self) -> None:
        agent = self._agent()
        process = agent.process
        if process is None:
            return
        self.loop.stop_process(process)
        await self._last("agent stopped", agent.name)
        self.loop.continue_process(process)

    async def _agent_disk_full(self) -> None:
        agent = self._agent()
        agent.disk.full = True
        await self._last("agent's disk full", agent.name)
        agent.disk.full = False

    async def _agent_write_fails(self) -> None:
        agent = self._agent()
        agent.disk.fail_after = self.random.randrange(40)
        await self._last("agent's write fails", agent.name)
        agent.disk.fail_after = None

    async def _agent_clock_jumps(self) -> None:
        agent = self._agent()
        if agent.process is not None:
            agent.process.wall_offset_ns += self._jump_ns()
        await self._last("clock jumps", agent.name, 0.0)

    async def _console_clock_jumps(self) -> None:
        if self.console.process is not None:
            self.console.process.wall_offset_ns += self._jump_ns()
        await self._last("console's clock jumps", "", 0.0)

    def _jump_ns(self) -> int:
        return int(self.random.choice((-3600, -5, 5, 3600)) * self.random.random() * 1e9)

    async def _kill_console(self) -> None:
        self.console.kill(power_lost=self.random.random() < 0.5)
        await self._last("console killed", "")
        self.console.start()

    async def _kill_console_at_write(self) -> None:
        self.console.disk.die_after = self.random.choice((3, 30, 120)) * self.random.randint(1, 10)
        process = self.console.process
        seconds = self._length_s()
        if process is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(20):
                    await process.died.wait()
        self.console.disk.die_after = None
        if process is not None and not process.alive:
            await self._last("console killed at a write", "", seconds)
            self.console.start()

    async def _stop_console(self) -> None:
        process = self.console.process
        if process is None:
            return
        self.loop.stop_process(process)
        await self._last("console stopped", "")
        self.loop.continue_process(process)

    async def _console_disk_full(self) -> None:
        self.console.disk.full = True
        await self._last("console's disk full", "")
        for disk in self.console.disks:
            disk.full = False

    async def _console_disk_slow(self) -> None:
        self.console.disk.slow_s = self.random.choice((0.1, 0.5, 2.0))
        await self._last("console's disk slow", "")
        for disk in self.console.disks:
            disk.slow_s = 0.0

    async def _stall_viewer(self) -> None:
        if not self.viewers:
            return
        viewer = self.random.choice(self.viewers)
        self.loop.stop_process(viewer.process)
        await self._last("viewer stalls", viewer.name)
        self.loop.continue_process(viewer.process)

    def end_all(self) -> None:
        """Ends all faults and starts the parts that are down."""
        self.network.heal_all()
        for disk in self.console.disks:
            disk.full, disk.slow_s, disk.die_after = False, 0.0, None
        for agent in self.agents:
            agent.disk.full, agent.disk.fail_after = False, None
            if agent.process is not None:
                self.loop.continue_process(agent.process)
            agent.start()
        if self.console.process is not None:
            self.loop.continue_process(self.console.process)
        self.console.start()
        for viewer in self.viewers:
            self.loop.continue_process(viewer.process)
