"""Stores of every released version are opened for ever, and their runs can be read and repeated."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from backend_testing.console import running_console
from orrery_backend.kit.stored import read_stored
from orrery_backend.kit.upgrades import SPEC_STEPS, upgraded
from orrery_backend.migrations.copies import check
from orrery_backend.migrations.preparing import prepare_store
from orrery_contracts.api import RunDocument
from orrery_contracts.spec import RunSpec
from orrery_contracts.version import VERSION
from pydantic import TypeAdapter

_STORES = sorted((Path(__file__).parent / "stores").glob("*.sql"))


def test_this_version_has_its_store() -> None:
    assert VERSION in [store.stem for store in _STORES], (
        f"write it: python -m backend_testing.released_store backend/tests/stores/{VERSION}.sql"
    )


def _made(released: Path, folder: Path) -> set[int]:
    """Makes the store's file; the numbers of its runs."""
    with closing(sqlite3.connect(folder / "orrery.sqlite")) as store:
        store.executescript(released.read_text())
        return {number for (number,) in store.execute("SELECT number FROM runs")}


@pytest.mark.parametrize("released", _STORES, ids=lambda path: path.stem)
async def test_a_released_store_is_opened(tmp_path: Path, released: Path) -> None:
    file = tmp_path / "orrery.sqlite"
    numbers = _made(released, tmp_path)
    assert len(numbers) > 20
    prepare_store(file)
    async with running_console(tmp_path) as console:
        listed = (await console.client.get("/runs?limit=200&archived=true")).json()["items"]
        listed += (await console.client.get("/runs?limit=200")).json()["items"]
        assert {run["number"] for run in listed} == numbers
        for number in numbers:
            answer = await console.client.get(f"/runs/{number}")
            assert answer.status_code == 200, (number, answer.text)
            run = RunDocument.model_validate_json(answer.content)
            assert not [line for line in run.versions if "another version" in line], number
        measured = RunDocument.model_validate_json(
            (await console.client.get(f"/runs/{min(numbers)}")).content
        )
        assert measured.metrics
        assert (await console.client.get(f"/runs/{min(numbers)}/export")).status_code == 200
        series = (await console.client.get(f"/runs/{min(numbers)}/series")).json()["items"]
        assert series[0]["total_rows"] > 0
        (group,) = (await console.client.get("/groups")).json()["items"]
        assert (await console.client.get(f"/groups/{group['id']}")).status_code == 200
    assert check(file) == []


def test_each_version_of_specs_has_a_step_to_the_next() -> None:
    current: int = RunSpec().schema_version
    assert set(SPEC_STEPS) == set(range(1, current))


def test_steps_are_taken_one_after_the_other() -> None:
    def first(document: dict[str, Any]) -> dict[str, Any]:
        return {"title": document["name"]}

    def second(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "title": document["title"].upper()}

    steps = {1: first, 2: second}
    assert upgraded({"name": "a"}, steps) == {"title": "A", "schema_version": 3}
    assert upgraded({"schema_version": 2, "title": "b"}, steps)["title"] == "B"
    assert upgraded({"schema_version": 3, "title": "c"}, steps)["title"] == "c"
    assert upgraded({"schema_version": 9}, steps) == {"schema_version": 9}


def test_a_stored_document_is_upgraded_before_it_is_read() -> None:
    def renamed(document: dict[str, Any]) -> dict[str, Any]:
        return {"name": document.pop("title"), **document}

    older = json.dumps({"schema_version": 0, "title": "An older name", "unknown": 1})
    spec, left_out = read_stored(TypeAdapter(RunSpec), older, {0: renamed})
    assert (spec.name, spec.schema_version, left_out) == ("An older name", 1, ["unknown"])
