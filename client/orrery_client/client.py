"""A typed client of a console's REST interface (docs/formats/rest-api.md).

One object talks to one console over a pool of connections; it may be used from several threads.
Every call returns a document of `orrery_contracts` or raises an error of `orrery_client.errors`.
Close it, or use it in a `with` statement. Time-outs are in seconds.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import quote, urlencode

from orrery_contracts.annotation import Annotation, NewAnnotation
from orrery_contracts.api import (
    Comparison,
    Health,
    ImportReport,
    LinkMatrix,
    LogLine,
    MeasureLinks,
    NewRun,
    NodeList,
    Positions,
    PresetList,
    PublishedTables,
    RepeatReplacement,
    RunDocument,
    RunEvent,
    RunPage,
    RunPatch,
    RunState,
    SeriesList,
    SpecCheck,
)
from orrery_contracts.model import ModelCheck, ModelExamples, ModelReport
from orrery_contracts.move import MoveAccepted, MoveOrder
from orrery_contracts.spec import Preset
from orrery_contracts.stream import StreamData
from pydantic import TypeAdapter

from orrery_client.access import AccessCalls
from orrery_client.baselines import BaselineCalls
from orrery_client.calls import Query
from orrery_client.frames import Frame
from orrery_client.groups import GroupCalls
from orrery_client.stream import follow_run
from orrery_client.trends import TrendCalls
from orrery_client.views import ViewCalls
from orrery_client.webhooks import WebhookCalls

_ANNOTATIONS = TypeAdapter(list[Annotation])
_EVENTS = TypeAdapter(list[RunEvent])
_LOG = TypeAdapter(list[LogLine])


class Orrery(GroupCalls, BaselineCalls, TrendCalls, ViewCalls, WebhookCalls, AccessCalls):
    """All calls to a console."""

    # The console and its fleet

    def health(self) -> Health:
        return self._get("/health", Health)

    def nodes(self) -> NodeList:
        return self._get("/nodes", NodeList)

    def node_links(self) -> LinkMatrix:
        """Returns the links between nodes as measured last, and the progress of a measurement."""
        return self._get("/nodes/links", LinkMatrix)

    def measure_links(self, nodes: Sequence[str] = ()) -> LinkMatrix:
        """Begins to measure the links between these nodes; between all online if none is named.

        `node_links` tells the progress. The console refuses if a node has a run.
        """
        wanted = MeasureLinks(nodes=list(nodes))
        content = wanted.model_dump_json().encode()
        return self._read(self._send("POST", "/nodes/links", content=content), LinkMatrix)

    def forget_node(self, name: str) -> None:
        """Remove an offline node from the fleet."""
        self._send("POST", f"/nodes/{quote(name, safe='')}/forget")

    # Presets and specs

    def presets(self) -> PresetList:
        return self._get("/presets", PresetList)

    def preset(self, name: str) -> Preset:
        return self._get(f"/presets/{quote(name, safe='')}", Preset)

    def check_spec(self, new_run: NewRun | bytes) -> SpecCheck:
        """Returns the complete spec of this run and its placement. Stores nothing."""
        return self._read(self._send("POST", "/specs/check", content=_body(new_run)), SpecCheck)

    # Runs

    def create_run(self, new_run: NewRun | bytes) -> RunDocument:
        """Queues a run. Bytes are a `NewRun` as JSON, which the console checks.

        The client repeats the call if the answer is lost; the console then makes no second run.
        """
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        reply = self._send("POST", "/runs", content=_body(new_run), headers=headers, is_keyed=True)
        return self._read(reply, RunDocument)

    def runs(
        self,
        *,
        cursor: str | None = None,
        limit: int = 50,
        state: RunState | None = None,
        tag: str | None = None,
        node: str | None = None,
        query: str | None = None,
        archived: bool | None = None,
        preset: str | None = None,
        group: str | None = None,
        collapsed: bool = False,
        workload: str | None = None,
        since: str | None = None,
        until: str | None = None,
        commit: str | None = None,
        settings: Sequence[str] = (),
    ) -> RunPage:
        """Returns a page of runs, newest first; its `next_cursor` leads to the next page.

        `since` and `until` are days in UTC (`2026-03-03`) or times (`2026-03-03T12:00:00Z`), both
        included. `commit` is the beginning of the commit of the console or of a worker, with 4
        digits or more. `settings` are up to 8 texts `path=value` that all must fit.

        With `collapsed` only the newest run of each sweep or suite is listed, and the page's
        `groups` describe these sweeps and suites.
        """
        params: Query = {
            "cursor": cursor,
            "limit": str(limit),
            "state": state,
            "tag": tag,
            "node": node,
            "q": query,
            "archived": None if archived is None else str(archived).lower(),
            "preset": preset,
            "group": group,
            "collapsed": "true" if collapsed else None,
            "workload": workload,
            "since": since,
            "until": until,
            "commit": commit,
            "set": list(settings),
        }
        return self._get("/runs", RunPage, params)

    def run(self, run: str) -> RunDocument:
        """A run by its id or number."""
        return self._get(_run_path(run), RunDocument)

    def wait(self, run: str, on_idle: Callable[[], None] = lambda: None) -> RunDocument:
        """Waits until a run has ended and returns its document."""
        run_id = self.run(run).summary.id
        for _entry in self.follow(run_id, on_idle):
            pass
        return self.run(run_id)

    def follow(
        self, run: str, on_idle: Callable[[], None] = lambda: None
    ) -> Iterator[StreamData | Frame]:
        """Yields what happens to a run from now to its end, over the live stream; reconnects by
        itself.

        `on_idle` is called about twice a second while nothing happens; an exception from it ends
        the wait.
        """
        return follow_run(self.url, self._token, self._tls, self.run(run).summary.id, on_idle)

    def cancel_run(self, run: str) -> RunDocument:
        return self._read(self._send("POST", _run_path(run, "/cancel")), RunDocument)

    def move_entities(self, run: str, order: MoveOrder | bytes) -> MoveAccepted:
        """Moves an entity, or a share of a node's entities, of a running run.

        An event of the run, `move.done` or `move.refused`, reports the result.
        """
        reply = self._send("POST", _run_path(run, "/moves"), content=_body(order))
        return self._read(reply, MoveAccepted)

    def replace_repeat(self, run: str, repeat: int) -> RunDocument:
        """Makes a disturbed repeat of a run that is done again. `repeat` counts from 0.

        The run waits for its nodes, and has ended again when the new repeat has.
        """
        content = RepeatReplacement(repeat=repeat).model_dump_json().encode()
        reply = self._send("POST", _run_path(run, "/replacements"), content=content)
        return self._read(reply, RunDocument)

    def retry_run(self, run: str) -> RunDocument:
        """A new run of the same spec."""
        return self._read(self._send("POST", _run_path(run, "/retry")), RunDocument)

    def change_run(self, run: str, patch: RunPatch) -> RunDocument:
        """Changes name, note, tags or archived. A field that is not set keeps its value."""
        content = patch.model_dump_json(exclude_unset=True).encode()
        return self._read(self._send("PATCH", _run_path(run), content=content), RunDocument)

    def annotations(self, run: str) -> list[Annotation]:
        """Notes on a run and on its steps, oldest first."""
        return self._read_as(self._send("GET", _run_path(run, "/annotations")), _ANNOTATIONS)

    def annotate(self, run: str, note: NewAnnotation) -> Annotation:
        """Writes a note on a run, on a repeat, or on a step of a repeat."""
        content = note.model_dump_json().encode()
        reply = self._send("POST", _run_path(run, "/annotations"), content=content)
        return self._read(reply, Annotation)

    def delete_annotation(self, run: str, annotation: str) -> None:
        self._send("DELETE", _run_path(run, f"/annotations/{quote(annotation, safe='')}"))

    def delete_run(self, run: str) -> None:
        """Delete a run that has ended."""
        self._send("DELETE", _run_path(run))

    def events(self, run: str, *, after: int | None = None) -> list[RunEvent]:
        params = {"after": None if after is None else str(after)}
        return self._read_as(self._send("GET", _run_path(run, "/events"), params=params), _EVENTS)

    def log(
        self, run: str, *, node: str | None = None, level: str | None = None, limit: int = 200
    ) -> list[LogLine]:
        params = {"node": node, "level": level, "limit": str(limit)}
        return self._read_as(self._send("GET", _run_path(run, "/log"), params=params), _LOG)

    def series(
        self,
        run: str,
        *,
        repeat: int | None = None,
        node_index: int | None = None,
        frame: Literal["window", "samples"] = "window",
        columns: list[str] | None = None,
        max_points: int = 2000,
    ) -> SeriesList:
        """Returns series of a run, reduced to at most `max_points` rows a column."""
        params = {
            "repeat": None if repeat is None else str(repeat),
            "node_index": None if node_index is None else str(node_index),
            "frame": frame,
            "columns": ",".join(columns) if columns else None,
            "max_points": str(max_points),
        }
        return self._get(_run_path(run, "/series"), SeriesList, params)

    def positions(self, run: str, *, repeat: int = 0, first: int = 0, count: int = 30) -> Positions:
        """Returns where the entities of a run were, at most `count` (1 to 60) moments of a repeat.

        Raises `ApiError` if the repeat has no moment numbered `first`.
        """
        params: dict[str, str | None] = {
            "repeat": str(repeat),
            "first": str(first),
            "count": str(count),
        }
        return self._get(_run_path(run, "/positions"), Positions, params)

    def export(self, run: str, kind: Literal["json", "csv"] = "json") -> bytes:
        """Returns the whole run as a file's bytes."""
        return self._send("GET", _run_path(run, "/export"), params={"format": kind}).content

    def save_trace(self, run: str, file: Path) -> None:
        """Writes steps, windows, migrations, events and notes of a run to a file, for Perfetto.

        Replaces an existing file.
        """
        self._download(_run_path(run, "/export"), "format=trace", file)

    def report(self, run: str) -> bytes:
        """A run as one HTML file that opens offline."""
        return self._send("GET", _run_path(run, "/report")).content

    def comparison_report(self, runs: list[str], *, baseline: str | None = None) -> bytes:
        """A comparison as one HTML file that opens offline."""
        params = {"runs": ",".join(runs), "baseline": baseline}
        return self._send("GET", "/compare/report", params=params).content

    def export_runs(
        self,
        file: Path,
        *,
        runs: Sequence[str] = (),
        groups: Sequence[str] = (),
        kind: Literal["sqlite", "parquet"] = "sqlite",
    ) -> None:
        """Writes runs with all their measurements to a file: SQLite, for another console, or a ZIP
        of Parquet tables, for pandas, DuckDB and the like, which a console imports too.

        Replaces an existing file.
        """
        params = [("run", run) for run in runs] + [("group", group) for group in groups]
        if kind != "sqlite":
            params.append(("format", kind))
        self._download("/exports", urlencode(params), file)

    def import_runs(self, file: Path) -> ImportReport:
        """Imports the runs of a file that `export_runs` wrote."""
        return self._read(self._upload("/imports", file), ImportReport)

    def compare(self, runs: list[str], *, baseline: str | None = None) -> Comparison:
        """Compares runs with `baseline`, which is the first of them by default."""
        return self._get("/compare", Comparison, {"runs": ",".join(runs), "baseline": baseline})

    def models(self) -> ModelExamples:
        """Returns the models that ship with Orrery."""
        return self._get("/models", ModelExamples)

    def check_model(self, text: str) -> ModelReport:
        """Checks a model: returns its errors, or its components. Stores nothing."""
        body = ModelCheck(text=text).model_dump_json().encode()
        return self._read(self._send("POST", "/models/check", content=body), ModelReport)

    def reference(self, source: str | None = None) -> PublishedTables:
        return self._get("/reference", PublishedTables, {"source": source})


def _body(document: NewRun | MoveOrder | bytes) -> bytes:
    return document if isinstance(document, bytes) else document.model_dump_json().encode()


def _run_path(run: str, rest: str = "") -> str:
    return f"/runs/{quote(run, safe='')}{rest}"
