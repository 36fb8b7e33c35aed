"""`orrery model check` as a user sees it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


def check(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "orrery_cli", "model", "check", *arguments],
        env={"NO_COLOR": "1", "COLUMNS": "200"},
        input=given,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@pytest.mark.parametrize("name", ["triangle", "flock", "town", "air-traffic"])
def test_what_ships_is_good(name: str) -> None:
    done = check(name)
    assert done.returncode == 0
    assert f"{name}: good; " in done.stdout
    assert "published formulae, QNX" in done.stdout


def test_errors_are_shown_with_a_caret(tmp_path: Path) -> None:
    model = tmp_path / "bad.orm"
    model.write_text("UNIVERSE U {\n  PROPERTY list : Vertx[3];\n}", encoding="utf-8")
    done = check(str(model))
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"{model}:2:19: error: there is no ELEMENT 'Vertx' here: define it, or correct the name",
        "  PROPERTY list : Vertx[3];",
        "                  ^",
        "1 error",
    ]


def test_one_document_with_json() -> None:
    done = check("-", "--json", given=b"ENTITY e { PROPERTY p : LONG; }")
    assert done.returncode == 0
    assert json.loads(done.stdout)["components"][0]["state_bytes"] == 8
    done = check("-", "--json", given=b"\xff")
    assert done.returncode == 2
    assert "UTF-8" in json.loads(done.stdout)["errors"][0]["message"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (b"UNIVERSE U { ELEMENT A { PROPERTY a : A; } }", ":1:39:", "hold itself"),
        (b"UNIVERSE U { PROPERTY p : REAL[1000000000]; }", ":1:32:", "an array of 1000000000"),
        (b"UNIVERSE U {" + b"ELEMENT E{" * 100_000, ":1:", "nested deeper than 32"),
        (b"UNIVERSE U { } // \xff", ":1:19:", "not UTF-8"),
        (b"", ":", "defines nothing"),
    ],
)
def test_bad_models_are_refused(text: bytes, place: str, message: str) -> None:
    done = check("-", given=text)
    assert done.returncode == 2
    assert f"-{place}" in done.stderr
    assert message in done.stderr
    assert len(done.stderr) < 10_000


def test_too_much_is_refused_unread() -> None:
    done = check("-", given=b" " * 100_000_000)
    assert done.returncode == 2
    assert "longer than 1048576 bytes" in done.stderr


def test_a_file_that_is_none_is_bad_input(tmp_path: Path) -> None:
    done = check("flok")
    assert done.returncode == 2
    assert "field: FILE\nvalue: flok\nremedy: " in done.stderr
    assert "air-traffic" in done.stderr
    assert check(str(tmp_path)).returncode == 2
