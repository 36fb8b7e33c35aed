"""Models are checked by the real worker, within bounds."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path

import httpx
import pytest
from backend_testing.console import RunningConsole
from orrery_backend.config import default_worker
from orrery_backend.features.models.service import ModelService
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.errors import ProblemCode
from orrery_contracts.model import ModelReport


async def _check(console: RunningConsole, text: str) -> httpx.Response:
    return await console.client.post("/models/check", json={"text": text})


async def test_what_ships_is_offered_and_good(console: RunningConsole) -> None:
    models = (await console.client.get("/models")).json()["items"]
    assert [model["name"] for model in models] == ["triangle", "flock", "town", "air-traffic"]
    for model in models:
        report = ModelReport.model_validate_json((await _check(console, model["text"])).content)
        assert report.ok, report.errors
        assert report.estimate is not None
        assert report.estimate.measured.instance_bytes < (
            report.estimate.published_irix.instance_bytes
        )


async def test_errors_have_their_place(console: RunningConsole) -> None:
    answer = await _check(console, "UNIVERSE U {\n  PROPERTY list : Vertx[3];\n}")
    assert answer.status_code == 200
    report = ModelReport.model_validate_json(answer.content)
    assert not report.ok
    assert (report.errors[0].line, report.errors[0].column) == (2, 19)
    assert report.errors[0].caret == "  PROPERTY list : Vertx[3];\n                  ^"


async def test_any_text_has_a_report(console: RunningConsole) -> None:
    for text in (
        "",
        "\0",
        "ä" * 1000,
        "UNIVERSE U { PROPERTY p : REAL[1000000000]; }",
        "{" * 100_000,
    ):
        report = ModelReport.model_validate_json((await _check(console, text)).content)
        assert not report.ok


async def test_a_text_past_the_limit_is_refused_unread(console: RunningConsole) -> None:
    assert (await _check(console, " " * 2_000_000)).status_code == 413


async def test_without_a_worker_there_is_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ProblemError) as caught:
        await ModelService(tmp_path / "none").check("UNIVERSE U { }")
    assert caught.value.code is ProblemCode.UNAVAILABLE
    assert "make build" in caught.value.detail


def _script(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def _gone(pid_file: Path) -> None:
    assert not Path("/proc", pid_file.read_text().strip()).exists()


async def test_a_check_without_end_is_ended(tmp_path: Path) -> None:
    endless = _script(tmp_path / "endless", f"echo $$ > {tmp_path}/pid; exec sleep 1000")
    with pytest.raises(ProblemError) as caught:
        await ModelService(endless, timeout_s=0.3).check("UNIVERSE U { }")
    assert caught.value.code is ProblemCode.INVALID
    assert caught.value.errors[0].field == "text"
    _gone(tmp_path / "pid")


async def test_a_check_that_dies_says_why(tmp_path: Path) -> None:
    broken = _script(tmp_path / "broken", "cat > /dev/null; echo out of luck >&2; exit 1")
    with pytest.raises(ProblemError) as caught:
        await ModelService(broken).check("UNIVERSE U { }")
    assert caught.value.code is ProblemCode.INTERNAL
    assert "out of luck" in caught.value.detail


async def test_many_at_once_take_turns() -> None:
    models = ModelService(default_worker())
    reports = await asyncio.gather(*(models.check("UNIVERSE U { }") for _ in range(8)))
    assert all(report.ok for report in reports)
