"""Annotations of runs: listed, added, deleted, and announced to the viewers of the run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from orrery_contracts.annotation import MOST_ANNOTATIONS, Annotation, NewAnnotation
from orrery_contracts.api import RunDocument

from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.store import notes, repository
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.record import RunRecord
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.db import Database
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.problems import conflict, field_error, invalid, not_found


class RunAnnotations:
    """The store has all annotations. An active run has its annotations in memory too, because its
    document is made from memory.
    """

    def __init__(
        self,
        database: Database,
        announcer: Announcer,
        clock: Clock,
        find_active: Callable[[str], ActiveRun | None],
        find_record: Callable[[str], Awaitable[RunRecord]],
        read_document: Callable[[str], Awaitable[tuple[RunDocument, int]]],
    ) -> None:
        self._database = database
        self._announcer = announcer
        self._clock = clock
        self._find_active = find_active
        self._find_record = find_record
        self._read_document = read_document

    async def read(self, run_key: str) -> list[Annotation]:
        """The annotations, oldest first. Raises `ProblemError` if there is no such run."""
        record = await self._find_record(run_key)
        async with self._database.read() as connection:
            return await notes.load(connection, record.id)

    async def add(self, run_key: str, asked: NewAnnotation, author: str) -> Annotation:
        """Raises `ProblemError`."""
        record = await self._find_record(run_key)
        text = asked.text.strip()
        if not text:
            raise invalid(field_error("text", asked.text, "The note is blank.", "Write a text."))
        if asked.step is not None and asked.repeat is None:
            raise invalid(
                field_error("repeat", None, "A step needs a repeat.", "Give `repeat` too, from 0.")
            )
        if asked.repeat is not None and asked.repeat >= record.repeats:
            raise invalid(
                field_error(
                    "repeat",
                    asked.repeat,
                    f"Run {record.number} has no repeat {asked.repeat}.",
                    f"Give 0 to {record.repeats - 1}.",
                )
            )
        now = self._clock.now_ms()
        annotation = Annotation(
            id=new_ulid(now),
            at=instant(now),
            author=author,
            text=text,
            repeat=asked.repeat,
            step=asked.step,
        )
        async with self._database.write() as connection:
            if not await repository.raise_revision(connection, record.id):
                raise not_found(f"Run {record.number} was deleted.", "Name another run.")
            if await notes.count(connection, record.id) >= MOST_ANNOTATIONS:
                raise conflict(
                    f"Run {record.number} has {MOST_ANNOTATIONS} notes, the most that a run may"
                    " have. Delete some."
                )
            await notes.add(connection, record.id, [annotation])
        active = self._find_active(record.id)
        if active is not None:
            active.annotations.append(annotation)
        await self._announce(record.id, active)
        return annotation

    async def remove(self, run_key: str, annotation_id: str) -> None:
        """Raises `ProblemError`."""
        record = await self._find_record(run_key)
        async with self._database.write() as connection:
            if not await notes.remove(connection, record.id, annotation_id):
                raise not_found(
                    f"Run {record.number} has no note {annotation_id}.",
                    f"GET /api/v1/runs/{record.number}/annotations lists them.",
                )
            await repository.raise_revision(connection, record.id)
        active = self._find_active(record.id)
        if active is not None:
            active.annotations = [note for note in active.annotations if note.id != annotation_id]
        await self._announce(record.id, active)

    async def _announce(self, run_id: str, active: ActiveRun | None) -> None:
        if active is None:
            document, _ = await self._read_document(run_id)
            self._announcer.stored_run_changed(document)
        else:
            # The store has this revision already.
            active.record.revision += 1
            self._announcer.run_updated(active)
