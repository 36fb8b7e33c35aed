"""Users of the console, who launch, cancel, move, retry, rename and delete at random.

They remember what the console has acknowledged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from orrery_backend.features.runs.service import IdempotencyKey
from orrery_backend.kit.db import StoreUnavailableError
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.api import NewRun, RunDocument, RunPatch, RunState
from orrery_contracts.move import MoveOrder, OneEntity, ShareOfNode
from orrery_contracts.sweep import ListAxis, Sweep

from orrery_campaign.console import ConsoleHost, UnknownOutcome
from orrery_campaign.history import History

ENDED = (RunState.DONE, RunState.FAILED, RunState.CANCELLED)
_PRESETS = (
    ("universe-one-node", 1),
    ("universe-two-nodes", 2),
    ("universe-three-nodes", 3),
    ("uss-migration", 2),
)
_QUICK = ["limits.rendezvous_timeout_ms=2000", "limits.run_timeout_s=2"]


@dataclass
class Promise:
    """The console's acknowledgements about a run."""

    number: int
    cancel_asked: bool = False
    """A cancel was requested, even if no answer came."""
    cancelled: bool = False
    name: str | None = None
    deleted: bool = False
    delete_asked: bool = False


class Users:
    """See the module's comment."""

    def __init__(self, host: ConsoleHost, random: Random, history: History, nodes: int) -> None:
        self._host = host
        self._random = random
        self._history = history
        self._nodes = nodes
        self.promises: dict[str, Promise] = {}
        self.groups: set[str] = set()
        self._keys: list[tuple[str, NewRun, str | None]] = []
        """Idempotency keys with their requests and the runs that were made."""

    async def act(self) -> None:
        """Makes one request of a user at random."""
        acts: list[tuple[Callable[[], Awaitable[str]], int]] = [
            (self._launch, 6),
            (self._launch_with_key, 2),
            (self._cancel, 3),
            (self._rename, 2),
            (self._delete, 2),
            (self._retry, 1),
            (self._sweep, 1),
            (self._cancel_group, 1),
            (self._move, 3),
            (self._forget, 1),
        ]
        (act,) = self._random.choices([a for a, _ in acts], [weight for _, weight in acts])
        name = act.__name__.strip("_")
        try:
            outcome = await act()
        except UnknownOutcome:
            outcome = "no answer"
        except ProblemError as problem:
            outcome = f"refused: {problem.code.value}"
        except StoreUnavailableError as error:
            outcome = f"the store failed: {error.words}"
        self._history.note("user", f"{name}: {outcome}")

    def _saw(self, run: str, number: int) -> Promise:
        known = self.promises.setdefault(run, Promise(number))
        self._history.check(
            known.number == number, f"run {run} had number {known.number} and has {number}"
        )
        return known

    # Requests.

    def _new_run(self) -> NewRun:
        preset, _ = self._random.choice([p for p in _PRESETS if p[1] <= self._nodes])
        repeats = self._random.choice((1, 1, 2))
        return NewRun(preset=preset, set=[f"repeats={repeats}", *_QUICK])

    async def _launch(self) -> str:
        asked = self._new_run()
        document, _ = await self._host.ask(lambda c: c.runs.create(asked, None))
        return self._made(document)

    def _made(self, document: RunDocument) -> str:
        summary = document.summary
        taken = [run for run, known in self.promises.items() if known.number == summary.number]
        self._history.check(
            taken in ([], [summary.id]), f"number {summary.number} was given again, to {summary.id}"
        )
        self._saw(summary.id, summary.number)
        return f"run {summary.number} {document.summary.preset}"

    async def _launch_with_key(self) -> str:
        if self._keys and self._random.random() < 0.5:
            place = self._random.randrange(len(self._keys))
        else:
            place = len(self._keys)
            self._keys.append((f"key-{place}", self._new_run(), None))
        key, asked, made = self._keys[place]
        document, _ = await self._host.ask(lambda c: c.runs.create(asked, IdempotencyKey(key, key)))
        run = document.summary.id
        gone = made is not None and self.promises[made].delete_asked
        self._history.check(made in (None, run) or gone, f"{key} made {made} and then {run}")
        self._keys[place] = (key, asked, run)
        return self._made(document)

    def _some_run(self) -> str | None:
        runs = [run for run, known in self.promises.items() if not known.delete_asked]
        return self._random.choice(runs) if runs else None

    async def _cancel(self) -> str:
        run = self._some_run()
        if run is None:
            return "no run"
        known = self.promises[run]
        known.cancel_asked = True
        document = await self._host.ask(lambda c: c.runs.cancel(run))
        known.cancelled = document.summary.state is RunState.CANCELLED
        return f"run {known.number} is {document.summary.state.value}"

    async def _rename(self) -> str:
        run = self._some_run()
        if run is None:
            return "no run"
        known = self.promises[run]
        name = f"name {self._random.randrange(1000)}"
        before = known.name
        known.name = None
        document, _ = await self._host.ask(lambda c: c.runs.patch(run, RunPatch(name=name), None))
        known.name = document.summary.name
        return f"run {known.number} from {before} to {name}"

    async def _delete(self) -> str:
        run = self._some_run()
        if run is None:
            return "no run"
        known = self.promises[run]
        known.delete_asked = True
        try:
            await self._host.ask(lambda c: c.runs.delete(run))
        except ProblemError:
            known.delete_asked = False
            raise
        known.deleted = True
        return f"run {known.number}"

    async def _retry(self) -> str:
        run = self._some_run()
        if run is None:
            return "no run"
        return self._made(await self._host.ask(lambda c: c.runs.retry(run)))

    async def _sweep(self) -> str:
        axis = ListAxis(path="workload.managers", values=["0", "1"])
        base = NewRun(preset="universe-one-node", set=["repeats=2", *_QUICK])
        sweep = Sweep(
            name="managers", base=base, axes=[axis], interleaved=self._random.random() < 0.5
        )
        document = await self._host.ask(lambda c: c.groups.create_sweep(sweep, None))
        self.groups.add(document.summary.id)
        return f"group {document.summary.number}"

    async def _cancel_group(self) -> str:
        if not self.groups:
            return "no group"
        group = self._random.choice(sorted(self.groups))
        members = await self._host.ask(lambda c: c.groups.document(group))
        for cell in members.cells:
            if cell.run is not None:
                self._saw(cell.run.id, cell.run.number).cancel_asked = True
        document = await self._host.ask(lambda c: c.groups.cancel(group))
        return f"group {document.summary.number}"

    async def _move(self) -> str:
        run = self._some_run()
        if run is None:
            return "no run"
        names = [f"node-{number}" for number in range(1, self._nodes + 1)]
        what: Any = OneEntity(entity=self._random.randrange(40))
        if self._random.random() < 0.5:
            what = ShareOfNode(from_node=self._random.choice(names), share=0.25)
        order = MoveOrder(what=what, to_node=self._random.choice(names))
        accepted = await self._host.ask(lambda c: c.runs.move(run, order))
        return f"run {self.promises[run].number}, move {accepted.number}"

    async def _forget(self) -> str:
        name = f"node-{self._random.randint(1, self._nodes)}"
        await self._host.ask(lambda c: c.fleet.forget(name))
        return name
