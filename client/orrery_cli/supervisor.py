"""Starts, watches and stops a console on this machine.

`make up`, `orrery up` and `run --local` use it. It starts the backend, waits until it answers,
starts the agents and waits until they are online. It stops them in reverse order, so that agents
end their workers and the backend still records it. `stop` leaves no descendant of this process
behind, even after a crash of a part. Use it in the main thread only. The process stays a subreaper.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from orrery_client import Orrery, UnreachableError
from orrery_contracts.api import NodeState

from orrery_cli.failure import CommandError
from orrery_cli.local_console import LocalConsole
from orrery_cli.parts import Part, PartPlan, RestartLimit, describe_exit
from orrery_cli.reaper import become_subreaper, end_descendants

_START_TIMEOUT_S = 60.0
_POLL_S = 0.05
#: Seconds before a restart. A backend returns at once: agents wait for it and lose nothing. An
#: agent returns after the console has reported the lost node as offline and its runs as failed
#: (after 5 s).
_BACKEND_PAUSE_S, _AGENT_PAUSE_S = 0.5, 8.0


class Supervisor:
    """The parts of a local console. `say` prints a line; `tick` is called while it waits."""

    def __init__(
        self,
        console: LocalConsole,
        *,
        say: Callable[[str], None],
        tick: Callable[[], None] = lambda: None,
        restart: bool = False,
    ) -> None:
        self.console = console
        self.client = Orrery(console.url, timeout=10.0)
        self._say = say
        self._tick = tick
        self._restart = restart
        self._backend = Part(console.backend())
        self._agents: list[Part] = []
        self._limits: dict[str, RestartLimit] = {}
        self._due: dict[str, float] = {}
        self._given_up: set[str] = set()

    def start_backend(self) -> None:
        """Start the backend and return when it answers."""
        become_subreaper()
        self._launch(self._backend)
        self._wait_for("the console to answer", self._backend_answers)

    def start_agents(self, names: tuple[str, ...]) -> None:
        """Start an agent for each name and return when all are online."""
        for name in names:
            agent = Part(self.console.agent(name))
            self._agents.append(agent)
            self._launch(agent)
        self._wait_for("the nodes to come online", self._all_online)

    def watch(self) -> None:
        """Checks each part once. Restarts a part that exited unexpectedly, or raises an error."""
        for part in self._parts():
            status = part.exit_status()
            name = part.plan.name
            if status is None or name in self._given_up:
                continue
            if name not in self._due:
                self._ended(part, status)
            elif time.monotonic() >= self._due[name]:
                del self._due[name]
                self._launch(part)
                self._say(f"{name} runs again")

    def stop(self) -> None:
        """Ends every part in order, and all their descendants."""
        for part in [*self._agents, self._backend]:
            part.stop()
        end_descendants()
        self.client.close()

    def _parts(self) -> list[Part]:
        return [self._backend, *self._agents]

    def _launch(self, part: Part) -> None:
        try:
            part.start()
        except OSError as error:
            raise CommandError(
                f"cannot start {part.plan.name}: {part.plan.command[0]}: {error.strerror}",
                "run `make setup`, then try again",
            ) from error

    def _ended(self, part: Part, status: int) -> None:
        name = part.plan.name
        failure = CommandError(
            f"{name} has ended unasked ({describe_exit(status)})",
            f"its whole output is in {part.plan.log}",
            details=tuple(part.last_output()),
        )
        if not self._restart:
            raise failure
        self._say(f"{name} has ended unasked ({describe_exit(status)}); see {part.plan.log}")
        if self._limits.setdefault(name, RestartLimit()).allows():
            pause = _BACKEND_PAUSE_S if part is self._backend else _AGENT_PAUSE_S
            self._due[name] = time.monotonic() + pause
        elif part is self._backend:
            raise failure
        else:
            self._given_up.add(name)
            self._say(f"{name} ends again and again and stays offline")

    def _wait_for(self, what: str, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _START_TIMEOUT_S
        while not condition():
            self._tick()
            for part in self._parts():
                if (status := part.exit_status()) is not None:
                    raise _no_start(part.plan, describe_exit(status), part.last_output())
            if time.monotonic() > deadline:
                raise CommandError(
                    f"waited {_START_TIMEOUT_S:.0f} s in vain for {what}",
                    f"the output of each part is in {self._backend.plan.log.parent}",
                    details=tuple(self._backend.last_output()),
                )
            time.sleep(_POLL_S)

    def _backend_answers(self) -> bool:
        try:
            self.client.health()
        except UnreachableError:
            return False
        return True

    def _all_online(self) -> bool:
        nodes = self.client.nodes().items
        online = {node.name for node in nodes if node.state is NodeState.ONLINE}
        return online.issuperset(agent.plan.name for agent in self._agents)


def _no_start(plan: PartPlan, ending: str, last_output: list[str]) -> CommandError:
    return CommandError(
        f"{plan.name} did not start ({ending})",
        f"mend what its output says; the whole of it is in {plan.log}",
        details=tuple(last_output),
    )
