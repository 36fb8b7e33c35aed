"""A typed client of a console's REST interface (docs/formats/rest-api.md).

One object talks to one console over a pool of connections; it may be used from several threads.
Every call returns a document of `orrery_contracts` or raises an error of `orrery_client.errors`.
Close it, or use it in a `with` statement. Time-outs are in seconds.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Literal, Self, TypeVar
from urllib.parse import quote

import httpx2
from orrery_contracts.api import (
    Comparison,
    Health,
    LogLine,
    NewRun,
    NodeList,
    PresetList,
    PublishedTables,
    RunDocument,
    RunEvent,
    RunPage,
    RunPatch,
    RunState,
    SeriesList,
    SpecCheck,
)
from orrery_contracts.errors import Problem
from orrery_contracts.model import ModelCheck, ModelExamples, ModelReport
from orrery_contracts.spec import Preset
from orrery_contracts.stream import StreamData
from pydantic import BaseModel, TypeAdapter, ValidationError

from orrery_client.errors import ProblemError, UnexpectedReplyError, UnreachableError
from orrery_client.frames import Frame
from orrery_client.stream import follow_run

Document = TypeVar("Document", bound=BaseModel)
Listed = TypeVar("Listed")

_EVENTS = TypeAdapter(list[RunEvent])
_LOG = TypeAdapter(list[LogLine])


class Orrery:
    """A console, as a program uses it."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8000",
        *,
        token: str | None = None,
        timeout: float = 30.0,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self._token = token
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx2.Client(
            base_url=f"{self.url}/api/v1", headers=headers, timeout=timeout, transport=transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    # The console and its fleet

    def health(self) -> Health:
        return self._get("/health", Health)

    def nodes(self) -> NodeList:
        return self._get("/nodes", NodeList)

    def forget_node(self, name: str) -> None:
        """Remove an offline node from the fleet."""
        self._send("POST", f"/nodes/{quote(name, safe='')}/forget")

    # What can be run

    def presets(self) -> PresetList:
        return self._get("/presets", PresetList)

    def preset(self, name: str) -> Preset:
        return self._get(f"/presets/{quote(name, safe='')}", Preset)

    def check_spec(self, new_run: NewRun | bytes) -> SpecCheck:
        """What this run would be and where it would go; nothing is stored."""
        return self._read(self._send("POST", "/specs/check", content=_body(new_run)), SpecCheck)

    # Runs

    def create_run(self, new_run: NewRun | bytes) -> RunDocument:
        """Queue a run. Bytes are a `NewRun` as JSON, which the console then checks.

        A call that is repeated because its answer was lost does not make a second run.
        """
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        reply = self._send("POST", "/runs", content=_body(new_run), headers=headers, tries=3)
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
    ) -> RunPage:
        """One page of runs, newest first; `next_cursor` of a page leads to the next."""
        params = {
            "cursor": cursor,
            "limit": str(limit),
            "state": state,
            "tag": tag,
            "node": node,
            "q": query,
            "archived": None if archived is None else str(archived).lower(),
        }
        return self._get("/runs", RunPage, params)

    def run(self, run: str) -> RunDocument:
        """A run by its id or number."""
        return self._get(_run_path(run), RunDocument)

    def wait(self, run: str, on_idle: Callable[[], None] = lambda: None) -> RunDocument:
        """Follow a run until it has ended, and return it."""
        run_id = self.run(run).summary.id
        for _entry in self.follow(run_id, on_idle):
            pass
        return self.run(run_id)

    def follow(
        self, run: str, on_idle: Callable[[], None] = lambda: None
    ) -> Iterator[StreamData | Frame]:
        """What happens to a run from now to its end, over the live stream; resumes by itself.

        `on_idle` is called about twice a second while nothing happens; it may raise to leave.
        """
        return follow_run(self.url, self._token, self.run(run).summary.id, on_idle)

    def cancel_run(self, run: str) -> RunDocument:
        return self._read(self._send("POST", _run_path(run, "/cancel")), RunDocument)

    def retry_run(self, run: str) -> RunDocument:
        """A new run of the same spec."""
        return self._read(self._send("POST", _run_path(run, "/retry")), RunDocument)

    def change_run(self, run: str, patch: RunPatch) -> RunDocument:
        """Change name, note, tags or archived; what is not set in the patch stays."""
        content = patch.model_dump_json(exclude_unset=True).encode()
        return self._read(self._send("PATCH", _run_path(run), content=content), RunDocument)

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
        """Series of a run, thinned to at most `max_points` rows a column."""
        params = {
            "repeat": None if repeat is None else str(repeat),
            "node_index": None if node_index is None else str(node_index),
            "frame": frame,
            "columns": ",".join(columns) if columns else None,
            "max_points": str(max_points),
        }
        return self._get(_run_path(run, "/series"), SeriesList, params)

    def export(self, run: str, kind: Literal["json", "csv"] = "json") -> bytes:
        """The whole run as a file."""
        return self._send("GET", _run_path(run, "/export"), params={"format": kind}).content

    def compare(self, runs: list[str], *, baseline: str | None = None) -> Comparison:
        """Hold runs against one of them; the first unless told otherwise."""
        return self._get("/compare", Comparison, {"runs": ",".join(runs), "baseline": baseline})

    def models(self) -> ModelExamples:
        """Models that ship."""
        return self._get("/models", ModelExamples)

    def check_model(self, text: str) -> ModelReport:
        """What is wrong with a model, or what is in it; nothing is stored."""
        body = ModelCheck(text=text).model_dump_json().encode()
        return self._read(self._send("POST", "/models/check", content=body), ModelReport)

    def reference(self, source: str | None = None) -> PublishedTables:
        return self._get("/reference", PublishedTables, {"source": source})

    # How a call is made

    def _get(
        self, path: str, model: type[Document], params: dict[str, str | None] | None = None
    ) -> Document:
        return self._read(self._send("GET", path, params=params), model)

    def _send(
        self,
        method: str,
        path: str,
        *,
        params: dict[str, str | None] | None = None,
        content: bytes | None = None,
        headers: dict[str, str] | None = None,
        tries: int = 1,
    ) -> httpx2.Response:
        given = {key: value for key, value in (params or {}).items() if value is not None}
        sent = dict(headers or {})
        if content is not None:
            sent["Content-Type"] = "application/json"
        while True:
            tries -= 1
            try:
                reply = self._http.request(
                    method, path, params=given, content=content, headers=sent
                )
            except httpx2.TransportError as error:
                if tries > 0:
                    continue
                reason = str(error) or type(error).__name__
                raise UnreachableError(self.url, reason) from error
            if reply.is_error:
                raise self._problem(reply)
            return reply

    def _problem(self, reply: httpx2.Response) -> ProblemError | UnexpectedReplyError:
        try:
            return ProblemError(Problem.model_validate_json(reply.content))
        except ValidationError:
            return UnexpectedReplyError(self.url, f"status {reply.status_code}, {_start(reply)}")

    def _read(self, reply: httpx2.Response, model: type[Document]) -> Document:
        try:
            return model.model_validate_json(reply.content)
        except ValidationError as error:
            raise UnexpectedReplyError(self.url, _first_error(error)) from error

    def _read_as(self, reply: httpx2.Response, adapter: TypeAdapter[Listed]) -> Listed:
        try:
            return adapter.validate_json(reply.content)
        except ValidationError as error:
            raise UnexpectedReplyError(self.url, _first_error(error)) from error


def _body(new_run: NewRun | bytes) -> bytes:
    return new_run if isinstance(new_run, bytes) else new_run.model_dump_json().encode()


def _run_path(run: str, rest: str = "") -> str:
    return f"/runs/{quote(run, safe='')}{rest}"


def _start(reply: httpx2.Response) -> str:
    return repr(reply.text[:80])


def _first_error(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
