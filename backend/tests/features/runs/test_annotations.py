"""Notes on runs and on steps of runs, over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from backend_testing.agent import ScriptedAgent
from backend_testing.calls import ended, launch, read
from backend_testing.console import RunningConsole, running_console, until
from orrery_backend.kit.file_tokens import Tokens
from orrery_contracts.annotation import MOST_ANNOTATIONS, Annotation
from orrery_contracts.api import RunDocument

pytestmark = pytest.mark.both_stores

ADMIN = "admin-token-0123456789"
AGENT = "agent-token-0123456789"


async def _note(console: RunningConsole, run: str, **fields: object) -> Annotation:
    answer = await console.client.post(f"/runs/{run}/annotations", json=fields)
    assert answer.status_code == 201, answer.text
    return Annotation.model_validate_json(answer.content)


async def _texts(console: RunningConsole, run: str) -> list[str]:
    return [note.text for note in (await read(console, run)).annotations]


async def _quiet(console: RunningConsole) -> None:
    await until(lambda: not console.console.engine.active(), "all runs are let go")


async def test_notes_are_on_a_run_a_repeat_or_a_step(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = (await ended(console, (await launch(console)).summary.id)).summary.id
    before = (await console.client.get(f"/runs/{run}")).headers["etag"]
    whole = await _note(console, run, text="  Kernel 6.18 ")
    assert (whole.text, whole.repeat, whole.step, whole.author) == ("Kernel 6.18", None, None, "")
    step = await _note(console, run, text="The backup began.", repeat=0, step=2**40)
    listed = await console.client.get(f"/runs/{run}/annotations")
    assert [Annotation.model_validate(note) for note in listed.json()] == [whole, step]
    document = await console.client.get(f"/runs/{run}")
    assert RunDocument.model_validate_json(document.content).annotations == [whole, step]
    assert document.headers["etag"] != before
    assert (await console.client.get("/runs/77/annotations")).status_code == 404
    report = await console.client.get(f"/runs/{run}/report")
    assert "The backup began." in report.text
    assert "repeat 1, step 1,099,511,627,776" in report.text
    gone = await console.client.delete(f"/runs/{run}/annotations/{whole.id}")
    assert gone.status_code == 204
    assert await _texts(console, run) == ["The backup began."]
    again = await console.client.delete(f"/runs/{run}/annotations/{whole.id}")
    assert again.status_code == 404


async def test_a_note_that_fits_no_run_is_refused(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    run = (await ended(console, (await launch(console)).summary.id)).summary.id
    for fields, field in (
        ({"text": "   "}, "text"),
        ({"text": "x" * 2001}, "text"),
        ({"text": "x", "repeat": 77}, "repeat"),
        ({"text": "x", "repeat": 0, "step": -1}, "step"),
    ):
        refused = await console.client.post(f"/runs/{run}/annotations", json=fields)
        assert refused.status_code == 422, refused.text
        assert refused.json()["errors"][0]["field"] == field
    without = await console.client.post(f"/runs/{run}/annotations", json={"text": "x", "step": 1})
    assert "A step needs a repeat" in without.text
    no_id = await console.client.delete(f"/runs/{run}/annotations/zzz")
    assert "Give the id of a note: 26 letters and digits." in no_id.text
    missing = await console.client.post("/runs/77/annotations", json={"text": "x"})
    assert missing.status_code == 404


async def test_a_run_has_a_bounded_number_of_notes(
    console: RunningConsole, agents: list[ScriptedAgent], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("orrery_backend.features.runs.annotations.MOST_ANNOTATIONS", 2)
    assert MOST_ANNOTATIONS > 2
    run = (await ended(console, (await launch(console)).summary.id)).summary.id
    path = f"/runs/{run}/annotations"
    answers = await asyncio.gather(
        *(console.client.post(path, json={"text": text}) for text in "abcd")
    )
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409]
    assert len(await _texts(console, run)) == 2


async def test_a_note_on_a_run_that_is_on_stays_when_it_ends(
    console: RunningConsole, agents: list[ScriptedAgent]
) -> None:
    for agent in agents:
        agent.hold_after_begin = True
    run = (await launch(console)).summary.id
    note = await _note(console, run, text="on")
    assert await _texts(console, run) == ["on"]
    gone = await _note(console, run, text="gone")
    await console.client.delete(f"/runs/{run}/annotations/{gone.id}")
    for agent in agents:
        agent.let_end.set()
    await ended(console, run)
    await _quiet(console)
    assert (await read(console, run)).annotations == [note]


async def test_the_author_is_who_signed_in(tmp_path: Path) -> None:
    async with running_console(
        tmp_path, tokens=Tokens.parse(f"admin={ADMIN},agent={AGENT}")
    ) as console:
        console.client.headers["Authorization"] = f"Bearer {ADMIN}"
        ada = {"name": "ada", "scope": "operator", "password": "correct horse battery"}
        assert (await console.client.post("/users", json=ada)).status_code == 201
        agents = [
            await ScriptedAgent(console.ws, name, token=AGENT).connect() for name in ("a", "b")
        ]
        run = (await ended(console, (await launch(console)).summary.id)).summary.id
        del console.client.headers["Authorization"]
        await console.client.post(
            "/session", json={"name": "ada", "password": "correct horse battery"}
        )
        assert (await _note(console, run, text="mine")).author == "ada"
        for agent in agents:
            await agent.stop()


async def test_notes_go_with_a_run_to_another_console(
    console: RunningConsole, agents: list[ScriptedAgent], tmp_path: Path
) -> None:
    run = (await ended(console, (await launch(console)).summary.id)).summary.id
    note = await _note(console, run, text="Read this.", repeat=0, step=3)
    await _quiet(console)
    file = (await console.client.get("/exports", params={"run": run})).content
    assert "Read this." in (await console.client.get(f"/runs/{run}/export")).text
    async with running_console(tmp_path / "other") as other:
        headers = {"content-type": "application/vnd.sqlite3"}
        taken = await other.client.post("/imports", content=file, headers=headers)
        assert taken.status_code == 201, taken.text
        assert (await read(other, run)).annotations == [note]
        # A deleted run takes its notes with it.
        assert (await other.client.delete(f"/runs/{run}")).status_code == 204


async def test_notes_of_a_run_that_waits_survive_the_console(tmp_path: Path) -> None:
    async with running_console(tmp_path / "data") as console:
        agents = [await ScriptedAgent(console.ws, name).connect() for name in ("a", "b")]
        for agent in agents:
            agent.hold_after_begin = True
        run = (await launch(console)).summary.id
        await _note(console, run, text="kept")
        for agent in agents:
            await agent.stop()
    async with running_console(tmp_path / "data") as console:
        assert await _texts(console, run) == ["kept"]
