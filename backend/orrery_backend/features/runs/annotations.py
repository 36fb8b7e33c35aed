"""Annotations of runs: added, deleted, and told to who follows the run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from orrery_contracts.annotation import MOST_ANNOTATIONS, Annotation, NewAnnotation
from orrery_contracts.api import RunDocument

from orrery_backend.features.runs.effects.announcer import Announcer
from orrery_backend.features.runs.store import notes, repository
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.kit.clock import Clock, instant
from orrery_backend.kit.db import Database
from orrery_backend.kit.ids import new_ulid
from orrery_backend.kit.problems import conflict, field_error, invalid, not_found


class RunAnnotations:
    """Annotations of runs that are on are in memory too, because their documents are made there."""

    def __init__(
        self,
        database: Database,
        announcer: Announcer,
        clock: Clock,
        find_active: Callable[[str], ActiveRun | None],
        read: Callable[[str], Awaitable[tuple[RunDocument, int]]],
    ) -> None:
        self._database = database
        self._announcer = announcer
        self._clock = clock
        self._find_active = find_active
        self._read = read

    async def add(self, run_key: str, asked: NewAnnotation, author: str) -> Annotation:
        """Raises `ProblemError`."""
        run, _ = await self._read(run_key)
        number = run.summary.number
        if len(run.annotations) >= MOST_ANNOTATIONS:
            raise conflict(
                f"Run {number} has {MOST_ANNOTATIONS} notes, and more are not kept. Delete some."
            )
        text = asked.text.strip()
        if not text:
            raise invalid(field_error("text", asked.text, "The note is blank.", "Write a text."))
        if asked.step is not None and asked.repeat is None:
            raise invalid(
                field_error("repeat", None, "A step needs a repeat.", "Give `repeat` too, from 0.")
            )
        if asked.repeat is not None and asked.repeat >= run.summary.repeats:
            raise invalid(
                field_error(
                    "repeat",
                    asked.repeat,
                    f"Run {number} has no repeat {asked.repeat}.",
                    f"Give 0 to {run.summary.repeats - 1}.",
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
            if not await repository.raise_revision(connection, run.summary.id):
                raise not_found(f"Run {number} was deleted.", "Name another run.")
            await notes.add(connection, run.summary.id, [annotation])
        await self._changed(run.summary.id)
        return annotation

    async def remove(self, run_key: str, annotation_id: str) -> None:
        """Raises `ProblemError`."""
        run, _ = await self._read(run_key)
        async with self._database.write() as connection:
            is_removed = await notes.remove(connection, run.summary.id, annotation_id)
            if is_removed:
                await repository.raise_revision(connection, run.summary.id)
        if not is_removed:
            raise not_found(
                f"Run {run.summary.number} has no note {annotation_id}.",
                f"GET /api/v1/runs/{run.summary.number}/annotations lists them.",
            )
        await self._changed(run.summary.id)

    async def _changed(self, run_id: str) -> None:
        active = self._find_active(run_id)
        if active is None:
            document, _ = await self._read(run_id)
            self._announcer.stored_run_changed(document)
            return
        async with self._database.read() as connection:
            active.annotations = await notes.load(connection, run_id)
        active.record.revision += 1
        self._announcer.run_updated(active)
