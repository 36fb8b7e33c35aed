"""Documents of runs, from memory for those that are active and from the store for the others."""

from __future__ import annotations

from collections.abc import Sequence

from orrery_contracts.annotation import Annotation
from orrery_contracts.api import RunDocument, RunState, RunSummary, WindowModes
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.features.runs.outcome import outcome_of
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.record import RunRecord, StoredEvent
from orrery_backend.kit.problems import shortened
from orrery_backend.results.service import (
    Measured,
    ResultService,
    precision_if_asked,
)


def active_summary(run: ActiveRun, queue_position: int | None) -> RunSummary:
    waiting = run.life.state is RunState.QUEUED
    left = None if waiting or run.life.ended else run.progress.seconds_left()
    return run.record.summary(seconds_left=left, queue_position=queue_position)


def active_document(
    run: ActiveRun, queue_position: int | None, results: ResultService
) -> RunDocument:
    measured = results.measured(
        run.record.spec.workload.kind, run.stored_repeats(), run.stored_outputs(), run.record.nodes
    )
    schemas = list(run.gathering.schemas.values())
    summary = active_summary(run, queue_position)
    return _document(run.record, summary, measured, run.events, schemas, run.annotations)


def stored_document(
    record: RunRecord,
    measured: Measured,
    events: Sequence[StoredEvent],
    schemas: list[FrameSchema],
    annotations: list[Annotation],
    window_modes: Sequence[WindowModes] = (),
) -> RunDocument:
    summary = record.summary()
    return _document(record, summary, measured, events, schemas, annotations, window_modes)


def _document(
    record: RunRecord,
    summary: RunSummary,
    measured: Measured,
    events: Sequence[StoredEvent],
    schemas: list[FrameSchema],
    annotations: list[Annotation],
    window_modes: Sequence[WindowModes] = (),
) -> RunDocument:
    # Name, note and tags may have been changed since: the document shows them as they are now.
    spec = record.spec.model_copy(
        update={"name": record.name, "note": record.note, "tags": record.tags}
    )
    precision = precision_if_asked(record.spec, measured)
    return RunDocument(
        summary=summary,
        spec=spec,
        nodes=record.nodes,
        metrics=measured.metrics,
        repeats=measured.repeats,
        events=[event.document() for event in events],
        schemas=schemas,
        versions=record.versions + _left_out(record),
        precision=precision,
        outcome=shortened(outcome_of(summary, measured.repeats, precision), 2000),
        window_modes=list(window_modes),
        annotations=annotations,
    )


def _left_out(record: RunRecord) -> list[str]:
    if not record.left_out:
        return []
    return [shortened(f"stored by another version; unknown here: {', '.join(record.left_out)}")]
