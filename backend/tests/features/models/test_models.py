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
from orrery_backend.features.models.worker import check
from orrery_backend.kit.problems import ProblemError
from orrery_contracts.errors import ProblemCode
from orrery_contracts.model import ModelReport, OwnModel, ShippedModel, ShippedModelName
from orrery_contracts.workloads.universe_steps import ModelState


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("UNIVERSE U { ELEMENT A { PROPERTY a : A; } }", "hold itself"),
        (
            "UNIVERSE U { ELEMENT A { PROPERTY b : B; } ELEMENT B { PROPERTY a : A[2]; } }",
            "hold itself",
        ),
        ("UNIVERSE U { PROPERTY p : REAL[1000000000]; }", "an array of 1000000000"),
        ("UNIVERSE U { PROPERTY p : REAL[n]; }", "no CONSTANT 'n'"),
        ("UNIVERSE U {" + "ELEMENT E{" * 50_000, "nested deeper than 32"),
        ("universe U { }", "keywords in capitals"),
        ('UNIVERSE U { PROPERTY p : STRING = "a; }', "does not end on its line"),
        ("UNIVERSE U { /* on and on", "close it with */"),
    ],
)
async def test_a_bad_model_is_told_what_is_wrong(
    console: RunningConsole, text: str, message: str
) -> None:
    answer = await _check(console, text)
    report = ModelReport.model_validate_json(answer.content)
    assert message in report.errors[0].message
    assert report.errors[0].line >= 1
    assert len(answer.content) < 20_000


async def test_a_check_is_given_no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORRERY_TOKENS", "admin=the-admin-token")
    monkeypatch.setenv("ORRERY_OTHER", "no-secret")
    worker = tmp_path / "worker"
    worker.write_text("#!/bin/sh\ntr '\\0' '\\n' </proc/$$/environ\n")
    worker.chmod(0o755)
    given = await check(worker, b"", 20)
    assert b"ORRERY_OTHER=no-secret" in given
    assert b"the-admin-token" not in given


async def test_bytes_that_are_no_text_are_refused(console: RunningConsole) -> None:
    answer = await console.client.post(
        "/models/check",
        content=b'{"text": "UNIVERSE U { } // \xff"}',
        headers={"content-type": "application/json"},
    )
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"] == "application/problem+json"
    half = await console.client.post(
        "/models/check",
        content=b'{"text": "UNIVERSE U { } // \\ud800"}',
        headers={"content-type": "application/json"},
    )
    assert half.status_code in (400, 422)


async def test_a_run_of_a_bad_model_is_refused_at_its_field() -> None:
    models = ModelService(default_worker())
    await models.refuse_bad("workload.model.text", "UNIVERSE U { }")
    with pytest.raises(ProblemError) as caught:
        await models.refuse_bad("workload.model.text", "UNIVERSE U {\n  PROPERTY p : V;\n}")
    error = caught.value.errors[0]
    assert error.field == "workload.model.text"
    assert error.value == "PROPERTY p : V;"
    assert error.message.startswith("Line 2, column 16: there is no ELEMENT 'V' here")
    many = "UNIVERSE U {" + "PROPERTY p : V;" * 20 + "}"
    with pytest.raises(ProblemError) as caught:
        await models.refuse_bad("workload.model.text", many)
    assert len(caught.value.errors) == 3


async def test_an_entity_that_the_model_does_not_have_is_refused_with_those_it_has() -> None:
    models = ModelService(default_worker())
    town = ShippedModel(name=ShippedModelName.TOWN)
    await models.refuse_bad_entity("workload.state", ModelState(model=town, entity="Lamp"))
    with pytest.raises(ProblemError) as caught:
        await models.refuse_bad_entity("workload.state", ModelState(model=town, entity="Dog"))
    error = caught.value.errors[0]
    assert (error.field, error.value) == ("workload.state.entity", "Dog")
    assert "Walker, House, Lamp" in error.remedy


async def test_a_constraint_that_the_entity_does_not_have_is_refused_with_those_it_has() -> None:
    models = ModelService(default_worker())
    town = ShippedModel(name=ShippedModelName.TOWN)
    await models.refuse_bad_entity("workload.state", ModelState(model=town, constraint="in_view"))
    with pytest.raises(ProblemError) as caught:
        await models.refuse_bad_entity("workload.state", ModelState(model=town, constraint="speed"))
    error = caught.value.errors[0]
    assert (error.field, error.value) == ("workload.state.constraint", "speed")
    assert error.message == "Walker has no constraint of that name."
    assert error.remedy == "Choose one of the entity's: in_view; or leave it empty."
    with pytest.raises(ProblemError) as caught:
        await models.refuse_bad_entity(
            "workload.state", ModelState(model=town, entity="Lamp", constraint="in_view")
        )
    assert caught.value.errors[0].remedy == "Define it in the model, or leave it empty."


async def test_a_wrong_constraint_of_a_model_is_told_where_it_is_wrong() -> None:
    text = "ENTITY E {\n  PROPERTY a : REAL;\n  CONSTRAINT c = a > 0 AND a;\n}"
    with pytest.raises(ProblemError) as caught:
        await ModelService(default_worker()).refuse_bad_entity(
            "workload.state", ModelState(model=OwnModel(text=text), entity="E", constraint="c")
        )
    error = caught.value.errors[0]
    assert error.field == "workload.state.model.text"
    assert error.message.startswith("Line 3, column 28: AND joins conditions, and this is a number")


async def test_an_entity_that_is_too_large_to_be_simulated_is_refused() -> None:
    text = "UNIVERSE U { PROPERTY p : DOUBLE[10000]; }"
    with pytest.raises(ProblemError) as caught:
        await ModelService(default_worker()).refuse_bad_entity(
            "workload.state", ModelState(model=OwnModel(text=text), entity="U")
        )
    assert "80,000 bytes" in caught.value.errors[0].message


async def test_a_bad_model_of_entities_is_refused_at_its_text() -> None:
    with pytest.raises(ProblemError) as caught:
        await ModelService(default_worker()).refuse_bad_entity(
            "workload.state", ModelState(model=OwnModel(text="UNIVERSE"), entity="U")
        )
    assert caught.value.errors[0].field == "workload.state.model.text"


async def test_where_models_cannot_be_checked_the_node_will(tmp_path: Path) -> None:
    await ModelService(tmp_path / "none").refuse_bad("workload.model.text", "no model")


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
