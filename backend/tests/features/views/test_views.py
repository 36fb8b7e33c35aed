"""Saved views of the list of runs, over HTTP."""

from __future__ import annotations

import pytest
from backend_testing.console import RunningConsole
from orrery_contracts.view import ViewList

pytestmark = pytest.mark.both_stores


async def _views(console: RunningConsole) -> dict[str, str]:
    found = ViewList.model_validate_json((await console.client.get("/views")).content)
    return {view.name: view.query for view in found.items}


async def _save(console: RunningConsole, name: str, query: str) -> int:
    return (await console.client.put(f"/views/{name}", json={"query": query})).status_code


async def test_views_are_saved_renamed_and_deleted(console: RunningConsole) -> None:
    assert await _views(console) == {}
    assert await _save(console, "slow", "sort=-duration") == 200
    assert await _save(console, "failed", "state=failed") == 200
    assert await _save(console, "slow", "sort=duration") == 200
    assert await _views(console) == {"failed": "state=failed", "slow": "sort=duration"}
    rename = "/views/slow/rename"
    assert (await console.client.post(rename, json={"name": "failed"})).status_code == 409
    assert (await console.client.post(rename, json={"name": "slow"})).status_code == 204
    assert (await console.client.post(rename, json={"name": "slowest"})).status_code == 204
    assert (await console.client.post(rename, json={"name": "x"})).status_code == 404
    assert (await console.client.delete("/views/failed")).status_code == 204
    assert (await console.client.delete("/views/failed")).status_code == 404
    assert await _views(console) == {"slowest": "sort=duration"}


async def test_a_view_that_is_no_query_is_refused(console: RunningConsole) -> None:
    assert await _save(console, "bad", "state=<script>") == 422
    assert await _save(console, "long", "q=" + "x" * 2000) == 422
    assert await _save(console, "No name", "") == 422


async def test_views_are_bounded(console: RunningConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orrery_backend.features.views.service.MOST_VIEWS", 1)
    assert await _save(console, "a", "") == 200
    assert await _save(console, "a", "q=x") == 200
    assert await _save(console, "b", "") == 409
    assert await _views(console) == {"a": "q=x"}
