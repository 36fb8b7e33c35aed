"""Runs that have ended, copied from store to store with all that they measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orrery_contracts.annotation import MOST_ANNOTATIONS
from orrery_contracts.api import ImportedRun, RunOrigin
from orrery_contracts.group import GroupRef
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from orrery_backend.features.runs.documents import stored_document
from orrery_backend.features.runs.effects.engine import Engine
from orrery_backend.features.runs.life.vocabulary import ENDED
from orrery_backend.features.runs.store import notes, repository
from orrery_backend.features.runs.store.active import MAX_EVENTS, MAX_LINES
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.kit.clock import Clock
from orrery_backend.kit.db import Database
from orrery_backend.kit.problems import ProblemError, conflict, not_found
from orrery_backend.results.service import ResultService, StoredRepeat

#: Events of the console itself come on top of a worker's.
_MOST_EVENTS = 2 * MAX_EVENTS


class UnreadableRunError(Exception):
    """A run of another store cannot be taken in; the message says why."""


class TransferredRuns:
    """Connections are the caller's, and so are transactions."""

    def __init__(
        self, database: Database, results: ResultService, engine: Engine, clock: Clock
    ) -> None:
        self._database = database
        self._results = results
        self._engine = engine
        self._clock = clock

    async def ended(self, run_keys: Sequence[str]) -> list[RunRecord]:
        """The runs behind ids or numbers, each once. Raises `ProblemError` for a run that is not
        there or may still bring something.
        """
        found: dict[str, RunRecord] = {}
        async with self._database.read() as connection:
            for key in run_keys:
                record = await repository.find(connection, key)
                if record is None:
                    raise not_found(
                        f"There is no run {key[:60]!r}.",
                        "Give numbers or ids of runs; GET /api/v1/runs lists them.",
                    )
                if self._engine.find(record.id) is not None:
                    raise conflict(
                        f"Run {record.number} has not ended, or workers of it have not left yet."
                        " Export it when it has ended and its nodes are free."
                    )
                if record.left_out:
                    raise conflict(
                        f"Run {record.number} was stored by another version of Orrery with"
                        f" {', '.join(record.left_out)}, which this one does not know. Export it"
                        " with that version."
                    )
                found[record.id] = record
        return list(found.values())

    async def copy_out(
        self, source: AsyncConnection, target: AsyncConnection, record: RunRecord, console: str
    ) -> None:
        """To a file of runs: each says where it was measured."""
        origin = record.origin or RunOrigin(console=console, number=record.number)
        await self._copy(source, target, replace(record, origin=origin))

    async def examine(self, source: AsyncConnection, run_id: str) -> RunRecord:
        """Reads all of a run in a store that others have written, as pages and exports will.
        Raises `UnreadableRunError`.
        """
        try:
            record = await repository.find(source, run_id)
            if record is None or record.origin is None or record.state not in ENDED:
                raise UnreadableRunError("It has no origin, or it has not ended.")
            if record.left_out:
                raise UnreadableRunError(
                    f"It has fields that this version does not know: {', '.join(record.left_out)}."
                )
            events = await repository.load_events(source, run_id, limit=_MOST_EVENTS + 1)
            lines = await repository.load_lines(source, run_id, MAX_LINES + 1)
            if len(events) > _MOST_EVENTS or len(lines) > MAX_LINES:
                raise UnreadableRunError("It has more events or lines than a run may have.")
            for line in lines:
                line.document()
            repeats = await self._results.repeats_of(source, run_id)
            _check_replacements(record, repeats)
            outputs = await self._results.outputs_of(source, run_id)
            measured = self._results.measured(
                record.spec.workload.kind, repeats, outputs, record.nodes
            )
            schemas = await self._results.schemas_of(source, run_id)
            written = await notes.load(source, run_id)
            if len(written) > MOST_ANNOTATIONS:
                raise UnreadableRunError("It has more notes than a run may have.")
            stored_document(record, measured, events, schemas, written)
            await self._results.examine_series(source, run_id, record.repeats, record.nodes)
        except ProblemError as problem:
            raise UnreadableRunError(problem.detail) from problem
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise UnreadableRunError(f"{error.title}, {where}: {first['msg']}.") from error
        except (SQLAlchemyError, ValueError, TypeError, LookupError, ArithmeticError) as error:
            raise UnreadableRunError(f"{type(error).__name__}: {error}") from error
        return record

    async def take_in(
        self,
        source: AsyncConnection,
        target: AsyncConnection,
        record: RunRecord,
        group: GroupRef | None,
    ) -> ImportedRun:
        """A run that has been examined gets a new number, unless it is here already."""
        if record.origin is None:
            raise ValueError(f"run {record.id} says nothing of where it was measured")
        known = await repository.find(target, record.id)
        taken = known or replace(
            record,
            number=await repository.take_numbers(target),
            group=group,
            revision=1,
            imported_ms=self._clock.now_ms(),
        )
        if known is None:
            await self._copy(source, target, taken)
        return ImportedRun(
            id=record.id, number=taken.number, origin=record.origin, is_new=known is None
        )

    async def _copy(
        self, source: AsyncConnection, target: AsyncConnection, record: RunRecord
    ) -> None:
        await repository.add(target, record)
        await repository.save_nodes(target, record)
        events = await repository.load_events(source, record.id)
        await repository.add_events(target, record.id, events)
        lines = await repository.load_lines(source, record.id, MAX_LINES)
        await repository.add_lines(target, record.id, lines)
        await notes.add(target, record.id, await notes.load(source, record.id))
        await self._results.copy(source, target, record.id)

    async def all_ids(self, connection: AsyncConnection) -> list[str]:
        """Of the runs in a store, by number."""
        return await repository.ids_by_number(connection)


def _check_replacements(record: RunRecord, repeats: Sequence[StoredRepeat]) -> None:
    """Raises `UnreadableRunError` if there are more repeats than the spec and replacements allow,
    or one replaces what it cannot.
    """
    made = [repeat for repeat in repeats if repeat.replaces is not None]
    if record.repeats > record.spec.most_repeats + len(made):
        raise UnreadableRunError("It has more repeats than its spec allows.")
    for repeat in made:
        if repeat.replaces is not None and not 0 <= repeat.replaces < repeat.repeat:
            raise UnreadableRunError(f"Repeat {repeat.repeat} replaces none of the repeats before.")
