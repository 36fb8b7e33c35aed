"""Writes what runs have brought, a few times a second, all runs in one transaction; acknowledges
after the commit.

When the store fails (a full disk), the transaction is tried again with everything that came
since: nothing is acknowledged that is not stored, so nothing is lost. When it refuses a value, only
the part of the run that holds the value is left out, and that run fails.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.events import PartRefused, RunStored, StoreWanted
from orrery_backend.features.runs.life.vocabulary import ENDED
from orrery_backend.features.runs.store import repository
from orrery_backend.features.runs.store.active import ActiveRun, Journal
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.kit.db import Database, StoreUnavailableError
from orrery_backend.kit.events import EventBus
from orrery_backend.results.service import ResultBatch, ResultService

NoteEnd = Callable[[AsyncConnection, str, str | None, int], Awaitable[None]]
"""Writes down that a run has ended, in the transaction that stores its end; maybe more than once.
Takes the run's id, the id of its group, and milliseconds since 1970.
"""

_log = structlog.get_logger()
_RETRY_S = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    run: ActiveRun
    record: RunRecord
    """As it was when the piece was taken: a later state needs what comes with a later piece."""
    journal: Journal
    batch: ResultBatch
    seen: dict[tuple[int, int], int]


class Flusher:
    """One for all runs. After a commit it publishes `RunStored` for each run in it, then what the
    run's journal has for after it; `PartRefused` after a part of a run was left out that the store
    will never take. `StoreWanted` ends its pause.
    """

    def __init__(
        self,
        database: Database,
        results: ResultService,
        runs: Callable[[], list[ActiveRun]],
        bus: EventBus,
        every_s: float = 0.25,
    ) -> None:
        self._database = database
        self._results = results
        self._runs = runs
        self._bus = bus
        self._every_s = every_s
        self._urgent = asyncio.Event()
        self._one = asyncio.Lock()
        self._retained: list[_Piece] = []
        self.trouble = ""
        """Why the last transaction failed; empty if it did not."""
        self.commits = 0
        self.commit_seconds = 0.0
        self.note_end: NoteEnd = _note_nothing
        bus.subscribe(StoreWanted, lambda _: self._urgent.set())

    async def serve(self) -> None:
        """Until cancelled."""
        while True:
            try:
                async with asyncio.timeout(self._every_s):
                    await self._urgent.wait()
            except TimeoutError:
                pass
            self._urgent.clear()
            try:
                await self.flush()
            except StoreUnavailableError:
                await asyncio.sleep(_RETRY_S)
            except Exception:  # noqa: BLE001 - whatever it is, what runs brought must not be lost
                _log.exception("the store did not take what runs brought; trying again")
                await asyncio.sleep(_RETRY_S)

    async def flush(self) -> None:
        """Everything that waits now is in the store when this returns."""
        async with self._one:
            for run in self._runs():
                self._take(run)
            if not self._retained:
                return
            committing = asyncio.ensure_future(self._commit_and_note())
            try:
                await asyncio.shield(committing)
            except asyncio.CancelledError:
                # What has been taken must be committed once, and not twice: the turn is kept.
                await asyncio.wait({committing})
                raise

    def _take(self, run: ActiveRun) -> None:
        try:
            piece = _taken(run)
        except Exception as error:  # noqa: BLE001 - other runs' pieces are taken
            _log.exception("what a run brought cannot be stored", run=run.record.number)
            self._bus.publish(PartRefused(run.id, repr(error)))
            return
        if piece is not None:
            self._retained.append(piece)

    async def _commit_and_note(self) -> None:
        """One line in the log when the store begins to fail, one when it is back."""
        try:
            await self._commit_all()
        except StoreUnavailableError as error:
            if not self.trouble:
                _log.error("the store fails; trying on", error=error.words)
            self.trouble = error.words
            raise
        if self.trouble:
            _log.info("the store takes what runs bring again")
            self.trouble = ""

    async def _commit_all(self) -> None:
        pieces = self._retained
        try:
            await self._commit(pieces)
        except Exception as error:
            if len(pieces) == 1 and isinstance(error, StoreUnavailableError):
                raise
            if not self.trouble:
                _log.warning("storing runs one by one after a failure", error=repr(error)[:300])
            failures: dict[str, StoreUnavailableError] = {}
            for piece in list(pieces):
                # A full disk may have room for the later piece only: its state and numbers must not
                # be stored and acknowledged before the earlier piece.
                if piece.run.id in failures:
                    continue
                try:
                    await self._commit_alone(piece)
                except StoreUnavailableError as failure:
                    failures[piece.run.id] = failure
            if failures:
                raise next(iter(failures.values())) from error

    async def _commit(self, pieces: list[_Piece]) -> None:
        begun = time.monotonic()
        async with self._database.write() as connection:
            for piece in pieces:
                for part in self._parts(piece):
                    await part(connection)
        self._committed(list(pieces), begun)

    async def _commit_alone(self, piece: _Piece) -> None:
        """Leaves out the parts that the store will never take, and fails their run."""
        refused: list[str] = []
        begun = time.monotonic()
        async with self._database.write() as connection:
            for part in self._parts(piece):
                try:
                    async with connection.begin_nested():
                        await part(connection)
                except Exception as error:
                    if self._database.trouble(error):
                        raise
                    _log.exception("the store refuses a part of a run", run=piece.run.record.number)
                    refused.append(f"{type(error).__name__}: {error}"[:300])
        self._committed([piece], begun)
        if refused:
            self._bus.publish(PartRefused(piece.run.id, refused[0]))

    def _committed(self, stored: list[_Piece], begun: float) -> None:
        self.commits += 1
        self.commit_seconds += time.monotonic() - begun
        self._retained = [piece for piece in self._retained if piece not in stored]
        for piece in stored:
            for key, seen in piece.seen.items():
                state = piece.run.outputs[key]
                state.committed = max(state.committed, seen)
            self._bus.publish(RunStored(piece.run.id))
            for event in piece.journal.after_commit:
                self._bus.publish(event)

    def _parts(self, piece: _Piece) -> Iterator[Callable[[AsyncConnection], Awaitable[None]]]:
        """Each can be stored without those after it."""
        run, record, journal = piece.run, piece.record, piece.journal
        if journal.record:
            yield lambda connection: repository.save(connection, record)
            if record.state in ENDED:
                group_id = record.group.id if record.group else None
                ended_ms = record.ended_ms or 0
                yield lambda connection: self.note_end(connection, run.id, group_id, ended_ms)
        if journal.nodes:
            yield lambda connection: repository.save_nodes(connection, record)
        yield lambda connection: repository.add_events(connection, run.id, journal.events)
        yield lambda connection: repository.add_lines(connection, run.id, journal.lines)
        yield lambda connection: self._results.store(connection, run.id, piece.batch)


async def _note_nothing(_: AsyncConnection, _run: str, _group: str | None, _ended_ms: int) -> None:
    pass


def _taken(run: ActiveRun) -> _Piece | None:
    record = replace(run.record)
    journal, batch = run.take()
    seen = {key: run.outputs[key].seen for key in journal.outputs}
    nothing = not (
        journal.record
        or journal.nodes
        or journal.events
        or journal.lines
        or journal.after_commit
        or journal.restart_repeat is not None
        or batch.repeats
        or batch.outputs
        or batch.schemas
        or batch.chunks
        or batch.positions
        or batch.dropped_positions
    )
    return None if nothing else _Piece(run, record, journal, batch, seen)
