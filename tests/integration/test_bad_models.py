"""REST and the command line refuse bad models with line, column, caret, field and remedy.

Nothing is stored or started, and the backend uses little memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from orrery_contracts.errors import FieldError, Problem
from orrery_contracts.model import ModelReport
from orrery_testing.console import Console, preset_document

pytestmark = pytest.mark.integration

#: Far above the memory for reading a document (about 100 MiB), far below any form of 100 MB of
#: text.
MOST_RSS_BYTES = 400 << 20

_MANY_ELEMENTS = "".join(f"ELEMENT E{i} {{ PROPERTY p : E{i + 1}[1000]; }} " for i in range(5))


@dataclass(frozen=True)
class Bad:
    """A bad model and its expected error."""

    text: str
    line: int
    column: int
    message: str
    """A part of the error's text."""


#: One model for each broken rule of the grammar (docs/formats/model-language.md) and for other
#: rules.
MODELS = {
    "model": Bad("PROPERTY p : REAL;", 1, 1, "only UNIVERSE or ENTITY"),
    "model, a stray brace": Bad("UNIVERSE U { }\n}", 2, 1, "closes nothing"),
    "model, empty": Bad(" // nothing\n", 0, 0, "defines nothing"),
    "universe": Bad("UNIVERSE { }", 1, 10, "a name is expected"),
    "universe, open": Bad("UNIVERSE U { PROPERTY p : REAL;", 1, 12, "does not end"),
    "element": Bad("UNIVERSE U { ELEMENT E ; }", 1, 24, "'{' is expected"),
    "member": Bad("UNIVERSE U { ENTITY E { } }", 1, 14, "may not stand"),
    "member, small letters": Bad("UNIVERSE U { property p : REAL; }", 1, 14, "in capitals"),
    "entity": Bad("ENTITY E IN { }", 1, 13, "a name is expected"),
    "entity, nowhere": Bad("ENTITY E IN Utopia { }", 1, 13, "no UNIVERSE 'Utopia'"),
    "entity, an element in it": Bad("ENTITY E { ELEMENT F { } }", 1, 12, "may not stand"),
    "property": Bad("ENTITY E { PROPERTY p REAL; }", 1, 23, "PROPERTY name : type;"),
    "property, no semicolon": Bad("ENTITY E {\n  PROPERTY p : REAL\n}", 3, 1, "';' is expected"),
    "property, a keyword": Bad("ENTITY E { PROPERTY REAL : REAL; }", 1, 21, "keywords are no"),
    "property, twice": Bad("ENTITY E { PROPERTY p : REAL; PROPERTY p : REAL; }", 1, 40, "'p'"),
    "constant": Bad("ENTITY E { CONSTANT c : REAL; }", 1, 29, "a constant needs a value"),
    "constant, of an element": Bad(
        "UNIVERSE U { ELEMENT V { } CONSTANT c : V = 1; }", 1, 41, "of a primitive type"
    ),
    "function": Bad("ENTITY E { FUNCTION f(x) : REAL; }", 1, 23, "without parameters"),
    "converter": Bad("UNIVERSE U { CONVERTER c : REAL; }", 1, 32, "from -> to"),
    "type": Bad("ENTITY E { PROPERTY p : 3; }", 1, 25, "a type"),
    "type, unknown": Bad("UNIVERSE U {\n  PROPERTY p : Vertx[3];\n}", 2, 16, "no ELEMENT 'Vertx'"),
    "length": Bad("ENTITY E { PROPERTY p : REAL[-1]; }", 1, 30, "a length"),
    "length, two dimensions": Bad("ENTITY E { PROPERTY p : REAL[2,2]; }", 1, 31, "one dimension"),
    "length, zero": Bad("ENTITY E { PROPERTY p : REAL[0]; }", 1, 30, "an array of 0"),
    "length, unknown": Bad("ENTITY E { PROPERTY p : REAL[n]; }", 1, 30, "no CONSTANT 'n'"),
    "value": Bad("ENTITY E { CONSTANT c : REAL = ; }", 1, 32, "a value is expected"),
    "value, an open list": Bad("ENTITY E { CONSTANT c : REAL[] = {1, 2; }", 1, 39, "',' or '}'"),
    "value, of another type": Bad('ENTITY E { CONSTANT c : REAL = "a"; }', 1, 32, "REAL"),
    "literal": Bad("ENTITY E { CONSTANT c : LONG = 99999999999999999999; }", 1, 32, "out of range"),
    "path": Bad("ENTITY E { PROPERTY p : A. B; }", 1, 27, "one piece"),
    "name": Bad("UNIVERSE Ü { }", 1, 10, "letters of ASCII"),
    "string": Bad('ENTITY E { CONSTANT c : STRING = "a; }', 1, 34, "does not end on its line"),
    "string, an escape": Bad(r'ENTITY E { CONSTANT c : STRING = "\q"; }', 1, 35, "unknown escape"),
    "comment": Bad("UNIVERSE U { /* on and on", 1, 14, "close it with */"),
    "recursion": Bad("UNIVERSE U { ELEMENT A { PROPERTY a : A; } }", 1, 39, "hold itself"),
    "recursion through another": Bad(
        "UNIVERSE U {\n ELEMENT A { PROPERTY b : B; }\n ELEMENT B { PROPERTY a : A[2]; } }",
        3,
        27,
        "hold itself",
    ),
    "depth": Bad("UNIVERSE U {" + "ELEMENT E{" * 5_000, 1, 0, "deeper than 32"),
    "an array of 10^9": Bad(
        "UNIVERSE U { PROPERTY p : REAL[1000000000]; }", 1, 32, "array of 1000000000"
    ),
    "arrays of arrays of 10^15": Bad(
        f"UNIVERSE U {{ {_MANY_ELEMENTS} ELEMENT E5 {{ PROPERTY p : REAL; }} }}", 1, 0, "bytes"
    ),
}


def with_model(kind: str, text: str) -> dict[str, Any]:
    """A run spec whose workload has this model."""
    spec = preset_document("smoke")
    source = {"kind": "text", "text": text}
    if kind == "model_language":
        spec["workload"] = {"kind": kind, "model": source}
        spec["placement"] = {"kind": "fastest", "count": 1}
    else:
        spec["workload"]["state"] = {"kind": "model", "model": source, "entity": "E"}
    return spec


#: The field that holds the model's text, by workload.
FIELDS = {
    "model_language": "workload.model.text",
    "universe_steps": "workload.state.model.text",
}


@pytest.fixture
def running(two_nodes: Console) -> Iterator[Console]:
    """A console. Nothing is stored or started afterwards, and the backend has stayed small."""
    yield two_nodes
    assert two_nodes.client.runs().total == 0
    assert [node.current_run for node in two_nodes.nodes()] == [None, None]
    assert _peak_rss(two_nodes.backend.pid) < MOST_RSS_BYTES


def _peak_rss(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) << 10


def _post(running: Console, path: str, body: object) -> httpx2.Response:
    """Sends a POST request. Asserts that the console did not fail."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    reply = httpx2.post(
        f"{running.url}/api/v1{path}",
        content=content,
        headers={"Content-Type": "application/json"},
        timeout=60,
    )
    assert reply.status_code < 500, reply.text
    return reply


def _refusal(reply: httpx2.Response) -> Problem:
    assert 400 <= reply.status_code < 500, reply.text
    assert reply.headers["content-type"].startswith("application/problem+json")
    assert len(reply.content) < 20_000
    return Problem.model_validate_json(reply.content)


def _points_at(place: str, column: int) -> bool:
    """Whether `place` is a line, perhaps shortened, and below it a caret at this column."""
    line, _, caret = place.partition("\n")
    return caret.strip() == "^" and len(caret) <= len(line) + 1 and len(caret) <= column


def _say_of(bad: Bad, name: str, error: FieldError) -> None:
    where = f"{name}: {error}"
    assert bad.message in error.message, where
    assert error.remedy, where
    assert error.value, where
    if bad.line == 0:
        return
    told = f"Line {bad.line}, column {bad.column or ''}"
    assert error.message.startswith(told), where
    column = int(error.message.removeprefix(f"Line {bad.line}, column ").partition(":")[0])
    assert _points_at(error.place, column), where


def test_a_check_tells_where_each_rule_is_broken(running: Console) -> None:
    for name, bad in MODELS.items():
        reply = _post(running, "/models/check", {"text": bad.text})
        assert reply.status_code == 200, f"{name}: {reply.text}"
        report = ModelReport.model_validate_json(reply.content)
        assert not report.ok, name
        first = report.errors[0]
        where = f"{name}: {first}"
        assert first.line == bad.line, where
        assert first.column == bad.column or bad.column == 0, where
        assert bad.message in first.message, where
        assert bad.line == 0 or _points_at(first.caret, first.column), where


def test_a_run_of_it_is_refused_at_its_field(running: Console) -> None:
    # Every model goes through one workload and call; some models also go through the others.
    ways = [("model_language", "/runs", name) for name in MODELS]
    ways += [("model_language", "/specs/check", "recursion")]
    ways += [("universe_steps", path, "type, unknown") for path in ("/runs", "/specs/check")]
    for kind, path, name in ways:
        reply = _post(running, path, {"spec": with_model(kind, MODELS[name].text)})
        first = _refusal(reply).errors[0]
        assert first.field == FIELDS[kind], f"{name}, {kind}, {path}: {first}"
        _say_of(MODELS[name], name, first)


def test_what_is_too_long_or_no_text_is_refused(running: Console) -> None:
    def escaped(text: bytes) -> bytes:
        spec = json.dumps({"spec": with_model("model_language", "TEXT")}).encode()
        return spec.replace(b"TEXT", text)

    for path in ("/runs", "/specs/check"):
        past = _refusal(_post(running, path, escaped(b" " * 70_000)))
        assert past.errors[0].field == "spec.workload.model.text"
        assert "65536" in past.errors[0].remedy + past.errors[0].message
        assert len(past.errors[0].value) < 200
        assert "UTF-8" in _refusal(_post(running, path, escaped(b"\xff"))).detail
        half = _refusal(_post(running, path, escaped(b"\\ud800")))
        assert half.detail
        huge = _refusal(_post(running, path, escaped(b" " * 100_000_000)))
        assert (huge.status, huge.code) == (413, "too_large")
    assert "UTF-8" in _refusal(_post(running, "/models/check", b'{"text": "\xff"}')).detail
    assert _refusal(_post(running, "/models/check", b'{"text": "\\ud800"}')).detail


def test_a_body_without_a_length_is_read_to_the_limit_alone(running: Console) -> None:
    sent = 0

    def chunks() -> Iterator[bytes]:
        nonlocal sent
        yield b'{"text": "'
        for _ in range(100):
            sent += 1
            yield b" " * 1_000_000
        yield b'"}'

    try:
        reply = httpx2.post(f"{running.url}/api/v1/models/check", content=chunks(), timeout=60)
    except httpx2.TransportError:
        # The console closed the connection; its answer may be lost with the unsent bytes.
        assert sent < 100
    else:
        assert reply.status_code == 413


def _orrery(
    running: Console, environment: Mapping[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "orrery_cli", *arguments],
        env={**environment, "ORRERY_URL": running.url, "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_command_line_shows_line_column_and_caret(
    running: Console, environment: Mapping[str, str], tmp_path: Path
) -> None:
    bad = MODELS["type, unknown"]
    spec = tmp_path / "run.json"
    spec.write_text(json.dumps(with_model("universe_steps", bad.text)))
    long_spec = tmp_path / "long.json"
    long_spec.write_text(json.dumps(with_model("model_language", " " * 100_000_000)))
    bytes_spec = tmp_path / "bytes.json"
    bytes_spec.write_bytes(
        json.dumps(with_model("model_language", "TEXT")).encode().replace(b"TEXT", b"\xff")
    )
    caret = "  PROPERTY p : Vertx[3];\n               ^\n"
    expected = {
        ("run", str(spec)): (
            "field: workload.state.model.text",
            "Line 2, column 16",
            caret,
            "remedy:",
        ),
        ("run", str(long_spec)): ("error:", "field: FILE", "larger than 1024 KiB", "remedy:"),
        ("run", str(bytes_spec)): ("error:", "UTF-8", "remedy:"),
    }
    for arguments, told in expected.items():
        done = _orrery(running, environment, *arguments)
        where = f"{arguments}: {done.stdout[:2000]}{done.stderr[:2000]}"
        assert done.returncode == 2, where
        assert all(part in done.stderr for part in told), where
        assert "Traceback" not in done.stderr, where
        assert len(done.stderr) < 10_000, where
        assert done.stdout == "", where
