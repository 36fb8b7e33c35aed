"""A console with node agents on this machine: real parts, a free port, its own data."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from orrery_client import Orrery, UnreachableError
from orrery_contracts.api import NewRun, NodeState, NodeView, RunDocument, RunState
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.presets import find_preset, load_presets
from orrery_contracts.spec import RunSpec

from orrery_testing.part import Part
from orrery_testing.paths import WORKER
from orrery_testing.process_tree import descendants, executable
from orrery_testing.waiting import eventually

#: Settings of a run that lasts until a test ends it.
LONG = ("workload.steps=100000000", "workload.oracle=never")

ENDED = frozenset({RunState.DONE, RunState.FAILED, RunState.CANCELLED})


def free_port(address: str = "127.0.0.1") -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((address, 0))
        port: int = probe.getsockname()[1]
        return port


class Console:
    """Backend and agents. `close` ends them. Use it as a context manager."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        *,
        host: str = "127.0.0.1",
        options: Sequence[str] = (),
        token: str | None = None,
    ) -> None:
        self.folder = folder
        self.port = free_port(host)
        self.url = f"http://{host}:{self.port}"
        self._environment = dict(environment)
        self.backend = Part(
            [
                sys.executable, "-m", "orrery_backend",
                "--host", host,
                "--port", str(self.port),
                "--data", str(folder / "data"),
                *options,
            ],
            folder / "backend.log",
            self._environment,
        )  # fmt: skip
        self.agents: dict[str, Part] = {}
        self.client = Orrery(self.url, token=token, timeout=60)

    def __enter__(self) -> Console:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start_backend(self) -> None:
        """Starts or restarts the backend; returns when it answers."""
        self.backend.start()
        eventually(self._answers, "the console answers", explain=self.explain)

    def add_agent(
        self, name: str, *, through: Sequence[str] = (), options: Sequence[str] = ()
    ) -> Part:
        """Starts an agent. `through` is a command prefix that runs it elsewhere."""
        command = [
            *through,
            sys.executable, "-m", "orrery_agent",
            "--join", self.url,
            "--name", name,
            "--spool", str(self.folder / f"spool-{name}"),
            "--worker", str(WORKER),
            *options,
        ]  # fmt: skip
        agent = Part(command, self.folder / f"{name}.log", self._environment)
        agent.start()
        self.agents[name] = agent
        return agent

    def start(self, *names: str) -> None:
        """Starts the backend and agents with these names; returns when all are online."""
        self.start_backend()
        for name in names:
            self.add_agent(name)
        self.wait_for_nodes(names)

    def wait_for_nodes(self, names: Iterable[str], state: NodeState = NodeState.ONLINE) -> None:
        """Waits until all these nodes are in this state."""
        wanted = set(names)
        eventually(
            lambda: wanted <= {node.name for node in self.nodes() if node.state is state},
            f"nodes {sorted(wanted)} are {state}",
            explain=self.explain,
        )

    def nodes(self) -> list[NodeView]:
        """The fleet."""
        return self.client.nodes().items

    def launch(self, preset: str = "smoke", *overrides: str) -> str:
        """Launches a run of a preset; returns its id."""
        return self.client.create_run(NewRun(preset=preset, set=list(overrides))).summary.id

    def launch_long(self, *overrides: str) -> str:
        """Launches a run without an end; returns its id when it measures."""
        run = self.launch("smoke", *LONG, *overrides)
        self.wait_for_measurement(run)
        return run

    def wait_for_state(self, run: str, *states: RunState) -> RunDocument:
        """Waits until the run is in one of these states. Fails if it ends in another state."""

        def there() -> RunDocument | None:
            document = self.client.run(run)
            state = document.summary.state
            return document if state in states or state in ENDED else None

        document = eventually(there, f"run {run} is {states}", explain=self.explain)
        assert document.summary.state in states, f"{self.account(document)}\n{self.explain()}"
        return document

    def wait_for_end(self, run: str) -> RunDocument:
        """Waits until the run is done, failed or cancelled."""
        return self.wait_for_state(run, *ENDED)

    def done(self, preset: str, *overrides: str) -> RunDocument:
        """Launches a run; returns its document. Fails unless it is done with passed checks."""
        document = self.wait_for_end(self.launch(preset, *overrides))
        assert document.summary.state is RunState.DONE, self.account(document)
        assert document.summary.checks_hold, self.account(document)
        return document

    def workers(self, agent: str) -> list[int]:
        """Returns the worker processes below an agent: the worker first, then its children."""
        return [
            pid for pid in descendants(self.agents[agent].pid) if executable(pid) == WORKER.name
        ]

    def wait_for_workers_to_end(self, *agents: str) -> None:
        """Waits until no worker is left below these agents."""
        eventually(
            lambda: not any(self.workers(name) for name in agents),
            f"the workers of {agents} have ended",
            explain=self.explain,
        )

    def wait_for_free_nodes(self) -> None:
        """Waits until no node has a run."""
        eventually(
            lambda: all(node.current_run is None for node in self.nodes()),
            "the nodes are free",
            explain=self.explain,
        )

    def wait_for_measurement(self, run: str) -> None:
        """Waits until the console has seen measured steps."""
        self.wait_for_state(run, RunState.RUNNING)
        eventually(
            lambda: self.client.run(run).summary.progress > 0,
            f"run {run} makes progress",
            explain=self.explain,
        )

    def account(self, document: RunDocument) -> str:
        """Describes a run's state, failure and events."""
        events = [
            f"  {event.at} {event.node} {event.name} {event.text}" for event in document.events
        ]
        return "\n".join([f"{document.summary.state} {document.summary.failure}", *events])

    def explain(self) -> str:
        """The last lines of all logs."""
        parts = {"backend": self.backend, **self.agents}
        return "\n".join(f"--- {name}\n{part.output()}" for name, part in parts.items())

    def close(self) -> None:
        """Ends all parts."""
        self.client.close()
        for agent in self.agents.values():
            agent.clear()
        self.backend.clear()

    def _answers(self) -> bool:
        assert self.backend.runs(), self.backend.output()
        try:
            self.client.health()
        except UnreachableError:
            return False
        return True


def preset_document(name: str, *overrides: str) -> dict[str, Any]:
    """Returns a preset's spec with settings, as JSON values."""
    spec = find_preset(name, load_presets()).spec
    return apply_overrides(spec.model_dump(mode="json"), overrides, RunSpec)
