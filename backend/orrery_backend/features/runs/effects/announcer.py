"""Tells viewers what happens to runs. Knows topics and documents, decides nothing."""

from __future__ import annotations

from orrery_contracts.api import RunDocument, RunPage, RunSummary
from orrery_contracts.stream import (
    EventAdded,
    LogAdded,
    RunChanged,
    RunsSnapshot,
    RunUpdated,
    SchemaAdded,
)
from orrery_contracts.telemetry import FrameSchema

from orrery_backend.features.live.service import RUNS, LiveService, run_topic
from orrery_backend.features.runs.documents import active_document, active_summary
from orrery_backend.features.runs.events import MemberChanged
from orrery_backend.features.runs.store.active import ActiveRun
from orrery_backend.features.runs.store.record import StoredEvent, StoredLine
from orrery_backend.kit.events import EventBus
from orrery_backend.results.service import ResultService


class Announcer:
    """Between the engine and the live feature."""

    def __init__(self, live: LiveService, results: ResultService, bus: EventBus) -> None:
        self._live = live
        self._results = results
        self._bus = bus
        self._positions: dict[str, int | None] = {}

    def _tell_group(self, summary: RunSummary, document: RunDocument | None = None) -> None:
        if summary.group is not None:
            self._bus.publish(MemberChanged(summary, document))

    def run_changed(self, run: ActiveRun, queue_position: int | None) -> None:
        self._positions[run.id] = queue_position
        changed = RunChanged(run=active_summary(run, queue_position))
        self._live.publish(RUNS, changed)
        self._live.publish(run_topic(run.id), changed)
        self._tell_group(changed.run)

    def queue_position(self, run: ActiveRun, position: int | None) -> None:
        if self._positions.get(run.id) != position:
            self.run_changed(run, position)

    def run_updated(self, run: ActiveRun) -> None:
        position = self._positions.get(run.id)
        document = active_document(run, position, self._results)
        self._live.publish(run_topic(run.id), RunUpdated(run=document))
        self._tell_group(document.summary, document)

    def stored_run_changed(self, document: RunDocument) -> None:
        changed = RunChanged(run=document.summary)
        self._live.publish(RUNS, changed)
        self._live.publish(run_topic(document.summary.id), RunUpdated(run=document))
        self._tell_group(document.summary, document)

    def runs_changed(self, runs: RunPage) -> None:
        self._live.publish(RUNS, RunsSnapshot(runs=runs))

    def let_go(self, run: ActiveRun) -> None:
        self._positions.pop(run.id, None)

    def event_added(self, run: ActiveRun, event: StoredEvent) -> None:
        self._live.publish(run_topic(run.id), EventAdded(event=event.document()))

    def line_added(self, run: ActiveRun, line: StoredLine) -> None:
        self._live.publish(run_topic(run.id), LogAdded(line=line.document()))

    def schema_added(self, run: ActiveRun, schema: FrameSchema) -> None:
        self._live.publish(run_topic(run.id), SchemaAdded(frame_schema=schema))

    def frame(self, run: ActiveRun, frame: bytes) -> None:
        self._live.publish_frame(run_topic(run.id), frame)

    def moment(self, run: ActiveRun, node_index: int, frame: bytes) -> None:
        self._live.publish_moment(run_topic(run.id), node_index, frame)

    def progress(self, run: ActiveRun) -> None:
        """At most as often as the store is written."""
        if run.progress_changed:
            run.progress_changed = False
            self.run_changed(run, None)
