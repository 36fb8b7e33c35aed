"""Users of the console, over REST, while faults come and go.

They launch, cancel, rename, delete, move and retry at random, and remember what the console has
acknowledged.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from orrery_campaign.users import ENDED, Promise
from orrery_client import Orrery, ProblemError, UnexpectedReplyError, UnreachableError
from orrery_contracts.api import NewRun, RunDocument, RunPatch, RunState
from orrery_contracts.move import MoveOrder, ShareOfNode
from orrery_contracts.sweep import ListAxis, Sweep

from orrery_hosts.account import Account

_WORKLOADS = (
    ("smoke", "workload.entities=4", "workload.managers=0"),
    ("smoke", "workload.process_model=pooled"),
    ("uss-migration", "workload.entities=8", "workload.update_cost_us=100"),
    ("phold-two-nodes", "workload.events=200000"),
)
RUN_TIMEOUT_S = 40
_QUICK = (
    "transports.nodes=tcp",
    "transports.peer_timeout_ms=2000",
    "limits.rendezvous_timeout_ms=15000",
    f"limits.run_timeout_s={RUN_TIMEOUT_S}",
)
_STEPS = (100, 1000, 4000, 100_000_000)
"""Numbers of steps. A cancel or the run time-out ends a run with the last."""
_HOLDING = (RunState.PLACING, RunState.PREPARING, RunState.READY, RunState.RUNNING)


@dataclass
class Seen:
    """When a run was first and last known to be unfinished (monotonic seconds)."""

    begin: float
    end: float
    has_ended: bool = False


class People:
    """One thread of requests, from `start` to `stop`."""

    def __init__(self, client: Orrery, random: Random, account: Account, nodes: int) -> None:
        self._client = client
        self._random = random
        self._account = account
        self._nodes = nodes
        self._leave = threading.Event()
        self._endless: set[str] = set()
        """Runs with so many steps that a user must cancel them."""
        self._thread: threading.Thread | None = None
        self.promises: dict[str, Promise] = {}
        self.seen: dict[str, Seen] = {}

    def start(self) -> None:
        self._leave.clear()
        self._thread = threading.Thread(target=self._act_on, name="people")
        self._thread.start()

    def stop(self) -> None:
        self._leave.set()
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        self.stop()
        self._client.close()

    def _act_on(self) -> None:
        while not self._leave.wait(2.5 * self._random.random()):
            try:
                self.act()
                self.look()
            except Exception as error:  # noqa: BLE001 - a thread's error must not be lost
                self._account.fail(f"people: {error!r}")
                return

    def act(self) -> None:
        """Makes one request of a user at random."""
        acts: list[tuple[Callable[[], str], int]] = [
            (self._launch, 6),
            (self._cancel, 3),
            (self._rename, 2),
            (self._delete, 1),
            (self._retry, 1),
            (self._sweep, 1),
            (self._move, 1),
        ]
        (act,) = self._random.choices([a for a, _ in acts], [weight for _, weight in acts])
        name = act.__name__.strip("_")
        try:
            outcome = act()
        except UnreachableError:
            outcome = "no answer"
        except ProblemError as error:
            outcome = f"refused: {error.problem.code.value}"
        except UnexpectedReplyError as error:
            outcome = f"unexpected: {error}"
            self._account.fail(f"{name}: {error}")
        self._account.note("people", f"{name}: {outcome}")

    def look(self) -> None:
        """Checks that no node is in two runs, and notes when runs were seen."""
        try:
            runs = self._client.runs(limit=100).items
        except (UnreachableError, ProblemError):
            return
        holders: dict[str, int] = {}
        now = time.monotonic()
        for run in runs:
            known = self.seen.setdefault(run.id, Seen(now, now))
            if not known.has_ended:
                # The run went on while the console did not answer.
                known.end = now
                known.has_ended = run.state in ENDED
            if run.state in _HOLDING:
                for node in run.nodes:
                    self._account.check(
                        node not in holders,
                        f"{node} is in run {run.number} and in run {holders.get(node)}",
                    )
                    holders[node] = run.number

    def cancelled_all(self) -> bool:
        """Cancels runs that wait or have no end. False: the console did not answer."""
        try:
            for run in self._client.runs(limit=200).items:
                if run.state is RunState.QUEUED or (
                    run.id in self._endless and run.state not in ENDED
                ):
                    self.promises.setdefault(run.id, Promise(run.number)).cancel_asked = True
                    with suppress(ProblemError):  # the run has ended meanwhile
                        self._client.cancel_run(run.id)
        except UnreachableError:
            return False
        return True

    # Requests.

    def _new_run(self) -> NewRun:
        preset, *settings = self._random.choice(_WORKLOADS)
        count = self._random.randint(1, self._nodes)
        settings += [*_QUICK, f"repeats={self._random.choice((1, 1, 2))}"]
        if preset == "smoke":
            settings.append(f"placement.count={count}")
        if not preset.startswith("phold"):
            steps = self._random.choice(_STEPS)
            settings += [f"workload.steps={steps}", "workload.oracle=never"]
        return NewRun(preset=preset, set=settings)

    def _made(self, document: RunDocument) -> str:
        summary = document.summary
        taken = [run for run, known in self.promises.items() if known.number == summary.number]
        self._account.check(
            taken in ([], [summary.id]), f"number {summary.number} was given again, to {summary.id}"
        )
        self.promises.setdefault(summary.id, Promise(summary.number))
        if getattr(document.spec.workload, "steps", 0) == _STEPS[-1]:
            self._endless.add(summary.id)
        now = time.monotonic()
        self.seen.setdefault(summary.id, Seen(now, now))
        return f"run {summary.number} {summary.preset or ''}"

    def _launch(self) -> str:
        return self._made(self._client.create_run(self._new_run()))

    def some_run(self) -> str | None:
        runs = [run for run, known in self.promises.items() if not known.delete_asked]
        return self._random.choice(runs[-8:]) if runs else None

    def _cancel(self) -> str:
        run = self.some_run()
        if run is None:
            return "no run"
        known = self.promises[run]
        known.cancel_asked = True
        document = self._client.cancel_run(run)
        known.cancelled = document.summary.state is RunState.CANCELLED
        return f"run {known.number} is {document.summary.state.value}"

    def _rename(self) -> str:
        run = self.some_run()
        if run is None:
            return "no run"
        known = self.promises[run]
        known.name = None
        document = self._client.change_run(run, RunPatch(name=f"name {self._random.random()}"))
        known.name = document.summary.name
        return f"run {known.number} to {known.name}"

    def _delete(self) -> str:
        run = self.some_run()
        if run is None:
            return "no run"
        known = self.promises[run]
        known.delete_asked = True
        try:
            self._client.delete_run(run)
        except ProblemError:
            known.delete_asked = False
            raise
        known.deleted = True
        return f"run {known.number}"

    def _retry(self) -> str:
        run = self.some_run()
        if run is None:
            return "no run"
        return self._made(self._client.retry_run(run))

    def _sweep(self) -> str:
        axis = ListAxis(path="workload.entities", values=["2", "3"])
        base = NewRun(preset="smoke", set=[*_QUICK, "workload.steps=200", "placement.count=1"])
        sweep = Sweep(name="entities", base=base, axes=[axis], interleaved=False)
        document = self._client.create_sweep(sweep)
        return f"group {document.summary.number}"

    def _move(self) -> str:
        run = self.some_run()
        if run is None:
            return "no run"
        what = ShareOfNode(from_node="host-1", share=0.25)
        accepted = self._client.move_entities(run, MoveOrder(what=what, to_node="host-2"))
        return f"run {self.promises[run].number}, move {accepted.number}"
