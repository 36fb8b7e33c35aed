"""One target for each parser and protocol of the Python parts.

A target takes bytes. It returns, or raises an error that a parser must not raise. A parser may
refuse bad bytes only with its own error, which gives a reason. An accepted value, written and read
again, must be equal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from orrery_agent.inbound import UnreadableError, read
from orrery_agent.processes.streams import LineSplitter, LongLineError
from orrery_agent.telemetry import BadFrameError, Frame, FrameSplitter
from orrery_backend.features.fleet.link import BadMessageError, _parse
from orrery_backend.features.live.socket import _FROM_VIEWER
from orrery_backend.kit.frames import (
    FrameError,
    pack_frame,
    pack_record,
    read_columns,
    read_header,
    read_record,
)
from orrery_client import frames as client_frames
from orrery_client.stream import _TO_VIEWER
from orrery_contracts.api import NewRun
from orrery_contracts.documents import InvalidDocument, read_text, read_value
from orrery_contracts.overrides import apply_overrides
from orrery_contracts.plan import WorkerPlan
from orrery_contracts.spec import RunSpec
from orrery_contracts.sweep import Sweep
from orrery_contracts.telemetry import FrameSchema
from orrery_contracts.worker import WorkerSays
from pydantic import TypeAdapter, ValidationError

FOLDER: Final = Path(__file__).parents[1]
ROOT: Final = FOLDER.parents[1]
FIXTURES: Final = ROOT / "contracts" / "fixtures"
_WORKER_SAYS: Final[TypeAdapter[Any]] = TypeAdapter(WorkerSays)
_SCHEMAS: Final = [
    TypeAdapter(FrameSchema).validate_json(file.read_bytes())
    for file in sorted((FIXTURES / "valid" / "FrameSchema").iterdir())
]


@dataclass(frozen=True)
class Target:
    """A parser. The fixtures of the contracts in `documents` are part of its corpus."""

    name: str
    play: Callable[[bytes], None]
    documents: tuple[str, ...] = ()

    def corpus(self) -> list[bytes]:
        """Returns the committed inputs in a fixed order."""
        files = sorted((FOLDER / "corpus" / self.name).glob("*"))
        for document in self.documents:
            files += sorted((FIXTURES / "valid" / document).glob("*.json"))
        found = [file.read_bytes() for file in files]
        for document in self.documents:
            cases = FIXTURES / "invalid" / f"{document}.json"
            for case in json.loads(cases.read_text()) if cases.exists() else []:
                if "text" in case:
                    found.append(case["text"].encode())
                elif "document" in case:
                    found.append(json.dumps(case["document"]).encode())
        return found


def _must_explain(reasons: object) -> None:
    if not reasons:
        raise AssertionError("refused without a reason")


def _document(document: Any) -> Callable[[bytes], None]:
    def play(data: bytes) -> None:
        try:
            first = read_text(document, data)
        except InvalidDocument as error:
            _must_explain(all(each.message and each.remedy for each in error.errors))
            _must_explain(error.errors)
            return
        written = first.model_dump_json()
        assert read_text(document, written).model_dump_json() == written

    return play


def _overrides(data: bytes) -> None:
    lines = data.decode(errors="replace").split("\n")
    full = (FIXTURES / "valid" / "RunSpec" / "full.json").read_bytes()
    start = RunSpec.model_validate_json(full).model_dump(mode="json")
    try:
        read_value(RunSpec, apply_overrides(start, lines, RunSpec))
    except InvalidDocument as error:
        _must_explain(error.errors)


def _from_agent(data: bytes) -> None:
    """A text message of an agent; the server passes on valid UTF-8 only."""
    with suppress(UnicodeDecodeError):
        text = data.decode()
        try:
            said = _parse(text)
        except BadMessageError as error:
            _must_explain(str(error))
        else:
            assert _parse(said.model_dump_json()) == said


def _to_agent(data: bytes) -> None:
    with suppress(UnicodeDecodeError):
        text = data.decode()
        try:
            said = read(text)
        except UnreadableError as error:
            _must_explain(str(error))
        else:
            assert read(said.model_dump_json()) == said


def _worker_says(data: bytes) -> None:
    """A worker's standard output, whole and in pieces."""
    whole, lines = LineSplitter(), LineSplitter()
    size = 1 + len(data) // 7
    try:
        at_once = list(whole.feed(data))
        pieces = [
            line for at in range(0, len(data), size) for line in lines.feed(data[at : at + size])
        ]
    except LongLineError:
        return
    assert pieces == at_once
    for line in pieces:
        with suppress(ValidationError):
            said = _WORKER_SAYS.validate_json(line)
            assert _WORKER_SAYS.validate_json(said.model_dump_json()) == said


def _from_viewer(data: bytes) -> None:
    with suppress(ValidationError):
        asked = _FROM_VIEWER.validate_json(data)
        assert _FROM_VIEWER.validate_json(asked.model_dump_json()) == asked


def _to_viewer(data: bytes) -> None:
    with suppress(ValidationError):
        said = _TO_VIEWER.validate_json(data)
        written = said.model_dump_json()
        assert _TO_VIEWER.validate_json(written).model_dump_json() == written


def _worker_frames(data: bytes) -> None:
    """A worker's telemetry pipe: any pieces give the same frames. Reads each frame."""
    whole, cut = FrameSplitter(0, 0), FrameSplitter(0, 0)
    at_once: list[Frame] = []
    pieces: list[Frame] = []
    failed: list[str] = []
    size = 1 + len(data) // 5
    for splitter, into, parts in (
        (whole, at_once, [data]),
        (cut, pieces, [data[at : at + size] for at in range(0, len(data), size)]),
    ):
        try:
            for part in parts:
                into.extend(splitter.feed(part))
            splitter.finish()
        except BadFrameError as error:
            failed.append(str(error))
    assert at_once == pieces
    assert len(failed) in (0, 2)
    for frame in pieces:
        _columns(frame.data)


def _columns(frame: bytes) -> None:
    """The console's reading of a frame."""
    try:
        header = read_header(frame)
    except FrameError:
        return
    for schema in _SCHEMAS:
        with suppress(FrameError):
            columns = read_columns(header, frame, schema)
            assert all(len(column) == header.rows for column in columns)
            again = pack_frame(header, columns)
            assert read_header(again) == header


def _agent_records(data: bytes) -> None:
    """A binary message of the agent link."""
    try:
        record = read_record(data)
    except FrameError:
        return
    assert read_record(pack_record(record.stream, record.seq, record.at_ns, record.frame)) == record
    _columns(record.frame)


def _viewer_frames(data: bytes) -> None:
    """A binary message of the live stream, as the client reads it."""
    try:
        found = client_frames.Frame.parse_all(data)
    except client_frames.FrameError:
        return
    assert found
    for frame in found:
        for schema in _SCHEMAS:
            with suppress(client_frames.FrameError):
                columns = frame.columns(schema)
                assert all(len(column.values) == frame.rows for column in columns)


TARGETS: Final = [
    Target("run_spec", _document(RunSpec), ("RunSpec", "Preset")),
    Target("new_run", _document(NewRun), ("NewRun",)),
    Target("sweep", _document(Sweep), ("Sweep",)),
    Target("worker_plan", _document(WorkerPlan), ("WorkerPlan",)),
    Target("overrides", _overrides),
    Target("from_agent", _from_agent, ("FromAgent",)),
    Target("to_agent", _to_agent, ("ToAgent",)),
    Target("worker_says", _worker_says, ("WorkerSays",)),
    Target("from_viewer", _from_viewer, ("FromViewer",)),
    Target("to_viewer", _to_viewer, ("ToViewer",)),
    Target("worker_frames", _worker_frames),
    Target("agent_records", _agent_records),
    Target("viewer_frames", _viewer_frames),
]
