"""Writes what runs have brought, a few times a second, all runs in one transaction; acknowledges
after the commit.

A failed transaction is tried again with everything that came since: nothing is acknowledged that is
not stored, so nothing is lost; the error is logged each time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.results.service import ResultBatch, ResultService
from orrery_backend.features.runs import repository
from orrery_backend.features.runs.active import ActiveRun, Journal
from orrery_backend.kit.db import Database

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    run: ActiveRun
    journal: Journal
    batch: ResultBatch
    seen: dict[tuple[int, int], int]


class Flusher:
    """One for all runs. `acknowledge` is called after a commit for each run in it."""

    def __init__(
        self,
        database: Database,
        results: ResultService,
        runs: Callable[[], list[ActiveRun]],
        acknowledge: Callable[[ActiveRun], None],
        every_s: float = 0.25,
    ) -> None:
        self._database = database
        self._results = results
        self._runs = runs
        self._acknowledge = acknowledge
        self._every_s = every_s
        self._urgent = asyncio.Event()
        self._one = asyncio.Lock()
        self._retained: list[_Piece] = []
        self.commits = 0
        self.commit_seconds = 0.0

    def urge(self) -> None:
        """Something must be stored soon: do not wait for the next turn."""
        self._urgent.set()

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
            except Exception:  # noqa: BLE001 - whatever it is, what runs brought must not be lost
                _log.exception("the store did not take what runs brought; trying again")
                await asyncio.sleep(1.0)

    async def flush(self) -> None:
        """Everything that waits now is in the store when this returns."""
        async with self._one:
            self._retained += [piece for run in self._runs() if (piece := _take(run))]
            if not self._retained:
                return
            committing = asyncio.ensure_future(self._commit_all())
            try:
                await asyncio.shield(committing)
            except asyncio.CancelledError:
                # What has been taken must be committed once, and not twice: the turn is kept.
                await asyncio.wait({committing})
                raise

    async def _commit_all(self) -> None:
        pieces = self._retained
        try:
            await self._commit(pieces)
        except SQLAlchemyError as error:
            if len(pieces) == 1:
                raise
            _log.warning("storing runs one by one after a failure", error=str(error))
            failures: list[SQLAlchemyError] = []
            for piece in list(pieces):
                try:
                    await self._commit([piece])
                except SQLAlchemyError as failure:
                    failures.append(failure)
            if failures:
                raise failures[-1] from error

    async def _commit(self, pieces: list[_Piece]) -> None:
        begun = time.monotonic()
        async with self._database.write() as connection:
            for piece in pieces:
                await self._write(connection, piece)
        self.commits += 1
        self.commit_seconds += time.monotonic() - begun
        stored = list(pieces)
        self._retained = [piece for piece in self._retained if piece not in stored]
        for piece in stored:
            for key, seen in piece.seen.items():
                state = piece.run.outputs[key]
                state.committed = max(state.committed, seen)
            self._acknowledge(piece.run)
            for call in piece.journal.after_commit:
                call()

    async def _write(self, connection: AsyncConnection, piece: _Piece) -> None:
        run, journal = piece.run, piece.journal
        if journal.record:
            await repository.save(connection, run.record)
        if journal.nodes:
            await repository.save_nodes(connection, run.record)
        await repository.add_events(connection, run.id, journal.events)
        await repository.add_lines(connection, run.id, journal.lines)
        await self._results.store(connection, run.id, piece.batch)


def _take(run: ActiveRun) -> _Piece | None:
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
    )
    return None if nothing else _Piece(run, journal, batch, seen)
